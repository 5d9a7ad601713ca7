//! The program behind `cargo xtask`: packs Tengen for other machines, and builds its page for browsers.

mod archive;
mod build;
mod contents;
mod deb;
mod dist;
mod web;

use std::{io::Write as _, process::ExitCode};

use clap::Parser;

/// Tasks around the build that cargo has no command for.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", version)]
enum Task {
    /// Build the programs and pack them: an archive, and on Linux a Debian package
    Dist,
    /// Build the page for browsers, into web/dist
    Web,
    /// Check that the page in web/dist belongs to its sources, with exit status 3 if it is older, and its size
    DistCheck,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Dist => dist::run(),
        Task::Web => web::run(),
        Task::DistCheck => web::check(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever asks may want to go on in this case alone.
        Err(error) if error.is::<web::Stale>() => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(3)
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
