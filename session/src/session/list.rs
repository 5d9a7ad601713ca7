//! The list of a server's rooms.

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::{
    game::RoomCode,
    protocol::{Cmd, Frame, ListUpdate, Request, RoomListing},
};

use super::Session;

/// Rooms that are kept of a list, however many a server sends: twice as many as ours sends.
const MOST_ROOMS: usize = 2_000;

/// How long a server that refuses its list is left alone.
const RETRY: Duration = Duration::from_secs(5);

/// The rooms that a server lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomList {
    /// Whether the server was asked to tell them.
    asked: bool,
    /// Until when, in the local time, they are not asked for again after a refusal.
    wait_until: Duration,
    /// The rooms; none while they are not known.
    rooms: Option<BTreeMap<RoomCode, RoomListing>>,
}

impl RoomList {
    /// The rooms by their codes; none while they are not known.
    #[must_use]
    pub fn rooms(&self) -> Option<impl ExactSizeIterator<Item = &RoomListing>> {
        self.rooms.as_ref().map(BTreeMap::values)
    }

    /// Whether the rooms were asked for and are not known yet.
    #[must_use]
    pub const fn is_awaited(&self) -> bool {
        self.asked && self.rooms.is_none()
    }

    /// How many rooms are known.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rooms.as_ref().map_or(0, BTreeMap::len)
    }

    /// The room with this place in the list.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<&RoomListing> {
        self.rooms.as_ref()?.values().nth(index)
    }

    /// The place of a room in the list.
    #[must_use]
    pub fn place_of(&self, code: &RoomCode) -> Option<usize> {
        self.rooms.as_ref()?.keys().position(|known| known == code)
    }

    /// The server does not tell them now; it is asked again after a while.
    pub(super) fn refused(&mut self, now: Duration) {
        *self = Self { wait_until: now + RETRY, ..Self::default() };
    }

    pub(super) fn take(&mut self, update: ListUpdate) {
        match update {
            ListUpdate::Full { rooms } => self.rooms = Some(by_code(rooms).take(MOST_ROOMS).collect()),
            ListUpdate::Changes { changed, gone } => {
                let rooms = self.rooms.get_or_insert_default();
                for code in gone {
                    rooms.remove(&code);
                }
                for (code, listing) in by_code(changed) {
                    if rooms.len() < MOST_ROOMS || rooms.contains_key(&code) {
                        rooms.insert(code, listing);
                    }
                }
            }
        }
    }

    /// A new connection is told nothing yet, unless that was asked among `waiting` commands.
    pub(super) fn renew<'a>(&mut self, waiting: impl Iterator<Item = &'a Frame>) {
        let wanted = |frame: &Frame| match frame.cmd {
            Cmd::Request(Request::ListRooms {}) => Some(true),
            Cmd::Request(Request::UnlistRooms {}) => Some(false),
            _ => None,
        };
        self.asked = waiting.filter_map(wanted).last().unwrap_or(false);
    }
}

fn by_code(rooms: Vec<RoomListing>) -> impl Iterator<Item = (RoomCode, RoomListing)> {
    rooms.into_iter().map(|listing| (listing.room.clone(), listing))
}

impl Session {
    /// Has the server tell its rooms as long as that is `wanted`.
    pub fn want_list(&mut self, wanted: bool) {
        let waits = wanted && self.time.local() < self.list.wait_until;
        if wanted == self.list.asked || waits || !self.link.is_online() {
            return;
        }
        let request = if wanted { Request::ListRooms {} } else { Request::UnlistRooms {} };
        if self.ask(None, request).is_ok() {
            self.list = RoomList { asked: wanted, ..RoomList::default() };
        }
    }
}
