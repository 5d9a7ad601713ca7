//! What the page is to do besides showing the model.

use tengen_session::{link::LinkOrder, room::Muted, text::Lang};
use tengen_shared::{
    game::{Name, RoomCode},
    protocol::{PublicKey, SecretKey, ServerId},
};

use crate::{route::Route, tree::Text};

/// A side effect that [`update`](crate::update::update) asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Read the user's key for this server and pass it on as [`Msg::Found`](crate::msg::Msg::Found).
    LookUp(ServerId),
    /// Store the user's key, the server's key and the name for the server that was looked up last.
    Keep { key: SecretKey, server: PublicKey, name: Name },
    /// Store the muted players.
    KeepMuted(Muted),
    /// Store the rooms where the user has a seat, so that a page that is loaded again knows them.
    KeepRooms(Vec<RoomCode>),
    /// Store the user's language.
    KeepLang(Lang),
    /// Store the user's name.
    KeepName(Name),
    /// Show this address in the browser, as a new step of its history.
    Show(Route),
    /// Put a text into the clipboard.
    Copy(String),
    /// Give the keyboard to the element with this id.
    Focus(Text),
}
