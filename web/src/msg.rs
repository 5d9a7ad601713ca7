//! Everything that can happen to the page.

use std::time::Duration;

use tengen_session::{
    Visitor,
    link::{LinkEvent, LinkId},
    text::Lang,
};
use tengen_shared::protocol::ServerId;
use tengen_worker::Answer;

use crate::{
    prefs::Switch,
    route::Route,
    screen::{devices, games, new, replay, room, start},
    tree,
};

/// An element whose events are messages of this program.
pub type Element = tree::Element<Msg>;

/// An event, from the browser or from what it shows.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Time has passed. This comes before every other message.
    Passed(Duration),
    /// The connection reports something.
    Link(LinkId, LinkEvent),
    /// The page was hidden or asleep, or the network has changed: find out whether the connection still lives.
    Awake,
    /// What is stored for a server.
    Found(ServerId, Box<Visitor>),
    /// The server has another key than on the last visit.
    OtherKey(ServerId),
    /// The engine answers the question with this number; the error says why it cannot.
    Answered(u32, Result<Answer, String>),
    /// Whether a text is in the clipboard now.
    Copied(bool),
    /// The browser could not store something.
    NotKept,
    /// The user has chosen an address, with a link of the page.
    Go(Route),
    /// The browser has gone back or forward to this path.
    Moved(String),
    /// The user has chosen the theme with this name.
    Theme(String),
    /// The user turns a setting on or off.
    Switch(Switch),
    /// The user has chosen a language.
    Speak(Lang),
    /// The notice is to go away.
    CloseNotice,
    /// The text in the field for the name.
    TypeName(String),
    /// The user has chosen the name in the field.
    SaveName,
    Start(start::Msg),
    New(new::Msg),
    Room(room::Msg),
    Games(games::Msg),
    Devices(devices::Msg),
    Replay(replay::Msg),
}
