//! What can happen to the client: the one kind of input that `update` takes.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use tengen_session::link::{LinkEvent, LinkId};

use crate::{keeper::KeeperNews, local::LocalNews, net::lan::LanEvent, wish::Wish};

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
    /// The keeper of the small files has news.
    Kept(KeeperNews),
    /// The user wants something at once.
    Wish(Box<Wish>),
    /// There is a report about a connection.
    Link(LinkId, LinkEvent),
    /// There is news of other servers on this network.
    Lan(LanEvent),
    /// There is news of the server inside this program.
    Local(LocalNews),
    /// This much time has passed since the last tick.
    Tick(Duration),
}
