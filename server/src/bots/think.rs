//! The work of a thinking thread: chooses a move, finds a hint, or explains a search.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use tengen_engine::{Budget, Choice, Limits, OpeningPlayer, ShowError, StopFlag};
use tengen_shared::{
    game::Thinking,
    rules::{
        self, Area, Bot, Opening, Outlook, Pace, Point, Position, Step,
        search::{Cuts, Tree},
    },
};

use super::{EngineKey, Engines, Grant};

/// The depth, in plies, that every search reaches, however many jobs wait.
pub(crate) const MIN_DEPTH: u8 = 2;

/// The longest time for a hint: a second, less the time for its delivery.
pub(crate) const HINT_TIME: Duration = Duration::from_millis(900);

/// What an engine chose for an AI seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Stone {
        point: Point,
        /// The engine's evaluation; `None` in an opening, or if the engine failed.
        thinking: Option<Thinking>,
    },
    /// A choice in the opening.
    Choice(rules::Choice),
}

/// The position in which an AI must act.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub position: Position,
    pub opening: Opening,
    /// The next step of the opening; `None` once it is over.
    pub step: Option<Step>,
    /// How many choices have been made.
    pub choices: usize,
}

impl Asked {
    /// Returns the step of the opening that needs more than a good move.
    pub(crate) fn special_step(&self) -> Option<Step> {
        let is_plain = |step: &Step| {
            matches!(step, Step::Stone { area: Area::Anywhere, .. }) && !self.opening.has_choice()
        };
        self.step.filter(|step| !is_plain(step))
    }
}

/// Returns what the engine of a seat chooses within the granted time; `None` only in a decided position. The engine is
/// kept for the next move.
pub(crate) fn choose(
    engines: &Engines,
    key: &EngineKey,
    asked: &Asked,
    (grant, seed): (Grant, u64),
    stop: &StopFlag,
) -> Option<Chosen> {
    let position = &asked.position;
    let limits = Limits { deadline: Some(grant.due), seed, min_depth: MIN_DEPTH, ..Limits::default() };
    if let Some(step) = asked.special_step() {
        return open(asked, step, limits, key.bot, stop);
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
    // A failing engine must not cost the opponent the game: any legal move continues it.
    position.legal_points().next().map(|point| Chosen::Stone { point, thinking: None })
}

/// Returns what an AI does at a step of an opening.
fn open(asked: &Asked, step: Step, limits: Limits, bot: Bot, stop: &StopFlag) -> Option<Chosen> {
    let position = &asked.position;
    let mut player = OpeningPlayer::new(limits, stop);
    match step {
        Step::Choice { .. } => {
            let chosen = guarded(position, bot, || player.choice(position, step));
            Some(Chosen::Choice(chosen.unwrap_or(rules::Choice::White)))
        }
        Step::Stone { area, .. } => {
            let chosen =
                guarded(position, bot, || player.stone(position, asked.opening, asked.choices)).flatten();
            let allowed = |point: &Point| area.contains(position.variant(), *point);
            let point = chosen.or_else(|| position.legal_points().find(allowed))?;
            Some(Chosen::Stone { point, thinking: None })
        }
    }
}

/// Returns the move that the strongest level of the variant suggests, and its evaluation. If that engine fails, asks
/// the next weaker level.
pub(crate) fn hint(position: &Position, limits: &Limits, stop: &StopFlag) -> Option<(Point, Outlook)> {
    let levels = tengen_engine::available(position.variant()).levels;
    levels.iter().rev().find_map(|level| {
        let bot = Bot::Level(*level);
        let choice = ask(position, bot, limits, stop)?;
        Some((choice.point, tengen_engine::outlook(&choice, bot, position.variant())))
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

fn ask(position: &Position, bot: Bot, limits: &Limits, stop: &StopFlag) -> Option<Choice> {
    let choose = || {
        let mut engine = tengen_engine::engine_for(bot, position.variant()).ok()?;
        engine.choose(position, limits, stop, &mut ())
    };
    guarded(position, bot, choose)?
}

/// Returns the result of `think`. Logs a panic and returns `None`.
fn guarded<T>(position: &Position, bot: Bot, think: impl FnOnce() -> T) -> Option<T> {
    let thought = catch_unwind(AssertUnwindSafe(think));
    if thought.is_err() {
        tracing::error!(%bot, variant = %position.variant(), moves = ?position.moves(), "an engine panicked");
    }
    thought.ok()
}
