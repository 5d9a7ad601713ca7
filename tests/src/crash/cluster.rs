//! The crash test of a cluster: three nodes and three brokers, of which one after the other fails while rooms play.
//!
//! Clients belong to three groups, each connected to one node. When a node fails, its group goes to another one. The time of
//! a fault is the time until every client that it concerns has answers to all of its commands.

mod failure;
mod look_back;

use std::{collections::BTreeMap, io, ops::Range, path::Path, sync::Arc, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
use tengen_server::cluster::{NatsBroker, Shard, Stream};
use tengen_shared::game::plain_code;
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, timeout},
};

use failure::Felt;
pub use failure::{ClusterReport, Failure, Recovery};
use look_back::{connect, look_back};

use super::{
    Fault, Outcome, Plan,
    client::{Client, Ways},
    network::Network,
    shared::{Notice, Order, Shared},
    victim::{Victim, configure},
};
use crate::brokers::{BROKERS, Brokers, Sync};

/// The number of nodes, and of groups of clients.
const NODES: usize = 3;
/// How long a node is stopped: longer than its lease holds.
const STOPPED: Duration = Duration::from_secs(6);
/// The pause after a broker is back, until it has caught up.
const CAUGHT_UP: Duration = Duration::from_secs(5);

/// The pause before asking again who leads a stream.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// The clients of one home node.
struct Group {
    orders: watch::Sender<Order>,
    home: usize,
    start: u32,
    clients: usize,
}

/// The programs that fail.
struct Field<'a> {
    plan: &'a Plan,
    brokers: Brokers,
    /// Knows who leads a stream.
    asker: NatsBroker,
    networks: Vec<Network>,
    nodes: Vec<Option<(Victim, std::net::SocketAddr)>>,
    groups: Vec<Group>,
    news: mpsc::Receiver<Notice>,
    shared: Arc<Shared>,
    rng: SmallRng,
    times: BTreeMap<Failure, Felt>,
    /// The kind of the last fault.
    last: Option<Failure>,
}

/// Lets the cluster fail as planned and checks its data. `progress` receives a line for each failure.
///
/// # Errors
/// Returns an error if a program cannot be started. All other faults are in the report.
pub async fn run_cluster(
    plan: &Plan,
    nats: &Path,
    mut progress: impl FnMut(&str),
) -> io::Result<ClusterReport> {
    configure(plan)?;
    let (tell, news) = mpsc::channel(plan.connections * 2 + 16);
    let shared = Arc::new(Shared::of_cluster(plan.seed, plan.rooms));
    let group = |home| Group { orders: watch::channel(Order::Down).0, home, start: 0, clients: 0 };
    let brokers = Brokers::start(nats, Sync::Always)?;
    let mut networks = Vec::new();
    for _ in 0..NODES {
        networks.push(Network::start(brokers.ports()).await?);
    }
    let mut field = Field {
        plan,
        asker: connect(&brokers).await?,
        brokers,
        networks,
        nodes: (0..NODES).map(|_| None).collect(),
        groups: (0..NODES).map(group).collect(),
        news,
        shared: shared.clone(),
        rng: SmallRng::seed_from_u64(plan.seed),
        times: BTreeMap::new(),
        last: None,
    };
    for number in 0..NODES {
        field.start_node(number).await?;
    }
    let mut clients = JoinSet::new();
    for number in 0..plan.connections {
        let group = &mut field.groups[number % NODES];
        group.clients += 1;
        let orders = group.orders.subscribe();
        let ways = Ways { orders, opened: shared.opened.subscribe(), tell: tell.clone() };
        clients.spawn(Client::new(number, plan.connections, shared.clone(), ways).live());
    }
    field.fail_all(&mut progress).await?;
    while let Some(ended) = clients.join_next().await {
        if let Err(error) = ended {
            shared.find(Fault::Unexpected, format!("a client has failed: {error}"));
        }
    }
    let (failures, checked) = look_back(plan, &shared, &field.brokers).await?;
    Ok(ClusterReport {
        outcome: Outcome::new(plan, &shared, &checked, failures),
        recovery: field.times.iter().map(|(failure, felt)| (*failure, felt.recovery())).collect(),
    })
}

impl Field<'_> {
    async fn start_node(&mut self, number: usize) -> io::Result<()> {
        let mut node = Victim::spawn_node(self.plan, &self.networks[number].urls(), number)?;
        let addr = timeout(self.plan.patience, node.listening()).await??;
        self.nodes[number] = Some((node, addr));
        Ok(())
    }

    async fn fail_all(&mut self, progress: &mut impl FnMut(&str)) -> io::Result<()> {
        self.serve((0..NODES).collect(), None).await;
        for number in 1..=self.plan.kills {
            self.play().await;
            let failure = self.draw(number);
            let began = Instant::now();
            self.fail(failure).await?;
            let findings = self.shared.findings().len();
            let acknowledged = self.shared.tally().acknowledged;
            progress(&format!(
                "fault {number} of {}, {failure:?}: {:?}; {acknowledged} acknowledged so far; {findings} wrong",
                self.plan.kills,
                began.elapsed(),
            ));
        }
        self.play().await;
        self.measure(None);
        self.finish().await
    }

    /// Ends the measurement of the last fault, and begins that of the one that has just happened.
    fn measure(&mut self, failure: Option<Failure>) {
        let times = self.shared.fails();
        if let Some(last) = std::mem::replace(&mut self.last, failure) {
            self.times.entry(last).or_default().rooms.extend(times);
        }
    }

    fn draw(&self, number: usize) -> Failure {
        // Nodes fail more often than brokers, and all brokers seldom.
        match number % 10 {
            1 | 3 => Failure::NodeKilled,
            2 => Failure::NodeStopped,
            6 => Failure::NodeFrozen,
            5 => Failure::NodeCutOff,
            8 => Failure::NodeAlone,
            4 => Failure::BrokerKilled,
            7 | 9 => Failure::LeaderKilled,
            _ => Failure::AllBrokers,
        }
    }

    /// Lets the clients play for a while.
    #[expect(
        clippy::disallowed_methods,
        reason = "a fault comes at a random instant, whatever has happened by then"
    )]
    async fn play(&mut self) {
        let busy = self.rng.random_range(self.plan.busy_ms.clone());
        tokio::time::sleep(Duration::from_millis(busy)).await;
    }

    async fn fail(&mut self, failure: Failure) -> io::Result<()> {
        match failure {
            Failure::NodeKilled
            | Failure::NodeStopped
            | Failure::NodeFrozen
            | Failure::NodeCutOff
            | Failure::NodeAlone => self.fail_node(failure).await,
            Failure::BrokerKilled => {
                let one = self.rng.random_range(0..BROKERS);
                self.fail_brokers(failure, one..one + 1).await
            }
            Failure::LeaderKilled => {
                let one = self.leader().await?;
                self.fail_brokers(failure, one..one + 1).await
            }
            Failure::AllBrokers => self.fail_brokers(failure, 0..BROKERS).await,
        }
    }

    async fn fail_node(&mut self, failure: Failure) -> io::Result<()> {
        let began = Instant::now();
        // A node that somebody is connected to.
        let victim = self.groups[self.rng.random_range(0..NODES)].home;
        let homes = self.groups.iter().enumerate().filter(|(_, group)| group.home == victim);
        let concerned: Vec<usize> = homes.map(|(number, _)| number).collect();
        if failure != Failure::NodeAlone {
            self.leave(&concerned);
        }
        if failure == Failure::NodeKilled {
            if let Some((node, _)) = self.nodes[victim].take() {
                node.kill().await?;
            }
            self.measure(Some(failure));
            self.serve(concerned, Some((failure, began))).await;
            return self.start_node(victim).await;
        }
        let is_cut = matches!(failure, Failure::NodeCutOff | Failure::NodeAlone);
        if is_cut {
            self.networks[victim].cut();
        } else {
            self.signal(victim, "STOP").await?;
        }
        self.measure(Some(failure));
        let go_elsewhere = matches!(failure, Failure::NodeStopped | Failure::NodeCutOff);
        if go_elsewhere {
            let node = self.nodes[victim].take();
            self.serve(concerned.clone(), Some((failure, began))).await;
            self.nodes[victim] = node;
        }
        self.rest(STOPPED.saturating_sub(began.elapsed())).await;
        if is_cut {
            self.networks[victim].mend();
        } else {
            self.signal(victim, "CONT").await?;
        }
        if !go_elsewhere {
            self.serve(concerned, Some((failure, Instant::now()))).await;
        }
        Ok(())
    }

    /// Returns the broker that leads the stream of some rooms, once there is one.
    async fn leader(&mut self) -> io::Result<usize> {
        let stream = Stream::Rooms(Shard::of(&plain_code(self.rng.random())));
        let found = async {
            loop {
                let leader = self.asker.leader(stream).await;
                if let Some(number) = leader.as_deref().and_then(Brokers::number) {
                    return number;
                }
                self.rest(LOOK_AGAIN).await;
            }
        };
        Ok(timeout(self.plan.patience, found).await?)
    }

    async fn fail_brokers(&mut self, failure: Failure, mut killed: Range<usize>) -> io::Result<()> {
        let (began, count) = (Instant::now(), killed.len());
        killed.clone().try_for_each(|broker| self.brokers.kill(broker))?;
        self.measure(Some(failure));
        // Two of three go on; all three must be started again first.
        if count == BROKERS {
            killed.clone().try_for_each(|broker| self.brokers.start_one(broker))?;
        }
        self.serve((0..NODES).collect(), Some((failure, began))).await;
        if count < BROKERS {
            killed.try_for_each(|broker| self.brokers.start_one(broker))?;
        }
        self.rest(CAUGHT_UP).await;
        Ok(())
    }

    #[expect(clippy::disallowed_methods, reason = "time itself is the subject: how long something is away")]
    async fn rest(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    async fn signal(&self, node: usize, signal: &str) -> io::Result<()> {
        match &self.nodes[node] {
            Some((node, _)) => node.signal(signal).await,
            None => Ok(()),
        }
    }

    /// Tells groups that their node is about to fail.
    fn leave(&self, groups: &[usize]) {
        for group in groups {
            self.groups[*group].orders.send_replace(Order::Down);
        }
    }

    /// Lets groups connect again, each to its node if that runs, and waits until all their commands are answered.
    async fn serve(&mut self, groups: Vec<usize>, fault: Option<(Failure, Instant)>) {
        let running: Vec<usize> = (0..NODES).filter(|node| self.nodes[*node].is_some()).collect();
        let mut missing = 0;
        // One number for all, so that each notice belongs to this call.
        let start = self.groups.iter().map(|group| group.start).max().unwrap_or(0) + 1;
        for number in groups {
            let group = &mut self.groups[number];
            if !running.contains(&group.home)
                && let Some(home) = running.choose(&mut self.rng)
            {
                group.home = *home;
            }
            let Some((_, addr)) = &self.nodes[group.home] else { continue };
            group.start = start;
            group.orders.send_replace(Order::Play { start, addr: *addr });
            missing += group.clients;
        }
        let answered = async {
            while missing > 0 {
                let Some(news) = self.news.recv().await else { return };
                missing -= usize::from(news == Notice::Resumed { start });
            }
        };
        if timeout(self.plan.patience, answered).await.is_err() {
            let open = self.shared.tally().open();
            let text = format!(
                "after {fault:?}, {missing} clients still wait for answers; {open} commands are open"
            );
            self.shared.find(Fault::Stalled, text);
        }
        if let Some((failure, began)) = fault {
            self.times.entry(failure).or_default().clients.push(began.elapsed());
        }
    }

    /// Has the clients check every room once more, and stops the nodes.
    async fn finish(&mut self) -> io::Result<()> {
        self.play().await;
        let mut missing = 0;
        for group in &mut self.groups {
            let Some((_, addr)) = &self.nodes[group.home] else { continue };
            missing += group.clients;
            group.orders.send_replace(Order::Finish { start: group.start, addr: *addr });
        }
        let finished = async {
            while missing > 0 {
                let Some(news) = self.news.recv().await else { return };
                missing -= usize::from(news == Notice::Finished);
            }
        };
        if timeout(self.plan.patience, finished).await.is_err() {
            self.shared.find(Fault::Stalled, format!("{missing} clients were not answered in the end"));
        }
        for group in &self.groups {
            group.orders.send_replace(Order::Over);
        }
        for node in &mut self.nodes {
            let Some((node, _)) = node.take() else { continue };
            let status = node.stop().await?;
            if !status.success() {
                self.shared.find(Fault::Unexpected, format!("a node ended with {status}"));
            }
        }
        Ok(())
    }
}
