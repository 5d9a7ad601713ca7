//! This server as a member of a cluster: what it knows of the others, and which rooms connect it with them.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use tengen_shared::{
    game::{PlayerId, RoomCode},
    protocol::{HexBytes, KeyKind, PairingCode, RoomListing, pack},
    rules::Variant,
};
use tokio::sync::mpsc;

use super::{
    Broker, LinkFull, Links, NodeMessage, NodeRun, Nodes, StreamJournal,
    journal::{Pairing, Whereabouts},
};
use crate::{
    journal::{JournalError, Key},
    lane::Lane,
    lobby::ListNews,
    outbox::Shut,
    quota::AddressBlock,
    refusal::Refusal,
    room_io::{NodeTag, RoomIn, Search, VisitId, Visitor},
};

/// Rooms by the node with which they connect this one.
type RoomsOf<N> = Mutex<HashMap<N, BTreeSet<RoomCode>>>;

/// Whether a room waits for a quick match, and who is the first there.
type Wait = (RoomCode, Variant, Option<PlayerId>);

/// Rooms of which it is remembered whether they wait.
const WAITS_KNOWN: usize = 10_000;
/// Rooms in one message about the list; they take at most 80 KB.
const ROOMS_PER_PART: usize = 200;

/// A member of a cluster.
pub(crate) struct Member {
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) broker: Arc<dyn Broker>,
    pub(crate) links: Links,
    journal: Arc<StreamJournal>,
    waits: mpsc::UnboundedSender<Wait>,
    last_visit: AtomicU64,
    /// The rooms of others that connections of this node are in, by their owners.
    away: RoomsOf<NodeRun>,
    /// The rooms here that connections of other nodes are in, by those nodes.
    visited: RoomsOf<NodeTag>,
}

fn lock<N>(rooms: &RoomsOf<N>) -> MutexGuard<'_, HashMap<N, BTreeSet<RoomCode>>> {
    rooms.lock().unwrap_or_else(PoisonError::into_inner)
}

fn add<N: Eq + Hash>(rooms: &RoomsOf<N>, node: N, room: &RoomCode) {
    lock(rooms).entry(node).or_default().insert(room.clone());
}

fn remove<N: Eq + Hash>(rooms: &RoomsOf<N>, node: &N, room: &RoomCode) {
    let mut rooms = lock(rooms);
    if let Some(of_node) = rooms.get_mut(node) {
        of_node.remove(room);
        if of_node.is_empty() {
            rooms.remove(node);
        }
    }
}

impl Member {
    /// Creates a member that is connected with nobody yet.
    pub(crate) fn new(broker: Arc<dyn Broker>, nodes: Arc<Nodes>, journal: Arc<StreamJournal>) -> Self {
        Self {
            links: Links::new(nodes.me().clone(), broker.clone()),
            waits: Self::note_waits(journal.clone()),
            nodes,
            broker,
            journal,
            last_visit: AtomicU64::new(0),
            away: Mutex::default(),
            visited: Mutex::default(),
        }
    }

    pub(crate) fn tag(&self) -> NodeTag {
        NodeTag::of_run(self.nodes.me().run)
    }

    /// Returns where a room is, or belongs; `None` if there is no such room.
    ///
    /// # Errors
    /// Returns an error if the broker cannot be read.
    pub(crate) async fn whereabouts(&self, room: &RoomCode) -> Result<Option<Whereabouts>, JournalError> {
        self.journal.whereabouts(room).await
    }

    /// Begins a visit of this node's connections to a room of `owner`.
    pub(crate) fn begin_visit(&self, owner: &NodeRun, room: &RoomCode) -> Result<VisitId, LinkFull> {
        let visit = VisitId(self.last_visit.fetch_add(1, Ordering::Relaxed) + 1);
        add(&self.away, owner.clone(), room);
        self.links.send(owner, NodeMessage::Visit { room: room.clone(), visit }, Bytes::new())?;
        Ok(visit)
    }

    pub(crate) fn end_visit(&self, owner: &NodeRun, room: &RoomCode) {
        remove(&self.away, owner, room);
        // An owner that cannot be told hears of it when the link is reset.
        let _ = self.links.send(owner, NodeMessage::Leave { room: room.clone() }, Bytes::new());
    }

    /// Sends a packed [`RoomIn`] to a room of `owner`.
    pub(crate) fn tell_owner(
        &self,
        owner: &NodeRun,
        (room, visit): (&RoomCode, VisitId),
        (number, lane): (u64, Lane),
        packed: Bytes,
    ) -> Result<(), LinkFull> {
        self.links.send(owner, NodeMessage::ToRoom { room: room.clone(), visit, number, lane }, packed)
    }

    /// Notes that connections of another node are in a room here.
    pub(crate) fn note_visitor(&self, visitor: &Visitor, room: &RoomCode) {
        add(&self.visited, visitor.tag(), room);
    }

    pub(crate) fn forget_visitor(&self, node: NodeTag, room: &RoomCode) {
        remove(&self.visited, &node, room);
    }

    /// Sends what a room here says to the followers on another node. `packed`: a packed `RoomOut`.
    pub(crate) fn tell_visitor(
        &self,
        visitor: &Visitor,
        room: &RoomCode,
        packed: Bytes,
    ) -> Result<(), LinkFull> {
        let message = NodeMessage::FromRoom { room: room.clone(), visit: visitor.visit };
        self.links.send(&visitor.node, message, packed)
    }

    /// Tells another node that a room here is gone, or cannot be entered.
    pub(crate) fn close_visit(&self, visitor: &Visitor, room: &RoomCode, why_not: Option<&Refusal>) {
        let (room, why_not) = (room.clone(), why_not.cloned());
        let message = NodeMessage::Closed { room, visit: visitor.visit, why_not };
        if self.links.send(&visitor.node, message, Bytes::new()).is_err() {
            self.links.forget(&visitor.node.name);
        }
    }

    /// Finds a room for a quick match, or lets the room `own` wait.
    ///
    /// # Errors
    /// Returns an error if the broker does not answer.
    pub(crate) async fn pair(
        &self,
        search: &Search,
        player: PlayerId,
        own: &RoomCode,
    ) -> Result<Pairing, JournalError> {
        self.journal.pair(search, player, own).await
    }

    /// Notes whether a room here waits for a quick match, soon.
    pub(crate) fn set_waiting(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        // Whoever reads them ends with the server.
        let _ = self.waits.send((room.clone(), variant, player));
    }

    /// Returns what writes down which rooms wait for a quick match, one after the other.
    fn note_waits(journal: Arc<StreamJournal>) -> mpsc::UnboundedSender<Wait> {
        let (waits, mut noted) = mpsc::unbounded_channel::<Wait>();
        tokio::spawn(async move {
            let mut known = HashMap::new();
            while let Some((room, variant, player)) = noted.recv().await {
                if known.get(&room) == Some(&(variant, player)) {
                    continue;
                }
                if let Err(error) = journal.set_waiting(&room, variant, player).await {
                    tracing::warn!(room = %room, %error, "cannot note whether a room waits for a quick match");
                    continue;
                }
                if player.is_some() || known.len() < WAITS_KNOWN {
                    known.insert(room, (variant, player));
                } else {
                    known.clear();
                }
            }
        });
        waits
    }

    /// Sends a message to every other living node. One that cannot take it gets everything anew later.
    fn tell_all(&self, message: impl Fn() -> NodeMessage) {
        for (name, lease) in self.nodes.others() {
            let node = NodeRun { name, run: lease.run };
            if self.links.send(&node, message(), Bytes::new()).is_err() {
                self.links.forget(&node.name);
            }
        }
    }

    /// Tells the others of changes in this node's part of the room list.
    pub(crate) fn tell_list(&self, news: ListNews) {
        for part in parts(news) {
            self.tell_all(|| NodeMessage::List(part.clone()));
        }
    }

    /// Tells a node of this node's whole part of the room list.
    pub(crate) fn tell_whole_list(&self, node: &NodeRun, rooms: Vec<RoomListing>) {
        for part in parts(ListNews { changed: rooms, gone: Vec::new() }) {
            let _ = self.links.send(node, NodeMessage::List(part), Bytes::new());
        }
    }

    /// Tells the others of a code that brings another device of a player in.
    pub(crate) fn tell_pairing(&self, player: PlayerId, key: Key, address: AddressBlock, code: PairingCode) {
        let (code, key) = (code.to_string(), parts_of(&key));
        self.tell_all(|| NodeMessage::Pairing { player, key, address, code: code.clone() });
    }

    /// Tells the others that a player's code was used.
    pub(crate) fn tell_pairing_used(&self, player: PlayerId) {
        self.tell_all(|| NodeMessage::PairingUsed(player));
    }

    /// Tells the others that keys were removed, or given to another player.
    pub(crate) fn tell_keys_gone(&self, keys: &[Key], why: Shut) {
        self.tell_all(|| NodeMessage::KeysGone { keys: keys.iter().map(parts_of).collect(), why });
    }

    /// Ends what connects this node with another one that has gone, or has missed something. Returns the rooms that must
    /// hear of it, and what to tell them.
    #[must_use]
    pub(crate) fn part_from(&self, node: &NodeRun) -> Vec<(RoomCode, RoomIn)> {
        self.links.forget(&node.name);
        let tag = NodeTag::of_run(node.run);
        let away = lock(&self.away).remove(node).unwrap_or_default();
        let visited = lock(&self.visited).remove(&tag).unwrap_or_default();
        let away = away.into_iter().map(|room| (room, RoomIn::OwnerGone(node.clone())));
        away.chain(visited.into_iter().map(|room| (room, RoomIn::NodeGone(tag)))).collect()
    }

    /// Returns the nodes that connections here depend on, and that no longer live.
    #[must_use]
    pub(crate) fn dead(&self) -> Vec<NodeRun> {
        let mut dead: Vec<NodeRun> =
            lock(&self.away).keys().filter(|owner| !self.nodes.lives(owner)).cloned().collect();
        dead.extend(self.links.receivers().into_iter().filter(|node| !self.nodes.lives(node)));
        dead.sort();
        dead.dedup();
        dead
    }
}

fn parts_of(key: &Key) -> (KeyKind, HexBytes<32>) {
    let (kind, bytes) = key.parts();
    (kind, HexBytes(*bytes))
}

/// Splits news of the list into parts that fit into a message each.
fn parts(news: ListNews) -> Vec<ListNews> {
    let ListNews { changed, gone } = news;
    let changed =
        changed.chunks(ROOMS_PER_PART).map(|part| ListNews { changed: part.to_vec(), gone: vec![] });
    let gone = gone.chunks(ROOMS_PER_PART).map(|part| ListNews { changed: vec![], gone: part.to_vec() });
    changed.chain(gone).collect()
}

/// Packs a message to a room for its way to another node.
pub(crate) fn packed<T: serde::Serialize>(message: &T) -> Bytes {
    pack(message).into()
}
