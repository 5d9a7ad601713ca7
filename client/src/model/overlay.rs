//! The overlays: help, questions, menus, and the chat of a room.

use tengen_session::{
    room::{Irreversible, Returning},
    text::Lang,
};
use tengen_shared::{
    game::{Command, RoomCode, Seat, Seq},
    protocol::KeyId,
    rules::{Bot, Point},
};

use super::{Model, menu_state::MenuLine};
use crate::{
    intent::Mode,
    screen::room::{ChatBox, Invitation, MuteBox},
};

/// An overlay on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The chat of a room, with a text field.
    Chat(ChatBox),
    /// The list of people to mute.
    Mutes(MuteBox),
    /// The link that brings a friend into the room.
    Invitation(Invitation),
    /// The help for the screen or overlay below.
    Help {
        /// The number of rows scrolled away at the top.
        scroll: usize,
        /// The overlay to go back to when the help is closed.
        below: Option<Box<Overlay>>,
    },
    /// A question before an action.
    Confirm {
        /// The action for the answer "yes".
        action: Confirmed,
        /// Whether the cursor is on "yes".
        yes: bool,
    },
    /// The choice of a level for an AI in a seat.
    Levels {
        room: RoomCode,
        seat: Seat,
        /// The bots that can play the board.
        bots: Vec<Bot>,
        /// The index of the bot under the cursor.
        cursor: usize,
        /// The use of the chosen bot.
        purpose: LevelsFor,
    },
    /// The choice of a person who is back under another number.
    Returning {
        room: RoomCode,
        /// The people, and the players who they may be.
        pairs: Vec<Returning>,
        /// The index of the pair under the cursor.
        cursor: usize,
    },
    /// The menu of a room.
    Game {
        /// The request of another player; empty without a request.
        head: String,
        /// The possible actions, and below them the reasons for missing ones.
        lines: Vec<MenuLine>,
        /// The index of the action under the cursor.
        cursor: usize,
    },
    /// The choice how to end or continue the game of a player who is gone.
    Claim {
        room: RoomCode,
        /// The user's seat.
        seat: Seat,
        /// The number of the game in the room.
        game: u32,
        /// The name of the player who is gone.
        who: String,
        /// Whether that player still has time to return, so that nothing can be claimed.
        early: bool,
        /// The index of the row under the cursor.
        cursor: usize,
    },
}

/// The use of the chosen bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelsFor {
    /// Give it the seat.
    Seat,
    /// Let it play on for the player who is gone.
    StandIn {
        /// The number of the game in the room.
        game: u32,
    },
}

/// An action that needs a "yes" first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// An action in a room that cannot be undone.
    Do {
        room: RoomCode,
        action: Irreversible,
        /// The command to send.
        command: Command,
    },
    /// Leave a room during the user's game.
    Leave { room: RoomCode },
    /// End the program during the user's game.
    Quit,
    /// Place a stone. The guard against misplaced stones asks first.
    Place {
        room: RoomCode,
        /// The seat that places the stone.
        seat: Seat,
        /// The point for the stone.
        point: Point,
        /// The room's `at` when the question was asked; the server refuses the move in another position.
        at: Seq,
    },
    /// Ask the players for permission to watch.
    AskToWatch { room: RoomCode },
    /// Watch a room that has no free seat.
    Watch { room: RoomCode },
    /// Remove one of the user's devices.
    RemoveDevice {
        key: KeyId,
        /// How the list describes the device.
        device: String,
    },
}

impl Confirmed {
    /// Returns the question for the user.
    #[must_use]
    pub fn question(&self, model: &Model) -> String {
        let lang = model.lang;
        match self {
            Self::Do { action, .. } => action.question(lang),
            Self::Leave { room } => leave_question(model, room),
            Self::Quit => lang.q_quit(),
            Self::AskToWatch { .. } => lang.q_watch(),
            Self::Watch { .. } => lang.q_watch_instead(),
            Self::RemoveDevice { device, .. } => return lang.q_remove_device(device),
            Self::Place { point, .. } => return lang.place_question(&point.to_string()),
        }
        .to_owned()
    }

    /// Returns the labels of the two answers: to do it, and not to do it.
    #[must_use]
    pub const fn answers(&self, lang: Lang) -> [&'static str; 2] {
        match self {
            Self::Leave { .. } => [lang.leave(), lang.stay()],
            Self::Quit => [lang.quit(), lang.stay()],
            Self::RemoveDevice { .. } => [lang.remove(), lang.keep()],
            Self::Do { action: Irreversible::Resign, .. } => [lang.resign_yes(), lang.resign_no()],
            Self::Do { .. } | Self::Place { .. } | Self::AskToWatch { .. } | Self::Watch { .. } => {
                [lang.yes(), lang.no()]
            }
        }
    }
}

/// Returns the question before the user leaves their game. It says what happens to the game meanwhile.
fn leave_question(model: &Model, room: &RoomCode) -> &'static str {
    let lang = model.lang;
    let running = model.session.viewer(room).and_then(|viewer| viewer.running());
    match (model.mode, running) {
        (_, Some(_)) => lang.q_leave_clock(),
        (Mode::Local, _) => lang.q_leave_local(),
        (Mode::Online, _) => lang.q_leave(),
    }
}

impl Overlay {
    /// Returns the rows of the overlay, from the top; empty for the help and the chat.
    #[must_use]
    pub fn rows(&self, lang: Lang) -> Vec<String> {
        match self {
            Self::Help { .. } | Self::Chat(_) | Self::Invitation(_) => Vec::new(),
            Self::Mutes(mutes) => mutes.entries.iter().map(|entry| entry.label(lang)).collect(),
            Self::Confirm { action, .. } => action.answers(lang).map(str::to_owned).to_vec(),
            Self::Levels { bots, .. } => bots.iter().map(ToString::to_string).collect(),
            Self::Returning { pairs, .. } => Returning::lines(pairs, lang),
            Self::Game { lines, .. } => lines.iter().map(MenuLine::to_string).collect(),
            Self::Claim { early: true, .. } => vec![lang.close().to_owned()],
            Self::Claim { who, .. } => {
                vec![lang.claim_win().to_owned(), lang.claim_draw().to_owned(), lang.claim_ai(who)]
            }
        }
    }

    /// Returns the index of the row under the cursor; 0 for the help and the chat.
    #[must_use]
    pub fn cursor(&self) -> usize {
        match self {
            Self::Help { .. } | Self::Chat(_) | Self::Invitation(_) => 0,
            Self::Mutes(mutes) => mutes.cursor,
            Self::Confirm { yes, .. } => usize::from(!*yes),
            Self::Levels { cursor, .. }
            | Self::Returning { cursor, .. }
            | Self::Game { cursor, .. }
            | Self::Claim { cursor, .. } => *cursor,
        }
    }

    /// Returns the number of rows that the cursor can be on.
    #[must_use]
    pub fn choices(&self) -> usize {
        match self {
            Self::Game { lines, .. } => {
                lines.iter().filter(|line| matches!(line, MenuLine::Deed { .. })).count()
            }
            Self::Help { .. } | Self::Chat(_) | Self::Invitation(_) => 0,
            Self::Mutes(mutes) => mutes.entries.len(),
            Self::Confirm { .. } => 2,
            Self::Levels { bots, .. } => bots.len(),
            Self::Returning { pairs, .. } => pairs.len(),
            Self::Claim { early, .. } => {
                if *early {
                    1
                } else {
                    3
                }
            }
        }
    }

    /// Moves the cursor to `row`, or scrolls the help or the chat there.
    pub fn set_cursor(&mut self, row: usize) {
        match self {
            Self::Help { scroll, .. } => *scroll = row,
            Self::Chat(chat) => chat.scroll = row,
            Self::Invitation(_) => {}
            Self::Mutes(mutes) => mutes.cursor = row.min(mutes.entries.len().saturating_sub(1)),
            Self::Confirm { yes, .. } => *yes = row == 0,
            Self::Levels { cursor, bots, .. } => *cursor = row.min(bots.len().saturating_sub(1)),
            Self::Returning { cursor, pairs, .. } => *cursor = row.min(pairs.len().saturating_sub(1)),
            Self::Game { cursor, .. } => *cursor = row,
            Self::Claim { cursor, early, .. } => *cursor = row.min(if *early { 0 } else { 2 }),
        }
    }
}
