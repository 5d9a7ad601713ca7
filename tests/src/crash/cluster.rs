//! The crash test of a cluster: three nodes and three brokers, of which one after the other fails while rooms play.
//!
//! Clients belong to three groups, each connected to one node. When a node fails, its group goes to another one. The time of
//! a fault is the time until every client that it concerns has answers to all of its commands.

use std::{collections::BTreeMap, io, path::Path, sync::Arc, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
use serde::Serialize;
use tengen_server::{
    cluster::{Broker as _, Filter, NatsBroker, NatsOptions, NodeRun, Nodes, Shard, StreamJournal, Subject},
    journal::{Archive as _, EventLog as _},
};
use tengen_shared::game::RoomCode;
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, timeout},
};

use super::{
    Fault, Finding, KeptGame, Outcome, Plan, Stream, Times,
    check::{Checked, check_all},
    client::{Client, Ways},
    kills::keep_stories,
    network::Network,
    shared::{Notice, Order, Shared},
    stored::{kept_room, other, parse_game},
    victim::{Victim, configure},
};
use crate::brokers::{BROKERS, Brokers, Sync};

/// The number of nodes, and of groups of clients.
const NODES: usize = 3;
/// How long a node is stopped: longer than its lease holds.
const STOPPED: Duration = Duration::from_secs(6);
/// The pause after a broker is back, until it has caught up.
const CAUGHT_UP: Duration = Duration::from_secs(5);

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
    /// All brokers are killed and started again.
    AllBrokers,
}

/// The figures of a run with a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterReport {
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The time from each fault until all clients concerned had their answers.
    pub recovery: BTreeMap<Failure, Times>,
}

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
    networks: Vec<Network>,
    nodes: Vec<Option<(Victim, std::net::SocketAddr)>>,
    groups: Vec<Group>,
    news: mpsc::Receiver<Notice>,
    shared: Arc<Shared>,
    rng: SmallRng,
    times: BTreeMap<Failure, Vec<Duration>>,
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
        brokers,
        networks,
        nodes: (0..NODES).map(|_| None).collect(),
        groups: (0..NODES).map(group).collect(),
        news,
        shared: shared.clone(),
        rng: SmallRng::seed_from_u64(plan.seed),
        times: BTreeMap::new(),
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
        recovery: field.times.iter().map(|(failure, times)| (*failure, Times::of(times))).collect(),
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
        self.finish().await
    }

    fn draw(&self, number: usize) -> Failure {
        // Nodes fail more often than brokers, and all brokers seldom.
        match number % 10 {
            1 | 3 | 7 => Failure::NodeKilled,
            2 => Failure::NodeStopped,
            6 => Failure::NodeFrozen,
            5 => Failure::NodeCutOff,
            8 => Failure::NodeAlone,
            4 | 9 => Failure::BrokerKilled,
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
            Failure::BrokerKilled => self.fail_brokers(failure, 1).await,
            Failure::AllBrokers => self.fail_brokers(failure, BROKERS).await,
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
            self.serve(concerned, Some((failure, began))).await;
            return self.start_node(victim).await;
        }
        let is_cut = matches!(failure, Failure::NodeCutOff | Failure::NodeAlone);
        if is_cut {
            self.networks[victim].cut();
        } else {
            self.signal(victim, "STOP").await?;
        }
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

    async fn fail_brokers(&mut self, failure: Failure, count: usize) -> io::Result<()> {
        let began = Instant::now();
        let first = self.rng.random_range(0..=BROKERS - count);
        let mut killed = first..first + count;
        killed.clone().try_for_each(|broker| self.brokers.kill(broker))?;
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
            self.times.entry(failure).or_default().push(began.elapsed());
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

/// Compares every ledger with the streams.
async fn look_back(plan: &Plan, shared: &Shared, brokers: &Brokers) -> io::Result<(Vec<Finding>, Checked)> {
    let options = NatsOptions {
        urls: brokers.urls().split(',').map(str::to_owned).collect(),
        ..NatsOptions::default()
    };
    let name = "checker".parse().map_err(other)?;
    let broker = Arc::new(NatsBroker::connect(&options, &name).await.map_err(other)?);
    let nodes = Arc::new(Nodes::new(NodeRun::begin(name)));
    let journal = StreamJournal::open(broker.clone(), nodes, None).await.map_err(other)?;
    journal.has_all_games().await.map_err(other)?;
    let mut failures = shared.findings();
    let (mut checked, mut unknown) = (Checked::default(), rooms(&broker).await?);
    for number in 0..plan.rooms {
        let Some(code) = shared.ledger(number).code.clone() else { continue };
        unknown.retain(|room| *room != code);
        let stream = stream(&journal, &code).await?;
        let (found, more) = check_all(&shared.ledger(number), &stream, &[]);
        failures.extend(found);
        checked.add(more);
    }
    for code in unknown {
        let text = format!("room {code} is there, and nobody knows of it");
        failures.push(Finding { room: Some(code.to_string()), ..Finding::general(Fault::Doubled, text) });
    }
    keep_stories(plan, shared, &failures)?;
    Ok((failures, checked))
}

async fn rooms(broker: &NatsBroker) -> io::Result<Vec<RoomCode>> {
    let mut rooms = Vec::new();
    for shard in Shard::all() {
        for message in broker.notes(Filter::Logs(shard)).await.map_err(other)? {
            if let Subject::Log(room) = message.subject
                && message.note != "deleted"
            {
                rooms.push(room);
            }
        }
    }
    Ok(rooms)
}

/// Returns the data of a room: its checkpoint, and the records after it.
async fn stream(journal: &StreamJournal, room: &RoomCode) -> io::Result<Stream> {
    let Some(stored) = journal.view(room).await.map_err(other)? else {
        return Ok(Stream { records: Vec::new(), checkpoint: None, games: Vec::new() });
    };
    let checkpoint = stored.checkpoint.map(|kept| kept_room(&kept)).transpose()?;
    let games = journal.games_of_room(room, None, usize::MAX).await.map_err(other)?;
    let games: io::Result<Vec<KeptGame>> = games.iter().map(parse_game).collect();
    Ok(Stream { records: stored.records, checkpoint, games: games? })
}
