//! The time that the user has waited. A long wait shows its seconds, so that the program does not seem to
//! hang.

use std::time::Duration;

use tengen_shared::game::Game;

use super::Model;
use crate::screen::{Screen, about::Wait};

/// A wait, with the local time of its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    what: Wait,
    since: Duration,
}

impl Model {
    /// Updates what the user waits for. A wait that continues keeps its start.
    pub fn note_wait(&mut self) {
        let awaited = self.awaited();
        let same = self.waiting.as_ref().map(|waiting| &waiting.what) == awaited.as_ref();
        if !same {
            self.waiting = awaited.map(|what| Waiting { what, since: self.session.time().local() });
        }
    }

    /// Returns the whole seconds that the user has waited; `None` in the first second, or without a wait.
    #[must_use]
    pub fn waited(&self) -> Option<u64> {
        let waiting = self.waiting.as_ref()?;
        Some(self.session.time().local().saturating_sub(waiting.since).as_secs())
            .filter(|seconds| *seconds > 0)
    }

    /// Returns the time until the next second of a wait is shown.
    #[must_use]
    pub(super) fn next_second_of_wait(&self) -> Option<Duration> {
        let waited = self.session.time().local().saturating_sub(self.waiting.as_ref()?.since);
        Some(Duration::from_secs(1) - Duration::from_nanos(waited.subsec_nanos().into()))
    }

    fn awaited(&self) -> Option<Wait> {
        if self.session.link().is_beginning() {
            return Some(Wait::Connection);
        }
        match &self.screen {
            Screen::Room(_) => {
                let standing = self.standing()?;
                let room = standing.room;
                let thinks = room.ai_to_move().is_some() || room.game().is_some_and(Game::wants_hint);
                thinks.then(|| Wait::Engine(room.code().clone(), room.at()))
            }
            screen => screen.about().wait(),
        }
    }
}
