//! The program behind `cargo xtask`: packs Tengen for other machines.

mod archive;
mod build;
mod contents;
mod deb;
mod dist;

use std::{io::Write as _, process::ExitCode};

use clap::Parser;

/// Tasks around the build that cargo has no command for.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", version)]
enum Task {
    /// Build the programs and pack them: an archive, and on Linux a Debian package
    Dist,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Dist => dist::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
