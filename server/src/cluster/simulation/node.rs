//! A node, and the connections of clients to it.

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use tengen_shared::{
    game::{PlayerId, RoomCode},
    protocol::Codec,
    rules::Variant,
};
use tokio::{
    sync::{Notify, mpsc},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::gate::{Gate, Way};
use crate::{
    app::App,
    arrival::{Arrival, Caller},
    bots::Pool,
    cluster::{BrokerConfig, ClusterConfig, Membership, QuickPlace, Tenure, Whereabouts},
    config::Config,
    gateway, hand_over,
    metrics::Metrics,
    outbox::{Outbox, Taken},
    room_io::{RoomIn, Search, VisitId},
    session::Session,
    start_tasks,
};

/// The time that a node's tasks have to end.
const END_WITHIN: Duration = Duration::from_secs(5);

/// How long an AI thinks, and how long other jobs take.
const THINKING: Duration = Duration::from_millis(500);
const PROMPT: Duration = Duration::from_millis(20);

/// A node that runs.
pub(super) struct Node {
    app: Arc<App>,
    pub(super) gate: Gate,
    membership: Membership,
    /// Cancelled when the node dies.
    dies: CancellationToken,
}

/// A connection, at the client's end. The server sees it end when it is dropped.
pub(super) struct Line {
    pub(super) to: mpsc::UnboundedSender<Vec<u8>>,
    pub(super) from: mpsc::UnboundedReceiver<Vec<u8>>,
}

impl Node {
    /// Starts node `number`. It needs the broker for that.
    pub(super) async fn start(number: usize, gate: Gate) -> Self {
        let cluster = ClusterConfig {
            node: format!("node-{number}").parse().unwrap(),
            address: Some(format!("127.0.0.1:{}", 5_000 + number).parse().unwrap()),
            broker: BrokerConfig::Given(Arc::new(gate.clone())),
        };
        let mut membership = Membership::begin(&cluster, None).await.unwrap();
        let mut config = Config::in_memory();
        config.limits.grace_ms = 20_000;
        // One thread for slow engines, so that it is often busy.
        let pools = [Pool::by_hand(1), Pool::by_hand(1), Pool::by_hand(1), Pool::without_threads()];
        let (journal, member) = (membership.journal.clone(), membership.member.clone());
        let app = App::new(config, journal, pools, Arc::new(Metrics::of_node()), 0, Some(member.clone()));
        let app = Arc::new(app);
        start_tasks(&app);
        let heard = membership.open_door(None).unwrap();
        app.tasks.spawn(gateway::take_post(app.clone(), member, heard));
        let node = Self { app, gate, membership, dies: CancellationToken::new() };
        node.think(|app| &app.bots, THINKING);
        node.think(|app| &app.quick_bots, PROMPT);
        node.think(|app| &app.hints, PROMPT);
        node
    }

    /// Lets a pool do its jobs, each of which takes `time`.
    fn think(&self, pool: fn(&App) -> &Pool, time: Duration) {
        let (app, dies) = (self.app.clone(), self.dies.clone());
        tokio::spawn(async move {
            let work = async {
                while !app.stop.is_cancelled() {
                    pool(&app).run_by_hand(time).await;
                }
            };
            dies.run_until_cancelled(work).await;
        });
    }

    /// Returns how many moves other nodes have found for this one.
    pub(super) fn far_moves(&self) -> usize {
        usize::try_from(self.app.metrics.cluster.far_moves.get()).unwrap()
    }

    /// Leads a stranger to the room that waits for a quick match at tic-tac-toe.
    pub(super) async fn find_match(&self, stranger: PlayerId) -> QuickPlace {
        let (search, own) = (Search::of(Variant::TICTACTOE), "QWNR".parse().unwrap());
        self.membership.member.journal.find_match(&search, stranger, &own).await.unwrap()
    }

    /// Takes the node `other` for dead, until that renews its lease.
    pub(super) fn take_for_dead(&self, other: &Self) {
        let nodes = &self.membership.member.nodes;
        // The own lease moves, and the other one does not.
        for seconds in 1..=4 {
            let now = Instant::now() + Duration::from_secs(seconds);
            nodes.observe(nodes.me().name.clone(), nodes.lease(), now);
        }
        assert!(!nodes.lives(other.membership.member.nodes.me()));
    }

    /// Returns whether this node owns a room.
    pub(super) async fn owns(&self, room: &RoomCode) -> bool {
        self.membership.member.journal.whereabouts(room).await.unwrap() == Some(Whereabouts::Here)
    }

    /// Returns which other node owns a room, and in which epoch.
    pub(super) async fn tenure(&self, room: &RoomCode) -> Tenure {
        match self.membership.member.journal.whereabouts(room).await.unwrap() {
            Some(Whereabouts::There(tenure)) => tenure,
            other => panic!("{other:?}"),
        }
    }

    /// Begins a visit to a room of another node.
    pub(super) fn visit(&self, tenure: &Tenure, room: &RoomCode) -> VisitId {
        self.membership.member.begin_visit(tenure, room).unwrap()
    }

    /// Returns whether a visit of another node goes on.
    pub(super) fn is_visited(&self, by: &Self, room: &RoomCode, visit: VisitId) -> bool {
        self.membership.member.is_visiting(by.membership.member.nodes.me(), room, visit)
    }

    /// Ends the node as `kill -9` does: nothing of it reaches the broker or anybody else any more.
    pub(super) fn kill(self) {
        self.dies.cancel();
        self.gate.set(Way::Cut);
        self.app.stop.cancel();
        tokio::spawn(self.membership.end());
    }

    /// Stops the node as its operator does.
    pub(super) async fn stop(self) {
        hand_over(&self.app, &self.membership.member).await;
        self.app.stop.cancel();
        self.app.tasks.close();
        let _ = tokio::time::timeout(END_WITHIN, self.app.tasks.wait()).await;
        self.membership.end().await;
    }

    /// Returns a new connection. `heard` is told when the server has sent something.
    pub(super) fn connect(&self, heard: Arc<Notify>) -> Line {
        let (to, frames) = mpsc::unbounded_channel();
        let (sent, from) = mpsc::unbounded_channel();
        let conversation = converse(self.app.clone(), frames, sent, heard.clone());
        let dies = self.dies.clone();
        tokio::spawn(async move {
            dies.run_until_cancelled(conversation).await;
            heard.notify_one();
        });
        Line { to, from }
    }
}

/// Serves a connection, as `connection.rs` does over a socket.
async fn converse(
    app: Arc<App>,
    mut frames: mpsc::UnboundedReceiver<Vec<u8>>,
    sent: mpsc::UnboundedSender<Vec<u8>>,
    heard: Arc<Notify>,
) {
    let limit = app.config.limits.outbox_bytes;
    let outbox = Arc::new(Outbox::new(Codec::Bincode, limit, app.outbound.clone(), app.metrics.clone()));
    let arrival = Arrival::take(&app, Ipv4Addr::LOCALHOST.into()).unwrap();
    let source = arrival.source.clone().unwrap();
    let places = arrival.hand_on(&source).unwrap();
    let mut session = Session::new(app.clone(), Caller { source, places }, outbox.clone());
    session.greet();
    let stop = app.stop.clone();
    'open: loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            frame = frames.recv() => match frame {
                Some(frame) if session.frame(&frame).await.is_ok() => {}
                _ => break,
            },
            () = outbox.wait() => {}
        }
        loop {
            match outbox.take() {
                Taken::Frames(frames) => {
                    if frames.into_iter().any(|frame| sent.send(frame.to_vec()).is_err()) {
                        break 'open;
                    }
                    heard.notify_one();
                }
                Taken::Shut(_) => break 'open,
                Taken::Drained(owed) => {
                    for room in owed.rooms {
                        app.lobby.tell(&room, RoomIn::CaughtUp { conn: session.conn() });
                    }
                    break;
                }
            }
        }
    }
    drop(session.end());
}
