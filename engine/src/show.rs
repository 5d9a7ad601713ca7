//! Shows the thinking of a bot: which search it makes, to which depth, as a tree.

use tengen_shared::rules::{Bot, BotChoices, BrainName, Position, Variant};
use thiserror::Error;

use crate::{
    bots::{available, plays_as},
    classic::{alphabeta, domain, greedy, levels},
    explain::{Bounds, ExplainError, Model, Tree, explain},
    limits::Budget,
    search,
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
    /// The bot makes no search here that is such a tree: a solver never does, and others open in the centre.
    #[error("{bot} makes no such search in this position: choose {}", names(.possible))]
    NothingToShow {
        /// The bot asked for.
        bot: Bot,
        /// Whose thinking can be shown in this position.
        possible: Vec<Bot>,
    },
    /// The search is too large, was stopped, or the game is over.
    #[error(transparent)]
    Search(#[from] ExplainError),
}

fn names(possible: &[Bot]) -> String {
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
    let Some((mut model, usual)) = model_of(bot, position) else {
        let can = |bot: &Bot| model_of(*bot, position).is_some();
        return Err(ShowError::NothingToShow { bot, possible: choices.iter().filter(can).collect() });
    };
    let depth = plays_as(bot, variant).1.unwrap_or(usual);
    let whole = variant.points() == WHOLE.0 && depth <= WHOLE.1;
    let shown = if whole { Bounds::default().shown } else { SHOWN };
    let bounds = Bounds { shown, ..Bounds::default() };
    Ok(explain(model.as_mut(), depth, &bounds, budget)?)
}

/// The search of `bot` as a model, with the depth at which it is shown unless another is asked for.
fn model_of(bot: Bot, position: &Position) -> Option<(Box<dyn Model>, u8)> {
    Some(match plays_as(bot, position.variant()).0 {
        BrainName::Alphabeta => (boxed(alphabeta::model(position)?), alphabeta::DEFAULT_LAYERS),
        BrainName::Levels => (boxed(levels::model(position)?), levels::DEFAULT_DEPTH),
        BrainName::Greedy => (boxed(greedy::model(position)?), 1),
        BrainName::DomainArticle => (boxed(domain::model(position)?), SHOWN_DEPTH),
        BrainName::Pvs => (boxed(search::model(position)?), SHOWN_DEPTH),
        BrainName::Solver => return None,
    })
}

fn boxed<'a>(model: impl Model + 'a) -> Box<dyn Model + 'a> {
    Box::new(model)
}
