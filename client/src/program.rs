//! The `tengen` program from its command line to its exit code.

use std::{io::Write, process::ExitCode};

use anyhow::Context;
use clap::{CommandFactory, Parser};
use ratatui::layout::Size;
use tengen_shared::game::RunId;

use crate::{
    cli::{Cli, Plan, Task},
    local::LocalServer,
    model::{Init, Mode, Model, Start},
    net,
    profile::{Home, Profile},
    runtime::Runtime,
    settings::{Settings, Surroundings},
    terminal::Guard,
};

/// The exit code of a command line that cannot be used.
const USAGE: u8 = 2;

/// Runs the program and gives its exit code: 0 after an end that was asked for, 1 after a failure, 2 if the
/// command line cannot be used; why is told on standard error.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().task() {
        Ok(Task::Play(plan)) => start(*plan),
        Ok(Task::Write(manual)) => {
            manual.print(Cli::command(), "6").map(|()| None).context("cannot write to standard output")
        }
        Err(error) => return complain(&format!("{error}"), USAGE),
    };
    match done {
        Ok(farewell) => {
            if let Some(farewell) = farewell {
                // Nobody may be reading any more; then nobody misses it.
                let _ = writeln!(std::io::stderr(), "{farewell}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => complain(&format!("{error:#}"), 1),
    }
}

fn complain(error: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "tengen: {error}");
    ExitCode::from(code)
}

/// Runs the program; what it returns is said once the terminal is free again.
fn start(plan: Plan) -> anyhow::Result<Option<String>> {
    let home = Home::find()?;
    let profile = Profile::open(&home, plan.profile.as_ref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the program's threads cannot be started")?;
    let farewell = runtime.block_on(play(plan, home, profile));
    runtime.shutdown_background();
    farewell
}

async fn play(plan: Plan, home: Home, profile: Profile) -> anyhow::Result<Option<String>> {
    let server = match plan.mode {
        Mode::Local => Some(LocalServer::start(&home).await?),
        Mode::Online => None,
    };
    let address = match &server {
        Some(server) => server.address(),
        None => plan.address.or_else(|| home.last_server()).unwrap_or_default(),
    };
    let local_room = profile.local_room();
    let last = || local_room.read().filter(|_| plan.mode == Mode::Local).map(|room| Start::GoOn { room });
    let suggested = std::env::var("USER").ok().and_then(|user| user.parse().ok());
    let init = Init {
        mode: plan.mode,
        address,
        chosen: plan.name,
        remembered: profile.name(),
        suggested,
        start: plan.start.or_else(last),
        run: RunId(rand::random()),
        size: Size::new(80, 24),
        settings: Settings::default(),
        around: Surroundings::of_this_process(),
    };
    let (mut model, effects) = Model::new(init);
    let guard = Guard::enter()?;
    let net = net::start(profile.into_keys());
    let runtime = Runtime { guard, net, home, local_room };
    let result = runtime.run(&mut model, effects).await;
    if let Some(server) = server {
        server.stop().await?;
    }
    result?;
    Ok(farewell(&model))
}

fn farewell(model: &Model) -> Option<String> {
    let code = model.kept_room()?;
    match model.mode {
        Mode::Online => Some(format!("room {code} is kept: tengen join {} --room {code}", model.address)),
        Mode::Local => Some("the game is kept: tengen local goes on with it".to_owned()),
    }
}
