//! What a thinking thread does: choose a move, or find a hint.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use tengen_engine::{Choice, Limits, StopFlag};
use tengen_shared::{
    game::Thinking,
    rules::{Bot, Outlook, Point, Position},
};

/// The depth, in plies, that every move is thought about, however many want to think.
pub(crate) const MIN_DEPTH: u8 = 2;

/// The time that a hint takes at the longest: a second, less the way to the asker.
pub(crate) const HINT_TIME: Duration = Duration::from_millis(900);

/// A move for an AI seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Where to.
    pub point: Point,
    /// What the brain thinks of it; none if it has failed.
    pub thinking: Option<Thinking>,
}

/// The move that `bot` chooses; `None` only in a decided position.
pub(crate) fn choose(position: &Position, bot: Bot, limits: &Limits, stop: &StopFlag) -> Option<Chosen> {
    if let Some(choice) = ask(position, bot, limits, stop) {
        let Choice { point, value, depth, nodes, pace, .. } = choice;
        return Some(Chosen { point, thinking: Some(Thinking { value, depth, nodes, pace }) });
    }
    // A brain that fails must not cost its opponent the game: any legal point goes on with it.
    position.legal_points().next().map(|point| Chosen { point, thinking: None })
}

/// The move that the strongest level of the variant suggests, and what it thinks of it.
pub(crate) fn hint(position: &Position, limits: &Limits, stop: &StopFlag) -> Option<(Point, Outlook)> {
    let bot = Bot::Level(tengen_engine::strongest(position.variant()));
    let choice = ask(position, bot, limits, stop)?;
    Some((choice.point, tengen_engine::outlook(&choice, bot, position.variant())))
}

fn ask(position: &Position, bot: Bot, limits: &Limits, stop: &StopFlag) -> Option<Choice> {
    let choice = catch_unwind(AssertUnwindSafe(|| {
        let mut brain = tengen_engine::brain(bot, position.variant()).ok()?;
        brain.choose(position, limits, stop, &mut ())
    }));
    choice.unwrap_or_else(|_| {
        tracing::error!(%bot, variant = %position.variant(), moves = ?position.moves(), "a brain panicked");
        None
    })
}
