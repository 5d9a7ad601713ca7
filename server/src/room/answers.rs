//! The answers that a room has given. A repeated command gets the same one and changes nothing.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{PlayerId, RejectCode, RunId, Seq},
    protocol::SafeText,
};

use crate::journal::Cause;

/// Answers remembered per run.
const PER_RUN: usize = 64;
/// Runs remembered. Beyond it the room forgets the sender's own oldest run, or else the one silent for longest.
const RUNS: usize = 32;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// Accepted, with these events; with none if `first` is after `last`.
    Accepted { first: Seq, last: Seq },
    Rejected {
        /// The reason for programs.
        code: RejectCode,
        /// The reason for people.
        text: SafeText,
    },
}

/// A room's knowledge of a command's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known<'a> {
    /// No answer is known.
    New,
    /// This was the answer.
    Answered(&'a Answer),
    /// Later commands have been answered and this one is forgotten: it must not be judged again.
    TooOld,
}

/// The latest answers to each run that has sent commands to a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Answers(VecDeque<Run>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    player: PlayerId,
    run: RunId,
    answers: VecDeque<(u32, Answer)>,
}

impl Run {
    fn is_of(&self, cause: &Cause) -> bool {
        self.player == cause.player && self.run == cause.id.run()
    }
}

impl Answers {
    /// Looks up the answer to `cause`.
    #[must_use]
    pub(super) fn find(&self, cause: &Cause) -> Known<'_> {
        // The runs that were answered last stand last, and most commands are newer than all answers.
        let Some(run) = self.0.iter().rev().find(|run| run.is_of(cause)) else {
            return Known::New;
        };
        let n = cause.id.n();
        if run.answers.back().is_none_or(|(last, _)| n > *last) {
            return Known::New;
        }
        let known = run.answers.iter().rev().find(|(number, _)| *number == n);
        known.map_or(Known::TooOld, |(_, answer)| Known::Answered(answer))
    }

    pub(super) fn remember(&mut self, cause: &Cause, answer: Answer) {
        let known = self.0.iter().rposition(|run| run.is_of(cause)).and_then(|index| self.0.remove(index));
        let mut run = known.unwrap_or_else(|| Run {
            player: cause.player,
            run: cause.id.run(),
            answers: VecDeque::new(),
        });
        run.answers.push_back((cause.id.n(), answer));
        if run.answers.len() > PER_RUN {
            run.answers.pop_front();
        }
        self.0.push_back(run);
        if self.0.len() > RUNS {
            // A player's own older runs go first, so that nobody can make the room forget another player's.
            let own =
                self.0.iter().position(|run| run.player == cause.player).filter(|own| own + 1 < self.0.len());
            self.0.remove(own.unwrap_or(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::CommandId;

    use super::*;

    fn cause(run: u64, n: u32) -> Cause {
        Cause { player: PlayerId(1), id: CommandId(RunId(run), n) }
    }

    fn accepted(n: u32) -> Answer {
        Answer::Accepted { first: Seq(n), last: Seq(n) }
    }

    #[test]
    fn the_last_64_answers_of_a_run_are_remembered() {
        let mut answers = Answers::default();
        for n in 1..=100 {
            answers.remember(&cause(7, n), accepted(n));
        }
        assert_eq!(answers.find(&cause(7, 36)), Known::TooOld);
        assert_eq!(answers.find(&cause(7, 37)), Known::Answered(&accepted(37)));
        assert_eq!(answers.find(&cause(7, 101)), Known::New);
        assert_eq!(answers.find(&cause(8, 1)), Known::New);
    }

    #[test]
    fn the_run_that_was_silent_longest_is_forgotten_first() {
        let mut answers = Answers::default();
        for run in 0..40 {
            answers.remember(&cause(run, 1), accepted(1));
            answers.remember(&cause(1000, u32::try_from(run).unwrap() + 1), accepted(1));
        }
        assert_eq!(answers.0.len(), RUNS);
        assert_ne!(answers.find(&cause(1000, 1)), Known::New);
        assert_eq!(answers.find(&cause(0, 1)), Known::New);
    }
}
