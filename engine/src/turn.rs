//! The turn of an AI in a game with an opening: a stone, or a choice.

use tengen_shared::rules::{self, Area, Opening, Point, Position, Step};

use crate::{
    limits::{Limits, StopFlag},
    opening::OpeningPlayer,
};

/// The position in which an AI must act.
#[derive(Clone, Debug)]
pub struct Turn {
    pub position: Position,
    pub opening: Opening,
    /// The next step of the opening; `None` once it is over.
    pub step: Option<Step>,
    /// How many choices have been made.
    pub choices: usize,
}

/// An AI's act at a step of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Stone(Point),
    Choice(rules::Choice),
}

impl Turn {
    /// Returns the step of the opening that needs more than a good move.
    #[must_use]
    pub fn special_step(&self) -> Option<Step> {
        let is_plain = |step: &Step| {
            matches!(step, Step::Stone { area: Area::Anywhere, .. }) && !self.opening.has_choice()
        };
        self.step.filter(|step| !is_plain(step))
    }

    /// Returns what an AI does at `step`, the special one. The seed of `limits` varies it. `None` if no point is left.
    #[must_use]
    pub fn open(&self, step: Step, limits: Limits, stop: &StopFlag) -> Option<Act> {
        let mut player = OpeningPlayer::new(limits, stop);
        match step {
            Step::Choice { .. } => Some(Act::Choice(player.choice(&self.position, step))),
            Step::Stone { .. } => {
                let stone = player.stone(&self.position, self.opening, self.choices);
                stone.map(Act::Stone).or_else(|| self.any_act())
            }
        }
    }

    /// Returns something that the rules allow, for when an engine fails: that must not end the game. `None` if no point is
    /// left.
    #[must_use]
    pub fn any_act(&self) -> Option<Act> {
        let area = match self.step {
            Some(Step::Choice { .. }) => return Some(Act::Choice(rules::Choice::White)),
            Some(Step::Stone { area, .. }) => area,
            None => Area::Anywhere,
        };
        let allowed = |point: &Point| area.contains(self.position.variant(), *point);
        self.position.legal_points().find(allowed).map(Act::Stone)
    }
}
