//! The state of the list of servers, and of the search for a room.

use std::time::Duration;

use tengen_session::{link::Address, text::Lang};
use tengen_shared::{
    game::{Passphrase, RoomCode},
    protocol::{RoomListing, ServerId},
};

use crate::{
    intent::{Purpose, Start},
    keymap::Context,
    net::lan::{AskError, LanEvent, LanServer},
    screen::{
        Screen,
        about::{About, Wait, titled},
    },
};

/// How long to wait for a server on this network before this machine is tried.
pub const LISTEN: Duration = Duration::from_secs(2);
/// How long to wait for the end of a search. A search ends earlier; this limit applies only if its report is lost.
pub const SEEK: Duration = Duration::from_secs(10);
/// The maximum number of servers in the list. Anybody on the network can announce any number of them.
const MAX_SERVERS: usize = 64;
/// The maximum number of rooms in the list for each server.
const MAX_ROOMS: usize = 64;

/// A server on this network, with its rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundServer {
    /// The announcement of the server.
    pub server: LanServer,
    /// The rooms, or the reason why they are not known; `None` until the server answers.
    pub rooms: Option<Result<Vec<RoomListing>, AskError>>,
}

/// Whether the client can receive announcements on this network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reception {
    /// The client is not listening yet.
    #[default]
    Opening,
    /// The client is listening.
    Listening,
    /// There is no network, or it does not carry announcements.
    Deaf,
}

/// Connects to the first server that is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auto {
    /// What to do on the server.
    pub start: Option<Start>,
    /// How long to wait for a server before this machine is tried.
    pub left: Duration,
}

/// The list of servers on this network, with their rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindScreen {
    /// What Enter does on a room: play or watch.
    pub purpose: Purpose,
    /// The row under the cursor.
    pub cursor: usize,
    /// Whether the user has moved the cursor. Until then it stays on the first row.
    pub placed: bool,
    /// The servers that announce themselves, in the order of their names.
    pub servers: Vec<FoundServer>,
    /// Whether announcements can be received.
    pub ear: Reception,
    /// The address of the server last used, which may be missing from the list.
    pub last: Option<Address>,
    /// Set if the program itself chooses a server; `None` once the user makes a choice.
    pub auto: Option<Auto>,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindRow<'a> {
    /// A server that announces itself.
    Server(&'a FoundServer),
    /// A room, after its server.
    Room(&'a FoundServer, &'a RoomListing),
    /// The server last used, if it does not announce itself.
    Last(&'a Address),
    /// The row that opens the field for a code or an address.
    Type,
}

impl FindScreen {
    /// Creates a list without servers.
    #[must_use]
    pub const fn new(purpose: Purpose, last: Option<Address>) -> Self {
        Self {
            purpose,
            cursor: 0,
            placed: false,
            servers: Vec::new(),
            ear: Reception::Opening,
            last,
            auto: None,
        }
    }

    /// Returns the rows, from the top.
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

    /// Takes in news about the servers. The cursor stays on its row.
    pub fn hear(&mut self, event: &LanEvent) {
        let under = self.rows().get(self.cursor).filter(|_| self.placed).map(FindRow::key);
        match event {
            LanEvent::Listening => self.ear = Reception::Listening,
            LanEvent::NoNetwork => {
                self.ear = Reception::Deaf;
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
            None => self.servers.push(FoundServer { server: server.clone(), rooms: None }),
        }
        self.servers.sort_by(|a, b| {
            let key = |known: &FoundServer| (known.server.name.as_str().to_lowercase(), known.server.id.0);
            key(a).cmp(&key(b))
        });
    }
}

/// The identity of a row, for finding it again in a changed list.
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

/// The screen that waits for the search for a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekScreen {
    /// The code of the room.
    pub room: RoomCode,
    /// Whether to play or to watch.
    pub purpose: Purpose,
    /// The passphrase of the room, if it is known.
    pub passphrase: Option<Passphrase>,
    /// The screen to go back to.
    pub back: Box<Screen>,
    /// How long to wait for the end of the search.
    pub left: Duration,
}

impl About for FindScreen {
    fn context(&self) -> Context {
        Context::Find
    }

    fn title(&self, lang: Lang) -> String {
        titled(match self.purpose {
            Purpose::Join => lang.title_find(),
            Purpose::Watch => lang.title_watch(),
        })
    }

    fn next_change(&self) -> Option<Duration> {
        self.auto.as_ref().map(|auto| auto.left)
    }
}

impl About for SeekScreen {
    fn context(&self) -> Context {
        Context::Seek
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_seek())
    }

    fn wait(&self) -> Option<Wait> {
        Some(Wait::Search(self.room.clone()))
    }

    fn next_change(&self) -> Option<Duration> {
        Some(self.left)
    }
}
