//! A room: its board, its players and its chat.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::{
    alone::Alone,
    room::{Irreversible, RoomAction},
};
use tengen_shared::{
    game::{Claim, CommandId, PlayerId, RoomCode, Seq},
    rules::{Bot, Choice},
};

use super::{
    aim::{self, Aim},
    new::NewRoom,
};

/// Whether to play or to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Join,
    Watch,
}

/// How far the user has come into the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The server has not been asked yet.
    Outside,
    /// The server has been asked, with this command.
    Asked(CommandId),
    /// The room needs a passphrase; the text in the field for it, and whether one was wrong.
    Passphrase {
        text: String,
        wrong: bool,
    },
    /// The players must agree; whether they have been asked.
    Consent {
        asked: bool,
    },
    /// The server refuses, for this reason.
    Refused(String),
    Inside,
}

/// What is shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Moves,
    Chat,
}

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct RoomScreen {
    pub code: RoomCode,
    pub purpose: Purpose,
    pub entry: Entry,
    /// Where the user points on the board.
    pub aim: Aim,
    pub panel: Panel,
    /// Whether the less common actions are shown.
    pub more: bool,
    /// The position that was shown last. A first tap counts in its position only.
    pub(crate) at: Seq,
    pub dialog: Option<Dialog>,
    /// The form with which the user changes the room.
    pub form: Option<Box<NewRoom>>,
    /// Whether the list of people to mute is shown.
    pub muting: bool,
    /// The text in the field for a message.
    pub message: String,
}

impl RoomScreen {
    /// Creates the screen of a room that the user is not in yet.
    #[must_use]
    pub(crate) fn new(code: RoomCode, purpose: Purpose) -> Self {
        Self {
            code,
            purpose,
            entry: Entry::Outside,
            aim: Aim::default(),
            panel: Panel::Moves,
            more: false,
            at: Seq::default(),
            dialog: None,
            form: None,
            muting: false,
            message: String::new(),
        }
    }

    /// Creates the screen of a room that the user has entered.
    #[must_use]
    pub(crate) fn inside(code: RoomCode) -> Self {
        Self { entry: Entry::Inside, ..Self::new(code, Purpose::Join) }
    }

    /// Whether the room is on this device, without a server.
    #[must_use]
    pub(crate) fn is_alone(&self) -> bool {
        Alone::is(&self.code)
    }

    /// Returns the link that brings a friend into the room.
    #[must_use]
    pub(crate) fn link(&self, origin: &str) -> String {
        format!("{origin}/r/{}", self.code)
    }

    /// Returns the address of a picture of that link, for phones.
    #[must_use]
    pub(crate) fn qr_code(&self, origin: &str) -> String {
        let tls = if origin.starts_with("https:") { "?tls" } else { "" };
        format!("/r/{}/qr.svg{tls}", self.code)
    }
}

/// A question, shown over the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Whether the action is really meant.
    Sure(Irreversible),
    /// Whether the user leaves the room.
    Leave,
    /// How the game of a player who is gone ends.
    Claim,
    /// Which person in the room is a player who is gone.
    Returning,
    /// Which AI gets a seat; of the stand-in, if `stand_in`.
    Level { stand_in: bool },
}

impl Dialog {
    /// Returns a name that stays while the question changes, such as by a countdown in it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sure(_) => "sure",
            Self::Leave => "leave",
            Self::Claim => "claim",
            Self::Returning => "returning",
            Self::Level { .. } => "level",
        }
    }
}

/// What the user does with the chat.
#[derive(Clone, Debug)]
pub enum Talk {
    Message(String),
    Say,
    /// Show or hide the list of people to mute.
    List,
    /// Mute a player, or everybody; or end that.
    Mute(Option<PlayerId>),
}

/// What the user does in a room.
#[derive(Clone, Debug)]
pub enum Msg {
    Aim(aim::Msg),
    /// Do this at once.
    Do(RoomAction),
    /// Ask before this is done, or what exactly is to be done.
    Consider(RoomAction),
    Choose(Choice),
    /// End the game of a player who is gone; `None` if an AI is to play on.
    Claim(Option<Claim>),
    /// Give a seat to this AI.
    Seat(Bot),
    /// Ask whether the user leaves the room, or with `true` leave it.
    Leave(bool),
    /// Say that the second player has come back as the first one: the old number, then the present one.
    Recognize(PlayerId, PlayerId),
    Dismiss,
    More,
    Panel(Panel),
    Talk(Talk),
    Copy,
    /// Take the game to the analysis board.
    Analyse,
    Passphrase(String),
    /// Try to enter: with the passphrase, or again.
    Enter(Purpose),
    /// Ask the players to let the user watch.
    Knock,
}
