//! The programs' own documentation: help, man pages, and completions for shells.

use clap::{Arg, Command, CommandFactory};
use tengen_tests::run_to_end;

use crate::{CLIENT, SERVER};

/// Returns both programs with the definitions of their command lines.
fn programs() -> [(&'static str, Command); 2] {
    let mut programs =
        [(CLIENT, tengen_client::cli::Cli::command()), (SERVER, tengen_server::cli::Cli::command())];
    for (_, command) in &mut programs {
        command.build();
    }
    programs
}

async fn said(program: &str, args: &[&str]) -> String {
    let output = run_to_end(program, args, &[]).await;
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{program} {args:?}");
    output.stdout
}

/// Escapes a name for roff.
fn escaped(text: &str) -> String {
    text.replace('-', "\\-")
}

fn options(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(Arg::get_long)
}

#[tokio::test]
async fn every_subcommand_and_option_is_on_the_man_page() {
    for (program, command) in programs() {
        let page = said(program, &["man"]).await;
        assert!(page.contains(&format!(".TH {} ", command.get_name())), "{page}");
        assert!(page.contains(".SH EXAMPLES"), "{page}");
        let mut rest = page.as_str();
        let mut found = 0;
        for option in options(&command) {
            assert!(rest.contains(&escaped(&format!("--{option}"))), "{program}: --{option}");
        }
        for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
            let heading = format!(".SS {}\n", subcommand.get_name());
            let Some((_, after)) = rest.split_once(&heading) else { panic!("no {heading} in {rest}") };
            let section = after.split(".SS ").next().unwrap();
            let own = subcommand.get_arguments().filter(|arg| !arg.is_global_set() && arg.get_id() != "help");
            for option in own.filter_map(Arg::get_long) {
                let option = escaped(&format!("--{option}"));
                assert!(section.contains(&format!("\\fB{option}\\fR")), "{heading}: {option} in {section}");
                found += 1;
            }
            rest = after;
        }
        assert!(found >= 4, "the walk found too little");
    }
}

#[tokio::test]
async fn the_man_page_is_sound_roff() {
    let Ok(version) = std::process::Command::new("groff").arg("--version").output() else { return };
    assert!(version.status.success());
    let folder = tempfile::tempdir().unwrap();
    for (program, command) in programs() {
        let file = folder.path().join("page");
        std::fs::write(&file, said(program, &["man"]).await).unwrap();
        let file = file.to_str().unwrap();
        let shown = run_to_end("groff", &["-man", "-Tascii", "-ww", "-P-cbou", file], &[]).await;
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
        let synopsis = format!("{} completions <SHELL>", command.get_name());
        assert!(shown.stdout.contains(&synopsis), "{}", shown.stdout);
        assert!(shown.stdout.lines().all(|line| line.len() <= 90), "{}", shown.stdout);
    }
}

#[tokio::test]
async fn every_shell_has_completions_with_every_option() {
    for (program, command) in programs() {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = said(program, &["completions", shell]).await;
            for command in std::iter::once(&command).chain(command.get_subcommands()) {
                assert!(script.contains(command.get_name()), "{shell}: {}", command.get_name());
                for option in options(command) {
                    let shown = if shell == "fish" { format!("-l {option}") } else { format!("--{option}") };
                    assert!(script.contains(&shown), "{shell}: {shown}");
                }
            }
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn bash_completes_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut scripts = Vec::new();
    for (name, (program, _)) in ["tengen", "tengen-server"].into_iter().zip(programs()) {
        let file = folder.path().join(name);
        std::fs::write(&file, said(program, &["completions", "bash"]).await).unwrap();
        assert_eq!(said("bash", &["-n", file.to_str().unwrap()]).await, "");
        scripts.push(file);
    }
    // The same steps as bash when Tab is pressed after the last word.
    let press_tab = "source \"$1\"; shift; function=$1; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
        \"$function\" \"$1\" \"${@: -1}\" \"${@: -2:1}\"; echo \"${COMPREPLY[*]}\"";
    for (script, function, words, offered) in [
        (&scripts[0], "_tengen", &["tengen", "jo"][..], "join"),
        (&scripts[0], "_tengen", &["tengen", "join", "--ai", "me"], "medium"),
        (
            &scripts[0],
            "_tengen",
            &["tengen", "join", "--ai", "hard", "--variant", "gomoku"],
            "gomoku15 gomoku19",
        ),
        (&scripts[0], "_tengen", &["tengen", "completions", "z"], "zsh"),
        (&scripts[1], "_tengen__server", &["tengen-server", "--durability", ""], "process power"),
        (&scripts[1], "_tengen__server", &["tengen-server", "exp"], "export"),
    ] {
        let args = [&["-c", press_tab, "bash", script.to_str().unwrap(), function], words].concat();
        assert_eq!(said("bash", &args).await.trim(), offered, "{words:?}");
    }
}

#[tokio::test]
async fn help_tells_of_every_option_and_shows_examples() {
    for (program, command) in programs() {
        let help = said(program, &["--help"]).await;
        assert!(help.contains("Examples:\n"), "{help}");
        for subcommand in command.get_subcommands() {
            assert!(help.contains(&format!("  {} ", subcommand.get_name())), "{help}");
            let about = subcommand.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.len() > 10, "{} says nothing of itself", subcommand.get_name());
            for arg in subcommand.get_arguments() {
                assert!(arg.get_help().is_some(), "{} {}", subcommand.get_name(), arg.get_id());
            }
        }
        // Every example is a valid command line.
        let examples = help.split_once("Examples:\n").unwrap().1.split("\n\n").next().unwrap();
        let mut read = 0;
        for example in examples.lines() {
            let Some(line) = example.strip_prefix("  tengen").and_then(|line| line.split("  ").next()) else {
                continue;
            };
            let line = format!("tengen{line}");
            let parsed = command.clone().try_get_matches_from(line.split(' '));
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
            read += 1;
        }
        assert!(read > 4, "{examples}");
    }
}
