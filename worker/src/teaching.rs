//! Answers the tasks of the lessons, with the engines.

use std::{fmt::Display, time::Duration};

use tengen_engine::{Budget, Limits, StopFlag, explain::explain_typed, parts, show};
use tengen_shared::rules::{
    Bot, Point,
    search::{Cuts, Tree},
};
use web_time::Instant;

use crate::{
    lesson::{Task, Taught},
    question::Setup,
    studying,
};

/// The longest time for a search tree.
const EXPLAIN_TIME: Duration = Duration::from_secs(5);

/// Answers a task, within five seconds if it is a search.
#[must_use]
pub fn teach(task: &Task) -> Taught {
    let taught = match task {
        Task::Explain { setup, bot, cuts } => explained(setup, *bot, *cuts),
        Task::Typed { text, cuts } => {
            Some(tree_or_reason(|budget| explain_typed(text, *cuts, budget), EXPLAIN_TIME))
        }
        Task::Parts { setup, bot, path } => taken_apart(setup, *bot, path),
        Task::Study(exercise) => Some(Taught::Study(studying::study(exercise))),
    };
    taught.unwrap_or(Taught::Nothing)
}

/// Returns the search tree of an AI.
fn explained(setup: &Setup, bot: Bot, cuts: Cuts) -> Option<Taught> {
    let position = setup.position(usize::MAX).ok()?;
    Some(tree_or_reason(|budget| show(bot, &position, cuts, budget), EXPLAIN_TIME))
}

/// Returns what a static value in the search of an AI is made of.
fn taken_apart(setup: &Setup, bot: Bot, path: &[Point]) -> Option<Taught> {
    let position = setup.position(usize::MAX).ok()?;
    Some(parts(bot, &position, path).map_or_else(|error| Taught::Refused(error.to_string()), Taught::Parts))
}

/// Returns the tree that `search` finds within `time`, or why there is none.
fn tree_or_reason<E: Display>(
    search: impl FnOnce(&mut Budget<'_>) -> Result<Tree, E>,
    time: Duration,
) -> Taught {
    // Without a least depth: a search for the screen is whole, or it is refused.
    let limits = Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
    let stop = StopFlag::default();
    search(&mut Budget::new(limits, &stop))
        .map_or_else(|error| Taught::Refused(error.to_string()), Taught::Tree)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::rules::{FoulRule, Position, Variant};

    use super::*;

    #[test]
    fn a_search_is_shown_as_a_tree_or_refused_with_a_reason() {
        let bot: Bot = "alphabeta:2".parse().unwrap();
        let setup = Setup { variant: Variant::TICTACTOE, fouls: FoulRule::Refused, moves: Vec::new() };
        for (cuts, nodes) in [(Cuts::On, 36), (Cuts::Off, 82)] {
            let question = Task::Explain { setup: setup.clone(), bot, cuts };
            let Taught::Tree(tree) = teach(&question) else { panic!("no tree") };
            assert_eq!(tree.totals.nodes, nodes);
        }
        let typed = |text: &str| teach(&Task::Typed { text: text.to_owned(), cuts: Cuts::On });
        let empty = Position::new(Variant::TICTACTOE);
        let late = tree_or_reason(|budget| show(bot, &empty, Cuts::On, budget), Duration::ZERO);
        assert!(matches!(late, Taught::Refused(_)), "{late:?}");
        assert!(matches!(typed("((1 2) 3)"), Taught::Tree(_)));
        assert!(matches!(typed("((1 2) x)"), Taught::Refused(_)));
    }
}
