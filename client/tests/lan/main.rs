//! Servers and clients that find each other on a network: real ones, in network namespaces of their own.
//!
//! Three things are told apart: it passes; it fails; or it could not be run on this machine, which it says. With
//! `TENGEN_LAN_TEST=must` it also fails if it only lacks a program that could be installed.
#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod client;
mod namespaces;
mod server;

use std::{
    env, fmt,
    io::Write as _,
    process::{Command, ExitCode, Stdio},
};

use namespaces::{Namespace, run};

/// Tells this program, when it starts itself again, what to be.
const ROLE: &str = "TENGEN_LAN_ROLE";

/// How the test ends if it neither passes nor fails.
enum NotRun {
    /// A program is missing that could be installed.
    Missing(String),
    /// The machine does not allow it.
    Forbidden(String),
}

fn main() -> ExitCode {
    match env::var(ROLE).as_deref() {
        Ok("server") => return tengen_server::program::main(),
        Ok("two networks") => {
            in_two_networks();
            return ExitCode::SUCCESS;
        }
        Ok("no network") => {
            client::run(client::without_a_network());
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    if !is_wanted() {
        return ExitCode::SUCCESS;
    }
    match prepare() {
        Ok(isolated) => start_again(&isolated),
        Err(NotRun::Missing(why)) if env::var("TENGEN_LAN_TEST").as_deref() == Ok("must") => {
            say(format_args!("FAILED: the test between network namespaces cannot run: {why}"));
            ExitCode::FAILURE
        }
        Err(NotRun::Missing(why) | NotRun::Forbidden(why)) => {
            say(format_args!("NOT RUN: the test between network namespaces: {why}"));
            ExitCode::SUCCESS
        }
    }
}

/// Whether this is among the tests that `cargo test` was told to run. It is not one of the long lane's.
fn is_wanted() -> bool {
    let args: Vec<String> = env::args().skip(1).collect();
    let mut filters = args.iter().filter(|arg| !arg.starts_with('-')).peekable();
    let all = filters.peek().is_none();
    !args.iter().any(|arg| arg == "--list" || arg == "--ignored")
        && (all || filters.any(|filter| "lan".contains(filter.as_str())))
}

fn say(text: fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "lan: {text}");
}

/// The command that puts another one into a network namespace of its own, in which it may do as it likes.
fn prepare() -> Result<Vec<&'static str>, NotRun> {
    if !cfg!(target_os = "linux") {
        return Err(NotRun::Forbidden("only Linux has namespaces".to_owned()));
    }
    for (program, package) in [("unshare", "util-linux"), ("nsenter", "util-linux"), ("ip", "iproute2")] {
        run(&format!("{program} -V"))
            .map_err(|why| NotRun::Missing(format!("{program} is needed (package {package}): {why}")))?;
    }
    let ways = [vec!["unshare", "--user", "--map-root-user", "--net"], vec!["unshare", "--net"]];
    let mut refusals = Vec::new();
    for way in ways {
        // Some machines allow a namespace, but nothing in it.
        let way_line = way.join(" ");
        let pair = "ip link add lan0 type veth peer name lan1";
        match run(&format!("{way_line} {pair}")).and_then(|()| run(&format!("{way_line} unshare --net true")))
        {
            Ok(()) => return Ok(way),
            Err(why) => refusals.push(why),
        }
    }
    Err(NotRun::Forbidden(format!("this machine does not allow network namespaces: {}", refusals.join("; "))))
}

fn start_again(isolated: &[&str]) -> ExitCode {
    let this = env::current_exe().unwrap();
    let status = Command::new(isolated[0])
        .args(&isolated[1..])
        .arg(this)
        .env(ROLE, "two networks")
        .stdin(Stdio::null())
        .status()
        .unwrap();
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Here is one network with a wire into another, and there is a third with no wire at all.
fn in_two_networks() {
    run("ip link set lo up").unwrap();
    let there = Namespace::new();
    let id = there.id();
    run("ip link add lan0 type veth peer name lan1").unwrap();
    run(&format!("ip link set lan1 netns {id}")).unwrap();
    run("ip addr add 10.77.0.1/24 dev lan0").unwrap();
    run("ip link set lan0 up").unwrap();
    there.run("ip addr add 10.77.0.2/24 dev lan1").unwrap();
    there.run("ip link set lan1 up").unwrap();
    client::run(client::across_a_wire(&there));

    let alone = Namespace::new();
    client::run(client::on_a_machine_alone(&alone));
    say(format_args!("passed: found, listed, sought and gone across a wire; silence where there is none"));
}
