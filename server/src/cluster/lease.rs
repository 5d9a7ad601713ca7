//! This node's own lease, and a look at those of the others.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use thiserror::Error;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use super::{
    Broker, Duty, Filter, Lease, NodeName, Nodes, Publish, Subject,
    nodes::{DEAD_AFTER, RENEW_EVERY},
};

/// How long the brokers may need to elect a leader, with some seconds to spare.
const ELECTION: Duration = Duration::from_secs(20);

/// The number of the layout of messages between nodes.
pub const LAYOUT: u32 = 5;

/// Why a node cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LeaseError {
    #[error(
        "another server of the cluster has the name {0}: give each its own, with --node NAME. This one stops"
    )]
    NameTaken(NodeName),
}

/// The own lease in the broker.
pub struct Keeper {
    broker: Arc<dyn Broker>,
    nodes: Arc<Nodes>,
    /// The last message of the lease.
    last: u64,
    /// Whether the lease was this run's at any time.
    is_mine: bool,
    /// What the lease says.
    lease: Lease,
    /// Whether this node has its lease, and how often it has lost it, as its log says.
    told: (bool, u64),
}

/// What the broker has stored of this node's lease.
enum Stored {
    Mine(u64),
    /// Nothing yet, or that of an earlier run, which this one replaces.
    Earlier(u64),
}

impl Keeper {
    /// Prepares the lease of this node.
    pub fn new(broker: Arc<dyn Broker>, nodes: Arc<Nodes>) -> Self {
        let lease = nodes.lease();
        Self { broker, nodes, last: 0, is_mine: false, lease, told: (false, 0) }
    }

    /// Returns whether another program with the name of this node runs: whether its lease moves. An earlier run that has
    /// stopped is known at once; one that was killed, when its lease has stood still for long enough.
    pub async fn is_taken(&self) -> bool {
        let subject = Subject::Node(self.nodes.me().name.clone());
        let began = Instant::now();
        // What was read last, and how many different ones.
        let (mut until, mut seen) = (began + DEAD_AFTER, (0, 0));
        while Instant::now() < until && began.elapsed() < ELECTION {
            let last = self.broker.last(subject.clone()).await;
            if last.is_err() {
                // While the brokers elect a leader, no lease moves.
                until = Instant::now() + DEAD_AFTER;
            }
            if let Ok(last) = last {
                let Some(last) = last else { return false };
                let lease: Result<Lease, _> = ciborium::from_reader(&*last.body);
                if lease.is_ok_and(|lease| lease.duty == Duty::Gone) {
                    return false;
                }
                if seen.0 != last.sequence {
                    seen = (last.sequence, seen.1 + 1);
                }
                // A renewal that an earlier run has sent may have come late, but not two.
                if seen.1 > 2 {
                    return true;
                }
            }
            tokio::time::sleep(RENEW_EVERY).await;
        }
        false
    }

    /// Takes the lease from an earlier run of this node. Fails silently if the broker does not answer.
    pub async fn take(&mut self) {
        if let Ok(Stored::Mine(last) | Stored::Earlier(last)) = self.look().await {
            self.last = last;
            // If it fails, it is tried again when the lease is kept.
            let _ = self.renew().await;
        }
    }

    /// Renews the lease until `stop`, and then gives it up.
    ///
    /// # Errors
    /// Returns an error if another program has taken the lease.
    pub async fn keep(mut self, stop: CancellationToken) -> Result<(), LeaseError> {
        let mut changes = self.nodes.changes();
        let mut due = tokio::time::interval(RENEW_EVERY);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = due.tick() => {}
                Ok(()) = changes.changed() => {
                    if self.nodes.lease() == self.lease {
                        continue;
                    }
                }
            }
            self.lease = self.nodes.lease();
            self.renew().await?;
            self.tell_operator();
        }
        self.lease = Lease { duty: Duty::Gone, ..self.nodes.lease() };
        self.renew().await
    }

    fn tell_operator(&mut self) {
        let now = (self.nodes.has_lease(Instant::now()), self.nodes.lapses());
        let before = std::mem::replace(&mut self.told, now);
        match (before.0, now.0) {
            (true, false) => tracing::warn!(
                "this server has lost touch with its cluster: nobody can move until it is back"
            ),
            (false, true) => tracing::info!("this server is in touch with its cluster"),
            // If it stood still as a whole, it could not say so. If another node did, that may have taken this one for dead.
            (true, true) if before.1 != now.1 => tracing::warn!(
                "this server or another one stood still for some seconds: others may have taken this server's rooms over"
            ),
            _ => {}
        }
    }

    async fn renew(&mut self) -> Result<(), LeaseError> {
        let sent = Instant::now();
        let mut body = Vec::new();
        if ciborium::into_writer(&self.lease, &mut body).is_err() {
            return Ok(());
        }
        let publish = Publish::new(Subject::Node(self.nodes.me().name.clone()), self.last, body);
        match self.broker.publish(publish).await {
            Ok(sequence) => {
                (self.last, self.is_mine) = (sequence, true);
                self.nodes.renewed(sent, Instant::now());
            }
            Err(error) => {
                tracing::debug!(%error, "cannot renew the lease");
                // The next renewal follows what is there.
                match self.look().await {
                    Ok(Stored::Mine(last)) => (self.last, self.is_mine) = (last, true),
                    Ok(Stored::Earlier(0)) => self.last = 0,
                    Ok(Stored::Earlier(_)) if self.is_mine => {
                        return Err(LeaseError::NameTaken(self.nodes.me().name.clone()));
                    }
                    Ok(Stored::Earlier(last)) => self.last = last,
                    Err(()) => {}
                }
            }
        }
        Ok(())
    }

    async fn look(&self) -> Result<Stored, ()> {
        let last = self.broker.last(Subject::Node(self.nodes.me().name.clone())).await;
        let Some(last) = last.map_err(|_| ())? else { return Ok(Stored::Earlier(0)) };
        let lease: Result<Lease, _> = ciborium::from_reader(&*last.body);
        let is_mine = lease.is_ok_and(|lease| lease.run == self.nodes.me().run);
        Ok(if is_mine { Stored::Mine(last.sequence) } else { Stored::Earlier(last.sequence) })
    }
}

/// Looks at all leases until `stop`.
pub async fn watch(broker: Arc<dyn Broker>, nodes: Arc<Nodes>, stop: CancellationToken) {
    let leases = broker.follow(Filter::Nodes, 1).take_until(stop.cancelled_owned());
    let mut leases = std::pin::pin!(leases);
    while let Some(message) = leases.next().await {
        if let Subject::Node(name) = message.subject
            && let Ok(lease) = ciborium::from_reader(&*message.body)
        {
            nodes.observe(name, lease, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::time::Duration;

    use super::*;
    use crate::cluster::{MemoryBroker, NodeRun, nodes::DEAD_AFTER};

    struct Node {
        nodes: Arc<Nodes>,
        stop: CancellationToken,
        kept: tokio::task::JoinHandle<Result<(), LeaseError>>,
    }

    impl Node {
        async fn start(name: &str, broker: &MemoryBroker) -> Self {
            let nodes = Arc::new(Nodes::new(NodeRun::begin(name.parse().unwrap())));
            let (broker, stop) = (Arc::new(broker.clone()), CancellationToken::new());
            tokio::spawn(watch(broker.clone(), nodes.clone(), stop.clone()));
            let mut keeper = Keeper::new(broker, nodes.clone());
            keeper.take().await;
            let kept = tokio::spawn(keeper.keep(stop.clone()));
            Self { nodes, stop, kept }
        }

        fn has_seen(&self, other: &Self) -> bool {
            self.nodes.lives(other.nodes.me())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nodes_see_each_other_come_and_go() {
        let broker = MemoryBroker::default();
        let (a, b) = (Node::start("a", &broker).await, Node::start("b", &broker).await);
        tokio::time::sleep(RENEW_EVERY * 2).await;
        assert!(a.has_seen(&b) && b.has_seen(&a) && a.nodes.has_lease(Instant::now()));
        b.kept.abort();
        tokio::time::sleep(DEAD_AFTER + RENEW_EVERY * 2).await;
        assert!(!a.has_seen(&b), "b has died");
        let mut c = Node::start("c", &broker).await;
        tokio::time::sleep(RENEW_EVERY * 2).await;
        assert!(a.has_seen(&c));
        c.stop.cancel();
        (&mut c.kept).await.unwrap().unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(!a.has_seen(&c), "c has said that it goes");
    }

    #[tokio::test(start_paused = true)]
    async fn of_two_programs_with_one_name_the_first_one_stops() {
        let broker = MemoryBroker::default();
        let first = Node::start("a", &broker).await;
        let second = Node::start("a", &broker).await;
        let name = "a".parse().unwrap();
        assert_eq!(first.kept.await.unwrap(), Err(LeaseError::NameTaken(name)));
        tokio::time::sleep(DEAD_AFTER * 3).await;
        assert!(second.nodes.has_lease(Instant::now()) && !second.kept.is_finished());
    }

    #[tokio::test(start_paused = true)]
    async fn a_lease_is_lost_while_the_broker_is_away_and_comes_back() {
        let broker = MemoryBroker::default();
        let a = Node::start("a", &broker).await;
        broker.set_faults(|_| Some(crate::cluster::Fault::Away));
        tokio::time::sleep(DEAD_AFTER + RENEW_EVERY).await;
        assert!(!a.nodes.has_lease(Instant::now()));
        broker.heal();
        tokio::time::sleep(RENEW_EVERY * 2).await;
        assert!(a.nodes.has_lease(Instant::now()));
        assert_eq!(a.nodes.lapses(), 1);
    }
}
