//! What can happen to the client: the one kind of input that `update` takes.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use tengen_session::{
    link::{Address, KeyTrouble, LinkId, Loss},
    room::Muted,
};
use tengen_shared::{
    game::Name,
    protocol::{PlayerKey, ServerFrame, ServerId},
};

use crate::{local::LocalError, net::lan::LanEvent, settings::Loaded, update::Wish};

/// What a fresh connection begins with.
#[derive(Clone, Debug)]
pub struct Greeting {
    /// The server's identity.
    pub server: ServerId,
    /// The key of an earlier visit to it, from the slot that this program holds.
    pub key: Option<PlayerKey>,
    /// The name last used from that slot.
    pub name: Option<Name>,
    /// Whom the user does not want to hear there.
    pub muted: Muted,
    /// Something about the key files that the user should know.
    pub notice: Option<KeyTrouble>,
}

/// News from the network task.
#[derive(Clone, Debug)]
pub enum NetEvent {
    /// It tries to reach the server.
    Dialling,
    /// The server has spoken; it waits for `hello`.
    Up {
        /// The connection.
        link: LinkId,
        /// What it begins with.
        greeting: Box<Greeting>,
    },
    /// A frame has come in.
    Frame {
        /// The connection.
        link: LinkId,
        /// What came.
        frame: ServerFrame,
    },
    /// Nothing has come for longer than it should; the connection stands all the same.
    Silent {
        /// The connection.
        link: LinkId,
        /// For how long.
        silence: Duration,
    },
    /// A sign of life after a silence.
    Heard {
        /// The connection.
        link: LinkId,
    },
    /// There is no connection.
    Down {
        /// Why.
        why: Loss,
        /// How long until the next attempt.
        retry_in: Duration,
    },
    /// Something that the user should know, such as a key that could not be kept.
    Notice {
        /// What it is.
        trouble: KeyTrouble,
    },
}

/// News of the server inside this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalNews {
    /// It can be reached.
    Ready {
        /// Where.
        address: Address,
    },
    /// It cannot run.
    Failed {
        /// Why.
        why: LocalError,
    },
}

/// Everything that can happen.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or a button let go.
    Mouse(MouseEvent),
    /// The terminal has this size now.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// Text was pasted.
    Paste(String),
    /// The files of the settings have been read.
    Settings(Box<Loaded>),
    /// The user wants something at once.
    Wish(Box<Wish>),
    /// The network has news.
    Net(NetEvent),
    /// There is news of other servers on this network.
    Lan(LanEvent),
    /// There is news of the server inside this program.
    Local(LocalNews),
    /// This much time has passed since the last tick.
    Tick(Duration),
}
