//! The levels and engines that can play a variant, and the engine that plays each level.

use tengen_shared::rules::{Bot, BotChoices, EngineName, FormerEngineName, Level, RuleSet, Variant};
use thiserror::Error;

use crate::{
    classic::{
        alphabeta::{self, Alphabeta},
        domain::{self, DomainArticle},
        greedy::Greedy,
        levels::{self, Levels},
    },
    engine::Engine,
    pvs::PvsEngine,
    solver::{Perfect, is_solvable},
};

/// The settings that make the `pvs` engine a level: its budget for a move and how often it errs.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// The maximum number of nodes that it may search for one move.
    nodes: u64,
    /// The percentage of moves that are careless, see [`PvsEngine::careless`].
    careless: u64,
    /// The size of the transposition table, in bytes.
    table: usize,
    /// Whether the seed varies its openings.
    varied: bool,
}

/// The error for a bot that cannot play a variant. Its text lists the bots that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{bot} cannot play {variant}: choose one of {}", available(*.variant))]
pub struct BotError {
    pub bot: Bot,
    pub variant: Variant,
}

/// The families of boards. Each article was written for one of the first two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    TicTacToe,
    FiveInARow,
    Other,
}

const fn family(variant: Variant) -> Family {
    match (variant.width(), variant.height(), variant.win_length()) {
        // On 3x3, the win length is always 3 and no run is longer, so the rule for longer runs does not matter.
        (3, 3, _) => Family::TicTacToe,
        (_, _, 5) => Family::FiveInARow,
        _ => Family::Other,
    }
}

/// Returns the levels and engines that can play a variant.
#[must_use]
pub const fn available(variant: Variant) -> BotChoices {
    use EngineName::{Alphabeta, DomainArticle, Greedy, Levels, Pvs, Solver};
    // The engines of the articles, the former ones and the solver know no other rules.
    if !matches!(variant.runs(), RuleSet::Freestyle | RuleSet::Standard) {
        return BotChoices { levels: &Level::ALL, engines: &[Pvs], former: &[] };
    }
    let family = family(variant);
    let engines: &'static [EngineName] = match (family, is_solvable(variant)) {
        (Family::TicTacToe, _) => &[Alphabeta, Levels, Solver, Pvs],
        (Family::FiveInARow, true) => &[Greedy, DomainArticle, Solver, Pvs],
        (Family::FiveInARow, false) => &[Greedy, DomainArticle, Pvs],
        (Family::Other, true) => &[Solver, Pvs],
        (Family::Other, false) => &[Pvs],
    };
    let former: &'static [FormerEngineName] = match family {
        Family::FiveInARow => &[FormerEngineName::Domain, FormerEngineName::Lines],
        Family::TicTacToe | Family::Other => &[FormerEngineName::Lines],
    };
    BotChoices { levels: &Level::ALL, engines, former }
}

/// Creates the engine that plays as `bot` on a variant.
///
/// # Errors
/// Returns an error if `bot` cannot play the variant. The text lists the bots that can.
///
/// # Examples
/// ```
/// use tengen_engine::{Limits, StopFlag, engine_for};
/// use tengen_shared::rules::{Level, Position, Variant};
///
/// // White must block at b3.
/// let mut position = Position::new(Variant::TICTACTOE);
/// for point in ["b2", "a1", "b1"] {
///     position.play(point.parse()?)?;
/// }
/// let mut engine = engine_for(Level::Hard.into(), position.variant())?;
/// let choice = engine.choose(&position, &Limits::default(), &StopFlag::default(), &mut ());
/// assert_eq!(choice.unwrap().point.to_string(), "b3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn engine_for(bot: Bot, variant: Variant) -> Result<Box<dyn Engine>, BotError> {
    if !available(variant).contains(bot) {
        return Err(BotError { bot, variant });
    }
    let (name, depth) = plays_as(bot, variant);
    let depth = |usual: u8| depth.unwrap_or(usual);
    Ok(match name {
        EngineName::Alphabeta => Box::new(Alphabeta::new(depth(alphabeta::DEFAULT_LAYERS))),
        EngineName::Levels => Box::new(Levels::new(depth(levels::DEFAULT_DEPTH))),
        EngineName::Greedy => Box::new(Greedy),
        EngineName::DomainArticle => Box::new(DomainArticle::new(depth(domain::DEFAULT_DEPTH))),
        EngineName::Solver => Box::new(Perfect::default()),
        EngineName::Pvs => {
            let Strength { nodes, careless, table, varied } = strength(bot, variant);
            let engine = PvsEngine::new(table, depth(u8::MAX)).within(nodes).careless(careless);
            Box::new(if varied { engine.varied() } else { engine })
        }
    })
}

/// What an engine costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The bytes that it keeps from move to move; 0 if it keeps nothing.
    pub memory: usize,
    /// Whether it answers within some milliseconds.
    pub quick: bool,
}

/// The greatest node limit of a quick engine.
const QUICK_NODES: u64 = 3_000;
/// The greatest depth at which article 001's engine is quick.
const QUICK_DEPTH: u8 = 3;

/// Returns the cost of the engine that plays as `bot` on a variant.
#[must_use]
pub const fn cost(bot: Bot, variant: Variant) -> Cost {
    match plays_as(bot, variant) {
        (EngineName::Pvs, depth) => {
            let Strength { nodes, table, .. } = strength(bot, variant);
            Cost { memory: table, quick: nodes <= QUICK_NODES && depth.is_none() }
        }
        (EngineName::Greedy, _) => Cost { memory: 0, quick: true },
        (EngineName::Levels, Some(depth)) => Cost { memory: 0, quick: depth <= QUICK_DEPTH },
        _ => Cost { memory: 0, quick: false },
    }
}

/// Returns the strength of a bot that the `pvs` engine plays.
///
/// The matches in `bench/RESULTS.md` set the levels. On boards of five in a row, `medium` beats article 003's
/// scores even with one careless move in five. On other boards sound play often draws, so a careless move costs
/// more.
const fn strength(bot: Bot, variant: Variant) -> Strength {
    let (nodes, careless) = match (bot.level(), family(variant)) {
        (Some(Level::Easy), Family::FiveInARow) => (30, 40),
        (Some(Level::Easy), _) => (30, 25),
        (Some(Level::Medium), Family::FiveInARow) => (300, 20),
        (Some(Level::Medium), _) => (300, 2),
        (Some(Level::Hard), _) => (3_000, 0),
        // About 0.2 s.
        (Some(Level::Expert), _) => (100_000, 0),
        // About ten seconds on one core, for callers that set no deadline.
        (Some(Level::Master) | None, _) => (6_000_000, 0),
    };
    let table_mib = if nodes <= 3_000 {
        1
    } else if nodes <= 100_000 {
        4
    } else {
        32
    };
    Strength { nodes, careless, table: table_mib << 20, varied: nodes >= 100_000 }
}

/// Returns the engine behind a bot, and its depth if one is set. In tic-tac-toe, `easy`, `medium` and `hard` are
/// the levels of article 001.
pub(crate) const fn plays_as(bot: Bot, variant: Variant) -> (EngineName, Option<u8>) {
    let level = match bot {
        Bot::Engine(engine) => return (engine.name(), engine.depth()),
        Bot::Level(level) => level,
        Bot::Former(former) => former.level(),
    };
    match (family(variant), level) {
        (_, Level::Master) if is_solvable(variant) => (EngineName::Solver, None),
        (Family::TicTacToe, Level::Easy) => (EngineName::Levels, Some(1)),
        (Family::TicTacToe, Level::Medium) => (EngineName::Levels, Some(2)),
        (Family::TicTacToe, Level::Hard) => (EngineName::Levels, Some(3)),
        _ => (EngineName::Pvs, None),
    }
}
