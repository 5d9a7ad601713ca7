//! What fails, and how long it is felt.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::super::{Outcome, Times};

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// A node is killed with `kill -9`.
    NodeKilled,
    /// A node is stopped with SIGSTOP for longer than its lease holds, and goes on.
    NodeStopped,
    /// The same, and its clients wait for it.
    NodeFrozen,
    /// The network between a node and the brokers is cut for as long, and its clients go elsewhere.
    NodeCutOff,
    /// The same, and its clients stay.
    NodeAlone,
    /// A broker is killed with `kill -9`. It leads about a third of the streams.
    BrokerKilled,
    /// The broker that leads the stream of some rooms is killed.
    LeaderKilled,
    /// All brokers are killed and started again.
    AllBrokers,
}

/// The figures of a run with a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterReport {
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How long each kind of fault was felt.
    pub recovery: BTreeMap<Failure, Recovery>,
}

/// How long the faults of a kind were felt.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Recovery {
    /// The time from the fault to the next answer in each of all rooms.
    pub rooms: Times,
    /// The time until all clients concerned had answers to all of their commands.
    pub clients: Times,
}

/// The times of the faults of a kind.
#[derive(Default)]
pub(super) struct Felt {
    pub(super) rooms: Vec<Duration>,
    pub(super) clients: Vec<Duration>,
}

impl Felt {
    pub(super) fn recovery(&self) -> Recovery {
        Recovery { rooms: Times::of(&self.rooms), clients: Times::of(&self.clients) }
    }
}
