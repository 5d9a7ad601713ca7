//! The list of rooms on a server.

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::{
    game::RoomCode,
    protocol::{ListUpdate, RoomListing},
};

use super::subscription::Subscription;

/// The maximum number of rooms kept, however many the server sends: twice the default limit of the Tengen server.
const MOST_ROOMS: usize = 2_000;

/// The rooms that a server lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomList {
    pub(super) subscription: Subscription,
    /// The rooms by code; `None` until the list arrives.
    rooms: Option<BTreeMap<RoomCode, RoomListing>>,
}

impl RoomList {
    pub(super) fn asked(is_asked: bool) -> Self {
        Self { subscription: Subscription::asked(is_asked), rooms: None }
    }

    /// The rooms in the order of their codes; `None` until the list arrives.
    #[must_use]
    pub fn rooms(&self) -> Option<impl ExactSizeIterator<Item = &RoomListing>> {
        self.rooms.as_ref().map(BTreeMap::values)
    }

    /// Whether the list was asked for and has not arrived.
    #[must_use]
    pub const fn is_awaited(&self) -> bool {
        self.subscription.is_asked && self.rooms.is_none()
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
        *self = Self { subscription: Subscription::refused(now), rooms: None };
    }

    pub(super) fn take(&mut self, update: ListUpdate) {
        match update {
            ListUpdate::Full { rooms } => {
                self.rooms = None;
                // `collect` would sort, which adds code to the page.
                self.take(ListUpdate::Changes { changed: rooms, gone: Vec::new() });
            }
            ListUpdate::Changes { changed, gone } => {
                let rooms = self.rooms.get_or_insert_default();
                for code in gone {
                    rooms.remove(&code);
                }
                for listing in changed {
                    if rooms.len() < MOST_ROOMS || rooms.contains_key(&listing.room) {
                        rooms.insert(listing.room.clone(), listing);
                    }
                }
            }
        }
    }
}
