//! Honest clients during an attack: a pair whose moves are timed, newcomers, and a class behind one address.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use hdrhistogram::Histogram;
use serde::Serialize;
use tengen_shared::{
    game::{Access, Command, Event, PerSeat, RoomCode, Seat, SeatPlan, Seq, Settings},
    protocol::{Cmd, Request},
    rules::{Point, RuleSet, Variant},
};
use tokio::time::interval;

use super::{
    against_ai::AgainstAi,
    caller::{Caller, Told},
};
use crate::latency::Latency;

/// The number of moves per second that the pair makes.
const MOVES_PER_SECOND: u64 = 20;
/// The addresses of the pair, the person who plays the AI, and the class; all are for documentation (RFC 5737).
const PAIR: [&str; 2] = ["198.51.100.1", "198.51.100.2"];
pub(super) const AGAINST_AI: &str = "198.51.100.3";
const CLASS: &str = "192.0.2.30";
/// The number of people in the class.
pub(super) const PUPILS: usize = 30;

/// Counts how often something succeeded, and how often it was refused or failed.
#[derive(Debug, Default)]
pub(super) struct Tries {
    done: AtomicU64,
    refused: AtomicU64,
    first: Mutex<Option<String>>,
}

/// The same counts as numbers.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Tried {
    pub(super) done: u64,
    pub(super) refused: u64,
    /// The reason of the first refusal.
    pub(super) first: Option<String>,
}

impl Tries {
    fn note(&self, result: anyhow::Result<()>) {
        match result {
            Ok(()) => drop(self.done.fetch_add(1, Ordering::Relaxed)),
            Err(why) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert_with(|| format!("{why:#}"));
            }
        }
    }

    pub(super) fn told(&self) -> Tried {
        Tried {
            done: self.done.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            first: self.first.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }
}

/// Two players in one room.
pub(crate) struct Pair {
    players: [Caller; 2],
    /// The code of their room.
    pub(crate) room: RoomCode,
    at: Seq,
    moves: u16,
    variant: Variant,
}

impl Pair {
    /// Starts a game of two players from two addresses, on a board on which no game ends soon.
    ///
    /// # Errors
    /// Returns an error if they cannot begin to play.
    pub(super) async fn meet(address: SocketAddr, from: [&str; 2]) -> anyhow::Result<Self> {
        let variant = Variant::new(26, 26, 26, RuleSet::Freestyle)?;
        let mut ann = Caller::enter(address, from[0], "Ann").await?;
        let mut bo = Caller::enter(address, from[1], "Bo").await?;
        let create = Cmd::Request(Request::Create {
            settings: Settings::new(variant),
            seats: PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]),
            passphrase: None,
        });
        let room = match ann.ask(None, create).await? {
            Told::Accepted(Some(room), _) => room,
            other => bail!("no room: {other:?}"),
        };
        let at = match bo.ask(Some(&room), Command::Join { passphrase: None }).await? {
            Told::Accepted(_, events) => events
                .iter()
                .filter(|stamped| matches!(stamped.event, Event::GameBegun { .. } | Event::SidesSet { .. }))
                .map(|stamped| stamped.seq)
                .max()
                .context("no game has begun")?,
            other => bail!("no seat: {other:?}"),
        };
        Ok(Self { players: [ann, bo], room, at, moves: 0, variant })
    }

    /// Starts the game that is timed.
    ///
    /// # Errors
    /// The same errors as in [`Pair::meet`].
    pub(crate) async fn first(address: SocketAddr) -> anyhow::Result<Self> {
        Self::meet(address, PAIR).await
    }

    /// Places a stone for the player to move, and waits for the answer.
    ///
    /// # Errors
    /// Returns an error if the server refuses the move.
    pub(crate) async fn play(&mut self) -> anyhow::Result<()> {
        let seat = if self.moves.is_multiple_of(2) { Seat::One } else { Seat::Two };
        let width = u16::from(self.variant.width());
        let [column, row] = [self.moves % width, self.moves / width].map(u8::try_from);
        let point = Point::new(column?, row?).context("the board is full")?;
        let mover = &mut self.players[usize::from(seat == Seat::Two)];
        match mover.ask(Some(&self.room), Command::Place { seat, point, at: self.at }).await? {
            Told::Accepted(_, events) => {
                let stone = |event: &Event| matches!(event, Event::StonePlaced { .. });
                let stone = events.iter().find(|stamped| stone(&stamped.event)).context("no stone")?;
                self.at = stone.seq;
                self.moves += 1;
                Ok(())
            }
            other => bail!("a move was refused: {other:?}"),
        }
    }

    /// Plays for this time and returns how long the server took to accept a move.
    ///
    /// # Errors
    /// Returns an error if the server refuses a move.
    pub(super) async fn timed(&mut self, time: Duration) -> anyhow::Result<Latency> {
        let mut histogram = Histogram::<u64>::new(3)?;
        let mut pace = interval(Duration::from_millis(1000 / MOVES_PER_SECOND));
        let end = Instant::now() + time;
        while Instant::now() < end {
            pace.tick().await;
            let begun = Instant::now();
            self.play().await?;
            histogram.record(u64::try_from(begun.elapsed().as_micros())?)?;
        }
        Ok(Latency::of(&histogram))
    }
}

/// Sends a new person every second, each from their own address, who creates a room with a passphrase.
pub(super) async fn newcomers(address: SocketAddr, tries: Arc<Tries>) {
    let mut pace = interval(Duration::from_secs(1));
    for number in 1.. {
        pace.tick().await;
        tries.note(newcomer(address, number % 250 + 1).await);
    }
}

async fn newcomer(address: SocketAddr, number: u32) -> anyhow::Result<()> {
    let mut caller = Caller::enter(address, &format!("198.18.0.{number}"), "Newcomer").await?;
    let settings = Settings { access: Access::Passphrase, ..Settings::new(Variant::TICTACTOE) };
    let passphrase = Some("a long passphrase".parse()?);
    let create = Cmd::Request(Request::Create {
        settings,
        seats: PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]),
        passphrase,
    });
    match caller.ask(None, create).await? {
        Told::Accepted(..) => Ok(()),
        other => bail!("no room: {other:?}"),
    }
}

/// Plays against `expert` without a clock for this time, and returns how long the AI's moves took.
///
/// # Errors
/// Returns an error if a move does not come.
pub(super) async fn against_ai(mut person: AgainstAi, time: Duration) -> anyhow::Result<Latency> {
    let mut histogram = Histogram::<u64>::new(3)?;
    let end = Instant::now() + time;
    while Instant::now() < end {
        let took = person.round().await?.context("a flag fell without a clock")?;
        histogram.record(u64::try_from(took.as_micros())?)?;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(Latency::of(&histogram))
}

/// Starts the games of a class behind one address.
///
/// # Errors
/// Returns an error if they cannot begin to play.
pub(super) async fn class(address: SocketAddr) -> anyhow::Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    for _ in 0..PUPILS / 2 {
        pairs.push(Pair::meet(address, [CLASS; 2]).await?);
    }
    Ok(pairs)
}

/// Makes a pair of the class play one move each second.
pub(super) async fn lesson(mut pair: Pair, tries: Arc<Tries>) {
    let mut pace = interval(Duration::from_secs(1));
    loop {
        pace.tick().await;
        tries.note(pair.play().await);
    }
}
