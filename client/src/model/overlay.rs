//! What can lie over a screen: the help, a question, the menu of a room, a choice.

use tengen_session::{room::Deed, text::Lang};
use tengen_shared::{
    game::{Command, RoomCode, Seat, Seq},
    rules::{Bot, Point},
};

use super::deeds::MenuLine;
use crate::screen::room::{ChatBox, MuteBox};

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The talk of a room.
    Chat(ChatBox),
    /// The choice whom not to hear.
    Mutes(MuteBox),
    /// What can be done on the screen below, or in what lay over it.
    Help {
        /// The rows scrolled away.
        scroll: usize,
        /// What lay over the screen before, and does again when the help is closed.
        below: Option<Box<Overlay>>,
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
        /// What is to become of the one that is chosen.
        purpose: LevelsFor,
    },
    /// What can be done in the room.
    Game {
        /// What others want of the user, in full; empty if nothing.
        head: String,
        /// What can be done, and below it why the rest cannot.
        lines: Vec<MenuLine>,
        /// Where the cursor stands among what can be done.
        cursor: usize,
    },
    /// How a game goes on whose other player is gone.
    Claim {
        /// The room.
        room: RoomCode,
        /// The user's seat.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// Who is gone.
        who: String,
        /// Where the cursor stands.
        cursor: usize,
    },
}

/// What becomes of the AI that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelsFor {
    /// It gets the seat.
    Seat,
    /// It plays on for whoever is gone from the seat.
    StandIn {
        /// The number of the game.
        game: u32,
    },
}

/// What is done once the user has said yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// Something in a room that cannot be taken back.
    Do {
        /// The room.
        room: RoomCode,
        /// What.
        deed: Deed,
        /// The command for it.
        command: Command,
    },
    /// Leave a room whose game is on.
    Leave {
        /// The room.
        room: RoomCode,
    },
    /// End the program while a game is on.
    Quit,
    /// Place a stone, where a guard against misplaced ones asks first.
    Place {
        /// The room.
        room: RoomCode,
        /// The seat.
        seat: Seat,
        /// Where.
        point: Point,
        /// The room's `at` when it was asked.
        at: Seq,
    },
    /// Ask the players to be let in to watch.
    AskToWatch {
        /// The room.
        room: RoomCode,
    },
}

impl Confirmed {
    /// The question.
    #[must_use]
    pub fn question(&self, lang: Lang) -> String {
        match self {
            Self::Do { deed: Deed::Restart, .. } => lang.q_restart(),
            Self::Do { deed: Deed::Draw, .. } => lang.q_draw(),
            Self::Do { deed: Deed::Kick, .. } => lang.q_kick(),
            Self::Do { .. } => lang.q_resign(),
            Self::Leave { .. } => lang.q_leave(),
            Self::Quit => lang.q_quit(),
            Self::AskToWatch { .. } => lang.q_watch(),
            Self::Place { point, .. } => return lang.place_question(&point.to_string()),
        }
        .to_owned()
    }
}

impl Overlay {
    /// The rows that can be chosen, from the top; none in the help and in the talk.
    #[must_use]
    pub fn rows(&self, lang: Lang) -> Vec<String> {
        match self {
            Self::Help { .. } | Self::Chat(_) => Vec::new(),
            Self::Mutes(mutes) => mutes.entries.iter().map(|entry| entry.label(lang)).collect(),
            Self::Confirm { .. } => [lang.yes(), lang.no()].map(str::to_owned).to_vec(),
            Self::Levels { bots, .. } => bots.iter().map(ToString::to_string).collect(),
            Self::Game { lines, .. } => lines.iter().map(MenuLine::to_string).collect(),
            Self::Claim { who, .. } => {
                vec![lang.claim_win().to_owned(), lang.claim_draw().to_owned(), lang.claim_ai(who)]
            }
        }
    }

    /// The row under the cursor.
    #[must_use]
    pub fn cursor(&self) -> usize {
        match self {
            Self::Help { .. } | Self::Chat(_) => 0,
            Self::Mutes(mutes) => mutes.cursor,
            Self::Confirm { yes, .. } => usize::from(!*yes),
            Self::Levels { cursor, .. } | Self::Game { cursor, .. } | Self::Claim { cursor, .. } => *cursor,
        }
    }

    /// How many rows the cursor can stand on.
    #[must_use]
    pub fn choices(&self) -> usize {
        match self {
            Self::Game { lines, .. } => {
                lines.iter().filter(|line| matches!(line, MenuLine::Deed { .. })).count()
            }
            Self::Help { .. } | Self::Chat(_) => 0,
            Self::Mutes(mutes) => mutes.entries.len(),
            Self::Confirm { .. } => 2,
            Self::Levels { bots, .. } => bots.len(),
            Self::Claim { .. } => 3,
        }
    }

    /// Moves the cursor to `row`, or scrolls the help there.
    pub fn set_cursor(&mut self, row: usize) {
        match self {
            Self::Help { scroll, .. } => *scroll = row,
            Self::Chat(chat) => chat.scroll = row,
            Self::Mutes(mutes) => mutes.cursor = row.min(mutes.entries.len().saturating_sub(1)),
            Self::Confirm { yes, .. } => *yes = row == 0,
            Self::Levels { cursor, bots, .. } => *cursor = row.min(bots.len().saturating_sub(1)),
            Self::Game { cursor, .. } => *cursor = row,
            Self::Claim { cursor, .. } => *cursor = row.min(2),
        }
    }
}
