//! The program `tengen-bench`: measures the programs of Tengen from outside.

mod arena;
mod attack;
mod bot;
mod cli;
mod client;
mod crash;
mod echo;
mod flags;
mod fouls;
mod latency;
mod load;
mod placement;
mod proc;
mod program;
mod scrape;
mod signature;
mod socket;
mod solve;
mod steps;
mod tactics;
mod tune;
#[cfg(feature = "web")]
mod web;

use std::{io::Write as _, process::ExitCode};

use anyhow::Context as _;
use clap::Parser as _;
use cli::{Args, Command};
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Arena(args) => arena::run(&args),
        Command::Load(args) => runtime(args.threads).and_then(|it| it.block_on(load::run(&args))),
        Command::Client(args) => runtime(2).and_then(|it| it.block_on(client::run(&args))),
        Command::BareTerminal => client::bare::run(),
        Command::Echo(args) => runtime(0).and_then(|it| it.block_on(echo::serve(args.read_buffer))),
        Command::Solve(args) => solve::run(&args),
        Command::Signature(args) => signature::run(&args),
        Command::Fouls(args) => fouls::run(&args),
        Command::Placement(args) => placement::run(&args),
        Command::Steps(args) => steps::run(&args),
        Command::Tactics(args) => tactics::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Attack(args) => runtime(1).and_then(|it| it.block_on(attack::run(&args))),
        Command::Crowd(args) => runtime(1).and_then(|it| it.block_on(load::crowd::run(&args))),
        Command::Attacker(args) => runtime(1).and_then(|it| it.block_on(attack::attacker(&args))),
        #[cfg(feature = "web")]
        Command::Web(args) => runtime(2).and_then(|it| it.block_on(web::run(&args))),
        Command::Crash(args) => runtime(args.threads).and_then(|it| it.block_on(crash::run(&args))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Creates a runtime with this number of threads; 0 for one per core, as in the server.
fn runtime(threads: usize) -> anyhow::Result<Runtime> {
    let mut builder = if threads == 1 { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    if threads > 1 {
        builder.worker_threads(threads);
    }
    builder.enable_all().build().context("cannot start the runtime")
}

/// Prints progress to standard error.
fn tell(text: &str) {
    // A closed standard error must not end the benchmark, and there is no other place to report it.
    let _ = writeln!(std::io::stderr(), "{text}");
}
