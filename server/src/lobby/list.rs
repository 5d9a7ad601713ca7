//! The live room list, and its updates to the peers who follow it.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{Features, RoomCode},
    protocol::{ListState, ListUpdate, RoomListing, ServerMessage},
};
use tokio::{sync::Notify, time::Instant};

use super::whole_list::{FRAME, WholeList, WholeLists};
use crate::{
    limits::Limits,
    metrics::{Dropped, Metrics},
    outbox::{Broadcast, Sending},
    peer::Peer,
    room_io::{ConnId, NodeTag},
};

/// The rooms on the list, and the peers who follow it.
#[derive(Debug)]
pub(crate) struct RoomList {
    listings: DashMap<RoomCode, Listed>,
    followers: DashMap<ConnId, Follower>,
    changes: Mutex<Changes>,
    /// The maximum number of rooms that a new follower receives.
    most: usize,
    /// How long a full list is reused before it is built again.
    refresh: Duration,
    wake: Notify,
    metrics: Arc<Metrics>,
}

/// A room on the list.
#[derive(Debug)]
struct Listed {
    listing: RoomListing,
    /// The node that has put it there; the default for this one.
    node: NodeTag,
}

/// What a node of a cluster tells the others of its part of the list.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListNews {
    /// Whether its whole part follows: what it has told before is void.
    pub begins: bool,
    /// Each with what a client needs to know, which the listing itself does not say on the wire.
    pub changed: Vec<(RoomListing, Features)>,
    pub gone: Vec<RoomCode>,
}

/// Changes to the list.
#[derive(Debug, Default)]
struct Changes {
    /// Rooms whose changes have not been sent to followers yet.
    untold: BTreeSet<RoomCode>,
    /// Those of them that were changed here, and that other nodes have not been told of.
    own: BTreeSet<RoomCode>,
    /// The full list, as last built. Dropped once more rooms have changed since than are on the list.
    whole: Option<Arc<WholeLists>>,
    /// Rooms that have changed since `whole` was built.
    since_whole: BTreeSet<RoomCode>,
}

/// How much of the full list a follower has.
#[derive(Debug)]
enum Progress {
    Nothing,
    /// Every room up to this one.
    UpTo(RoomCode),
    /// All of it; only changes follow.
    Whole,
}

/// A peer who follows the list.
#[derive(Debug)]
struct Follower {
    peer: Arc<Peer>,
    progress: Progress,
    /// Changed rooms that did not fit into the outbox.
    pending: BTreeSet<RoomCode>,
}

impl Follower {
    /// Notes rooms that did not fit. A peer that has missed more than a full list gets the list again.
    fn miss(&mut self, rooms: &[RoomCode], most: usize) {
        self.pending.extend(rooms.iter().cloned());
        if self.pending.len() > most {
            self.pending.clear();
            self.progress = Progress::Nothing;
        }
    }
}

impl RoomList {
    /// Creates an empty list.
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

    /// Adds a room, or updates its listing.
    pub(crate) fn show(&self, listing: RoomListing) {
        self.show_of(NodeTag::HERE, listing);
    }

    fn show_of(&self, node: NodeTag, listing: RoomListing) {
        let room = listing.room.clone();
        let is_own = node == NodeTag::HERE;
        // What this node says of a room of its own is newer than what the former owner said.
        let is_known = |known: &Listed| {
            (known.node == node && known.listing == listing) || (!is_own && known.node == NodeTag::HERE)
        };
        if self.listings.get(&room).is_some_and(|known| is_known(&known)) {
            return;
        }
        self.listings.insert(room.clone(), Listed { listing, node });
        self.tell_of(room, node);
    }

    /// Removes a room from the list.
    pub(crate) fn hide(&self, room: &RoomCode) {
        self.hide_of(NodeTag::HERE, room);
    }

    /// Removes a room, unless another node has put it there since.
    fn hide_of(&self, node: NodeTag, room: &RoomCode) {
        if self.listings.remove_if(room, |_, known| known.node == node).is_some() {
            self.tell_of(room.clone(), node);
        }
    }

    /// Takes in what another node tells of its part.
    pub(crate) fn hear(&self, node: NodeTag, news: ListNews) {
        let ListNews { begins, changed, gone } = news;
        if begins {
            self.forget(node);
        }
        for (listing, needs) in changed {
            self.show_of(node, RoomListing { needs, ..listing });
        }
        gone.iter().for_each(|room| self.hide_of(node, room));
    }

    /// Removes the rooms of a node that has gone.
    pub(crate) fn forget(&self, node: NodeTag) {
        let of_node = self.listings.iter().filter(|entry| entry.node == node);
        let rooms: Vec<RoomCode> = of_node.map(|entry| entry.key().clone()).collect();
        rooms.iter().for_each(|room| self.hide_of(node, room));
    }

    /// Returns this node's part of the list.
    pub(crate) fn own(&self) -> Vec<(RoomListing, Features)> {
        let own = self.listings.iter().filter(|entry| entry.node == NodeTag::HERE);
        own.map(|entry| (entry.listing.clone(), entry.listing.needs)).collect()
    }

    /// Returns what has changed in this node's part since it was last asked for.
    pub(super) fn own_news(&self) -> ListNews {
        let mut news = ListNews::default();
        for room in std::mem::take(&mut self.changes().own) {
            match self.listings.get(&room) {
                Some(known) if known.node == NodeTag::HERE => {
                    news.changed.push((known.listing.clone(), known.listing.needs));
                }
                Some(_) => {}
                None => news.gone.push(room),
            }
        }
        news
    }

    fn tell_of(&self, room: RoomCode, node: NodeTag) {
        let mut changes = self.changes();
        if node == NodeTag::HERE {
            changes.own.insert(room.clone());
        }
        if changes.whole.is_some() {
            changes.since_whole.insert(room.clone());
        }
        // With more changes than rooms, building the list again on demand is cheaper.
        let changed = changes.since_whole.len();
        if changed > self.most && changed > self.listings.len() {
            changes.whole = None;
            changes.since_whole.clear();
        }
        changes.untold.insert(room);
        drop(changes);
        self.wake.notify_one();
    }

    /// Returns a room, if it is on the list.
    #[must_use]
    pub(crate) fn get(&self, room: &RoomCode) -> Option<RoomListing> {
        self.listings.get(room).map(|known| known.listing.clone())
    }

    /// Returns whether a room is on the list.
    #[must_use]
    pub(crate) fn has(&self, room: &RoomCode) -> bool {
        self.listings.contains_key(room)
    }

    /// Returns at most `most` rooms of this node with a running game that anybody may watch and that `wanted` accepts, those
    /// with the most spectators first.
    #[must_use]
    pub(crate) fn running(&self, most: usize, wanted: impl Fn(&RoomCode) -> bool) -> Vec<RoomCode> {
        let shows = |listing: &RoomListing| listing.state == ListState::Playing && listing.is_public;
        let own = self.listings.iter().filter(|entry| entry.node == NodeTag::HERE);
        let running = own.filter(|entry| shows(&entry.listing) && wanted(entry.key()));
        let mut running: Vec<_> =
            running.map(|entry| (entry.listing.watching, entry.key().clone())).collect();
        running.sort_unstable_by_key(|(watching, _)| std::cmp::Reverse(*watching));
        running.into_iter().take(most).map(|(_, room)| room).collect()
    }

    /// Returns the rooms after `after`, as JSON for HTTP, and the last of them if there are more.
    #[must_use]
    pub(crate) fn page(&self, after: Option<&RoomCode>) -> (Bytes, Option<RoomCode>) {
        let whole = self.whole(&mut self.changes());
        whole.known_to(Features::all()).page(after)
    }

    /// Returns the full list: the last one built, unless that is too old and something has changed.
    fn whole(&self, changes: &mut Changes) -> Arc<WholeLists> {
        if let Some(whole) = &changes.whole
            && (changes.since_whole.is_empty() || whole.taken.elapsed() < self.refresh)
        {
            return whole.clone();
        }
        let rooms = self.listings.iter().map(|entry| entry.listing.clone()).collect();
        let whole = Arc::new(WholeLists::new(rooms, self.most, Instant::now()));
        changes.since_whole.clear();
        changes.whole = Some(whole.clone());
        whole
    }

    /// Sends `peer` the list, and its changes from now on.
    pub(crate) fn follow(&self, peer: &Arc<Peer>) {
        let follower = Follower { peer: peer.clone(), progress: Progress::Nothing, pending: BTreeSet::new() };
        self.followers.insert(peer.who.conn, follower);
        self.caught_up(peer.who.conn);
    }

    /// Stops sending changes to this connection.
    pub(crate) fn unfollow(&self, conn: ConnId) {
        self.followers.remove(&conn);
    }

    /// Continues with a peer whose outbox has space again.
    pub(crate) fn caught_up(&self, conn: ConnId) {
        let mut changes = self.changes();
        let Some(mut follower) = self.followers.get_mut(&conn) else { return };
        let is_all_sent = if matches!(follower.progress, Progress::Whole) {
            drop(changes);
            self.send_pending(&mut follower)
        } else {
            let whole = self.whole(&mut changes);
            if matches!(follower.progress, Progress::Nothing) {
                follower.pending.extend(changes.since_whole.iter().cloned());
            }
            drop(changes);
            let whole = whole.known_to(follower.peer.who.features);
            self.send_whole(&mut follower, &whole)
        };
        if !is_all_sent {
            self.metrics.drop_one(Dropped::Outbox);
            follower.peer.outbox.owe_news();
        }
    }

    /// Sends as much of the full list, and then of the changes since, as fits. Returns false if something is left.
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
            if follower.peer.outbox.offer(&frame.message, Sending::Queued).is_err() {
                return false;
            }
            follower.progress = frame.last.clone().map_or(Progress::Whole, Progress::UpTo);
        }
    }

    fn send_pending(&self, follower: &mut Follower) -> bool {
        while !follower.pending.is_empty() {
            let page: Vec<RoomCode> = follower.pending.iter().take(FRAME).cloned().collect();
            let changed = Broadcast::new(self.changed(&page, follower.peer.who.features));
            if follower.peer.outbox.offer(&changed, Sending::Queued).is_err() {
                return false;
            }
            for room in &page {
                follower.pending.remove(room);
            }
        }
        true
    }

    /// Returns the current state of `rooms`, and those of them that are gone, or have rules that the client does not know.
    fn changed(&self, rooms: &[RoomCode], known: Features) -> ServerMessage {
        let readable = |room: &RoomListing| known.covers(room.needs);
        let changed: Vec<_> = rooms.iter().filter_map(|room| self.get(room).filter(readable)).collect();
        let known: BTreeSet<&RoomCode> = changed.iter().map(|listing| &listing.room).collect();
        let gone = rooms.iter().filter(|room| !known.contains(room)).cloned().collect();
        ServerMessage::Rooms { update: ListUpdate::Changes { changed, gone } }
    }

    /// Waits until the list has changed.
    pub(super) async fn has_changed(&self) {
        self.wake.notified().await;
    }

    /// Tells the followers of every change.
    pub(super) fn flush(&self) {
        let rooms: Vec<RoomCode> = std::mem::take(&mut self.changes().untold).into_iter().collect();
        for page in rooms.chunks(FRAME) {
            let mut broadcasts: BTreeMap<Features, Broadcast> = BTreeMap::new();
            for mut follower in self.followers.iter_mut() {
                let known = follower.peer.who.features;
                let broadcast =
                    broadcasts.entry(known).or_insert_with(|| Broadcast::new(self.changed(page, known)));
                let is_level = matches!(follower.progress, Progress::Whole) && follower.pending.is_empty();
                if !is_level {
                    follower.miss(page, self.most);
                } else if follower.peer.outbox.offer(broadcast, Sending::Queued).is_err() {
                    follower.miss(page, self.most);
                    self.metrics.drop_one(Dropped::Outbox);
                    follower.peer.outbox.owe_news();
                }
            }
        }
    }
}
