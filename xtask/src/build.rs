//! Builds the programs and runs them, through cargo and the system.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// The programs to pack, each with its crate.
const PROGRAMS: [(&str, &str); 3] =
    [("tengen-client", "tengen"), ("tengen-server", "tengen-server"), ("tengen-engine", "pbrain-tengen")];

/// Returns the target triple of this machine.
pub(crate) fn host() -> anyhow::Result<String> {
    let triple = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    Ok(String::from_utf8(triple)?.trim().to_owned())
}

/// Returns cargo's target folder, which settings and environment variables can move.
pub(crate) fn target_folder(root: &Path) -> anyhow::Result<PathBuf> {
    let metadata = output(cargo(root).args(["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let metadata: Value = serde_json::from_slice(&metadata)?;
    let folder = metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
    Ok(folder.into())
}

/// Builds all programs for `target` and returns their paths.
pub(crate) fn programs(root: &Path, target: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--profile", "packaged", "--target", target, "--bins"]);
    // What a build from source leaves out because it takes long.
    build.args(["--features", "tengen-server/cluster"]);
    build.args(["--message-format", "json-render-diagnostics"]);
    for (package, _) in PROGRAMS {
        build.args(["--package", package]);
    }
    let messages = String::from_utf8(output(&mut build)?)?;
    PROGRAMS
        .iter()
        .map(|(_, name)| executable(&messages, name).with_context(|| format!("cargo did not build {name}")))
        .collect()
}

/// Finds the path of the program `name` in cargo's messages, one JSON object per line.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_it = message["reason"] == "compiler-artifact" && message["target"]["name"] == name;
        message["executable"].as_str().filter(|_| is_it).map(PathBuf::from)
    })
}

/// Runs a command and returns its standard output. Standard error is not captured.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {program}: check that it is installed and on PATH"))?;
    ensure!(output.status.success(), "{program} failed ({}): see its messages above", output.status);
    Ok(output.stdout)
}

pub(crate) fn cargo(root: &Path) -> Command {
    // Cargo sets this variable for the programs that it runs.
    let cargo = std::env::var_os("CARGO");
    let mut command = Command::new(cargo.as_deref().unwrap_or(OsStr::new("cargo")));
    command.current_dir(root);
    command
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn programs_are_found_among_other_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"tengen"},"executable":null}
not JSON
{"reason":"compiler-artifact","target":{"name":"tengen-server"},"executable":"/t/tengen-server"}
{"reason":"compiler-artifact","target":{"name":"tengen"},"executable":"/t/tengen"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages, "tengen").unwrap(), Path::new("/t/tengen"));
        assert_eq!(executable(messages, "pbrain-tengen"), None);
    }

    #[test]
    fn a_failed_command_is_an_error_that_names_it() {
        #[cfg(unix)]
        {
            let error = output(&mut Command::new("false")).unwrap_err().to_string();
            assert!(error.starts_with("false failed"), "{error}");
        }
        let error = output(&mut Command::new("no-such-program")).unwrap_err().to_string();
        assert!(error.contains("no-such-program") && error.contains("PATH"), "{error}");
    }
}
