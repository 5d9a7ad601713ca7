//! The state of a replay: its position, its autoplay, and the branches.

use std::time::Duration;

use tengen_session::{opening, study::Variations, terms, text::Lang};
use tengen_shared::{
    game::{GameId, GameRecord},
    rules::{Point, Position, Variant},
};

use crate::{
    input::TextInput,
    keymap::Context,
    screen::{
        about::{About, Wait},
        history::HistoryScreen,
    },
};

/// The screen with the replay of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayScreen {
    /// The list of games to go back to.
    pub history: HistoryScreen,
    /// The number of the game.
    pub game: GameId,
    /// The replay, once the game is loaded.
    pub shown: Replay,
}

/// The state of loading a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The server has not answered yet.
    Awaited,
    /// The server refuses, for this reason.
    Refused(String),
    /// The game is loaded.
    Shown(Box<Playback>),
}

impl ReplayScreen {
    /// The replay; `None` until the game is loaded.
    #[must_use]
    pub const fn playback(&self) -> Option<&Playback> {
        match &self.shown {
            Replay::Shown(playback) => Some(playback),
            Replay::Awaited | Replay::Refused(_) => None,
        }
    }

    /// The replay, to be changed; `None` until the game is loaded.
    pub const fn playback_mut(&mut self) -> Option<&mut Playback> {
        match &mut self.shown {
            Replay::Shown(playback) => Some(playback),
            Replay::Awaited | Replay::Refused(_) => None,
        }
    }

    /// Whether the field for a point is open.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        self.playback().is_some_and(|playback| playback.entry.is_some())
    }
}

/// The marks on the stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Only the last stone is marked.
    #[default]
    Last,
    /// Each stone has its number.
    Numbers,
}

/// The state of the autoplay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoplay {
    /// The autoplay is stopped.
    Off,
    /// The autoplay is running; the next move comes after this time.
    On(Duration),
}

impl Autoplay {
    /// Returns the time until the next move; `None` if the autoplay is stopped.
    #[must_use]
    pub const fn left(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::On(left) => Some(left),
        }
    }
}

/// The speed of the autoplay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Four seconds per move.
    Slow,
    /// Two seconds per move.
    Calm,
    /// One second per move.
    #[default]
    Usual,
    /// Half a second per move.
    Fast,
}

impl Speed {
    const ALL: [Self; 4] = [Self::Slow, Self::Calm, Self::Usual, Self::Fast];

    /// Returns the time between two moves.
    #[must_use]
    pub fn pause(self) -> Duration {
        Duration::from_millis(self.ms().into())
    }

    /// Returns the time between two moves, in milliseconds.
    #[must_use]
    pub const fn ms(self) -> u32 {
        match self {
            Self::Slow => 4_000,
            Self::Calm => 2_000,
            Self::Usual => 1_000,
            Self::Fast => 500,
        }
    }

    /// Returns the next faster or slower speed, or the same one at the limit.
    #[must_use]
    pub fn other(self, faster: bool) -> Self {
        let at = Self::ALL.iter().position(|speed| *speed == self).unwrap_or(0);
        let next = if faster { at + 1 } else { at.saturating_sub(1) };
        Self::ALL.get(next).copied().unwrap_or(self)
    }
}

/// The replay of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    /// The game as the server sent it.
    pub record: GameRecord,
    /// The moves of the game and the branches, with the current position.
    pub tree: Variations,
    /// The point under the cursor; `None` until the cursor is moved.
    pub cursor: Option<Point>,
    /// The first visible column, and the first visible row from the top, if the board is larger than its area.
    pub origin: (u8, u8),
    /// The marks on the stones.
    pub marks: Marks,
    /// The state of the autoplay.
    pub autoplay: Autoplay,
    /// The speed of the autoplay.
    pub speed: Speed,
    /// The field for a point, if it is open.
    pub entry: Option<TextInput>,
}

impl Playback {
    /// Creates a replay at the end of the game.
    #[must_use]
    pub fn new(record: GameRecord) -> Self {
        let mut tree = Variations::new(Position::with_fouls(record.variant, record.fouls), &record.moves);
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

    /// Advances the time of the autoplay. Returns true if that has played a move.
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

impl About for ReplayScreen {
    fn context(&self) -> Context {
        if self.is_typing() { Context::Entry } else { Context::Replay }
    }

    fn title(&self, lang: Lang) -> String {
        match self.playback() {
            Some(Playback { record, .. }) => {
                let board = opening::after_board(&terms::board(record.variant, lang), record.opening, lang);
                lang.replay_title_of(record.room.as_str(), record.number, &board)
            }
            None => lang.replay_title().to_owned(),
        }
    }

    fn wait(&self) -> Option<Wait> {
        (self.shown == Replay::Awaited).then_some(Wait::Game(self.game))
    }

    fn next_change(&self) -> Option<Duration> {
        self.playback().and_then(|playback| playback.autoplay.left())
    }

    fn entry(&self) -> Option<&TextInput> {
        self.playback().and_then(|playback| playback.entry.as_ref())
    }
}
