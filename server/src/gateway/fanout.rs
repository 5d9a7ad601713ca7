//! Delivers the messages of a room here to its followers on all nodes of a cluster.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use tengen_shared::game::RoomCode;

use super::Delivery;
use crate::{
    app::App,
    cluster::{Member, packed},
    metrics::Dropped,
    passphrase_hash::Recipe,
    refusal::Refusal,
    room_io::{NodeTag, Port, RoomOut, To, Visitor},
};

/// The way from a room to its followers: those of this node, and the nodes of the others.
pub(crate) struct Fanout {
    app: Arc<App>,
    member: Arc<Member>,
    code: RoomCode,
    near: Delivery,
    far: BTreeMap<NodeTag, Visitor>,
    /// What it takes to enter the room; every visitor must know it.
    entrance: Option<Recipe>,
}

/// The receivers of a message of a room.
enum Receivers {
    /// The node of one connection.
    Node(NodeTag),
    All,
    /// The room itself has no followers to tell.
    Here,
}

fn receivers(message: &RoomOut) -> Receivers {
    match message {
        RoomOut::Answer { to, .. }
        | RoomOut::Resync { to, .. }
        | RoomOut::State { to: To::One(to), .. }
        | RoomOut::Games { to, .. }
        | RoomOut::Explain { to, .. } => Receivers::Node(to.node),
        RoomOut::Stands { conn, .. } | RoomOut::Store { conn } => Receivers::Node(conn.node),
        RoomOut::TurnedAway { to, .. } => Receivers::Node(to.who.conn.node),
        RoomOut::Reply { question, .. } => Receivers::Node(question.node),
        RoomOut::Handled(ticket) => Receivers::Node(ticket.node),
        RoomOut::State { to: To::All { .. }, .. } | RoomOut::News(_) | RoomOut::Entrance(_) => Receivers::All,
        RoomOut::Visited(_) | RoomOut::Left(_) => Receivers::Here,
    }
}

impl Fanout {
    /// Creates the way out of a room that nobody follows yet.
    pub(crate) const fn new(app: Arc<App>, member: Arc<Member>, code: RoomCode, near: Delivery) -> Self {
        Self { app, member, code, near, far: BTreeMap::new(), entrance: None }
    }

    fn tell(&self, node: NodeTag, message: Bytes) {
        if let Some(visitor) = self.far.get(&node)
            && self.member.tell_visitor(visitor, &self.code, message).is_err()
        {
            // The link begins anew, and its connections come back to a snapshot.
            self.app.metrics.drop_one(Dropped::Link);
        }
    }

    fn tell_all(&self, message: &RoomOut) {
        if self.far.is_empty() {
            return;
        }
        let message = packed(message);
        for node in self.far.keys() {
            self.tell(*node, message.clone());
        }
    }

    fn visited(&mut self, visitor: Visitor) {
        let tag = visitor.tag();
        self.far.insert(tag, visitor);
        self.tell(tag, packed(&RoomOut::Entrance(self.entrance.clone())));
    }
}

impl Port for Fanout {
    fn put(&mut self, message: RoomOut) {
        match receivers(&message) {
            Receivers::Node(node) if node == self.member.tag() => self.near.put(message),
            Receivers::Node(node) => {
                if self.far.contains_key(&node) {
                    self.tell(node, packed(&message));
                }
            }
            Receivers::All => {
                self.tell_all(&message);
                if let RoomOut::Entrance(recipe) = &message {
                    self.entrance.clone_from(recipe);
                }
                self.near.put(message);
            }
            Receivers::Here => match message {
                RoomOut::Visited(visitor) => self.visited(visitor),
                RoomOut::Left(node) => _ = self.far.remove(&node),
                _ => {}
            },
        }
    }

    fn close(self: Box<Self>, why_not: Option<&Refusal>) {
        for visitor in self.far.values() {
            self.member.close_visit(visitor, &self.code, why_not);
        }
        Box::new(self.near).close(why_not);
    }
}
