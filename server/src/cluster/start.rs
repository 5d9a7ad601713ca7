//! How a server becomes a member of a cluster.

use std::{path::Path, sync::Arc, time::Duration};

use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{
    ClusterConfig, ClusterError, Duty, Keeper, LeaseError, Member, NodeRun, Nodes, StreamJournal, watch,
};
use crate::error::Error;

/// How long a new node waits for its lease, and to see those of the others.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server's place in a cluster, from its start to its end.
pub(crate) struct Membership {
    pub(crate) member: Arc<Member>,
    pub(crate) journal: Arc<StreamJournal>,
    nodes: Arc<Nodes>,
    /// Ends the lease.
    stop: CancellationToken,
    kept: JoinHandle<Result<(), LeaseError>>,
}

impl Membership {
    /// Joins a cluster. Copies of finished games are kept in the file `games`, or in memory.
    ///
    /// # Errors
    /// Returns an error if the brokers cannot be used.
    pub(crate) async fn begin(config: &ClusterConfig, games: Option<&Path>) -> Result<Self, Error> {
        let broker = config.connect().await?;
        let nodes = Arc::new(Nodes::new(NodeRun::begin(config.node.clone())));
        let stop = CancellationToken::new();
        tokio::spawn(watch(broker.clone(), nodes.clone(), stop.clone()));
        let mut keeper = Keeper::new(broker.clone(), nodes.clone(), config.addresses.clone());
        keeper.take().await;
        let kept = tokio::spawn(keeper.keep(stop.clone()));
        // Before that it would believe that it is alone, and take over what others own.
        let mut changes = nodes.changes();
        let has_begun = async {
            while !(nodes.has_lease(Instant::now()) && nodes.has_seen_itself()) {
                let _ = changes.changed().await;
            }
        };
        if tokio::time::timeout(PATIENCE, has_begun).await.is_err() {
            stop.cancel();
            return Err(ClusterError::NoLease.into());
        }
        let journal = Arc::new(StreamJournal::open(broker.clone(), nodes.clone(), games).await?);
        let member = Arc::new(Member::new(broker, nodes.clone(), journal.clone()));
        tracing::info!(node = %config.node, others = nodes.others().len(), "joined the cluster");
        Ok(Self { member, journal, nodes, stop, kept })
    }

    /// Waits until another program takes this node's name.
    pub(crate) async fn lost(&mut self) -> LeaseError {
        match (&mut self.kept).await {
            Ok(Err(error)) => error,
            // It ends in no other way while nobody stops it.
            Ok(Ok(())) | Err(_) => std::future::pending().await,
        }
    }

    /// Announces that this node takes no more rooms, and waits until the others can know.
    pub(crate) async fn drain(&self) {
        self.nodes.set_duty(Duty::Draining);
        tokio::time::sleep(super::nodes::RENEW_EVERY / 2).await;
    }

    /// Gives up the lease.
    pub(crate) async fn end(self) {
        self.stop.cancel();
        let _ = tokio::time::timeout(PATIENCE, self.kept).await;
    }
}
