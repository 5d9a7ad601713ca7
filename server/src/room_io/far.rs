//! What a room needs to know of other nodes, whose connections are in it.

use serde::{Deserialize, Serialize};
use tengen_shared::game::RunId;

use super::RoomOut;
use crate::{cluster::NodeRun, refusal::Refusal};

/// The short number of a node, drawn at its start; 0 for a server that is no part of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct NodeTag(u64);

impl NodeTag {
    const SHIFT: u32 = 40;

    pub(super) const fn of(number: u64) -> Self {
        Self(number >> Self::SHIFT)
    }

    /// Returns the tag of a node's run.
    pub(crate) const fn of_run(run: RunId) -> Self {
        // Never 0.
        Self(Self::of(run.0).0 | 1)
    }

    /// Returns the first of the node's numbers.
    pub(crate) const fn first_number(self) -> u64 {
        self.0 << Self::SHIFT
    }
}

/// The number of a stay of one node's connections in a room of another node. Later stays have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct VisitId(pub u64);

/// A node whose connections come to a room of another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub node: NodeRun,
    pub visit: VisitId,
}

impl Visitor {
    pub(crate) const fn tag(&self) -> NodeTag {
        NodeTag::of_run(self.node.run)
    }
}

/// What the owner of a room tells another node whose connections follow it.
#[derive(Debug)]
pub(crate) enum FromOwner {
    Out(Box<RoomOut>),
    /// The room is no longer there. Its followers go to its successor, or are put out.
    Closed(Option<Refusal>),
}

/// Counts a message of another node's connection until the room has handled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FarTicket {
    pub node: NodeTag,
    pub visit: VisitId,
    /// The number of the message in its visit.
    pub number: u64,
}

/// A position as the moves that led to it.
pub(super) mod by_moves {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
    use tengen_shared::rules::{FoulRule, Point, Position, Variant};

    pub(in crate::room_io) fn serialize<S: Serializer>(
        position: &Position,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        (position.variant(), position.fouls(), position.moves()).serialize(to)
    }

    pub(in crate::room_io) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        let (variant, fouls, moves) = <(Variant, FoulRule, Vec<Point>)>::deserialize(from)?;
        let mut position = Position::with_fouls(variant, fouls);
        for point in moves {
            position.play(point).map_err(D::Error::custom)?;
        }
        Ok(position)
    }
}
