//! How a server becomes a member of a cluster.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{
    ClusterConfig, ClusterError, Keeper, LeaseError, Member, NodeRun, Nodes, PublicAddress, StreamJournal,
    watch,
};
use crate::{cli::reachable, error::Error, journal::JournalError};

/// How long a new node waits for its lease, and to see those of the others.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server's place in a cluster, from its start to its end.
pub(crate) struct Membership {
    pub(crate) member: Arc<Member>,
    pub(crate) journal: Arc<StreamJournal>,
    /// What other nodes have sent so far, to be taken in once the server serves.
    heard: Option<BoxStream<'static, Bytes>>,
    /// Where players reach this node, if the operator has said so.
    address: Option<PublicAddress>,
    stop: CancellationToken,
    kept: JoinHandle<Result<(), LeaseError>>,
}

impl Membership {
    /// Joins a cluster. Copies of finished games are kept in the file `games`, or in memory.
    ///
    /// # Errors
    /// Returns an error if the brokers cannot be used.
    pub(crate) async fn begin(config: &ClusterConfig, games: Option<&Path>) -> Result<Self, Error> {
        let broker = config.broker.connect(&config.node).await?;
        let nodes = Arc::new(Nodes::new(NodeRun::begin(config.node.clone())));
        let stop = CancellationToken::new();
        // Others may send something as soon as they see the lease.
        let heard = broker.listen(config.node.clone()).await.map_err(JournalError::from)?;
        tokio::spawn(watch(broker.clone(), nodes.clone(), stop.clone()));
        let mut keeper = Keeper::new(broker.clone(), nodes.clone());
        if keeper.is_taken().await {
            stop.cancel();
            return Err(ClusterError::from(LeaseError::NameTaken(config.node.clone())).into());
        }
        keeper.take().await;
        let mut kept = tokio::spawn(keeper.keep(stop.clone()));
        // Before that it would believe that it is alone, and take over what others own.
        let mut changes = nodes.changes();
        let has_begun = async {
            while !(nodes.has_lease(Instant::now()) && nodes.has_seen_itself()) {
                let _ = changes.changed().await;
            }
        };
        let begun = tokio::select! {
            begun = tokio::time::timeout(PATIENCE, has_begun) => begun.map_err(|_| ClusterError::NoLease),
            Ok(Err(taken)) = &mut kept => Err(taken.into()),
        };
        let journal = match begun {
            Ok(()) => StreamJournal::open(broker.clone(), nodes.clone(), games).await.map_err(Error::from),
            Err(error) => Err(error.into()),
        };
        let journal = Arc::new(journal.inspect_err(|_| stop.cancel())?);
        let member = Arc::new(Member::new(broker, nodes.clone(), journal.clone()));
        tracing::info!(node = %config.node, others = nodes.others().len(), "joined the cluster");
        Ok(Self { member, journal, heard: Some(heard), address: config.address.clone(), stop, kept })
    }

    /// Tells the other nodes where players reach this one, which listens at `bound` now. Returns what they have sent so far and
    /// will send; nothing the second time.
    pub(crate) fn open_door(&mut self, bound: Option<SocketAddr>) -> Option<BoxStream<'static, Bytes>> {
        let found = || Some(reachable(bound?).first().copied()?.into());
        match self.address.clone().or_else(found) {
            Some(address) => self.member.nodes.set_address(address),
            None => {
                tracing::warn!("this machine is on no network, so no player of another server can come here");
            }
        }
        self.heard.take()
    }

    /// Waits until another program takes this node's name.
    pub(crate) async fn lost(&mut self) -> LeaseError {
        match (&mut self.kept).await {
            Ok(Err(error)) => error,
            // It ends in no other way while nobody stops it.
            Ok(Ok(())) | Err(_) => std::future::pending().await,
        }
    }

    /// Gives up the lease.
    pub(crate) async fn end(self) {
        self.stop.cancel();
        let _ = tokio::time::timeout(PATIENCE, self.kept).await;
    }
}
