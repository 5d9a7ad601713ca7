//! `load --ai`: many rooms of one bot against an AI seat, compared with as many rooms of two bots.

mod ai_room;
mod person;
mod report;
mod thoughts;

use std::{net::SocketAddr, slice, sync::Arc, time::Duration};

use ai_room::{AiRoom, LoadConfig};
use anyhow::{Context as _, ensure};
use report::{Figures, Report, Settings};
use tengen_engine::{Limits, StopFlag};
use tengen_shared::rules::{Bot, Point, Position, Variant};
use thoughts::Thoughts;
use tokio::task::JoinSet;

use super::{
    WARM_UP, idle, open_rooms, server,
    tally::Tally,
    trouble,
    watch::{STALL, Watch, Window},
};
use crate::{
    cli::LoadArgs,
    proc::{self, Machine},
    program::Program,
    scrape::Counters,
    socket::raise_file_limit,
    tell,
};

/// Runs the benchmark and prints its report.
///
/// # Errors
/// Returns an error if the server cannot be started, ends, or stalls, or if the AI cannot play the variant.
pub(super) async fn run(args: &LoadArgs) -> anyhow::Result<()> {
    let alone = depth_alone(args.against.level, args.variant)?;
    raise_file_limit(2 * args.rooms + 200)?;
    let mut folder = tempfile::Builder::new().prefix("tengen-bench-").tempdir()?;
    folder.disable_cleanup(args.journal);
    let machine = Machine::now();
    let mut program = server::start(args, folder.path()).await?;
    let before = Counters::read(program.address()).await?;
    let bots = among_bots(args, &mut program).await?;
    let (ai, mut trouble) = against_ai(args, &mut program, &before).await?;
    tell("stopping the server");
    trouble.log.extend(program.stop().await?);
    let settings = Settings::of(args, alone);
    Report::new(settings, machine, &bots, &ai, trouble).print()?;
    if args.journal {
        tell(&format!("the data folder is kept: {}", folder.path().display()));
    }
    Ok(())
}

/// Returns the mean time of one turn of both sides: the pause of the bot and the think time of the AI.
fn cycle(args: &LoadArgs) -> Duration {
    Duration::from_millis(args.against.pause_ms + u64::from(args.against.think_time.ms()))
}

/// Measures the same number of rooms at the same rate of moves, but with two bots in each. This gives the cost of a move
/// without an AI.
async fn among_bots(args: &LoadArgs, program: &mut Program) -> anyhow::Result<Window> {
    tell("opening the rooms of two bots");
    let address = program.address();
    let pace = u64::try_from(cycle(args).as_nanos() / 2).unwrap_or(u64::MAX);
    let load = Arc::new(super::load(args, address, pace)?);
    let tasks = open_rooms(args, &load).await?;
    let mut watch = Watch {
        programs: slice::from_mut(program),
        tally: load.tally.clone(),
        tasks,
        stall: STALL + cycle(args),
    };
    tell("measuring the rooms of two bots");
    watch.pass(WARM_UP.max(cycle(args))).await?;
    let window = watch.window(Duration::from_secs(args.seconds / 2).max(cycle(args))).await?;
    let failures = load.tally.failures();
    ensure!(failures.stopped == 0, "the rooms of two bots failed: {}", failures.texts.join("; "));
    Ok(window)
}

/// Measures the rooms against the AI.
async fn against_ai(
    args: &LoadArgs,
    program: &mut Program,
    before: &Counters,
) -> anyhow::Result<(Figures, super::report::Trouble)> {
    tell("opening the rooms against the AI");
    let address = program.address();
    let load = Arc::new(load(args, address)?);
    let mut tasks = JoinSet::new();
    for room in idle::open_all(0..args.rooms, |number| AiRoom::open(&load, number)).await? {
        let load = load.clone();
        tasks.spawn(async move { room.play(&load).await });
    }
    let mut watch = Watch {
        programs: slice::from_mut(program),
        tally: load.tally.clone(),
        tasks,
        stall: STALL + cycle(args),
    };
    tell("measuring the rooms against the AI");
    watch.pass(WARM_UP.max(cycle(args))).await?;
    load.thoughts.take();
    let from = Counters::read(address).await?;
    let window = watch.window(Duration::from_secs(args.seconds)).await?;
    let (thoughts, to) = (load.thoughts.take(), Counters::read(address).await?);
    ensure!(!window.counts.answered.is_empty(), "no move was made in the window: try more --seconds");
    let grown = |name: &str| to.get(name) - from.get(name);
    let figures = Figures {
        thoughts,
        moves: grown("tengen_ai_moves_total"),
        shortened: grown("tengen_ai_shortened_total"),
        resident: proc::resident(watch.programs[0].pid())?,
        window,
    };
    // Collect the faults before the bots disconnect, because their disconnection is not a fault.
    let trouble = trouble(&load.tally, before, &to, &watch.programs[0]);
    Ok((figures, trouble))
}

fn load(args: &LoadArgs, address: SocketAddr) -> anyhow::Result<LoadConfig> {
    Ok(LoadConfig {
        address,
        codec: args.codec.into(),
        variant: args.variant,
        seed: args.seed,
        ai: args.against.level,
        think_time: args.against.think_time,
        pause: Duration::from_millis(args.against.pause_ms),
        tally: Arc::new(Tally::new()?),
        thoughts: Thoughts::default(),
    })
}

/// Returns the depth that the AI reaches after the first stone without a time limit.
///
/// # Errors
/// Returns an error if it cannot play the variant.
fn depth_alone(ai: Bot, variant: Variant) -> anyhow::Result<u8> {
    let mut engine = tengen_engine::engine_for(ai, variant)?;
    let mut position = Position::new(variant);
    let centre = Point::new(variant.width() / 2, variant.height() / 2).context("a board has a centre")?;
    position.play(centre).context("the centre is free")?;
    let choice = engine.choose(&position, &Limits::default(), &StopFlag::default(), &mut ());
    Ok(choice.context("the AI has no answer to the first stone")?.depth)
}

#[cfg(test)]
mod tests {
    use tengen_server::Config;
    use tokio::net::TcpListener;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::cli::{Args, Command};

    fn args(words: &[&str]) -> LoadArgs {
        let words = ["tengen-bench", "load", "--ai"].iter().chain(words);
        let Command::Load(args) = <Args as clap::Parser>::parse_from(words).command else { panic!("load") };
        args
    }

    #[test]
    fn with_ai_the_default_is_200_rooms() {
        assert_eq!((args(&[]).rooms, args(&["--rooms", "4"]).rooms), (200, 4));
        assert_eq!(args(&[]).against.think_time.ms(), 5000);
    }

    #[tokio::test]
    async fn four_rooms_finish_a_game_and_begin_the_next_and_every_evaluation_is_counted() {
        let mut config = Config::in_memory();
        config.limits.command_burst = u16::MAX;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let server = tokio::spawn(tengen_server::run(listener, config, shutdown.clone()));
        let words = ["--variant", "7x7k4", "--think-time", "0", "--pause-ms", "0", "--rooms", "4"];
        let args = args(&words);
        let load = load(&args, address).unwrap();
        let mut rooms = idle::open_all(0..args.rooms, |number| AiRoom::open(&load, number)).await.unwrap();
        for room in &mut rooms {
            while room.game() < 2 {
                room.step(&load).await.unwrap();
            }
        }
        let (counts, thoughts) = (load.tally.take().unwrap(), load.thoughts.take());
        assert_eq!(counts.games, 4);
        assert!(counts.answered.len() >= 4 * 3, "{}", counts.answered.len());
        assert_eq!(counts.delivered.len(), thoughts.evaluated);
        assert!(thoughts.searched > 0 && thoughts.below_two == 0, "{thoughts:?}");
        assert_eq!(load.tally.failures().stopped, 0);
        drop(rooms);
        shutdown.cancel();
        server.await.unwrap().unwrap();
    }
}
