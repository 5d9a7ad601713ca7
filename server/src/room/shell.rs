//! What a room's task does with each message: judge, write down, apply, answer, tell the others.

use std::{sync::Arc, time::Duration};

use tengen_shared::{
    game::{Command, CommandId, Context, Event, Input, Millis, Reject, RejectCode, Seat, Seq, Stamped},
    protocol::ServerMessage,
    rules::{Point, Variant},
};
use tokio::time::Instant;

use super::{
    Answer, Ask, Asked, Handle, Judgement, Machine, NewRoom, RoomMsg,
    ai::AiTurn,
    members::{Members, accepted},
    task::{Flow, idle_time},
};
use crate::{
    app::{App, now},
    journal::{Append, Cause, JournalError, Record},
    peer::{ConnId, Peer},
    session,
};

/// A room in memory.
pub(super) struct Shell {
    app: Arc<App>,
    me: Handle,
    machine: Machine,
    members: Members,
    ai: AiTurn,
    /// When the changed presence is to be sent.
    presence_due: Option<Instant>,
    /// When a room with nobody in it leaves memory.
    idle_due: Option<Instant>,
}

impl Shell {
    pub(super) fn new(app: Arc<App>, me: Handle, machine: Machine) -> Self {
        let idle_due = Some(Instant::now() + idle_time(&app));
        let members = Members::default();
        Self { app, me, machine, members, ai: AiTurn::None, presence_due: None, idle_due }
    }

    /// When something is to be done without a message.
    pub(super) fn due(&self) -> Option<Instant> {
        [self.ai.due(), self.presence_due, self.idle_due].into_iter().flatten().min()
    }

    /// Lets its maker in, and answers the command that made the room.
    pub(super) fn welcome_maker(&mut self, new: &NewRoom) {
        if self.follow(&new.peer, new.id) {
            let last = self.machine.room().seq();
            let events = self.machine.between(Seq(1), last);
            self.members.send_snapshot(self.machine.room(), new.peer.conn, &self.app.metrics);
            self.accept(&new.peer, new.id, last, &events);
        }
    }

    /// Takes a message.
    pub(super) async fn take(&mut self, msg: RoomMsg) -> Flow {
        match msg {
            RoomMsg::Ask(asked) => return self.ask(*asked).await,
            RoomMsg::Resume { peer, seen } => self.resume(&peer, seen),
            RoomMsg::Gone { conn } => self.leave(conn),
            RoomMsg::CaughtUp { conn } => {
                self.members.caught_up(self.machine.room(), conn, &self.app.metrics);
            }
            RoomMsg::AiChose { seat, at, point } => {
                self.ai.chosen(seat, at, point, Instant::now());
                return self.settle().await;
            }
        }
        Flow::Go
    }

    /// Does what is due.
    pub(super) async fn tick(&mut self) -> Flow {
        let now = Instant::now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            self.members.send_news(&self.members.presence(self.machine.room()));
            self.publish();
        }
        if self.idle_due.is_some_and(|due| due <= now) {
            return Flow::End;
        }
        self.settle().await
    }

    /// Shows the computer's move when it is due, and starts its thinking when it is its turn.
    pub(super) async fn settle(&mut self) -> Flow {
        while let Some((seat, at, point)) = self.ai.take_due(Instant::now()) {
            if self.ai_move(seat, at, point).await == Flow::End {
                return Flow::End;
            }
        }
        let began = self.ai.update(&self.app, self.machine.room(), &self.me, Instant::now());
        if let Some((seat, queued)) = began {
            let room = self.machine.room().code().clone();
            self.members.send_news(&ServerMessage::Thinking { room, seat, queued });
        }
        Flow::Go
    }

    /// Leaves memory.
    pub(super) async fn end(mut self) {
        self.ai.cancel();
        let room = self.machine.room();
        self.app.lobby.withdraw(room.code(), room.settings().variant);
        let unplayed = room.game().is_none();
        if unplayed
            && self.members.is_empty()
            && !self.app.stop.is_cancelled()
            && let Err(error) = self.app.journal.delete(room.code()).await
        {
            tracing::warn!(room = %room.code(), %error, "an unplayed room could not be deleted");
        }
    }

    async fn ask(&mut self, asked: Asked) -> Flow {
        let Asked { peer, id, ask, arrived } = asked;
        match ask {
            Ask::Watch => self.watch(&peer, id),
            Ask::Snapshot => {
                if self.check_member(&peer, id) {
                    self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
                    self.accept(&peer, id, self.machine.room().seq(), &[]);
                }
            }
            Ask::Decide(command @ Command::Join {}) => {
                return self.join(peer, id, command, arrived, None).await;
            }
            Ask::Match(variant) => {
                return self.join(peer, id, Command::Join {}, arrived, Some(variant)).await;
            }
            Ask::Decide(command) => {
                if self.check_member(&peer, id) {
                    let flow = self.command(&peer, id, &command, arrived).await;
                    if matches!(command, Command::Leave {}) {
                        self.leave(peer.conn);
                    }
                    return flow;
                }
            }
        }
        Flow::Go
    }

    /// Follows the room and takes a seat. Whoever finds no seat does not stay, unless they were here.
    async fn join(
        &mut self,
        peer: Arc<Peer>,
        id: CommandId,
        command: Command,
        arrived: Millis,
        matched: Option<Variant>,
    ) -> Flow {
        let room = self.machine.room();
        let seated = room.seats().of_person(peer.player).is_some();
        if !seated && room.seats().first_empty().is_none() && self.machine.earlier(&peer.cause(id)).is_none()
        {
            match matched {
                Some(variant) => session::quick_match(&self.app, &peer, id, variant, arrived),
                None => peer.refuse(id, room.code(), &Reject::RoomFull),
            }
            return Flow::Go;
        }
        if !self.follow(&peer, id) {
            return Flow::Go;
        }
        self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        self.command(&peer, id, &command, arrived).await
    }

    fn watch(&mut self, peer: &Arc<Peer>, id: CommandId) {
        if !self.follow(peer, id) {
            return;
        }
        self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        match self.machine.earlier(&peer.cause(id)).cloned() {
            Some(answer) => self.repeat(peer, id, answer),
            None => self.accept(peer, id, self.machine.room().seq(), &[]),
        }
    }

    fn resume(&mut self, peer: &Arc<Peer>, seen: Seq) {
        let room = self.machine.room();
        if !peer.follow(room.code(), self.app.config.limits.rooms_followed) {
            let text = "you follow as many rooms as one connection may: leave one first";
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

    fn follow(&mut self, peer: &Arc<Peer>, id: CommandId) -> bool {
        let code = self.machine.room().code();
        if !peer.follow(code, self.app.config.limits.rooms_followed) {
            let text = "you follow as many rooms as one connection may: leave one first";
            peer.reject(Some(id), Some(code.clone()), RejectCode::TooMany, text);
            return false;
        }
        self.enter(peer);
        true
    }

    fn enter(&mut self, peer: &Arc<Peer>) {
        self.members.add(peer);
        self.idle_due = None;
        self.presence_changed();
    }

    fn leave(&mut self, conn: ConnId) {
        if !self.members.remove(conn, self.machine.room().code()) {
            return;
        }
        if self.members.is_empty() {
            self.idle_due = Some(Instant::now() + idle_time(&self.app));
        }
        self.presence_changed();
    }

    fn presence_changed(&mut self) {
        let gather = Duration::from_millis(self.app.config.limits.gather_ms);
        self.presence_due.get_or_insert_with(|| Instant::now() + gather);
    }

    fn publish(&self) {
        let room = self.machine.room();
        let variant = room.settings().variant;
        if self.members.is_empty() {
            self.app.lobby.withdraw(room.code(), variant);
            return;
        }
        let here = |seat| {
            let player = room.seats().player(seat);
            player.is_some_and(|player| self.members.is_player_here(player))
        };
        let waits = room.is_quick() && room.seats().first_empty().is_some_and(|seat| here(seat.other()));
        self.app.lobby.publish(self.members.listing(room), waits);
    }

    fn check_member(&self, peer: &Peer, id: CommandId) -> bool {
        let member = self.members.has(peer.conn);
        if !member {
            let room = self.machine.room().code().clone();
            peer.reject(
                Some(id),
                Some(room),
                RejectCode::NotInRoom,
                "you are not in this room: join or watch it first",
            );
        }
        member
    }

    async fn command(&mut self, peer: &Peer, id: CommandId, command: &Command, arrived: Millis) -> Flow {
        let cause = peer.cause(id);
        let input = Input::Command { player: peer.player, name: &peer.name, command };
        let context = Context { now: arrived, levels: tengen_engine::available };
        match self.machine.judge(Some(&cause), input, &context) {
            Judgement::Repeat(answer) => self.repeat(peer, id, answer),
            Judgement::TooOld => {
                let text = "this command is too old to be judged again: look at the room and repeat if you still want to";
                peer.reject(Some(id), Some(self.machine.room().code().clone()), RejectCode::OldCommand, text);
            }
            Judgement::Refused(reject) => self.refuse(peer, id, &cause, &reject),
            Judgement::Decided(events) if events.is_empty() => {
                self.accept(peer, id, self.machine.room().seq(), &[]);
            }
            Judgement::Decided(events) => {
                let last = match self.write_down(Some(cause), events.clone()).await {
                    Ok(last) => last,
                    Err((flow, error)) => {
                        let room = self.machine.room().code().clone();
                        peer.reject(Some(id), Some(room), RejectCode::Storage, error.to_string());
                        return flow;
                    }
                };
                self.accept(peer, id, last, &events);
                self.members.send_events(self.machine.room(), &events, Some(peer.conn), &self.app.metrics);
                return self.after(&events).await;
            }
        }
        Flow::Go
    }

    async fn ai_move(&mut self, seat: Seat, at: Seq, point: Point) -> Flow {
        let context = Context { now: now(), levels: tengen_engine::available };
        let Judgement::Decided(events) =
            self.machine.judge(None, Input::AiMove { seat, point, at }, &context)
        else {
            // The position has moved on; the next update asks for a move in the new one.
            return Flow::Go;
        };
        if let Err((flow, _)) = self.write_down(None, events.clone()).await {
            return flow;
        }
        self.app.metrics.ai_moves.inc();
        self.members.send_events(self.machine.room(), &events, None, &self.app.metrics);
        self.after_events(&events).await;
        Flow::Go
    }

    /// Writes `events` down and, only then, takes them in.
    async fn write_down(
        &mut self,
        cause: Option<Cause>,
        events: Vec<Stamped>,
    ) -> Result<Seq, (Flow, JournalError)> {
        let record = Record::new(cause, events);
        let append = Append {
            room: self.machine.room().code().clone(),
            after: self.machine.version(),
            summary: self.machine.summary_after(&record.events),
            record: record.clone(),
            entry: self.machine.room().is_quick() && cause.is_some(),
        };
        match self.app.journal.append(append).await {
            Ok(version) => match self.machine.commit(&record, version) {
                Ok(()) => Ok(self.machine.room().seq()),
                Err(corrupt) => {
                    tracing::error!(room = %self.machine.room().code(), %corrupt, "a decided event does not fit");
                    Err((Flow::End, JournalError::Conflict))
                }
            },
            // Somebody else has written to the room: this copy of it is no longer the room.
            Err(error @ JournalError::Conflict) => Err((Flow::End, error)),
            Err(error) => Err((Flow::Go, error)),
        }
    }

    async fn after(&mut self, events: &[Stamped]) -> Flow {
        self.after_events(events).await;
        self.settle().await
    }

    async fn after_events(&mut self, events: &[Stamped]) {
        let placed_only = events.iter().all(|stamped| matches!(stamped.event, Event::StonePlaced { .. }));
        if !placed_only {
            self.presence_changed();
        }
        if events.iter().any(|stamped| matches!(stamped.event, Event::GameOver { .. })) {
            let code = self.machine.room().code().clone();
            if let Err(error) = self.app.journal.checkpoint(&code, self.machine.checkpoint()).await {
                // Only loading the room takes longer for it.
                tracing::warn!(room = %code, %error, "a checkpoint could not be written");
            }
        }
    }

    fn accept(&self, peer: &Peer, id: CommandId, seq: Seq, events: &[Stamped]) {
        self.app.metrics.accepted.inc();
        peer.outbox.answer(&accepted(self.machine.room(), peer, id, seq, events));
    }

    fn repeat(&self, peer: &Peer, id: CommandId, answer: Answer) {
        match answer {
            Answer::Accepted { first, last } => {
                self.accept(peer, id, last, &self.machine.between(first, last));
            }
            Answer::Rejected { code, text } => {
                peer.reject(Some(id), Some(self.machine.room().code().clone()), code, text.as_str());
            }
        }
    }

    fn refuse(&mut self, peer: &Peer, id: CommandId, cause: &Cause, reject: &Reject) {
        self.app.metrics.rejected.inc();
        if self.machine.room().seats().held_by(peer.player).next().is_some() {
            self.machine.remember_refusal(cause, reject);
        }
        peer.refuse(id, self.machine.room().code(), reject);
        if reject.code() == RejectCode::Stale {
            self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        }
    }
}
