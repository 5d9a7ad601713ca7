//! Shows how a bot thinks: the search that it makes, as a tree.

use tengen_shared::rules::{Bot, BotChoices, EngineName, Point, Position, Variant, search::Cuts};
use thiserror::Error;

use crate::{
    bots::{available, plays_as},
    classic::{alphabeta, domain, greedy, levels},
    explain::{Bounds, ExplainError, Model, Parts, PartsError, Tree, explain, take_apart},
    limits::Budget,
    search,
};

/// The maximum number of nodes of a tree that is too large to show whole. They fit into one frame of the protocol.
const SHOWN: usize = 300;

/// The points of a tic-tac-toe board, and the greatest depth at which its tree is shown whole. It has at most 586
/// nodes with small values, which just fit into one frame.
const WHOLE: (usize, u8) = (9, 3);

/// The default depth of the trees on large boards.
const SHOWN_DEPTH: u8 = 2;

/// The reason why a bot's search cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShowError {
    /// The bot does not play this variant.
    #[error("{bot} cannot play {variant}: choose one of {choices}")]
    Bot {
        bot: Bot,
        /// The variant.
        variant: Variant,
        /// The bots that can play it.
        choices: BotChoices,
    },
    /// The bot makes no tree search in this position. The solver never does, and some engines open in the centre
    /// without a search.
    #[error("{bot} makes no such search in this position: choose {}", names(.possible))]
    NothingToShow {
        bot: Bot,
        /// The bots whose search can be shown in this position.
        possible: Vec<Bot>,
    },
    /// The search is too large, was stopped, or the game is over.
    #[error(transparent)]
    Search(#[from] ExplainError),
}

/// The reason why a bot's evaluation cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShowPartsError {
    /// The bot makes no search here.
    #[error(transparent)]
    Show(#[from] ShowError),
    /// The search has no such evaluation.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

fn names(possible: &[Bot]) -> String {
    possible.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the search tree of `bot` in `position`: whole for tic-tac-toe up to 3 plies, otherwise its best lines.
///
/// # Errors
/// Returns an error if the bot cannot play this variant or has no search to show. The same holds if the game is over, if
/// the search is too large, or if `budget` is spent. The text says what is possible.
///
/// # Examples
/// ```
/// use tengen_engine::{Budget, Limits, StopFlag, show};
/// use tengen_shared::rules::{Position, Variant, search::Cuts};
///
/// let (position, stop) = (Position::new(Variant::TICTACTOE), StopFlag::default());
/// let mut budget = Budget::new(Limits::default(), &stop);
/// let tree = show("levels:2".parse()?, &position, Cuts::On, &mut budget)?;
/// // Article 001: the empty board, 9 first moves, 72 replies.
/// assert_eq!(tree.totals.per_level, [1, 9, 72]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn show(bot: Bot, position: &Position, cuts: Cuts, budget: &mut Budget<'_>) -> Result<Tree, ShowError> {
    let (mut model, usual) = shown(bot, position)?;
    let variant = position.variant();
    let depth = plays_as(bot, variant).1.unwrap_or(usual);
    let whole = variant.points() == WHOLE.0 && depth <= WHOLE.1;
    let shown = if whole { Bounds::default().shown } else { SHOWN };
    let bounds = Bounds { shown, ..Bounds::default() };
    Ok(explain(model.as_mut(), depth, cuts, &bounds, budget)?)
}

/// Returns what the static evaluation of `bot` is made of, in the position that `path` leads to from `position` in its
/// search.
///
/// # Errors
/// Returns an error if the bot cannot play this variant or makes no search here, if its search does not have that position,
/// or if its evaluation there is no sum of parts. The text says what is possible.
///
/// # Examples
/// ```
/// use tengen_engine::parts;
/// use tengen_shared::rules::{Position, Variant};
///
/// // Article 000: with MAX in the centre and MIN in a corner, 5 lines are open for MAX and 4 for MIN.
/// let position = Position::new(Variant::TICTACTOE);
/// let parts = parts("alphabeta".parse()?, &position, &["b2".parse()?, "a3".parse()?])?;
/// assert_eq!((parts.value, parts.parts.len()), (1, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parts(bot: Bot, position: &Position, path: &[Point]) -> Result<Parts, ShowPartsError> {
    let (mut model, _) = shown(bot, position)?;
    Ok(take_apart(model.as_mut(), path)?)
}

/// Checks that `bot` makes a search that can be shown here. Returns the same as [`model_of`].
fn shown(bot: Bot, position: &Position) -> Result<(Box<dyn Model>, u8), ShowError> {
    let variant = position.variant();
    let choices = available(variant);
    if !choices.contains(bot) {
        return Err(ShowError::Bot { bot, variant, choices });
    }
    if position.outcome().is_some() {
        return Err(ExplainError::Decided.into());
    }
    model_of(bot, position).ok_or_else(|| {
        let can = |bot: &Bot| model_of(*bot, position).is_some();
        ShowError::NothingToShow { bot, possible: choices.iter().filter(can).collect() }
    })
}

/// Returns the search of `bot` as a model, and the depth at which it is shown by default.
fn model_of(bot: Bot, position: &Position) -> Option<(Box<dyn Model>, u8)> {
    Some(match plays_as(bot, position.variant()).0 {
        EngineName::Alphabeta => (boxed(alphabeta::model(position)?), alphabeta::DEFAULT_LAYERS),
        EngineName::Levels => (boxed(levels::model(position)?), levels::DEFAULT_DEPTH),
        EngineName::Greedy => (boxed(greedy::model(position)?), 1),
        EngineName::DomainArticle => (boxed(domain::model(position)?), SHOWN_DEPTH),
        EngineName::Pvs => (boxed(search::model(position)?), SHOWN_DEPTH),
        EngineName::Solver => return None,
    })
}

fn boxed<'a>(model: impl Model + 'a) -> Box<dyn Model + 'a> {
    Box::new(model)
}
