//! One room of a bot and an AI seat, which play game after game in one task.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tengen_shared::{
    game::{Command, Event, PerSeat, RoomCode, Seat, SeatPlan, Seq, Settings, Stamped, ThinkTime},
    protocol::{Cmd, Codec, Request, ServerFrame, ServerMessage},
    rules::{Bot as Ai, Position, Variant},
};

use super::{super::tally::Tally, person, thoughts::Thoughts};
use crate::bot::Bot;

/// The seat of the bot.
const ME: Seat = Seat::One;

/// The data that all rooms share.
pub(super) struct LoadConfig {
    pub(super) address: SocketAddr,
    pub(super) codec: Codec,
    pub(super) variant: Variant,
    pub(super) seed: u64,
    pub(super) ai: Ai,
    pub(super) think_time: ThinkTime,
    /// The mean time from the AI's move to the bot's answer.
    pub(super) pause: Duration,
    /// Counts the answers to the bots' moves. Its `delivered` times measure the AI's turn, from its beginning to its
    /// move.
    pub(super) tally: Arc<Tally>,
    pub(super) thoughts: Thoughts,
}

/// A room with its bot and its AI seat.
pub(super) struct AiRoom {
    number: usize,
    code: RoomCode,
    bot: Bot,
    /// When the bot sent its move; `None` once the server has answered.
    sent: Option<Instant>,
    position: Position,
    /// The time since which the AI is to move.
    ai_turn_since: Option<Instant>,
    /// Whether the AI's last move was immediate; `None` once its evaluation has come.
    immediate: Option<bool>,
    /// The number of the room's latest game.
    game: u32,
    at: Seq,
    rng: SmallRng,
    due: Option<Due>,
}

/// The bot's next action and its time.
#[derive(Clone, Copy)]
struct Due {
    when: Instant,
    what: Todo,
}

#[derive(Clone, Copy)]
enum Todo {
    Place,
    Ready,
}

impl AiRoom {
    /// Creates a room. The bot makes its first move at a random time within the first turn, so that rooms are not
    /// in step.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub(super) async fn open(load: &LoadConfig, number: usize) -> anyhow::Result<Self> {
        let mut bot = Bot::enter(load.address, load.codec, number).await?;
        let settings = Settings { think_time: load.think_time, ..Settings::new(load.variant) };
        let seats = [SeatPlan::Me {}, SeatPlan::Ai { bot: load.ai }];
        let made =
            bot.ask(None, Request::Create { settings, seats: PerSeat(seats), passphrase: None }).await?;
        let ServerMessage::Accepted { room: Some(code), events, .. } = *made else {
            bail!("no room was made")
        };
        let mut room = Self {
            number,
            code,
            bot,
            sent: None,
            position: Position::new(load.variant),
            ai_turn_since: None,
            immediate: None,
            game: 0,
            at: Seq(0),
            rng: SmallRng::seed_from_u64(load.seed.wrapping_add(number as u64)),
            due: None,
        };
        room.fold(&events, Instant::now(), load)?;
        let cycle = load.pause + Duration::from_millis(load.think_time.ms().into());
        if let Some(due) = &mut room.due {
            due.when = Instant::now() + cycle.mul_f64(room.rng.random());
        }
        Ok(room)
    }

    /// Plays until something goes wrong or the task is dropped.
    ///
    /// # Errors
    /// Returns the error that ended play.
    pub(super) async fn play(mut self, load: &LoadConfig) -> anyhow::Result<()> {
        loop {
            self.step(load).await?;
        }
    }

    /// Returns the number of the room's latest game.
    #[cfg(test)]
    pub(super) const fn game(&self) -> u32 {
        self.game
    }

    /// Handles the next frame, or carries out the action that is due.
    ///
    /// # Errors
    /// Returns the error that ends play.
    pub(super) async fn step(&mut self, load: &LoadConfig) -> anyhow::Result<()> {
        let frame = tokio::select! {
            frame = self.bot.frame() => frame?,
            what = wait(self.due) => {
                self.due = None;
                return self.act(what).await;
            }
        };
        let now = Instant::now();
        let ServerFrame::Known(message) = load.codec.decode_server(&frame)? else {
            bail!("the server sent a message that this program does not know");
        };
        match *message {
            ServerMessage::Accepted { events, .. } => {
                if let Some(sent) = self.sent.take() {
                    load.tally.answered(self.number, now - sent, 0, frame.len());
                }
                self.fold(&events, now, load)
            }
            ServerMessage::Events { events, .. } => self.fold(&events, now, load),
            ServerMessage::Thinking { queued: true, .. } => {
                load.thoughts.queued();
                Ok(())
            }
            ServerMessage::Rejected { code, text, .. } => {
                load.tally.rejected(format!("{code:?}"));
                let Self { code: room, game, .. } = self;
                bail!("room {room}, game {game}: a command was refused ({code:?}): {text}")
            }
            _ => Ok(()),
        }
    }

    /// Applies events to the room.
    fn fold(&mut self, events: &[Stamped], now: Instant, load: &LoadConfig) -> anyhow::Result<()> {
        for Stamped { seq, event, .. } in events {
            if event.moves_at() {
                self.at = self.at.max(*seq);
            }
            match event {
                Event::GameBegun { number } => {
                    self.game = *number;
                    self.position = Position::new(load.variant);
                }
                Event::SidesSet { black } => self.begin_turn(*black, now, load),
                Event::StonePlaced { seat, point } => {
                    if *seat != ME {
                        let began = self.ai_turn_since.take().context("the AI moved out of turn")?;
                        load.tally.delivered(self.number, now - began, 0);
                        self.immediate = Some(person::is_immediate(&self.position));
                    }
                    self.position.play(*point).context("the server placed a stone against the rules")?;
                    self.begin_turn(seat.other(), now, load);
                }
                Event::ThoughtNoted { thought, .. } => {
                    let immediate =
                        self.immediate.take().context("an AI's thought about no move of its own")?;
                    load.thoughts.record(&thought.thinking, immediate);
                }
                Event::GameOver { .. } => {
                    load.tally.game_over(self.number);
                    self.ai_turn_since = None;
                    self.pause(Todo::Ready, now, load);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn begin_turn(&mut self, seat: Seat, now: Instant, load: &LoadConfig) {
        if seat == ME {
            self.pause(Todo::Place, now, load);
        } else {
            self.ai_turn_since = Some(now);
        }
    }

    fn pause(&mut self, what: Todo, now: Instant, load: &LoadConfig) {
        self.due = Some(Due { when: now + load.pause.mul_f64(self.rng.random_range(0.5..1.5)), what });
    }

    async fn act(&mut self, what: Todo) -> anyhow::Result<()> {
        let cmd = match what {
            Todo::Place => {
                let point = person::answer(&self.position, &mut self.rng);
                let point = point.context("the game is decided and goes on")?;
                self.sent = Some(Instant::now());
                Cmd::Room(Command::Place { seat: ME, point, at: self.at })
            }
            Todo::Ready => Cmd::Room(Command::Ready { seat: ME, at: self.at }),
        };
        self.bot.send(Some(self.code.clone()), cmd).await?;
        Ok(())
    }
}

async fn wait(due: Option<Due>) -> Todo {
    match due {
        Some(Due { when, what }) => {
            tokio::time::sleep_until(when.into()).await;
            what
        }
        None => std::future::pending().await,
    }
}
