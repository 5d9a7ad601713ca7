//! One room and its two bots, which play game after game in one task.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tengen_shared::{
    game::{Command, Event, PerSeat, RoomCode, Seat, SeatPlan, Seq, Settings, Stamped},
    protocol::{Cmd, Codec, Request, ServerFrame, ServerMessage},
    rules::Variant,
};

use super::{random_game::RandomGame, tally::Tally};
use crate::bot::Bot;

/// The data that all rooms share.
pub(super) struct LoadConfig {
    /// The servers: the rooms take turns.
    pub(super) addresses: Vec<SocketAddr>,
    /// How many servers further the second bot of a room is.
    pub(super) apart: usize,
    pub(super) codec: Codec,
    pub(super) variant: Variant,
    pub(super) seed: u64,
    /// The bytes with which an acceptance begins.
    pub(super) accepted: Vec<u8>,
    /// Nanoseconds from one move of a room to the next; 0 for no pause.
    pub(super) pace: AtomicU64,
    pub(super) tally: Arc<Tally>,
    /// The answers to the second bots, if they are counted apart.
    pub(super) guests: Option<Arc<Tally>>,
}

impl LoadConfig {
    /// Returns the counts of the answers to the bot in this seat.
    fn answers_to(&self, seat: Seat) -> &Tally {
        self.guests.as_ref().filter(|_| seat == Seat::Two).unwrap_or(&self.tally)
    }
}

/// A room with its two bots.
pub(super) struct BotRoom {
    number: usize,
    code: RoomCode,
    /// The bots in seats one and two.
    bots: [Bot; 2],
    /// The last move of each seat, until both bots have received it.
    sent: [Sent; 2],
    board: RandomGame,
    game: u32,
    at: Seq,
    rng: SmallRng,
    /// The seat to move next, and when.
    due: Option<(Seat, Instant)>,
    /// The pace at this room's last move, and the time for which that move was planned.
    pace: u64,
    last: Instant,
}

#[derive(Clone, Copy)]
struct Sent {
    time: Instant,
    bytes: usize,
    /// Whether its answer has not come yet.
    open: bool,
}

const fn index(seat: Seat) -> usize {
    match seat {
        Seat::One => 0,
        Seat::Two => 1,
    }
}

impl BotRoom {
    /// Connects two bots, creates a room and seats both; this begins the first game.
    ///
    /// # Errors
    /// Returns an error if the server refuses anything.
    pub(super) async fn open(load: &LoadConfig, number: usize) -> anyhow::Result<Self> {
        let of = |number: usize| load.addresses[number % load.addresses.len()];
        let mut one = Bot::enter(of(number), load.codec, number * 2).await?;
        let mut two = Bot::enter(of(number + load.apart), load.codec, number * 2 + 1).await?;
        let settings = Settings::new(load.variant);
        let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
        let made =
            one.ask(None, Request::Create { settings, seats: PerSeat(seats), passphrase: None }).await?;
        let ServerMessage::Accepted { room: Some(code), .. } = *made else { bail!("no room was made") };
        two.ask(Some(code.clone()), Command::Join { passphrase: None }).await?;
        let now = Instant::now();
        let never = Sent { time: now, bytes: 0, open: false };
        Ok(Self {
            number,
            code,
            bots: [one, two],
            sent: [never; 2],
            board: RandomGame::new(load.variant),
            game: 0,
            at: Seq(0),
            rng: SmallRng::seed_from_u64(load.seed.wrapping_add(number as u64)),
            due: None,
            pace: 0,
            last: now,
        })
    }

    pub(super) const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// Plays until something goes wrong or the task is dropped.
    ///
    /// # Errors
    /// Returns the error that ended play.
    pub(super) async fn play(mut self, load: &LoadConfig) -> anyhow::Result<()> {
        loop {
            let [one, two] = &mut self.bots;
            let (seat, frame) = tokio::select! {
                frame = one.frame() => (Seat::One, frame?),
                frame = two.frame() => (Seat::Two, frame?),
                seat = wait(self.due) => {
                    self.due = None;
                    self.place(seat).await?;
                    continue;
                }
            };
            self.take(seat, &frame, load).await?;
        }
    }

    async fn take(&mut self, seat: Seat, frame: &[u8], load: &LoadConfig) -> anyhow::Result<()> {
        let now = Instant::now();
        let sent = &mut self.sent[index(seat)];
        if sent.open && frame.starts_with(&load.accepted) {
            // The opponent's bot receives and decodes the same events.
            sent.open = false;
            load.answers_to(seat).answered(self.number, now - sent.time, sent.bytes, frame.len());
            return Ok(());
        }
        let ServerFrame::Known(message) = load.codec.decode_server(frame)? else {
            bail!("the server sent a message that this program does not know");
        };
        match *message {
            ServerMessage::Accepted { events, .. } | ServerMessage::Events { events, .. } => {
                self.fold(seat, &events, now, frame.len(), load).await
            }
            ServerMessage::Rejected { code, text, .. } => {
                load.tally.rejected(format!("{code:?}"));
                bail!("room {}: a command of seat {seat:?} was refused ({code:?}): {text}", self.code)
            }
            _ => Ok(()),
        }
    }

    /// Applies events that the bot of `seat` received.
    async fn fold(
        &mut self,
        seat: Seat,
        events: &[Stamped],
        now: Instant,
        length: usize,
        load: &LoadConfig,
    ) -> anyhow::Result<()> {
        let (mut to_move, mut over) = (false, false);
        for Stamped { seq, event, .. } in events {
            match event {
                Event::GameBegun { number } if *number > self.game => {
                    self.game = *number;
                    self.board.clear();
                }
                Event::SidesSet { black } => to_move = *black == seat,
                Event::StonePlaced { seat: mover, point } if *mover != seat => {
                    load.tally.delivered(self.number, now - self.sent[index(*mover)].time, length);
                    self.board.play(*point);
                    to_move = true;
                }
                Event::GameOver { .. } => (to_move, over) = (false, true),
                _ => {}
            }
            if event.moves_at() {
                self.at = self.at.max(*seq);
            }
        }
        if over {
            load.tally.game_over(self.number);
            self.ready().await?;
        }
        if to_move {
            self.turn(seat, now, load).await?;
        }
        Ok(())
    }

    async fn ready(&mut self) -> anyhow::Result<()> {
        for (seat, bot) in Seat::BOTH.into_iter().zip(&mut self.bots) {
            bot.send(Some(self.code.clone()), Command::Ready { seat, at: self.at }).await?;
        }
        Ok(())
    }

    /// Moves for `seat`, now or when its time has come.
    async fn turn(&mut self, seat: Seat, now: Instant, load: &LoadConfig) -> anyhow::Result<()> {
        let pace = load.pace.load(Ordering::Relaxed);
        if pace == 0 {
            return self.place(seat).await;
        }
        if self.pace != pace {
            // Rooms must not move in step.
            self.pace = pace;
            self.last = now - Duration::from_nanos(self.rng.random_range(0..pace));
        }
        self.last = now.max(self.last + Duration::from_nanos(pace));
        self.due = Some((seat, self.last));
        Ok(())
    }

    async fn place(&mut self, seat: Seat) -> anyhow::Result<()> {
        let point = self.board.choose(&mut self.rng).context("the board is full and the game goes on")?;
        let cmd = Cmd::Room(Command::Place { seat, point, at: self.at });
        let time = Instant::now();
        let bytes = self.bots[index(seat)].send(Some(self.code.clone()), cmd).await?;
        self.sent[index(seat)] = Sent { time, bytes, open: true };
        Ok(())
    }
}

async fn wait(due: Option<(Seat, Instant)>) -> Seat {
    match due {
        Some((seat, when)) => {
            tokio::time::sleep_until(when.into()).await;
            seat
        }
        None => std::future::pending().await,
    }
}
