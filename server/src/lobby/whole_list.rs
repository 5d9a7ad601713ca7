//! A snapshot of the full room list, encoded once for everybody who asks for it and knows the same rules.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use bytes::Bytes;
use tengen_shared::{
    game::{Features, RoomCode},
    protocol::{ListUpdate, RoomListing, ServerMessage},
};
use tokio::time::Instant;

use crate::outbox::Broadcast;

/// Rooms per frame; 100 of them stay well below the outbound limit.
pub(super) const FRAME: usize = 100;
/// Rooms per page for HTTP: at most 80 KB.
const PAGE: usize = 200;

/// All rooms on the list. There are only a few sets of features, so only a few lists are made of it.
#[derive(Debug)]
pub(super) struct WholeLists {
    /// When it was taken.
    pub(super) taken: Instant,
    rooms: Vec<RoomListing>,
    most: usize,
    made: Mutex<BTreeMap<Features, Arc<WholeList>>>,
}

impl WholeLists {
    /// Creates the lists of `rooms`, of which followers get at most `most`.
    pub(super) fn new(mut rooms: Vec<RoomListing>, most: usize, taken: Instant) -> Self {
        rooms.sort_unstable_by(|a, b| a.room.cmp(&b.room));
        Self { taken, rooms, most, made: Mutex::default() }
    }

    /// Returns the list of the rooms whose rules a client knows.
    pub(super) fn known_to(&self, known: Features) -> Arc<WholeList> {
        let readable = |room: &&RoomListing| known.covers(room.needs);
        let make = || {
            let rooms: Vec<RoomListing> = self.rooms.iter().filter(readable).cloned().collect();
            Arc::new(WholeList::new(&rooms, self.most))
        };
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(known).or_insert_with(make).clone()
    }
}

/// The rooms that some clients can read, in order of their codes.
#[derive(Debug)]
pub(super) struct WholeList {
    /// The messages for followers, together with no more rooms than a list may have.
    frames: Vec<ListFrame>,
    pages: Vec<Page>,
}

/// Some rooms, as a message to followers.
#[derive(Debug)]
pub(super) struct ListFrame {
    pub(super) message: Broadcast,
    /// The last room in it; `None` if it has no rooms.
    pub(super) last: Option<RoomCode>,
}

/// Some rooms, as the answer to an HTTP request.
#[derive(Debug)]
struct Page {
    rooms: Vec<RoomListing>,
    body: OnceLock<Bytes>,
}

impl WholeList {
    fn new(rooms: &[RoomListing], most: usize) -> Self {
        let sent = &rooms[..rooms.len().min(most)];
        let mut frames: Vec<ListFrame> = sent.chunks(FRAME).enumerate().map(ListFrame::new).collect();
        if frames.is_empty() {
            frames.push(ListFrame::new((0, &[])));
        }
        let page = |rooms: &[RoomListing]| Page { rooms: rooms.to_vec(), body: OnceLock::new() };
        Self { frames, pages: rooms.chunks(PAGE).map(page).collect() }
    }

    /// Returns the frame with the rooms after `after`, or `None` if there are no more. The frame may also have rooms
    /// before it, if the list has changed since `after` was sent.
    pub(super) fn frame_after(&self, after: Option<&RoomCode>) -> Option<&ListFrame> {
        match after {
            None => self.frames.first(),
            Some(after) => {
                self.frames.iter().find(|frame| frame.last.as_ref().is_some_and(|last| last > after))
            }
        }
    }

    /// Returns a JSON array of the rooms after `after`, and the last of them if there are more.
    pub(super) fn page(&self, after: Option<&RoomCode>) -> (Bytes, Option<RoomCode>) {
        let behind = |page: &&Page| page.last().zip(after).is_none_or(|(last, after)| last > after);
        let Some(page) = self.pages.iter().find(behind) else {
            return (Bytes::from_static(b"[]"), None);
        };
        let encode = || serde_json::to_vec(&page.rooms).unwrap_or_else(|_| b"[]".to_vec()).into();
        let body = page.body.get_or_init(encode).clone();
        let is_last = self.pages.last().is_some_and(|last| std::ptr::eq(last, page));
        (body, page.last().filter(|_| !is_last).cloned())
    }
}

impl Page {
    fn last(&self) -> Option<&RoomCode> {
        self.rooms.last().map(|listing| &listing.room)
    }
}

impl ListFrame {
    fn new((index, rooms): (usize, &[RoomListing])) -> Self {
        let update = match index {
            0 => ListUpdate::Full { rooms: rooms.to_vec() },
            _ => ListUpdate::Changes { changed: rooms.to_vec(), gone: Vec::new() },
        };
        Self {
            message: Broadcast::new(ServerMessage::Rooms { update }),
            last: rooms.last().map(|listing| listing.room.clone()),
        }
    }
}
