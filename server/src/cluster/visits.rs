//! The visits between this node and the others: the rooms in which connections of one are on another.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tengen_shared::game::RoomCode;

use super::NodeRun;
use crate::room_io::{NodeTag, RoomIn, VisitId, Visitor};

/// Visits in both directions.
#[derive(Default)]
pub(super) struct Visits {
    /// The rooms of others that connections of this node are in, by their owners.
    away: Mutex<HashMap<NodeRun, HashSet<RoomCode>>>,
    /// The rooms here that connections of other nodes are in, by those nodes, each with the last visit.
    here: Mutex<HashMap<NodeRun, BTreeMap<RoomCode, VisitId>>>,
}

fn lock<T>(visits: &Mutex<T>) -> MutexGuard<'_, T> {
    visits.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Visits {
    pub(super) fn leave_for(&self, owner: &NodeRun, room: &RoomCode) {
        lock(&self.away).entry(owner.clone()).or_default().insert(room.clone());
    }

    pub(super) fn come_back(&self, owner: &NodeRun, room: &RoomCode) {
        let mut away = lock(&self.away);
        if let Some(rooms) = away.get_mut(owner) {
            rooms.remove(room);
            if rooms.is_empty() {
                away.remove(owner);
            }
        }
    }

    pub(super) fn welcome(&self, visitor: &Visitor, room: &RoomCode) {
        lock(&self.here).entry(visitor.node.clone()).or_default().insert(room.clone(), visitor.visit);
    }

    /// Returns whether this is the last visit of a node to a room.
    pub(super) fn is_here(&self, node: &NodeRun, room: &RoomCode, visit: VisitId) -> bool {
        lock(&self.here).get(node).is_some_and(|rooms| rooms.get(room) == Some(&visit))
    }

    /// Like [`Self::is_here`], for the node with this tag.
    pub(super) fn is_tag_here(&self, tag: NodeTag, room: &RoomCode, visit: VisitId) -> bool {
        let here = lock(&self.here);
        let mut of_tag = here.iter().filter(|(node, _)| NodeTag::of_run(node.run) == tag);
        of_tag.any(|(_, rooms)| rooms.get(room) == Some(&visit))
    }

    pub(super) fn see_off(&self, node: &NodeRun, room: &RoomCode) {
        if let Some(rooms) = lock(&self.here).get_mut(node) {
            rooms.remove(room);
        }
    }

    /// Ends a visit, unless its node has begun another one.
    pub(super) fn end(&self, visitor: &Visitor, room: &RoomCode) {
        if let Some(rooms) = lock(&self.here).get_mut(&visitor.node)
            && rooms.get(room) == Some(&visitor.visit)
        {
            rooms.remove(room);
        }
    }

    /// Ends all visits to and from a node. Returns the rooms that must hear of it, and what to tell them.
    pub(super) fn end_all(&self, node: &NodeRun) -> Vec<(RoomCode, RoomIn)> {
        let away = lock(&self.away).remove(node).unwrap_or_default();
        let here = lock(&self.here).remove(node).unwrap_or_default();
        let tag = NodeTag::of_run(node.run);
        let away = away.into_iter().map(|room| (room, RoomIn::OwnerGone(node.clone())));
        away.chain(here.into_keys().map(|room| (room, RoomIn::NodeGone(tag)))).collect()
    }

    /// Returns the nodes with visits in either direction.
    pub(super) fn nodes(&self) -> Vec<NodeRun> {
        let here: Vec<NodeRun> = lock(&self.here).keys().cloned().collect();
        lock(&self.away).keys().cloned().chain(here).collect()
    }
}
