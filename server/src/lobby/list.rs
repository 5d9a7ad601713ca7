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
    metrics::{Dropped, Metrics},
    outbox::Broadcast,
    peer::{ConnId, Peer},
};

/// Rooms in one frame of the list; 100 of them stay well below the outbound limit.
const PAGE: usize = 100;

/// The rooms with somebody in them and the peers who look at the list.
#[derive(Debug)]
pub(crate) struct RoomList {
    listings: DashMap<RoomCode, RoomListing>,
    followers: DashMap<ConnId, Follower>,
    changed: Mutex<BTreeSet<RoomCode>>,
    wake: Notify,
    metrics: Arc<Metrics>,
}

/// Somebody who looks at the list.
#[derive(Debug)]
struct Follower {
    peer: Arc<Peer>,
    /// Whether the list has begun.
    begun: bool,
    /// Rooms still to be told about, since they did not fit into the outbox. It grows no larger than the list.
    pending: BTreeSet<RoomCode>,
}

impl RoomList {
    /// An empty list.
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self {
            listings: DashMap::new(),
            followers: DashMap::new(),
            changed: Mutex::default(),
            wake: Notify::new(),
            metrics,
        }
    }

    fn changed(&self) -> MutexGuard<'_, BTreeSet<RoomCode>> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a room, or its new state.
    pub(crate) fn show(&self, listing: RoomListing) {
        let room = listing.room.clone();
        if self.listings.get(&room).is_some_and(|known| *known == listing) {
            return;
        }
        self.listings.insert(room.clone(), listing);
        self.tell_of(room);
    }

    /// Takes a room from the list.
    pub(crate) fn hide(&self, room: &RoomCode) {
        if self.listings.remove(room).is_some() {
            self.tell_of(room.clone());
        }
    }

    fn tell_of(&self, room: RoomCode) {
        self.changed().insert(room);
        self.wake.notify_one();
    }

    /// A room, if it is on the list.
    #[must_use]
    pub(crate) fn get(&self, room: &RoomCode) -> Option<RoomListing> {
        self.listings.get(room).map(|listing| listing.clone())
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
        let pending = self.listings.iter().map(|entry| entry.key().clone()).collect();
        self.followers.insert(peer.conn, Follower { peer: peer.clone(), begun: false, pending });
        self.caught_up(peer.conn);
    }

    /// Sends this connection no more news.
    pub(crate) fn unfollow(&self, conn: ConnId) {
        self.followers.remove(&conn);
    }

    /// A peer has room for more: what it does not know yet follows.
    pub(crate) fn caught_up(&self, conn: ConnId) {
        if let Some(mut follower) = self.followers.get_mut(&conn) {
            self.send_pending(&mut follower);
        }
    }

    /// Sends as much of what a follower does not know as fits.
    fn send_pending(&self, follower: &mut Follower) {
        while !follower.begun || !follower.pending.is_empty() {
            let page: Vec<RoomCode> = follower.pending.iter().take(PAGE).cloned().collect();
            let update = match (follower.begun, self.changes(&page)) {
                (false, (rooms, _)) => ListUpdate::Full { rooms },
                (true, (changed, gone)) => ListUpdate::Changes { changed, gone },
            };
            let message = ServerMessage::Rooms { update };
            if follower.peer.outbox.offer(&Broadcast::new(&message)).is_err() {
                self.fall_behind(follower, &[]);
                return;
            }
            follower.begun = true;
            for room in &page {
                follower.pending.remove(room);
            }
        }
    }

    fn fall_behind(&self, follower: &mut Follower, missed: &[RoomCode]) {
        self.metrics.drop_one(Dropped::Outbox);
        follower.pending.extend(missed.iter().cloned());
        follower.peer.outbox.owe_list();
    }

    /// The present state of `rooms`, and those of them that are gone.
    fn changes(&self, rooms: &[RoomCode]) -> (Vec<RoomListing>, Vec<RoomCode>) {
        let changed: Vec<RoomListing> =
            rooms.iter().filter_map(|room| self.listings.get(room).map(|entry| entry.clone())).collect();
        let known: BTreeSet<&RoomCode> = changed.iter().map(|listing| &listing.room).collect();
        let gone = rooms.iter().filter(|room| !known.contains(room)).cloned().collect();
        (changed, gone)
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
        let rooms: Vec<RoomCode> = std::mem::take(&mut *self.changed()).into_iter().collect();
        for page in rooms.chunks(PAGE) {
            let (changed, gone) = self.changes(page);
            let message = ServerMessage::Rooms { update: ListUpdate::Changes { changed, gone } };
            let broadcast = Broadcast::new(&message);
            for mut follower in self.followers.iter_mut() {
                if !follower.begun || !follower.pending.is_empty() {
                    follower.pending.extend(page.iter().cloned());
                } else if follower.peer.outbox.offer(&broadcast).is_err() {
                    self.fall_behind(&mut follower, page);
                }
            }
        }
    }
}
