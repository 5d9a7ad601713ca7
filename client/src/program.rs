//! The `tengen` program, from its command line to its exit code.

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    process::ExitCode,
};

use anyhow::Context;
use clap::{CommandFactory, Parser};
use ratatui::layout::Size;
use tengen_server::cli::reachable;
use tengen_session::{link::DEFAULT_PORT, room::RoomView};
use tengen_shared::game::{Phase, RunId};

use crate::{
    cli::{Cli, Front, Plan, Task},
    keeper::{self, Files},
    line::{self, Exit},
    model::{Init, Model},
    net,
    profile::{Home, KeptSeat, Profile},
    runtime::Runtime,
    settings::{Environment, Settings, Store},
    terminal::Guard,
    update,
    world::{Local, World},
    zone::Zone,
};

/// The exit code for a command line with options that do not fit together.
const USAGE: u8 = 2;

/// Runs the program and returns its exit code: 0 on success, 1 after a failure, 2 if the command line is
/// invalid. Errors go to standard error.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().task() {
        Ok(Task::Play(plan)) => start(*plan),
        Ok(Task::Write(manual)) => {
            let nothing = |()| End { farewell: None, code: ExitCode::SUCCESS };
            manual.print(Cli::command(), "6").map(nothing).context("cannot write to standard output")
        }
        Err(error) => return complain(&format!("{error}"), USAGE),
    };
    match done {
        Ok(End { farewell, code }) => {
            if let Some(farewell) = farewell {
                // Ignore errors, because standard error may be closed.
                let _ = writeln!(std::io::stderr(), "{farewell}");
            }
            code
        }
        Err(error) => complain(&format!("{error:#}"), 1),
    }
}

fn complain(error: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "error: {error}");
    ExitCode::from(code)
}

/// The result of a run.
struct End {
    /// The message to show once the terminal is restored.
    farewell: Option<String>,
    code: ExitCode,
}

/// Opens the profile and runs the program.
fn start(plan: Plan) -> anyhow::Result<End> {
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

/// The number of passphrases that one run can suggest. After that, the user chooses their own.
const PASSPHRASES: usize = 32;

async fn play(plan: Plan, home: Home, profile: Profile) -> anyhow::Result<End> {
    let instance = profile.instance();
    let suggested = std::env::var("USER").ok().and_then(|user| tengen_shared::game::Name::choose(&user).ok());
    let init = Init {
        begin: plan.begin,
        last_server: home.last_server(),
        kept: instance.kept(),
        last: home.state(),
        chosen: plan.name,
        remembered: profile.name(instance.number()),
        suggested,
        run: RunId(rand::random()),
        chances: (0..PASSPHRASES).map(|_| rand::random()).collect(),
        size: Size::new(80, 24),
        settings: Settings::default(),
        environment: Environment::of_this_process(),
        zone: Zone::of_this_process(),
        on_network: on_network(),
    };
    let (mut model, effects) = update::start(init);
    let store = Store::new(&home);
    model.apply_files(store.load());
    let local_folder = instance.local_server();
    let keys = profile.into_keys().prefer(instance.number());
    let keeper = keeper::start(Files { keys, instance, home, store })
        .context("the program's threads cannot be started")?;
    let world =
        World { net: net::start(), keeper, lan: net::lan::start(), local_folder, local: Local::default() };
    match plan.front {
        Front::Screen => {
            let guard = Guard::enter()?;
            Runtime { guard, world }.run(&mut model, effects).await?;
            Ok(End { farewell: farewell(&model), code: ExitCode::SUCCESS })
        }
        Front::Lines => {
            // Line mode has no settings screen that could list them.
            for problem in &model.problems {
                let _ = writeln!(std::io::stderr(), "tengen: {}", line::harmless(&problem.text(model.lang)));
            }
            model.notice = None;
            let (model, exit) = line::run(world, model, effects).await?;
            let code = match exit {
                Exit::Asked => ExitCode::SUCCESS,
                Exit::Unanswered => ExitCode::FAILURE,
            };
            Ok(End { farewell: farewell(&model), code })
        }
    }
}

fn farewell(model: &Model) -> Option<String> {
    let KeptSeat { room, address } = model.kept_room()?;
    match address {
        Some(address) => Some(model.lang.room_kept(&room, &address.to_string())),
        None => {
            let view = model.session.room(&room).and_then(RoomView::room);
            let over = view.is_some_and(|room| room.phase() == Phase::Over);
            Some(if over { model.lang.local_room_kept() } else { model.lang.game_kept() }.to_owned())
        }
    }
}

/// Returns this machine's address on the network, if it is on one.
fn on_network() -> Option<IpAddr> {
    let anywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, DEFAULT_PORT));
    reachable(anywhere).first().map(SocketAddr::ip)
}
