//! The live room list: what it holds, and its news to everybody who looks at it.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use dashmap::DashMap;
use tengen_shared::{
    game::RoomCode,
    protocol::{ListUpdate, RoomListing, ServerMessage},
};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use super::whole_list::WholeList;
use crate::{
    limits::Limits,
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
    changes: Mutex<Changes>,
    /// Rooms that a follower is sent at the beginning, at most.
    most: usize,
    /// How long a whole list is used before it is put together anew.
    refresh: Duration,
    wake: Notify,
    metrics: Arc<Metrics>,
}

/// What has changed on the list.
#[derive(Debug, Default)]
struct Changes {
    /// Rooms of which followers have not been told yet.
    untold: BTreeSet<RoomCode>,
    /// Rooms that have changed since the whole list was put together.
    since_whole: BTreeSet<RoomCode>,
    whole: Option<Arc<WholeList>>,
}

/// How much of the whole list a follower has.
#[derive(Debug)]
enum Progress {
    /// Nothing.
    Nothing,
    /// All up to this room.
    UpTo(RoomCode),
    /// All.
    Whole,
}

/// Somebody who looks at the list.
#[derive(Debug)]
struct Follower {
    peer: Arc<Peer>,
    progress: Progress,
    /// Rooms still to be told about, since they did not fit into the outbox.
    pending: BTreeSet<RoomCode>,
}

impl Follower {
    /// Notes rooms that did not fit. Somebody who has missed more than a whole list gets the list anew.
    fn miss(&mut self, rooms: &[RoomCode], most: usize) {
        self.pending.extend(rooms.iter().cloned());
        if self.pending.len() > most {
            self.pending.clear();
            self.progress = Progress::Nothing;
        }
    }
}

impl RoomList {
    /// An empty list.
    pub(crate) fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            listings: DashMap::new(),
            followers: DashMap::new(),
            changes: Mutex::default(),
            most: limits.list_rooms,
            refresh: Duration::from_millis(limits.list_refresh_ms),
            wake: Notify::new(),
            metrics,
        }
    }

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
        self.tell_of(room);
    }

    /// Takes a room from the list.
    pub(crate) fn hide(&self, room: &RoomCode) {
        if self.listings.remove(room).is_some() {
            self.tell_of(room.clone());
        }
    }

    fn tell_of(&self, room: RoomCode) {
        let mut changes = self.changes();
        changes.since_whole.insert(room.clone());
        changes.untold.insert(room);
        drop(changes);
        self.wake.notify_one();
    }

    /// A room, if it is on the list.
    #[must_use]
    pub(crate) fn get(&self, room: &RoomCode) -> Option<RoomListing> {
        self.listings.get(room).map(|listing| listing.clone())
    }

    /// Whether a room is on the list.
    #[must_use]
    pub(crate) fn has(&self, room: &RoomCode) -> bool {
        self.listings.contains_key(room)
    }

    /// The rooms behind `after`, as JSON for HTTP, and the last of them if there are more.
    #[must_use]
    pub(crate) fn page(&self, after: Option<&RoomCode>) -> (Bytes, Option<RoomCode>) {
        let whole = self.whole(&mut self.changes());
        whole.page(after)
    }

    /// The whole list: the one that was put together last, unless that is too long ago and something has changed.
    fn whole(&self, changes: &mut Changes) -> Arc<WholeList> {
        if let Some(whole) = &changes.whole
            && (changes.since_whole.is_empty() || whole.taken.elapsed() < self.refresh)
        {
            return whole.clone();
        }
        let rooms = self.listings.iter().map(|entry| entry.value().clone()).collect();
        let whole = Arc::new(WholeList::new(rooms, self.most, Instant::now()));
        changes.since_whole.clear();
        changes.whole = Some(whole.clone());
        whole
    }

    /// Sends `peer` the list, and its news from now on.
    pub(crate) fn follow(&self, peer: &Arc<Peer>) {
        let mut changes = self.changes();
        self.whole(&mut changes);
        let pending = changes.since_whole.clone();
        let follower = Follower { peer: peer.clone(), progress: Progress::Nothing, pending };
        self.followers.insert(peer.conn, follower);
        drop(changes);
        self.caught_up(peer.conn);
    }

    /// Sends this connection no more news.
    pub(crate) fn unfollow(&self, conn: ConnId) {
        self.followers.remove(&conn);
    }

    /// A peer has room for more: what it does not know yet follows.
    pub(crate) fn caught_up(&self, conn: ConnId) {
        // Taken first: whoever changes the list may hold that lock and wait for the followers.
        let whole = self.changes().whole.clone();
        if let (Some(mut follower), Some(whole)) = (self.followers.get_mut(&conn), whole)
            && !self.send_whole(&mut follower, &whole)
        {
            self.metrics.drop_one(Dropped::Outbox);
            follower.peer.outbox.owe_list();
        }
    }

    /// Sends as much of the whole list, and then of what has changed since, as fits. False if something is left.
    fn send_whole(&self, follower: &mut Follower, whole: &WholeList) -> bool {
        loop {
            let frame = match &follower.progress {
                Progress::Nothing => whole.frame_after(None),
                Progress::UpTo(room) => whole.frame_after(Some(room)),
                Progress::Whole => return self.send_pending(follower),
            };
            let Some(frame) = frame else {
                follower.progress = Progress::Whole;
                continue;
            };
            if follower.peer.outbox.offer_frame(frame.bytes(follower.peer.outbox.codec())).is_err() {
                return false;
            }
            follower.progress = frame.last().map_or(Progress::Whole, |room| Progress::UpTo(room.clone()));
        }
    }

    fn send_pending(&self, follower: &mut Follower) -> bool {
        while !follower.pending.is_empty() {
            let page: Vec<RoomCode> = follower.pending.iter().take(PAGE).cloned().collect();
            let message = self.changed(&page);
            if follower.peer.outbox.offer(&Broadcast::new(&message)).is_err() {
                return false;
            }
            for room in &page {
                follower.pending.remove(room);
            }
        }
        true
    }

    /// The present state of `rooms`, and those of them that are gone.
    fn changed(&self, rooms: &[RoomCode]) -> ServerMessage {
        let changed: Vec<RoomListing> = rooms.iter().filter_map(|room| self.get(room)).collect();
        let known: BTreeSet<&RoomCode> = changed.iter().map(|listing| &listing.room).collect();
        let gone = rooms.iter().filter(|room| !known.contains(room)).cloned().collect();
        ServerMessage::Rooms { update: ListUpdate::Changes { changed, gone } }
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
        let rooms: Vec<RoomCode> = std::mem::take(&mut self.changes().untold).into_iter().collect();
        for page in rooms.chunks(PAGE) {
            let message = self.changed(page);
            let broadcast = Broadcast::new(&message);
            for mut follower in self.followers.iter_mut() {
                let is_level = matches!(follower.progress, Progress::Whole) && follower.pending.is_empty();
                if !is_level {
                    follower.miss(page, self.most);
                } else if follower.peer.outbox.offer(&broadcast).is_err() {
                    follower.miss(page, self.most);
                    self.metrics.drop_one(Dropped::Outbox);
                    follower.peer.outbox.owe_list();
                }
            }
        }
    }
}
