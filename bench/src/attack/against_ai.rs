//! A person who plays the beginnings of games against an AI seat, and measures how long its second move takes.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use tengen_shared::{
    game::{
        ClockRule, Command, Event, FirstMove, PerSeat, RejectCode, RoomCode, Seat, SeatPlan, Seq, Settings,
        Stamped, ThinkTime,
    },
    protocol::{Request, ServerMessage},
    rules::{Bot, Point, Variant},
};

use super::caller::Caller;

/// The seat of the AI, which has the first move.
const AI: Seat = Seat::One;

/// A person in a room with an AI seat.
pub(super) struct AgainstAi {
    caller: Caller,
    room: RoomCode,
    /// The number of the current game; `None` between two games.
    game: Option<u32>,
    /// The event to which a command refers.
    at: Seq,
    /// The AI's stones in the current game.
    stones: Vec<Point>,
}

impl AgainstAi {
    /// Creates a room for games of gomoku without a think time. `from` is the claimed address.
    ///
    /// # Errors
    /// Returns an error if the server refuses.
    pub(super) async fn meet(
        address: SocketAddr,
        from: &str,
        bot: Bot,
        clock: ClockRule,
    ) -> anyhow::Result<Self> {
        let mut caller = Caller::enter(address, from, "Cy").await?;
        let settings = Settings {
            clock,
            first_move: FirstMove::Fixed,
            think_time: ThinkTime::try_from(0)?,
            ..Settings::new(Variant::GOMOKU15)
        };
        let seats = PerSeat([SeatPlan::Ai { bot }, SeatPlan::Me {}]);
        caller.send(None, Request::Create { settings, seats, passphrase: None }).await?;
        loop {
            match caller.read().await? {
                ServerMessage::Accepted { room: Some(room), events, .. } => {
                    let mut me = Self { caller, room, game: None, at: Seq(0), stones: Vec::new() };
                    me.fold(&events);
                    return Ok(me);
                }
                ServerMessage::Rejected { code, .. } => bail!("no room: {code:?}"),
                _ => {}
            }
        }
    }

    /// Plays until the AI has made its second move, and resigns. Returns the time that the move took; `None` if a flag
    /// fell before.
    ///
    /// # Errors
    /// Returns an error if the server refuses a command, or if no message comes.
    pub(super) async fn round(&mut self) -> anyhow::Result<Option<Duration>> {
        if self.game.is_none() {
            self.tell(Command::Ready { seat: AI.other(), at: self.at }).await?;
        }
        while self.game.is_none() {
            self.hear().await?;
        }
        let took = self.second_move().await?;
        if let Some(game) = self.game.filter(|_| took.is_some()) {
            self.tell(Command::Resign { seat: AI.other(), game }).await?;
        }
        while self.game.is_some() {
            self.hear().await?;
        }
        Ok(took)
    }

    async fn second_move(&mut self) -> anyhow::Result<Option<Duration>> {
        if !self.has_placed(1).await? {
            return Ok(None);
        }
        let mut corners = [Point::new(0, 0), Point::new(14, 14)].into_iter().flatten();
        let point = corners.find(|point| !self.stones.contains(point)).context("no free corner")?;
        let asked = Instant::now();
        self.tell(Command::Place { seat: AI.other(), point, at: self.at }).await?;
        Ok(self.has_placed(2).await?.then(|| asked.elapsed()))
    }

    /// Waits for a stone of the AI. Returns false if the game ends before.
    async fn has_placed(&mut self, stones: usize) -> anyhow::Result<bool> {
        while self.stones.len() < stones && self.game.is_some() {
            self.hear().await?;
        }
        Ok(self.stones.len() >= stones)
    }

    async fn tell(&mut self, command: Command) -> anyhow::Result<()> {
        self.caller.send(Some(&self.room), command).await.map(drop)
    }

    async fn hear(&mut self) -> anyhow::Result<()> {
        match self.caller.read().await? {
            ServerMessage::Accepted { events, .. } | ServerMessage::Events { events, .. } => {
                self.fold(&events);
            }
            // A flag may fall while a command is on the way.
            ServerMessage::Rejected { code, .. }
                if code != RejectCode::NoGame && code != RejectCode::Stale =>
            {
                bail!("refused: {code:?}")
            }
            _ => {}
        }
        Ok(())
    }

    fn fold(&mut self, events: &[Stamped]) {
        for Stamped { seq, event, .. } in events {
            match event {
                Event::GameBegun { number } => {
                    self.game = Some(*number);
                    self.stones.clear();
                }
                Event::StonePlaced { seat: AI, point } => self.stones.push(*point),
                Event::GameOver { .. } => self.game = None,
                _ => {}
            }
            if event.moves_at() {
                self.at = *seq;
            }
        }
    }
}
