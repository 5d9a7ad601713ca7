//! The shell around a room's machine: takes messages in, lets time pass, and sends messages out.
//!
//! It knows no socket and no channel. What it needs of the server stands in [`App`]: the journal, the lobby, the thinking
//! threads, the limits and the time.

mod commands;
mod entering;
mod features;
mod happening;
mod joining;
mod orders;
mod presence;
mod time;

use std::{sync::Arc, time::Duration};

use tengen_shared::{
    game::{CommandId, Context, Game, Input, Millis, Room, Seat, Seq},
    protocol::ServerMessage,
    rules::Variant,
};
use tokio::time::Instant;

use super::{
    ai::{AiTurn, Jobs},
    clocks::{self, Clocks},
    doors::Doors,
    flow::Flow,
    hint::HintTurn,
    lag::LagQuotas,
    log::RoomLog,
    machine::Machine,
    members::Members,
    out::Out,
    stay::Stay,
    talk::Talk,
    turned_away::TurnedAway,
};
#[cfg(test)]
use crate::room_io::JobId;
use crate::{
    app::App,
    bots::Place,
    lane::Lane,
    mailbox::Handle,
    room_io::{ConnId, FarTicket, NewRoom, Port, RoomIn, RoomOut, Sender},
};
use time::RoomTime;

/// The origin of a room in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loaded {
    /// It was made just now.
    New,
    /// It was in the journal.
    Stored,
}

/// The times at which the last commands taken from each lane had arrived.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    players: Millis,
    spectators: Millis,
}

/// A room in memory.
pub(super) struct Shell {
    app: Arc<App>,
    time: RoomTime,
    /// The way back into the room, for answers of the thinking threads.
    me: Handle,
    out: Out,
    log: RoomLog,
    members: Members,
    doors: Doors,
    turned_away: TurnedAway,
    talk: Talk,
    clocks: Clocks,
    lags: LagQuotas,
    ai: AiTurn,
    hint: HintTurn,
    jobs: Jobs,
    stay: Stay,
    arrived: Arrived,
    /// The variant under which this room was last announced for quick matches.
    waited_for: Option<Variant>,
    /// When to announce once more that somebody waits here for a quick match.
    announce_due: Option<Instant>,
    /// When two AI seats begin their next game.
    next_game_due: Option<Instant>,
    /// When to send the changed presence.
    presence_due: Option<Instant>,
}

impl Shell {
    pub(super) fn new(
        app: Arc<App>,
        me: Handle,
        machine: Machine,
        loaded: Loaded,
        port: Box<dyn Port>,
    ) -> Self {
        let time = RoomTime::new(app.clone(), machine.room().time());
        let now = time.now();
        Self {
            time,
            out: Out::new(port),
            stay: Stay::new(&app.config.limits, machine.room()),
            members: Members::new(now),
            talk: Talk::new(&app.config.limits),
            log: RoomLog::new(machine, app.journal.clone()),
            app,
            me,
            doors: Doors::default(),
            turned_away: TurnedAway::default(),
            clocks: Clocks::new(loaded == Loaded::Stored),
            lags: LagQuotas::new(),
            ai: AiTurn::None,
            hint: HintTurn::None,
            jobs: Jobs::default(),
            arrived: Arrived { players: now, spectators: now },
            waited_for: None,
            announce_due: None,
            next_game_due: None,
            presence_due: None,
        }
    }

    pub(super) const fn room(&self) -> &Room {
        self.log.room()
    }

    /// Returns the search for an AI's move that is in progress.
    #[cfg(test)]
    pub(super) const fn ai_job(&self) -> Option<JobId> {
        self.ai.job()
    }

    /// Returns the search for a hint that is in progress.
    #[cfg(test)]
    pub(super) const fn hint_job(&self) -> Option<JobId> {
        self.hint.job()
    }

    /// Returns whether nobody else has written to the room; `None` if the journal cannot say.
    pub(super) fn is_current(&self) -> impl Future<Output = Option<bool>> + use<> {
        self.log.is_current()
    }

    /// Tells another node that a message of its connection has been handled.
    pub(super) fn handled(&mut self, ticket: FarTicket) {
        self.out.put(RoomOut::Handled(ticket));
    }

    /// Returns whether this is the command that the room has handled last, and answered.
    pub(super) fn has_answered(&self, command: (ConnId, CommandId)) -> bool {
        self.out.has_answered(command)
    }

    /// Returns when the room must act without a message.
    pub(super) fn due(&self) -> Option<Instant> {
        let turns = [self.ai.due(), self.hint.due(), self.next_game_due, self.clocks.due()];
        turns.into_iter().chain([self.presence_due, self.announce_due, self.stay.due()]).flatten().min()
    }

    /// Opens the room. Admits its maker, if it is new, and answers the command that made it.
    pub(super) fn open(&mut self, new: Option<&NewRoom>) {
        self.tell_entrance();
        let Some(NewRoom { maker, id, .. }) = new else { return };
        self.follow(maker);
        let room = self.log.room();
        let events = self.log.machine().between(Seq(1), room.seq());
        self.out.snapshot(room, &maker.who);
        self.out.accept(room, &maker.who, *id, room.seq(), &events);
    }

    /// Handles a message that came through this lane.
    pub(super) async fn take(&mut self, message: RoomIn, lane: Lane) -> Flow {
        match message {
            RoomIn::Ask(mut asked) => {
                asked.arrived = self.time.of(asked.arrived);
                let latest = match lane {
                    Lane::Players => &mut self.arrived.players,
                    Lane::Spectators => &mut self.arrived.spectators,
                };
                *latest = (*latest).max(asked.arrived);
                self.out.begin();
                return self.ask(*asked).await;
            }
            RoomIn::Resume { from, seen, only_owners } => {
                // A client that knows more than this copy of the room may have been with another owner.
                if seen > self.room().seq() && self.is_current().await == Some(false) {
                    return Flow::Moved;
                }
                self.resume(&from, seen, only_owners);
            }
            RoomIn::Gone { conn } => self.gone(conn),
            RoomIn::Silent { conn } => self.set_silent(conn, true),
            RoomIn::Heard { conn } => self.set_silent(conn, false),
            RoomIn::Lag { conn, lag } => {
                self.members.set_lag(conn, lag);
                return Flow::Go;
            }
            RoomIn::CaughtUp { conn } => {
                self.caught_up(conn);
                return Flow::Go;
            }
            RoomIn::NodeGone(node) => self.node_gone(node),
            RoomIn::AiBegan { seat, job } => {
                if self.ai.waits(job) {
                    self.thinking(seat, Place::Now);
                }
                return Flow::Go;
            }
            RoomIn::AiLost { job } => self.ai.lost(job, Instant::now()),
            RoomIn::AiChose { seat, at, chosen, job } => {
                self.ai.chosen(job, (seat, at), chosen, Instant::now());
            }
            RoomIn::HintFound { seat, at, point, outlook, job } => {
                if self.hint.is_sought(job) {
                    return self.hint_found(seat, at, point, outlook).await;
                }
                return Flow::Go;
            }
            RoomIn::Evict
            | RoomIn::EndUntouched { .. }
            | RoomIn::Glimpse { .. }
            | RoomIn::ShowOnWall
            | RoomIn::Visit { .. }
            | RoomIn::HandOver
            | RoomIn::Look
            | RoomIn::FromOwner { .. }
            | RoomIn::OwnerGone(_) => return self.obey(message).await,
        }
        self.settle().await
    }

    /// Does everything that is due.
    pub(super) async fn tick(&mut self) -> Flow {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            let presence = self.presence();
            self.out.news(presence);
            self.publish();
        }
        if self.announce_due.is_some_and(|due| due <= now) {
            self.announce_waiting();
        }
        if self.stay.due().is_some_and(|due| due <= now) {
            if !clocks::is_running(self.room()) {
                return Flow::End;
            }
            // Its flag must fall first.
            self.stay.start_idle_time(&self.app.config.limits, self.log.room());
        }
        self.settle().await
    }

    /// Plays the AI's move when it is due, begins the next game of two AI seats, and starts searches. A room without
    /// members thinks only while a clock runs.
    pub(super) async fn settle(&mut self) -> Flow {
        while let Some(due) = self.ai.take_due(Instant::now()) {
            let flow = self.ai_move(due).await;
            if flow != Flow::Go {
                return flow;
            }
        }
        let flow = self.tick_clocks().await;
        if flow != Flow::Go {
            return flow;
        }
        self.plan_clocks();
        // An AI whose clock runs moves even if its opponent has gone. No AI moves before the clocks are held.
        let for_nobody = self.members.is_empty() && !clocks::is_running(self.room());
        if for_nobody || self.clocks.must_be_held() {
            self.ai.cancel();
            self.hint.cancel();
            self.next_game_due = None;
            return Flow::Go;
        }
        let flow = self.next_game().await;
        if flow != Flow::Go {
            return flow;
        }
        self.start_searches();
        Flow::Go
    }

    fn start_searches(&mut self) {
        let (room, now) = (self.log.room(), Instant::now());
        let asker = room.hint_wanted().and_then(|seat| room.seats().player(seat));
        let members = &self.members;
        self.hint.update(&self.app, room, (&self.me, &mut self.jobs), now, || members.owner(room, asker));
        let owner = || members.owner(room, None);
        let now = (now, self.time.now());
        let began = self.ai.update(&self.app, room, (&self.me, &mut self.jobs), now, owner);
        if let Some((seat, place)) = began {
            self.thinking(seat, place);
        }
    }

    /// Begins the next game of two AI seats, once the pause after the last one is over.
    async fn next_game(&mut self) -> Flow {
        let now = Instant::now();
        if !self.room().next_game_due() {
            self.next_game_due = None;
            return Flow::Go;
        }
        let pause = Duration::from_millis(self.app.config.limits.ai_game_pause_ms);
        let due = *self.next_game_due.get_or_insert(now + pause);
        if due > now {
            return Flow::Go;
        }
        self.next_game_due = None;
        // If the write fails, the pause after a game passes once more.
        self.happen(Input::NextGame).await.err().unwrap_or(Flow::Go)
    }

    /// Tells the members that a seat has begun to think, or waits for a thread.
    fn thinking(&mut self, seat: Seat, place: Place) {
        let queued = place == Place::Queued;
        self.out.news(ServerMessage::Thinking { room: self.log.code(), seat, queued });
    }

    /// Leaves memory. Returns the way out, to be closed once nobody can find the room any more. `has_moved`: another node
    /// owns the room now.
    pub(super) async fn end(mut self, has_moved: bool) -> Box<dyn Port> {
        self.ai.cancel();
        self.hint.cancel();
        let room = self.log.room();
        self.app.lobby.list.hide(room.code());
        self.app.lobby.wall.hide(room.code());
        // A room with members goes on elsewhere, and may wait there.
        if room.is_quick() && !has_moved && self.members.is_empty() {
            self.app.set_waiting(room.code(), room.settings().variant, None);
        }
        if self.stay.ends_for_good(room, self.members.is_empty())
            && !self.app.stop.is_cancelled()
            && !has_moved
            && self.is_current().await == Some(true)
            && let Err(error) = self.app.journal.delete(room.code()).await
        {
            tracing::warn!(room = %room.code(), %error, "cannot delete an unplayed room");
        }
        self.out.into_port()
    }

    /// Returns the context of a decision at `now`; `from` is the sender of the command, if there is one.
    pub(super) fn context(&self, now: Millis, from: Option<&Sender>) -> Context {
        let room = self.room();
        let to_move = room.turn().and_then(|seat| Some((seat, room.seats().player(seat)?)));
        let lag = match (to_move, from) {
            // The command came over this connection, so its lag counts.
            (Some((_, player)), Some(from)) if from.who.player == player => from.lag,
            (Some((_, player)), _) => self.members.lag_of(player),
            (None, _) => 0,
        };
        let game = room.game().map_or(0, Game::number);
        let lag = to_move.map_or(0, |(seat, _)| lag.min(self.lags.left(game, seat, now)));
        let attendance = self.members.presence(room, self.app.config.limits.grace_ms);
        Context { now, bots: tengen_engine::available, lag, attendance }
    }

    /// Returns the time up to which everything that arrived has been handled. A stone that waits behind a slow journal
    /// counts by its arrival, so no flag may fall before its turn comes.
    fn handled_until(&self) -> Millis {
        let waits = |lane, arrived| (!self.me.is_empty(lane)).then_some(arrived);
        let players = waits(Lane::Players, self.arrived.players);
        let spectators = waits(Lane::Spectators, self.arrived.spectators);
        // A seated player has at most a few commands behind those of spectators.
        [players, spectators].into_iter().flatten().min().unwrap_or_else(|| self.time.now())
    }
}
