//! What a thinking thread does: choose a move, find a hint, or show a search.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use tengen_engine::{Budget, Choice, Limits, ShowError, StopFlag, explain::Tree};
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

/// The move that the strongest level of the variant suggests, and what it thinks of it; if that brain fails, the
/// next weaker one is asked.
pub(crate) fn hint(position: &Position, limits: &Limits, stop: &StopFlag) -> Option<(Point, Outlook)> {
    let levels = tengen_engine::available(position.variant()).levels;
    levels.iter().rev().find_map(|level| {
        let bot = Bot::Level(*level);
        let choice = ask(position, bot, limits, stop)?;
        Some((choice.point, tengen_engine::outlook(&choice, bot, position.variant())))
    })
}

/// The search of `bot` as a tree, or why there is none; `None` if the brain has failed.
pub(crate) fn show(
    position: &Position,
    bot: Bot,
    due: Instant,
    stop: &StopFlag,
) -> Option<Result<Tree, ShowError>> {
    let limits = Limits { deadline: Some(due), ..Limits::default() };
    guarded(position, bot, || tengen_engine::show(bot, position, &mut Budget::new(limits, stop)))
}

fn ask(position: &Position, bot: Bot, limits: &Limits, stop: &StopFlag) -> Option<Choice> {
    let choose = || {
        let mut brain = tengen_engine::brain(bot, position.variant()).ok()?;
        brain.choose(position, limits, stop, &mut ())
    };
    guarded(position, bot, choose)?
}

/// What `think` gives, or `None` if it panics, which is written down.
fn guarded<T>(position: &Position, bot: Bot, think: impl FnOnce() -> T) -> Option<T> {
    let thought = catch_unwind(AssertUnwindSafe(think));
    if thought.is_err() {
        tracing::error!(%bot, variant = %position.variant(), moves = ?position.moves(), "a brain panicked");
    }
    thought.ok()
}
