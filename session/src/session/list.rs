//! The list of rooms on a server.

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::{
    game::RoomCode,
    protocol::{Cmd, Frame, ListUpdate, Request, RoomListing},
};

use super::Session;

/// The maximum number of rooms kept, however many the server sends: twice the default limit of the Tengen server.
const MOST_ROOMS: usize = 2_000;

/// How long to wait before asking again, after the server refused to send its list.
const RETRY: Duration = Duration::from_secs(5);

/// The rooms that a server lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomList {
    /// Whether the server has been asked for the list.
    asked: bool,
    /// The local time before which the list is not asked for again, after a refusal.
    wait_until: Duration,
    /// The rooms by code; `None` until the list arrives.
    rooms: Option<BTreeMap<RoomCode, RoomListing>>,
}

impl RoomList {
    /// The rooms in the order of their codes; `None` until the list arrives.
    #[must_use]
    pub fn rooms(&self) -> Option<impl ExactSizeIterator<Item = &RoomListing>> {
        self.rooms.as_ref().map(BTreeMap::values)
    }

    /// Whether the list was asked for and has not arrived.
    #[must_use]
    pub const fn is_awaited(&self) -> bool {
        self.asked && self.rooms.is_none()
    }

    /// The number of rooms; 0 until the list arrives.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rooms.as_ref().map_or(0, BTreeMap::len)
    }

    /// Returns the room at `index`, from 0, in the order of the codes.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<&RoomListing> {
        self.rooms.as_ref()?.values().nth(index)
    }

    /// Returns the index of a room, from 0, in the order of the codes.
    #[must_use]
    pub fn place_of(&self, code: &RoomCode) -> Option<usize> {
        self.rooms.as_ref()?.keys().position(|known| known == code)
    }

    /// Notes that the server refuses to send the list at the local time `now`. It is asked again later.
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

    /// Prepares for a new connection, on which the server sends no list unless `waiting` contains the request for it.
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
    /// Asks the server to start or stop sending its list, if it does not already do what is `wanted`. Call it after
    /// each event.
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
