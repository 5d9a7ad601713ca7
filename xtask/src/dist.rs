//! The task `dist`: builds the programs, writes the packages, and prints their sizes.

use std::{fs, io::Write as _, path::Path};

use anyhow::Context as _;

use crate::{archive, build, contents, deb};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes the packages to `dist` in cargo's target folder. They replace those of an earlier run.
pub(crate) fn run() -> anyhow::Result<()> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is not inside the repository")?;
    let target = build::host()?;
    let programs = build::programs(root, &target)?;
    let items = contents::gather(root, &programs)?;
    let folder = build::target_folder(root)?.join("dist");
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}: make its parent writable", folder.display()))?;

    let mut lines = Vec::new();
    for program in &programs {
        lines.push(line(program.metadata()?.len(), program.file_name().unwrap_or_default().as_ref()));
    }
    let name = format!("tengen-{VERSION}-{target}");
    let packed = archive::tar_gz(&name, &contents::archive_files(&items))?;
    lines.push(write(&folder.join(format!("{name}.tar.gz")), &packed)?);
    match deb::architecture(&target) {
        Some(architecture) => {
            let files = contents::debian_files(&items)?;
            let version = deb::version(VERSION);
            let packed = deb::package(&version, architecture, &files)?;
            lines.push(write(&folder.join(format!("tengen_{version}_{architecture}.deb")), &packed)?);
        }
        None => lines.push(format!("No Debian package: Debian has no name for {target}.")),
    }
    writeln!(std::io::stdout(), "{}", lines.join("\n")).context("cannot write to standard output")
}

fn write(path: &Path, data: &[u8]) -> anyhow::Result<String> {
    fs::write(path, data)
        .with_context(|| format!("cannot write {}: make its folder writable", path.display()))?;
    Ok(line(data.len() as u64, path))
}

/// Returns a line of the summary: size in megabytes, then name.
fn line(bytes: u64, name: &Path) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{:>4}.{} MB  {}", tenths / 10, tenths % 10, name.display())
}
