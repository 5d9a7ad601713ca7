//! The live room list: what it holds, and its news to everybody who looks at it.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use dashmap::DashMap;
use tengen_shared::{
    game::RoomCode,
    protocol::{ListUpdate, RoomListing, ServerMessage},
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    outbox::Broadcast,
    peer::{ConnId, Peer},
};

/// Rooms in one frame of the list; 100 of them stay well below the outbound limit.
const PAGE: usize = 100;

/// The rooms with somebody in them and the peers who look at the list.
#[derive(Debug, Default)]
pub(crate) struct RoomList {
    listings: DashMap<RoomCode, RoomListing>,
    followers: DashMap<ConnId, Arc<Peer>>,
    changes: Mutex<Changes>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Changes {
    rooms: BTreeSet<RoomCode>,
    /// Followers who are to be sent the list from behind this room on; all of it without one.
    missed: Vec<(Arc<Peer>, Option<RoomCode>)>,
}

impl RoomList {
    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a room, or its new state.
    pub(crate) fn show(&self, listing: RoomListing) {
        let room = listing.room.clone();
        if self.listings.get(&room).is_some_and(|known| *known == listing) {
            return;
        }
        self.listings.insert(room.clone(), listing);
        self.changed(room);
    }

    /// Takes a room from the list.
    pub(crate) fn hide(&self, room: &RoomCode) {
        if self.listings.remove(room).is_some() {
            self.changed(room.clone());
        }
    }

    fn changed(&self, room: RoomCode) {
        self.changes().rooms.insert(room);
        self.wake.notify_one();
    }

    /// Every room on the list, by code.
    #[must_use]
    pub(crate) fn all(&self) -> Vec<RoomListing> {
        let mut rooms: Vec<RoomListing> = self.listings.iter().map(|entry| entry.value().clone()).collect();
        rooms.sort_by(|a, b| a.room.cmp(&b.room));
        rooms
    }

    /// Sends `peer` the list, and its news from now on.
    pub(crate) fn follow(&self, peer: &Arc<Peer>) {
        self.followers.insert(peer.conn, peer.clone());
        self.send_from(peer, None);
    }

    /// Sends this connection no more news.
    pub(crate) fn unfollow(&self, conn: ConnId) {
        self.followers.remove(&conn);
    }

    /// Sends the list from behind `after` on, as far as it fits; the rest follows with the next news.
    fn send_from(&self, peer: &Arc<Peer>, mut after: Option<RoomCode>) {
        let rooms = self.all();
        let start = after.as_ref().map_or(0, |after| rooms.partition_point(|known| known.room <= *after));
        let mut pages = rooms[start..].chunks(PAGE);
        let mut page = pages.next().unwrap_or_default();
        loop {
            let update = match after {
                None => ListUpdate::Full { rooms: page.to_vec() },
                Some(_) => ListUpdate::Changes { changed: page.to_vec(), gone: Vec::new() },
            };
            let message = ServerMessage::Rooms { update };
            if peer.outbox.offer(&Broadcast::new(&message)).is_err() {
                self.changes().missed.push((peer.clone(), after));
                self.wake.notify_one();
                return;
            }
            after = page.last().map(|listing| listing.room.clone());
            let Some(next) = pages.next() else { return };
            page = next;
        }
    }

    /// Sends the news, gathered over `gather`, until `stop`.
    pub(crate) async fn run(&self, gather: Duration, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.wake.notified() => {}
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(gather) => self.flush(),
            }
        }
    }

    fn flush(&self) {
        let Changes { rooms, missed } = std::mem::take(&mut *self.changes());
        for (peer, after) in missed {
            if self.followers.contains_key(&peer.conn) {
                self.send_from(&peer, after);
            }
        }
        let rooms: Vec<RoomCode> = rooms.into_iter().collect();
        for page in rooms.chunks(PAGE) {
            let changed: Vec<RoomListing> =
                page.iter().filter_map(|room| self.listings.get(room).map(|entry| entry.clone())).collect();
            let gone = page.iter().filter(|room| !self.listings.contains_key(*room)).cloned().collect();
            let message = ServerMessage::Rooms { update: ListUpdate::Changes { changed, gone } };
            let broadcast = Broadcast::new(&message);
            for follower in &self.followers {
                if follower.outbox.offer(&broadcast).is_err() {
                    self.changes().missed.push((follower.value().clone(), None));
                    self.wake.notify_one();
                }
            }
        }
    }
}
