//! What the page is to do besides showing the model.

use tengen_session::{link::LinkOrder, room::Muted, text::Lang};
use tengen_shared::{
    game::{Name, RoomCode},
    protocol::{PublicKey, SecretKey, ServerId},
};
use tengen_worker::Question;

use crate::{
    prefs::{Prefs, Theme},
    route::Route,
    screen::replay::Format,
    tree::Text,
};

/// A value that the browser stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The user's key and the server's key, for the server that was looked up last.
    Identity {
        key: SecretKey,
        server: PublicKey,
    },
    /// The muted players of that server.
    Muted(Muted),
    /// The rooms where the user has a seat, so that a page that is loaded again knows them.
    Rooms(Vec<RoomCode>),
    Lang(Lang),
    Name(Name),
    Prefs(Prefs),
}

/// A sound of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Somebody has placed a stone.
    Stone,
    /// It is the user's turn.
    Turn,
    /// The game is over.
    End,
}

impl Sound {
    /// Returns the name of the sound in `start.js`, which makes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stone => "Stone",
            Self::Turn => "Turn",
            Self::End => "End",
        }
    }
}

/// A side effect that [`update`](crate::update::update) asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Read the user's key for this server and pass it on as [`Msg::Found`](crate::msg::Msg::Found).
    LookUp(ServerId),
    /// Keep a value for the next visit, as far as the browser stores anything.
    Store(Kept),
    /// Take the colours of the user's theme.
    Colour(Theme),
    /// Ask the user whether the browser may show notifications.
    AskToNotify,
    /// Make a sound, if the user has touched the page since it was loaded.
    Sound(Sound),
    /// Tell the user of something if the page is hidden; also by a notification, if `aloud`.
    Notify { text: &'static str, aloud: bool },
    /// Show this address in the browser, as a new step of its history.
    Show(Route),
    /// Have the engine answer a question instead of what it is doing. Its answers come as
    /// [`Msg::Answered`](crate::msg::Msg::Answered) with this number.
    Think(u32, Question),
    /// End the engine's work: nobody waits for its answer.
    Rest,
    /// Save a picture as a file. The address contains the picture, in SVG.
    Save(Format, String),
    /// Put a text into the clipboard.
    Copy(String),
    /// Give the keyboard to the element with this id.
    Focus(Text),
}
