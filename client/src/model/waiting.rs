//! How long the user has been waiting, whatever for, so that a long wait shows that it goes on.

use std::time::Duration;

use tengen_shared::game::{CommandId, Game, GameId, RoomCode, Seq};

use super::Model;
use crate::screen::{Screen, replay::Replay, thinking::Answer};

/// Something that is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A connection.
    Connection,
    /// The answer to a command that leads into a room.
    Room(CommandId),
    /// A room that is looked for.
    Search(RoomCode),
    /// The players' leave to watch.
    Leave(RoomCode),
    /// The move of an AI, or a hint, in the position with this number.
    Brain(RoomCode, Seq),
    /// A finished game.
    Game(GameId),
    /// How an AI thinks about a position of so many stones.
    Thoughts(u16),
}

/// A wait that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    what: Wait,
    since: Duration,
}

impl Model {
    /// Notes what is waited for now; a wait that goes on keeps its beginning.
    pub fn note_wait(&mut self) {
        let awaited = self.awaited();
        let same = self.waiting.as_ref().map(|waiting| &waiting.what) == awaited.as_ref();
        if !same {
            self.waiting = awaited.map(|what| Waiting { what, since: self.session.time().local() });
        }
    }

    /// For how many whole seconds that is on the screen has been waited for; none in the first second, which is no
    /// long wait.
    #[must_use]
    pub fn waited(&self) -> Option<u64> {
        let waiting = self.waiting.as_ref()?;
        Some(self.session.time().local().saturating_sub(waiting.since).as_secs())
            .filter(|seconds| *seconds > 0)
    }

    /// How long until another second of waiting is shown.
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
            Screen::Opening(screen) => Some(Wait::Room(screen.asked)),
            Screen::Seek(screen) => Some(Wait::Search(screen.room.clone())),
            Screen::Knocking(screen) => Some(Wait::Leave(screen.room.clone())),
            Screen::Replay(screen) => {
                matches!(screen.shown, Replay::Awaited).then(|| Wait::Game(screen.game))
            }
            Screen::Thinking(screen) => {
                matches!(screen.answer, Answer::Awaited).then(|| Wait::Thoughts(screen.ply()))
            }
            Screen::Room(_) => {
                let standing = self.standing()?;
                let room = standing.room;
                let thinks = room.ai_to_move().is_some() || room.game().is_some_and(Game::wants_hint);
                thinks.then(|| Wait::Brain(room.code().clone(), room.at()))
            }
            _ => None,
        }
    }
}
