//! Two bots that play in a room of their own while a test provokes trouble elsewhere, which must not affect them.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tengen_shared::{protocol::Codec, rules::Variant};
use tokio::{task::JoinHandle, time::interval};
use tokio_util::sync::CancellationToken;

use super::{Peer, person_room, poll_until, seat_to_move, within};

/// A game of tic-tac-toe that the side to begin wins.
const GAME: [&str; 5] = ["b2", "a1", "b1", "a2", "b3"];
/// The pace: fast enough to notice a stall, slow enough to leave the machine to the test.
const PACE: Duration = Duration::from_millis(3);
/// The number of moves that must follow the trouble.
const AFTER: usize = 10;

/// Bots that play. A gap in the event numbers of their room, or any refusal, fails the test.
#[derive(Debug)]
pub struct Bystanders {
    what: &'static str,
    stop: CancellationToken,
    moves: Arc<AtomicUsize>,
    task: JoinHandle<Vec<Duration>>,
}

impl Bystanders {
    /// Starts the bots and waits until they play.
    pub async fn playing(addr: SocketAddr, what: &'static str) -> Self {
        let mut one = Peer::connect(addr, "Cy", Codec::Json).await;
        let mut two = Peer::connect(addr, "Di", Codec::Bincode).await;
        let (stop, moves) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
        let code = person_room(&mut one, &mut two, Variant::TICTACTOE).await;
        let (stopped, count) = (stop.clone(), moves.clone());
        let task = tokio::spawn(async move {
            let mut pace = interval(PACE);
            let mut latencies = Vec::new();
            while !stopped.is_cancelled() {
                for point in GAME {
                    pace.tick().await;
                    let first = one.seat(&code) == seat_to_move(&one, &code);
                    let (mover, other) = if first { (&mut one, &mut two) } else { (&mut two, &mut one) };
                    let cmd = mover.placing(&code, mover.seat(&code), point);
                    let before = Instant::now();
                    let id = mover.send(Some(&code), cmd).await;
                    let ply = mover.room(&code).seq().next();
                    other.wait_room(&code, "a bystander's move", |room| room.seq() >= ply).await;
                    latencies.push(before.elapsed());
                    mover.answer(id).await.expect("a bystander's move is accepted");
                    count.fetch_add(1, Ordering::Relaxed);
                }
                one.wait_room(&code, "the end of a bystanders' game", |room| !room.is_playing()).await;
                two.wait_room(&code, "the end of a bystanders' game", |room| !room.is_playing()).await;
                one.ready(&code).await.expect("a bystander is ready");
                two.wait_room(&code, "the other to be ready", |room| room.seats()[one.seat(&code)].ready)
                    .await;
                two.ready(&code).await.expect("a bystander is ready");
                one.wait_room(&code, "the bystanders' next game", tengen_shared::game::Room::is_playing)
                    .await;
                one.clear();
                two.clear();
            }
            latencies
        });
        let bystanders = Self { what, stop, moves, task };
        bystanders.go_on(AFTER).await;
        bystanders
    }

    /// Waits for `more` moves from now on.
    async fn go_on(&self, more: usize) {
        let wanted = self.moves.load(Ordering::Relaxed) + more;
        poll_until("the bystanders to go on playing", async || {
            self.moves.load(Ordering::Relaxed) >= wanted || self.task.is_finished()
        })
        .await;
    }

    /// Checks that the bots still play, lets them finish their game, and prints the latency of their moves.
    ///
    /// # Panics
    /// Panics if anything has disturbed them.
    pub async fn undisturbed(self) {
        self.go_on(AFTER).await;
        self.stop.cancel();
        let mut latencies = within("the bystanders to finish", self.task).await.expect("undisturbed play");
        latencies.sort_unstable();
        let p99 = latencies[latencies.len() * 99 / 100];
        eprintln!("{}: {} bystanders' moves, p99 {:.2?}", self.what, latencies.len(), p99);
    }
}
