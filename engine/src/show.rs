//! Shows the thinking of a bot: which search it makes, to which depth, as a tree.

use tengen_shared::rules::{Bot, BotChoices, BrainName, Position, Variant};
use thiserror::Error;

use crate::{
    bots::{available, plays_as},
    classic::{
        alphabeta, domain, greedy, levels,
        lines::{self, Lines},
    },
    explain::{Bounds, ExplainError, Model, Tree, explain},
    limits::Budget,
};

/// The most nodes that are shown where a whole tree is too large: those of the best lines. It fits into one
/// frame of the protocol.
const SHOWN: usize = 300;

/// The points of a tic-tac-toe board, and how deep a search of it can be shown whole: at most 586 nodes with small
/// values, which just fit into one frame.
const WHOLE: (usize, u8) = (9, 3);

/// The depth at which the large boards' searches are shown unless another is asked for.
const SHOWN_DEPTH: u8 = 2;

/// Why a bot's thinking cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShowError {
    /// The bot does not play this variant.
    #[error("{bot} cannot play {variant}: choose one of {choices}")]
    Bot {
        /// The bot asked for.
        bot: Bot,
        /// The variant.
        variant: Variant,
        /// Who plays it.
        choices: BotChoices,
    },
    /// The bot's search is no tree of that kind, or has nothing to look at in this position.
    #[error("{bot} has nothing to show here: choose {}", names(.possible))]
    NothingToShow {
        /// The bot asked for.
        bot: Bot,
        /// Whose thinking can be shown on this board.
        possible: Vec<BrainName>,
    },
    /// The search is too large, was stopped, or the game is over.
    #[error(transparent)]
    Search(#[from] ExplainError),
}

fn names(possible: &[BrainName]) -> String {
    possible.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The search of `bot` in `position`: whole for tic-tac-toe up to 3 plies, else its best lines.
///
/// # Errors
/// If the bot does not play this variant or has no search to show, if the search is too large, or if `budget`
/// is spent; the text says what is possible.
pub fn show(bot: Bot, position: &Position, budget: &mut Budget<'_>) -> Result<Tree, ShowError> {
    let variant = position.variant();
    let choices = available(variant);
    if !choices.contains(bot) {
        return Err(ShowError::Bot { bot, variant, choices });
    }
    if position.outcome().is_some() {
        return Err(ExplainError::Decided.into());
    }
    let (name, depth) = plays_as(bot, variant);
    let (model, usual): (Option<Box<dyn Model>>, u8) = match name {
        BrainName::Alphabeta => (alphabeta::model(position).map(boxed), alphabeta::DEFAULT_LAYERS),
        BrainName::Levels => (levels::model(position).map(boxed), levels::DEFAULT_DEPTH),
        BrainName::Greedy => (greedy::model(position).map(boxed), 1),
        BrainName::DomainArticle => (domain::model(position).map(boxed), SHOWN_DEPTH),
        BrainName::Lines => {
            let brain = depth.map_or_else(Lines::default, Lines::new);
            (lines::model(position, brain).map(boxed), SHOWN_DEPTH)
        }
        BrainName::Domain => (domain::wide_model(position).map(boxed), SHOWN_DEPTH),
        BrainName::Solver => (None, 0),
    };
    let Some(mut model) = model else {
        let shown = |name: &BrainName| *name != BrainName::Solver;
        let possible = choices.brains.iter().copied().filter(shown).collect();
        return Err(ShowError::NothingToShow { bot, possible });
    };
    let depth = depth.unwrap_or(usual);
    let whole = variant.points() == WHOLE.0 && depth <= WHOLE.1;
    let shown = if whole { Bounds::default().shown } else { SHOWN };
    let bounds = Bounds { shown, ..Bounds::default() };
    Ok(explain(model.as_mut(), depth, &bounds, budget)?)
}

fn boxed<'a>(model: impl Model + 'a) -> Box<dyn Model + 'a> {
    Box::new(model)
}
