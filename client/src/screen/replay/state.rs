//! A finished game that is replayed: where it stands, how it plays by itself, what is tried in it.

use std::time::Duration;

use tengen_session::study::Variations;
use tengen_shared::{
    game::{GameId, GameRecord},
    rules::{Point, Variant},
};

use crate::{input::TextInput, screen::history::HistoryScreen};

/// A finished game on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayScreen {
    /// The list from which it was chosen.
    pub history: HistoryScreen,
    /// Which game.
    pub game: GameId,
    /// What is known of it.
    pub shown: Replay,
}

/// What is known of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The server has not answered yet.
    Awaited,
    /// It cannot be shown, and why.
    Refused(String),
    /// This is it.
    Shown(Box<Playback>),
}

impl ReplayScreen {
    /// The game, if it is there.
    #[must_use]
    pub const fn playback(&self) -> Option<&Playback> {
        match &self.shown {
            Replay::Shown(playback) => Some(playback),
            Replay::Awaited | Replay::Refused(_) => None,
        }
    }

    /// The game, if it is there, to go on with.
    pub const fn playback_mut(&mut self) -> Option<&mut Playback> {
        match &mut self.shown {
            Replay::Shown(playback) => Some(playback),
            Replay::Awaited | Replay::Refused(_) => None,
        }
    }

    /// Whether a point is being typed.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        self.playback().is_some_and(|playback| playback.entry.is_some())
    }
}

/// How moves are marked on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// The last one.
    #[default]
    Last,
    /// By their numbers.
    Numbers,
}

/// Whether the moves come by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoplay {
    /// They do not.
    Off,
    /// The next one comes after this time.
    On(Duration),
}

impl Autoplay {
    /// How long until the next move; `None` if none comes by itself.
    #[must_use]
    pub const fn left(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::On(left) => Some(left),
        }
    }
}

/// The time between two moves that come by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Four seconds.
    Slow,
    /// Two seconds.
    Calm,
    /// A second.
    #[default]
    Usual,
    /// Half a second.
    Fast,
}

impl Speed {
    const ALL: [Self; 4] = [Self::Slow, Self::Calm, Self::Usual, Self::Fast];

    /// The time between two moves.
    #[must_use]
    pub const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 4_000,
            Self::Calm => 2_000,
            Self::Usual => 1_000,
            Self::Fast => 500,
        })
    }

    /// The next faster or slower one, if there is one.
    #[must_use]
    pub fn other(self, faster: bool) -> Self {
        let at = Self::ALL.iter().position(|speed| *speed == self).unwrap_or(0);
        let next = if faster { at + 1 } else { at.saturating_sub(1) };
        Self::ALL.get(next).copied().unwrap_or(self)
    }
}

/// A finished game that is replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    /// The game.
    pub record: GameRecord,
    /// Its moves and those tried from them, and which of them is looked at.
    pub tree: Variations,
    /// The point under the cursor; none until it was moved.
    pub cursor: Option<Point>,
    /// The first column and the first row from the top that are shown, where the board does not fit.
    pub origin: (u8, u8),
    /// How moves are marked.
    pub marks: Marks,
    /// Whether the moves come by themselves.
    pub autoplay: Autoplay,
    /// How fast.
    pub speed: Speed,
    /// A point being typed.
    pub entry: Option<TextInput>,
}

impl Playback {
    /// The game at its end.
    #[must_use]
    pub fn new(record: GameRecord) -> Self {
        let mut tree = Variations::new(record.variant, &record.moves);
        tree.to_end();
        Self {
            record,
            tree,
            cursor: None,
            origin: (0, 0),
            marks: Marks::default(),
            autoplay: Autoplay::Off,
            speed: Speed::default(),
            entry: None,
        }
    }

    /// The rules of the game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.record.variant
    }

    /// Lets time pass; true if that has brought a move.
    pub fn pass(&mut self, elapsed: Duration) -> bool {
        let Autoplay::On(left) = self.autoplay else { return false };
        let left = left.saturating_sub(elapsed);
        self.autoplay = Autoplay::On(left);
        if !left.is_zero() {
            return false;
        }
        let moved = self.tree.advance();
        self.autoplay = if moved { Autoplay::On(self.speed.pause()) } else { Autoplay::Off };
        moved
    }
}
