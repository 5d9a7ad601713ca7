//! The main loop of line mode: connects the state machine with the input, the output and the world.

use std::{io, time::Duration};

use tokio::time::{Instant, sleep};

use super::{Exit, Line, Repl, input, output::Output};
use crate::{
    effect::Effect,
    model::Model,
    msg::Msg,
    world::{RuntimeError, World, told_to_stop},
};

/// The reason why the loop wakes up.
enum Wake {
    Msg(Msg),
    Line(Line),
    Nothing,
    Stop,
}

/// Runs line mode until the user, the system or the end of the input ends it, or nobody reads its output any
/// more.
///
/// # Errors
/// Returns an error if the network task has ended, standard output fails, or the server inside this program
/// has failed.
pub async fn run(mut world: World, model: Model, first: Vec<Effect>) -> Result<(Model, Exit), RuntimeError> {
    let mut repl = Repl::new(model);
    let result = run_loop(&mut world, &mut repl, first).await;
    let stopped = world.stop().await;
    let exit = result?;
    stopped?;
    Ok((repl.model, exit))
}

async fn run_loop(world: &mut World, repl: &mut Repl, first: Vec<Effect>) -> Result<Exit, RuntimeError> {
    let mut lines = input::lines();
    let mut out = Output::to(io::stdout());
    let mut stop = std::pin::pin!(stopped());
    let mut last = Instant::now();
    let mut effects = first;
    loop {
        carry_out(world, repl, effects);
        // Signals end the program even at the first line, and even while nobody reads the output.
        tokio::select! {
            biased;
            () = &mut stop => return Ok(Exit::Asked),
            () = out.write(repl.take_out()) => {}
        }
        if let Some(exit) = repl.exit() {
            return tokio::select! {
                () = &mut stop => Ok(exit),
                written = out.finish() => Ok(written.map(|()| exit)?),
            };
        }
        let changes = [repl.next_change(), repl.model.session.next_change()];
        let change = changes.into_iter().flatten().min();
        let wake = tokio::select! {
            line = lines.recv(), if !repl.is_full() => Wake::Line(line.unwrap_or(Line::Ended)),
            report = world.next() => Wake::Msg(report?),
            () = sleep(change.unwrap_or(Duration::MAX)), if change.is_some() => Wake::Nothing,
            ended = out.ended() => ended.map(|()| Wake::Stop)?,
            () = &mut stop => Wake::Stop,
        };
        let now = Instant::now();
        effects = repl.msg(Msg::Tick(now.duration_since(last)));
        last = now;
        match wake {
            Wake::Msg(msg) => effects.extend(repl.msg(msg)),
            Wake::Line(line) => effects.extend(repl.line(line)),
            Wake::Nothing => {}
            Wake::Stop => return Ok(Exit::Asked),
        }
    }
}

fn carry_out(world: &mut World, repl: &mut Repl, effects: Vec<Effect>) {
    let mut effects = effects;
    while !effects.is_empty() {
        let done = world.carry_out(effects);
        effects = done.reports.into_iter().flat_map(|report| repl.msg(report)).collect();
    }
}

/// Completes when the user presses Ctrl-C or the system asks the program to end.
async fn stopped() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // If this signal is unavailable, only the other one counts.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = told_to_stop() => {}
    }
}
