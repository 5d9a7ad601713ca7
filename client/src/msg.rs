//! The input of `update`.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use tengen_session::link::{LinkEvent, LinkId};

use crate::{keeper::KeeperNews, local::LocalNews, net::lan::LanEvent, wish::Wish};

/// Something that has happened to the client.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was pressed, repeated or released.
    Key(KeyEvent),
    /// The mouse was moved or scrolled, or a button was pressed or released.
    Mouse(MouseEvent),
    /// The size of the terminal has changed.
    Resize {
        /// The number of columns.
        width: u16,
        /// The number of rows.
        height: u16,
    },
    /// The user pasted this text.
    Paste(String),
    /// The keeper of the small files has a report.
    Kept(KeeperNews),
    /// The user of line mode has a request.
    Wish(Box<Wish>),
    /// The network task has a report about this connection.
    Link(LinkId, LinkEvent),
    /// There is news about servers on this network.
    Lan(LanEvent),
    /// There is news about the server inside this program.
    Local(LocalNews),
    /// This much time has passed since the last tick.
    Tick(Duration),
}
