//! Several servers as one: nodes that share a broker (NATS JetStream).
//!
//! The broker stores everything, and carries what nodes tell one another. A room lives on one node at a time, its owner.
//! Which node that is stands in the room's own records: to take a room over, a node appends a record with the next epoch,
//! and from then on the appends of the former owner are refused. A lease only says which node may try.

mod broker;
mod journal;
mod lease;
mod links;
mod member;
mod memory;
mod name;
#[cfg(feature = "cluster")]
mod nats;
mod nodes;
mod placement;
mod public_address;
mod settings;
#[cfg(test)]
mod simulation;
mod start;
mod subject;
mod visits;
mod waits;
mod wire;

pub use broker::{Broker, BrokerError, Message, Publish, PublishError};
pub use journal::StreamJournal;
pub(crate) use journal::{LogEnd, WholeRoom};
pub(crate) use journal::{QuickPlace, Tenure, Whereabouts};
pub use lease::{Keeper, LAYOUT, LeaseError, watch};
pub(crate) use links::{LinkFull, LinkState, Links, Received};
pub(crate) use member::{Member, packed};
pub use memory::{Fault, MemoryBroker};
pub use name::{NodeName, NodeNameError, NodeRun};
#[cfg(feature = "cluster")]
pub use nats::{NatsBroker, NatsError};
pub use nodes::{Duty, Lease, Nodes};
pub use placement::{Place, place, place_among};
pub use public_address::{PublicAddress, PublicAddressError};
pub(crate) use settings::ClusterFile;
pub use settings::{BrokerArgs, BrokerConfig, ClusterArgs, ClusterConfig, ClusterError, NatsOptions};
pub(crate) use start::Membership;
pub use subject::{Filter, Shard, Stream, Subject};
pub(crate) use wire::NodeMessage;
