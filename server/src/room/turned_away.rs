//! The latest refusals to people who wanted to join. They have no seat, so the room's answers do not keep them.

use std::collections::VecDeque;

use tengen_shared::game::Reject;

use crate::journal::Cause;

/// Refusals that a room remembers.
const MOST: usize = 16;

/// The latest refusals to people who wanted to join.
///
/// A join that was sent again on another connection may come before the first copy of it. If it is refused, the first one
/// must not take a seat.
#[derive(Default)]
pub(super) struct TurnedAway(VecDeque<(Cause, Reject)>);

impl TurnedAway {
    pub(super) fn remember(&mut self, cause: Cause, why_not: &Reject) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((cause, why_not.clone()));
    }

    pub(super) fn find(&self, cause: &Cause) -> Option<&Reject> {
        self.0.iter().find(|(known, _)| known == cause).map(|(_, why_not)| why_not)
    }
}
