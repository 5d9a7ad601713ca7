//! This server as a member of a cluster: what it knows of the others, and which rooms connect it with them.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use tengen_shared::{
    game::{PlayerId, RoomCode},
    protocol::{HexBytes, KeyKind, PairingCode, pack},
    rules::Variant,
};
use tokio::{sync::Notify, time::Instant};

use super::{
    Broker, LinkFull, Links, NodeMessage, NodeRun, Nodes, StreamJournal, Tenure, visits::Visits, waits::Waits,
};
use crate::{
    journal::Key,
    lane::Lane,
    lobby::{ListNews, Lobby, LobbyNews, WallNews},
    metrics::ClusterMetrics,
    outbox::Shut,
    quota::AddressBlock,
    refusal::Refusal,
    room_io::{FarTicket, NodeTag, RoomIn, VisitId, Visitor},
};

/// Rooms in one message about the list; they take at most 80 KB.
const ROOMS_PER_PART: usize = 200;

/// A member of a cluster.
pub(crate) struct Member {
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) broker: Arc<dyn Broker>,
    pub(crate) links: Links,
    pub(crate) journal: Arc<StreamJournal>,
    waits: Waits,
    last_visit: AtomicU64,
    visits: Visits,
    /// The nodes that know this node's part of the room list.
    greeted: Mutex<HashSet<NodeRun>>,
    /// The nodes that have said something of their rooms, to forget it when they are gone.
    heard_of: Mutex<HashSet<NodeRun>>,
    /// Told when connections may use keys that were removed while this node could not hear of it.
    pub(crate) keys_in_doubt: Notify,
}

impl Member {
    /// Creates a member that is connected with nobody yet.
    pub(crate) fn new(broker: Arc<dyn Broker>, nodes: Arc<Nodes>, journal: Arc<StreamJournal>) -> Self {
        Self {
            links: Links::new(nodes.me().clone(), broker.clone()),
            waits: Waits::new(journal.clone()),
            nodes,
            broker,
            journal,
            last_visit: AtomicU64::new(0),
            visits: Visits::default(),
            greeted: Mutex::default(),
            heard_of: Mutex::default(),
            keys_in_doubt: Notify::new(),
        }
    }

    /// Brings the figures of this node up to date.
    pub(crate) fn measure(&self, metrics: &ClusterMetrics) {
        let set = |counter: &Counter, value: u64| counter.inner().store(value, Ordering::Relaxed);
        let copy = |counter: &Counter, value: &AtomicU64| set(counter, value.load(Ordering::Relaxed));
        let gauge = |gauge: &Gauge, value: usize| gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        gauge(&metrics.nodes, self.nodes.others().len() + 1);
        gauge(&metrics.lease, usize::from(self.nodes.has_lease(Instant::now())));
        gauge(&metrics.waiting, self.links.waiting());
        gauge(&metrics.free_threads, self.nodes.free_elsewhere());
        set(&metrics.lapses, self.nodes.lapses());
        let (traffic, written) = (self.links.traffic(), self.journal.written());
        copy(&metrics.frames, &traffic.frames);
        copy(&metrics.messages, &traffic.messages);
        copy(&metrics.bytes, &traffic.bytes);
        copy(&metrics.written, &written.stored);
        copy(&metrics.failed, &written.failed);
    }

    pub(crate) fn tag(&self) -> NodeTag {
        NodeTag::of_run(self.nodes.me().run)
    }

    /// Begins a visit of this node's connections to a room of another node.
    pub(crate) fn begin_visit(
        &self,
        Tenure { owner, epoch }: &Tenure,
        room: &RoomCode,
    ) -> Result<VisitId, LinkFull> {
        let visit = VisitId(self.last_visit.fetch_add(1, Ordering::Relaxed) + 1);
        self.visits.leave_for(owner, room);
        let message = NodeMessage::Visit { room: room.clone(), visit, epoch: *epoch };
        let sent = self.links.send(owner, &message, Bytes::new());
        sent.inspect_err(|_| self.visits.come_back(owner, room))?;
        Ok(visit)
    }

    pub(crate) fn end_visit(&self, owner: &NodeRun, room: &RoomCode) {
        self.visits.come_back(owner, room);
        // If it does not fit, the link begins anew, which ends all visits.
        let _ = self.links.send(owner, &NodeMessage::Leave { room: room.clone() }, Bytes::new());
    }

    /// Sends a packed [`RoomIn`] to a room of `owner`.
    pub(crate) fn tell_owner(
        &self,
        owner: &NodeRun,
        (room, visit): (&RoomCode, VisitId),
        (number, lane): (u64, Lane),
        packed: Bytes,
    ) -> Result<(), LinkFull> {
        let message = NodeMessage::ToRoom { room: room.clone(), visit, number, lane };
        self.links.send(owner, &message, packed)
    }

    /// Notes that connections of another node come to a room here.
    pub(crate) fn welcome(&self, visitor: &Visitor, room: &RoomCode) {
        self.visits.welcome(visitor, room);
    }

    /// Returns whether this is the last visit of a node to a room here.
    pub(crate) fn is_visiting(&self, node: &NodeRun, room: &RoomCode, visit: VisitId) -> bool {
        self.visits.is_here(node, room, visit)
    }

    /// Returns whether a message belongs to the last visit of its node to a room here.
    pub(crate) fn is_current(&self, room: &RoomCode, ticket: FarTicket) -> bool {
        self.visits.is_tag_here(ticket.node, room, ticket.visit)
    }

    /// Notes that no connections of another node are in a room here.
    pub(crate) fn see_off(&self, node: &NodeRun, room: &RoomCode) {
        self.visits.see_off(node, room);
    }

    /// Sends what a room here says to the followers on another node. `packed`: a packed `RoomOut`.
    pub(crate) fn tell_visitor(
        &self,
        visitor: &Visitor,
        room: &RoomCode,
        packed: Bytes,
    ) -> Result<(), LinkFull> {
        let message = NodeMessage::FromRoom { room: room.clone(), visit: visitor.visit };
        self.links.send(&visitor.node, &message, packed)
    }

    /// Tells another node that a room here is gone, or cannot be entered.
    pub(crate) fn close_visit(&self, visitor: &Visitor, room: &RoomCode, why_not: Option<&Refusal>) {
        self.visits.end(visitor, room);
        let (room, why_not) = (room.clone(), why_not.cloned());
        let message = NodeMessage::Closed { room, visit: visitor.visit, why_not };
        // If it does not fit, the link begins anew, which ends all visits.
        let _ = self.links.send(&visitor.node, &message, Bytes::new());
    }

    /// Notes whether a room here waits for a quick match, soon.
    pub(crate) fn set_waiting(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        self.waits.set(room, variant, player);
    }

    /// Sends a message to every other living node. If it does not fit, the link begins anew, and the node is greeted again.
    fn tell_all(&self, message: &NodeMessage) {
        for node in self.nodes.others() {
            let _ = self.links.send(&node, message, Bytes::new());
        }
    }

    /// Tells the others of changes to the rooms here.
    pub(crate) fn tell_lobby(&self, LobbyNews { list, wall: (wall, watching), watches, made }: LobbyNews) {
        for part in parts(list) {
            self.tell_all(&NodeMessage::List(part));
        }
        if !made.is_empty() {
            self.tell_all(&NodeMessage::Made(made));
        }
        if let Some(watches) = watches {
            self.tell_all(&NodeMessage::WatchesWall(watches));
        }
        if wall == WallNews::default() {
            return;
        }
        let (others, wall) = (self.nodes.others(), NodeMessage::Wall(wall));
        for node in others.iter().filter(|node| watching.contains(&NodeTag::of_run(node.run))) {
            // As in `tell_all`.
            let _ = self.links.send(node, &wall, Bytes::new());
        }
    }

    /// Tells nodes that have come, or whose link has begun anew, of the rooms here, and whether the wall is watched. Forgets
    /// those that have gone.
    pub(crate) fn greet(&self, lobby: &Lobby) {
        let others: HashSet<NodeRun> = self.nodes.others().into_iter().collect();
        let mut greeted = self.greeted.lock().unwrap_or_else(PoisonError::into_inner);
        greeted.retain(|node| others.contains(node));
        for node in others {
            if greeted.contains(&node) {
                continue;
            }
            let list = ListNews { changed: lobby.list.own(), ..ListNews::default() };
            let begins = NodeMessage::List(ListNews { begins: true, ..ListNews::default() });
            let news = std::iter::once(begins).chain(parts(list).into_iter().map(NodeMessage::List));
            let begin = [
                NodeMessage::Hello,
                NodeMessage::WatchesWall(lobby.wall.has_followers()),
                NodeMessage::Made(lobby.made.all()),
            ];
            let mut messages = begin.into_iter().chain(news);
            if messages.all(|message| self.links.send(&node, &message, Bytes::new()).is_ok()) {
                greeted.insert(node);
            }
        }
    }

    /// Tells the others of a code that brings another device of a player in.
    pub(crate) fn tell_pairing(&self, player: PlayerId, key: Key, address: AddressBlock, code: PairingCode) {
        let (code, key) = (code.to_string(), parts_of(&key));
        self.tell_all(&NodeMessage::Pairing { player, key, address, code });
    }

    /// Tells the others that a player's code was used.
    pub(crate) fn tell_pairing_used(&self, player: PlayerId) {
        self.tell_all(&NodeMessage::PairingUsed(player));
    }

    /// Tells the others that keys were removed, or given to another player.
    pub(crate) fn tell_keys_gone(&self, keys: &[Key], why: Shut) {
        self.tell_all(&NodeMessage::KeysGone { keys: keys.iter().map(parts_of).collect(), why });
    }

    /// Ends the visits between this node and another one. Returns the rooms that must hear of it, and what to tell them.
    #[must_use]
    pub(crate) fn end_visits(&self, node: &NodeRun) -> Vec<(RoomCode, RoomIn)> {
        self.visits.end_all(node)
    }

    /// Notes that a node has said something.
    pub(crate) fn hear_of(&self, node: &NodeRun) {
        let mut heard_of = self.heard_of();
        if !heard_of.contains(node) {
            heard_of.insert(node.clone());
        }
    }

    fn heard_of(&self) -> MutexGuard<'_, HashSet<NodeRun>> {
        self.heard_of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets that a node has said something.
    pub(crate) fn part_from(&self, node: &NodeRun) {
        self.links.forget(node);
        self.heard_of().remove(node);
    }

    /// Greets a node again, which has forgotten this one's part of the room list.
    pub(crate) fn greet_again(&self, node: &NodeRun) {
        self.greeted.lock().unwrap_or_else(PoisonError::into_inner).remove(node);
    }

    /// Returns the nodes from which this one must part: those that no longer live, and those that are out of reach.
    #[must_use]
    pub(crate) fn lost(&self) -> Vec<NodeRun> {
        let heard_of: Vec<NodeRun> = self.heard_of().iter().cloned().collect();
        let known = self.visits.nodes().into_iter().chain(self.links.receivers()).chain(heard_of);
        let mut lost: Vec<NodeRun> = known.filter(|node| !self.nodes.lives(node)).collect();
        lost.extend(self.links.broken());
        lost.sort();
        lost.dedup();
        lost
    }
}

fn parts_of(key: &Key) -> (KeyKind, HexBytes<32>) {
    let (kind, bytes) = key.parts();
    (kind, HexBytes(*bytes))
}

/// Splits news of the list into parts that fit into a message each.
fn parts(news: ListNews) -> Vec<ListNews> {
    let ListNews { changed, gone, .. } = news;
    let changed =
        changed.chunks(ROOMS_PER_PART).map(|part| ListNews { changed: part.to_vec(), ..ListNews::default() });
    let gone =
        gone.chunks(ROOMS_PER_PART).map(|part| ListNews { gone: part.to_vec(), ..ListNews::default() });
    changed.chain(gone).collect()
}

/// Packs a message to a room for its way to another node.
pub(crate) fn packed<T: serde::Serialize>(message: &T) -> Bytes {
    pack(message).into()
}
