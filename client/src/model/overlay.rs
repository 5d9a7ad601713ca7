//! What can lie over a screen: the help, a question, or a choice of levels.

use tengen_shared::{
    game::{RoomCode, Seat},
    rules::Bot,
};

use super::chat::{ChatBox, MuteBox, MuteEntry};

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// What can be done on the screen below; scrolled down by some lines.
    Help {
        /// The lines scrolled away.
        scroll: usize,
    },
    /// A question that "yes" answers with a deed.
    Confirm {
        /// What "yes" does.
        deed: Confirmed,
        /// Whether the cursor stands on "yes".
        yes: bool,
    },
    /// The choice of a level for a free seat.
    Levels {
        /// The room.
        room: RoomCode,
        /// The seat.
        seat: Seat,
        /// Who can play the room's board.
        bots: Vec<Bot>,
        /// Where the cursor stands among them.
        cursor: usize,
    },
    /// The talk of a room.
    Chat(ChatBox),
    /// The choice whom not to hear.
    Mutes(MuteBox),
}

/// What is done once the user has said yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// Give the game up.
    Resign {
        /// The room.
        room: RoomCode,
        /// The seat that gives up.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Leave a room whose game is on.
    Leave {
        /// The room.
        room: RoomCode,
    },
    /// End the program while a game is on.
    Quit,
}

impl Confirmed {
    /// The question.
    #[must_use]
    pub const fn question(&self) -> &'static str {
        match self {
            Self::Resign { .. } => "Give this game up?",
            Self::Leave { .. } => "Leave? The game is on; your seat is kept.",
            Self::Quit => "Quit? The game is on.",
        }
    }
}

impl Overlay {
    /// The rows that can be chosen, from the top; none in the help and in the talk.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        match self {
            Self::Help { .. } | Self::Chat(_) => Vec::new(),
            Self::Mutes(mutes) => mutes.entries.iter().map(MuteEntry::label).collect(),
            Self::Confirm { .. } => vec!["yes".to_owned(), "no".to_owned()],
            Self::Levels { bots, .. } => bots.iter().map(ToString::to_string).collect(),
        }
    }

    /// The row under the cursor.
    #[must_use]
    pub fn cursor(&self) -> usize {
        match self {
            Self::Help { .. } | Self::Chat(_) => 0,
            Self::Mutes(mutes) => mutes.cursor,
            Self::Confirm { yes, .. } => usize::from(!*yes),
            Self::Levels { cursor, .. } => *cursor,
        }
    }

    /// Moves the cursor to `row`, or scrolls the help there.
    pub fn set_cursor(&mut self, row: usize) {
        match self {
            Self::Help { scroll } => *scroll = row,
            Self::Chat(chat) => chat.scroll = row,
            Self::Mutes(mutes) => mutes.cursor = row.min(mutes.entries.len().saturating_sub(1)),
            Self::Confirm { yes, .. } => *yes = row == 0,
            Self::Levels { cursor, bots, .. } => *cursor = row.min(bots.len().saturating_sub(1)),
        }
    }
}
