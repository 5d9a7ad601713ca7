//! The program behind `cargo xtask`: packs Tengen for other machines, builds its page for browsers, and runs a cluster.

mod archive;
mod build;
mod cluster;
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
    /// Run three brokers and three servers on this machine, until Ctrl-C; needs the program nats-server
    Cluster,
    /// Check that the page in web/dist belongs to its sources, with exit status 3 if it is older, and its size
    DistCheck,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Dist => dist::run(),
        Task::Web => web::run(),
        Task::Cluster => cluster::run(),
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
