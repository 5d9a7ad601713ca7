//! The work of a thinking thread: chooses a move, finds a hint, or explains a search.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use serde::{Deserialize, Serialize};
use tengen_engine::{Act, Budget, Choice, Limits, MIN_DEPTH, ShowError, ShowPartsError, StopFlag, Turn};
use tengen_shared::{
    game::Thinking,
    rules::{
        self, Bot, Outlook, Pace, Point, Position, Step,
        search::{Cuts, Parts, Tree},
    },
};

use super::{EngineKey, Engines, Grant};

/// What an engine chose for an AI seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Chosen {
    Stone {
        point: Point,
        /// The engine's evaluation; `None` in an opening, or if the engine failed.
        thinking: Option<Thinking>,
    },
    /// A choice in the opening.
    Choice(rules::Choice),
}

/// Returns what the engine of a seat chooses within the granted time; `None` only in a decided position. The engine is
/// kept for the next move.
pub(crate) fn choose(
    engines: &Engines,
    key: &EngineKey,
    turn: &Turn,
    (grant, seed): (Grant, u64),
    stop: &StopFlag,
) -> Option<Chosen> {
    let position = &turn.position;
    let limits = Limits { deadline: Some(grant.due), seed, min_depth: MIN_DEPTH, ..Limits::default() };
    if let Some(step) = turn.special_step() {
        return open(turn, step, limits, key.bot, stop);
    }
    let think = || {
        let mut engine = engines.take(key).ok()?;
        let choice = engine.choose(position, &limits, stop, &mut ());
        // An engine that panics is not kept.
        engines.keep(key.clone(), engine);
        choice
    };
    if let Some(choice) = guarded(position, key.bot, think).flatten() {
        let Choice { point, value, depth, nodes, .. } = choice;
        // A search that ends because its whole time is used was not shortened.
        let cut = choice.pace == Pace::Shortened && (!grant.full || stop.is_hurried());
        let pace = if cut { Pace::Shortened } else { Pace::Full };
        return Some(Chosen::Stone { point, thinking: Some(Thinking { value, depth, nodes, pace }) });
    }
    // A failing engine must not cost the opponent the game.
    turn.any_act().map(chosen)
}

/// Returns what an AI does at a step of an opening.
fn open(turn: &Turn, step: Step, limits: Limits, bot: Bot, stop: &StopFlag) -> Option<Chosen> {
    let act = guarded(&turn.position, bot, || turn.open(step, limits, stop)).flatten();
    act.or_else(|| turn.any_act()).map(chosen)
}

const fn chosen(act: Act) -> Chosen {
    match act {
        Act::Stone(point) => Chosen::Stone { point, thinking: None },
        Act::Choice(choice) => Chosen::Choice(choice),
    }
}

/// Returns the move that the strongest level of the variant suggests, and its evaluation. If that engine fails, asks
/// the next weaker level.
pub(crate) fn hint(position: &Position, limits: &Limits, stop: &StopFlag) -> Option<(Point, Outlook)> {
    let levels = tengen_engine::available(position.variant()).levels;
    levels.iter().rev().find_map(|level| {
        let bot = Bot::Level(*level);
        guarded(position, bot, || tengen_engine::hint(bot, position, limits, stop)).flatten()
    })
}

/// Returns the search of `bot` as a tree, or why it cannot be shown; `None` if the engine failed.
pub(crate) fn show(
    position: &Position,
    (bot, cuts): (Bot, Cuts),
    due: Instant,
    stop: &StopFlag,
) -> Option<Result<Tree, ShowError>> {
    let limits = Limits { deadline: Some(due), ..Limits::default() };
    guarded(position, bot, || tengen_engine::show(bot, position, cuts, &mut Budget::new(limits, stop)))
}

/// Returns what the static evaluation of `bot` is made of after `path`, or why it cannot be shown; `None` if the engine
/// failed.
pub(crate) fn parts(position: &Position, bot: Bot, path: &[Point]) -> Option<Result<Parts, ShowPartsError>> {
    guarded(position, bot, || tengen_engine::parts(bot, position, path))
}

/// Returns the result of `think`. Logs a panic and returns `None`.
fn guarded<T>(position: &Position, bot: Bot, think: impl FnOnce() -> T) -> Option<T> {
    let thought = catch_unwind(AssertUnwindSafe(think));
    if thought.is_err() {
        tracing::error!(%bot, variant = %position.variant(), moves = ?position.moves(), "an engine panicked");
    }
    thought.ok()
}
