//! The state of a room's actor: the machine, its members, AI turns, and timers.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tengen_shared::{
    game::{Access, CommandId, Input, Millis, PlayerId, RejectCode, Room, Seat, Seq},
    protocol::{RoomGlimpse, ServerMessage},
    rules::Variant,
};
use tokio::{sync::oneshot, time::Instant};

use super::{
    absences::Absences, ai::AiTurn, clocks::Clocks, hint::HintTurn, machine::Machine, members::Members,
    talk::Talk,
};
use crate::{
    app::App,
    bots::Place,
    lobby::TOO_MANY_CODES,
    mailbox::{Handle, NewRoom, RoomMsg},
    peer::{ConnId, Peer},
};

/// The origin of a room in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loaded {
    /// It was made just now.
    New,
    /// It was in the journal.
    Stored,
}

/// Whether a room stays in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Go,
    /// It leaves memory.
    End,
}

/// The times at which the last commands taken from each lane had arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived {
    pub(super) players: Millis,
    pub(super) spectators: Millis,
}

/// A room in memory.
pub(super) struct Shell {
    pub(super) app: Arc<App>,
    pub(super) me: Handle,
    pub(super) machine: Machine,
    pub(super) members: Members,
    pub(super) ai: AiTurn,
    pub(super) hint: HintTurn,
    pub(super) clocks: Clocks,
    pub(super) absences: Absences,
    /// Players who ask to watch, to be told the decision.
    pub(super) askers: BTreeMap<PlayerId, Arc<Peer>>,
    /// Players who were refused, and when.
    pub(super) refused: BTreeMap<PlayerId, Instant>,
    pub(super) arrived: Arrived,
    /// The rate limits on chat.
    pub(super) talk: Talk,
    /// Whether the journal knows that somebody other than the host has been here, so that the room is kept longer.
    shared: Arc<AtomicBool>,
    /// Whether another room needed the space. Then this room is not deleted: its maker may be on the way back.
    evicted: bool,
    /// The variant under which this room was last announced for quick matches.
    pub(super) waited_for: Option<Variant>,
    /// When two AI seats begin their next game.
    next_game_due: Option<Instant>,
    /// When to send the changed presence.
    pub(super) presence_due: Option<Instant>,
    /// When the empty room leaves memory.
    idle_due: Option<Instant>,
}

impl Shell {
    pub(super) fn new(app: Arc<App>, me: Handle, machine: Machine, loaded: Loaded) -> Self {
        let (at, arrived) = (Instant::now(), app.now());
        Self {
            idle_due: Some(at + idle_time(&app, machine.room())),
            absences: Absences::new(arrived),
            talk: Talk::new(&app.config.limits),
            app,
            me,
            machine,
            members: Members::default(),
            ai: AiTurn::None,
            hint: HintTurn::None,
            clocks: Clocks::new(loaded == Loaded::Stored),
            arrived: Arrived { players: arrived, spectators: arrived },
            shared: Arc::default(),
            evicted: false,
            askers: BTreeMap::new(),
            refused: BTreeMap::new(),
            waited_for: None,
            next_game_due: None,
            presence_due: None,
        }
    }

    /// Returns when the room must act without a message.
    pub(super) fn due(&self) -> Option<Instant> {
        let turns = [self.ai.due(), self.hint.due(), self.next_game_due, self.clocks.due];
        turns.into_iter().chain([self.presence_due, self.idle_due]).flatten().min()
    }

    /// Admits the maker, and answers the command that made the room.
    pub(super) fn welcome_maker(&mut self, new: &NewRoom) {
        if self.follow(&new.peer, new.id) {
            let last = self.machine.room().seq();
            let events = self.machine.between(Seq(1), last);
            self.members.send_snapshot(self.machine.room(), new.peer.conn, &self.app.metrics);
            self.accept(&new.peer, new.id, last, &events);
        }
    }

    pub(super) async fn take(&mut self, msg: RoomMsg) -> Flow {
        match msg {
            RoomMsg::Ask(asked) => return self.ask(*asked).await,
            RoomMsg::Resume { peer, seen, guessed } => {
                self.resume(&peer, seen, guessed);
                return self.settle().await;
            }
            RoomMsg::Evict if self.members.is_empty() && !self.clock_runs() => {
                self.evicted = true;
                return Flow::End;
            }
            RoomMsg::Evict => self.app.lobby.set_idle(self.machine.room().code(), self.members.is_empty()),
            RoomMsg::EndUntouched { before, done } => return self.end_untouched(before, done).await,
            RoomMsg::Gone { conn } => {
                self.leave(conn);
                return self.settle().await;
            }
            RoomMsg::Silent { conn } => {
                self.silent(conn);
                return self.settle().await;
            }
            RoomMsg::Heard { conn } => {
                self.heard(conn);
                return self.settle().await;
            }
            RoomMsg::Tried { asked, fit } => return self.tried(*asked, fit).await,
            RoomMsg::CaughtUp { conn } => {
                self.members.caught_up(self.machine.room(), conn, &self.app.metrics);
                // A peer that had fallen behind has missed the presence.
                self.presence_changed();
            }
            RoomMsg::Glimpse { answer } => {
                let room = self.machine.room();
                // The asker may be gone.
                let _ = answer.send(RoomGlimpse::unlisted(room, self.members.listing(room)));
            }
            RoomMsg::AiBegan { seat, at } => {
                if self.ai.waits_at(at) {
                    self.thinking(seat, Place::Now);
                }
            }
            // A cancelled answer may be for the position that is being searched again.
            RoomMsg::AiChose { stop, .. } | RoomMsg::HintFound { stop, .. } if stop.is_set() => {}
            RoomMsg::AiChose { seat, at, chosen, .. } => {
                self.ai.chosen(seat, at, chosen, Instant::now());
                return self.settle().await;
            }
            RoomMsg::HintFound { seat, at, point, outlook, .. } => {
                return self.hint_found(seat, at, point, outlook).await;
            }
        }
        Flow::Go
    }

    /// Does everything that is due.
    pub(super) async fn tick(&mut self) -> Flow {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            self.members.send_news(self.presence());
            self.publish();
        }
        if self.idle_due.is_some_and(|due| due <= now) {
            if !self.clock_runs() {
                return Flow::End;
            }
            // Its flag must fall first.
            self.idle_due = Some(now + idle_time(&self.app, self.machine.room()));
        }
        self.settle().await
    }

    /// Plays the AI's move when it is due, begins the next game of two AI seats, and starts searches. A room without
    /// members thinks only while a clock runs.
    pub(super) async fn settle(&mut self) -> Flow {
        while let Some(due) = self.ai.take_due(Instant::now()) {
            if self.ai_move(due).await == Flow::End {
                return Flow::End;
            }
        }
        if self.tick_clocks().await == Flow::End {
            return Flow::End;
        }
        self.plan_clocks();
        // An AI whose clock runs moves even if its opponent has gone. No AI moves before the clocks are held.
        if (self.members.is_empty() && !self.clock_runs()) || self.clocks.to_hold {
            self.ai.cancel();
            self.hint.cancel();
            self.next_game_due = None;
            return Flow::Go;
        }
        if self.next_game().await == Flow::End {
            return Flow::End;
        }
        let (room, now) = (self.machine.room(), Instant::now());
        let asker = room.hint_wanted().and_then(|seat| room.seats().player(seat));
        let asker = asker.and_then(|player| self.members.peers_of(player).pop());
        let source = asker.as_ref().map(|peer| &peer.source);
        self.hint.update(&self.app, room, &self.me, now, source);
        if let Some((seat, place)) = self.ai.update(&self.app, room, &self.me, now) {
            self.thinking(seat, place);
        }
        Flow::Go
    }

    /// Begins the next game of two AI seats, once the pause after the last one is over.
    async fn next_game(&mut self) -> Flow {
        let now = Instant::now();
        if !self.machine.room().next_game_due() {
            self.next_game_due = None;
            return Flow::Go;
        }
        let pause = Duration::from_millis(self.app.config.limits.ai_game_pause_ms);
        let due = *self.next_game_due.get_or_insert(now + pause);
        if due > now {
            return Flow::Go;
        }
        self.next_game_due = None;
        self.begin_next().await
    }

    /// Tells the members that a seat has begun to think, or waits for a thread.
    fn thinking(&self, seat: Seat, place: Place) {
        let room = self.machine.room().code().clone();
        let queued = place == Place::Queued;
        self.members.send_news(ServerMessage::Thinking { room, seat, queued });
    }

    /// Leaves memory. Returns the peers who still follow the room, if it ends for another reason than being empty.
    pub(super) async fn end(mut self) -> Vec<Arc<Peer>> {
        self.ai.cancel();
        self.hint.cancel();
        let room = self.machine.room();
        self.app.lobby.list.hide(room.code());
        self.app.lobby.set_waiting(room.code(), room.settings().variant, None);
        let unplayed = room.game().is_none();
        if unplayed
            && !self.evicted
            && self.members.is_empty()
            && !self.app.stop.is_cancelled()
            && let Err(error) = self.app.journal.delete(room.code()).await
        {
            tracing::warn!(room = %room.code(), %error, "cannot delete an unplayed room");
        }
        self.members.into_peers()
    }

    pub(super) fn watch(&mut self, peer: &Arc<Peer>, id: CommandId) {
        if let Err(reject) = self.machine.room().check_watch(peer.player) {
            peer.refuse(id, self.machine.room().code(), &reject);
            return;
        }
        if !self.follow(peer, id) {
            return;
        }
        self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        match self.machine.earlier(&peer.cause(id)).cloned() {
            Some(answer) => self.repeat(peer, id, answer),
            None => self.accept(peer, id, self.machine.room().seq(), &[]),
        }
    }

    /// Ends a game that nobody has touched since `before`, and leaves memory.
    async fn end_untouched(&mut self, before: Millis, done: oneshot::Sender<()>) -> Flow {
        if !self.members.is_empty() || self.machine.room().time() >= before {
            return Flow::Go;
        }
        match self.happen(Input::EndUntouched).await {
            Ok(ended) => {
                // Upkeep may have stopped meanwhile, along with the server.
                let _ = ended.map(|()| done.send(()));
                Flow::End
            }
            Err(flow) => flow,
        }
    }

    fn resume(&mut self, peer: &Arc<Peer>, seen: Seq, guessed: bool) {
        let room = self.machine.room();
        if guessed && !room.belongs(peer.player) {
            return peer.reject(None, Some(room.code().clone()), RejectCode::RateLimited, TOO_MANY_CODES);
        }
        if let Err(reject) = room.check_watch(peer.player) {
            peer.reject(None, Some(room.code().clone()), reject.code(), reject.to_string());
            return;
        }
        if !peer.follow(room.code(), self.app.config.limits.rooms_followed) {
            let text = "you follow too many rooms: leave one first";
            peer.reject(None, Some(room.code().clone()), RejectCode::TooMany, text);
            return;
        }
        self.enter(peer);
        let (room, metrics) = (self.machine.room(), &self.app.metrics);
        match self.machine.since(seen).filter(|_| seen > Seq(0)) {
            Some(missed) if missed.is_empty() => {}
            Some(missed) => self.members.send_missed(room, peer.conn, &missed, metrics),
            None => self.members.send_snapshot(room, peer.conn, metrics),
        }
    }

    pub(super) fn follow(&mut self, peer: &Arc<Peer>, id: CommandId) -> bool {
        let code = self.machine.room().code();
        if !peer.follow(code, self.app.config.limits.rooms_followed) {
            let text = "you follow too many rooms: leave one first";
            peer.reject(Some(id), Some(code.clone()), RejectCode::TooMany, text);
            return false;
        }
        self.enter(peer);
        true
    }

    fn enter(&mut self, peer: &Arc<Peer>) {
        self.members.add(peer, self.machine.room());
        if !self.shared.load(Ordering::Relaxed) && peer.player != self.machine.room().host() {
            let noting = self.app.journal.note_shared(self.machine.room().code());
            let shared = self.shared.clone();
            // If the write fails, the next visitor causes another one.
            self.app.tasks.spawn(async move { shared.store(noting.await.is_ok(), Ordering::Relaxed) });
        }
        if self.idle_due.take().is_some() {
            self.app.lobby.set_idle(self.machine.room().code(), false);
        }
        self.clocks.deserted = None;
        self.presence_changed();
    }

    pub(super) fn leave(&mut self, conn: ConnId) {
        let Some((player, silent)) = self.members.remove(conn, self.machine.room().code()) else { return };
        // A silent player has been absent since the silence began.
        if !silent {
            self.gone(player);
        }
        if self.members.is_empty() {
            self.idle_due = Some(Instant::now() + idle_time(&self.app, self.machine.room()));
            self.app.lobby.set_idle(self.machine.room().code(), true);
            self.wait_for_anybody();
        }
        self.presence_changed();
    }

    /// Returns the connected player who waits here for somebody to take the other seat.
    pub(super) fn who_waits(&self) -> Option<PlayerId> {
        let room = self.machine.room();
        let seats = room.seats();
        if room.settings().access != Access::Listed {
            return None;
        }
        let player = seats.player(seats.first_empty()?.other())?;
        self.members.is_player_here(player).then_some(player)
    }

    fn publish(&self) {
        let room = self.machine.room();
        if self.members.is_empty() || room.settings().access == Access::Unlisted {
            self.app.lobby.list.hide(room.code());
        } else {
            self.app.lobby.list.show(self.members.listing(room));
        }
    }
}

/// Returns how long an empty room stays in memory.
fn idle_time(app: &App, room: &Room) -> Duration {
    let limits = &app.config.limits;
    let unplayed = limits.unplayed_idle_ms.min(limits.room_idle_ms);
    Duration::from_millis(if room.game().is_none() { unplayed } else { limits.room_idle_ms })
}
