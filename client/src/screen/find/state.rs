//! What can be found on the network: servers with their rooms, and the way to a room whose code is known.

use std::time::Duration;

use tengen_session::link::Address;
use tengen_shared::{
    game::{Passphrase, RoomCode},
    protocol::{RoomListing, ServerId},
};

use crate::{
    intent::{Purpose, Start},
    net::lan::{AskError, LanEvent, LanServer},
    screen::Screen,
};

/// How long a server that announces itself is waited for before this machine is tried.
pub const LISTEN: Duration = Duration::from_secs(2);
/// How long the end of a search is waited for. It ends long before; if that is never heard, nothing may wait for ever.
pub const SEEK: Duration = Duration::from_secs(10);
/// The most servers that are shown; whoever is on the network can announce as many as they like.
const MAX_SERVERS: usize = 64;
/// The most rooms of a server that are shown.
const MAX_ROOMS: usize = 64;

/// A server that announces itself, and its rooms once they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The server.
    pub server: LanServer,
    /// Its rooms, or why they cannot be shown.
    pub rooms: Option<Result<Vec<RoomListing>, AskError>>,
}

/// Whether others can be heard on this network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ear {
    /// It is not known yet.
    #[default]
    Opening,
    /// They can.
    Listening,
    /// There is no network here, or one on which nobody can announce anything.
    Deaf,
}

/// What is done with the first server that is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auto {
    /// What to do there.
    pub start: Option<Start>,
    /// How long others are waited for.
    pub left: Duration,
}

/// The servers on this network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindScreen {
    /// What Enter does with a room.
    pub purpose: Purpose,
    /// The row under the cursor.
    pub cursor: usize,
    /// Whether the user has put the cursor there; before that it waits on the first row.
    pub placed: bool,
    /// The servers that announce themselves, in the order of their names.
    pub servers: Vec<Neighbour>,
    /// Whether they can be heard.
    pub ear: Ear,
    /// The server last used, which may be none of these.
    pub last: Option<Address>,
    /// Set if the command line left the choice of a server to the program.
    pub auto: Option<Auto>,
}

/// A row of the servers on this network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindRow<'a> {
    /// A server.
    Server(&'a Neighbour),
    /// One of its rooms.
    Room(&'a Neighbour, &'a RoomListing),
    /// The server last used, which does not announce itself here.
    Last(&'a Address),
    /// The line that leads to typing an address or a code.
    Type,
}

impl FindScreen {
    /// Nothing is known yet.
    #[must_use]
    pub const fn new(purpose: Purpose, last: Option<Address>) -> Self {
        Self { purpose, cursor: 0, placed: false, servers: Vec::new(), ear: Ear::Opening, last, auto: None }
    }

    /// The rows from the top.
    #[must_use]
    pub fn rows(&self) -> Vec<FindRow<'_>> {
        let mut rows = Vec::new();
        for neighbour in &self.servers {
            rows.push(FindRow::Server(neighbour));
            if let Some(Ok(rooms)) = &neighbour.rooms {
                rows.extend(rooms.iter().take(MAX_ROOMS).map(|room| FindRow::Room(neighbour, room)));
            }
        }
        let unheard = |address: &&Address| {
            self.servers.iter().all(|known| known.server.addresses().all(|other| other != *address))
        };
        rows.extend(self.last.as_ref().filter(unheard).map(FindRow::Last));
        rows.push(FindRow::Type);
        rows
    }

    /// Takes in news; the cursor stays on its row.
    pub fn hear(&mut self, event: &LanEvent) {
        let under = self.rows().get(self.cursor).filter(|_| self.placed).map(FindRow::key);
        match event {
            LanEvent::Listening => self.ear = Ear::Listening,
            LanEvent::Quiet => {
                self.ear = Ear::Deaf;
                self.servers.clear();
            }
            LanEvent::Found(server) => self.found(server),
            LanEvent::Rooms { id, rooms } => {
                if let Some(known) = self.servers.iter_mut().find(|known| known.server.id == *id) {
                    known.rooms = Some(rooms.clone());
                }
            }
            LanEvent::Gone { id } => self.servers.retain(|known| known.server.id != *id),
            LanEvent::Sought { .. } => {}
        }
        let rows = self.rows();
        let same = under.and_then(|key| rows.iter().position(|row| row.key() == key));
        self.cursor = same.unwrap_or(if self.placed { self.cursor } else { 0 }).min(rows.len() - 1);
    }

    fn found(&mut self, server: &LanServer) {
        let full = self.servers.len() >= MAX_SERVERS;
        match self.servers.iter_mut().find(|known| known.server.id == server.id) {
            Some(known) => known.server = server.clone(),
            None if full => return,
            None => self.servers.push(Neighbour { server: server.clone(), rooms: None }),
        }
        self.servers.sort_by(|a, b| {
            let key = |known: &Neighbour| (known.server.name.as_str().to_lowercase(), known.server.id.0);
            key(a).cmp(&key(b))
        });
    }
}

/// What tells a row from all others.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RowKey {
    Server(ServerId),
    Room(ServerId, RoomCode),
    Last,
    Type,
}

impl FindRow<'_> {
    fn key(&self) -> RowKey {
        match self {
            Self::Server(known) => RowKey::Server(known.server.id),
            Self::Room(known, room) => RowKey::Room(known.server.id, room.room.clone()),
            Self::Last(_) => RowKey::Last,
            Self::Type => RowKey::Type,
        }
    }
}

/// A room is looked for on the servers that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekScreen {
    /// The room.
    pub room: RoomCode,
    /// What it is wanted for.
    pub purpose: Purpose,
    /// Its secret, if that was given.
    pub passphrase: Option<Passphrase>,
    /// Where to go instead.
    pub back: Box<Screen>,
    /// How long its end is still waited for.
    pub left: Duration,
}
