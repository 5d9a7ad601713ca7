//! Commands in a room: decides, writes to the journal, applies, answers, and tells the others.

use std::sync::Arc;

use tengen_shared::{
    game::{Command, CommandId, Event, Input, Millis, Reject, RejectCode, Seat, Seq, Stamped},
    rules::{Outlook, Pace, Point},
};

use tokio::{sync::oneshot, time::Instant};

use super::{
    ai::DueMove,
    answers::Answer,
    machine::Judgement,
    members::accepted,
    shell::{Flow, Shell},
    talk::TooMuch,
};
use crate::{
    bots::Chosen,
    journal::{Append, Cause, JournalError, Record},
    lane::Lane,
    mailbox::{Ask, Asked, Search, Shown},
    passphrase_hash::PassphraseHash,
    peer::{ConnId, Peer},
    quick::quick_match,
};

impl Shell {
    /// Carries out a peer's request.
    pub(super) async fn ask(&mut self, asked: Asked) -> Flow {
        match asked.lane() {
            Lane::Players => self.arrived.players = self.arrived.players.max(asked.arrived),
            Lane::Spectators => self.arrived.spectators = self.arrived.spectators.max(asked.arrived),
        }
        let Some(asked) = self.try_passphrase(asked) else { return Flow::Go };
        let Asked { peer, id, ask, arrived, done, ticket: _ticket } = asked;
        match ask {
            Ask::Watch(_) => {
                self.watch(&peer, id);
                return self.settle().await;
            }
            Ask::Show(shown) => {
                if self.check_member(&peer, id) {
                    self.show(&peer, id, shown);
                }
            }
            Ask::Decide(command @ Command::Join { .. }) => {
                return self.join(peer, id, command, arrived, None).await;
            }
            Ask::Change(settings, lock, at) => {
                let change = Command::Change { settings, passphrase: None, at };
                if self.is_repeat_or_member(&peer, id) {
                    return self.command(&peer, id, &change, lock, arrived).await;
                }
            }
            Ask::Decide(Command::AskToWatch {}) => return self.ask_to_watch(&peer, id, arrived).await,
            Ask::Match(search) => {
                let join = Command::Join { passphrase: None };
                return self.join(peer, id, join, arrived, Some((search, done))).await;
            }
            Ask::Decide(command) => {
                let says = matches!(command, Command::Say { .. });
                if self.is_repeat_or_member(&peer, id) && (!says || self.may_say(&peer, id)) {
                    return self.command(&peer, id, &command, None, arrived).await;
                }
            }
        }
        Flow::Go
    }

    fn show(&mut self, peer: &Arc<Peer>, id: CommandId, shown: Shown) {
        match shown {
            Shown::Snapshot => {
                self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
                self.accept(peer, id, self.machine.room().seq(), &[]);
                // A snapshot also replaces what the client knew about presence.
                self.presence_changed();
            }
            Shown::Chat(before) => self.list_chat(peer, id, before),
            Shown::Games(before) => self.list_games(peer, id, before),
            Shown::Thinking(ply, bot, cuts) => self.explain(peer, id, (ply, bot), cuts),
        }
    }

    /// Follows the room and takes a seat. A peer that gets no seat does not stay, unless it was a member before.
    async fn join(
        &mut self,
        peer: Arc<Peer>,
        id: CommandId,
        command: Command,
        arrived: Millis,
        matched: Option<(Search, Option<oneshot::Sender<()>>)>,
    ) -> Flow {
        let room = self.machine.room();
        let repeat = self.machine.earlier(&peer.cause(id)).is_some();
        let input = Input::Command { player: peer.player, name: &peer.name, command: &command };
        // A peer that gets no seat is shown nothing of the room.
        if !repeat && let Err(reject) = room.decide(input, &self.context(arrived, Some(&peer))) {
            self.turn_away(&peer, id, &reject, arrived, matched);
            return Flow::Go;
        }
        if repeat && let Err(reject) = room.check_watch(peer.player) {
            // The player was sent away since. The old answer is theirs, but nothing of the room's current state.
            peer.reject(None, Some(room.code().clone()), reject.code(), reject.to_string());
            return self.command(&peer, id, &command, None, arrived).await;
        }
        let member = self.members.has(peer.conn);
        if !self.follow(&peer, id) {
            return Flow::Go;
        }
        self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        let flow = self.command(&peer, id, &command, None, arrived).await;
        if !member && !self.owns_seat(&peer) {
            // The command was refused, so nothing has changed.
            self.leave(peer.conn);
        }
        flow
    }

    /// Refuses a seat. A stranger in search of a quick match goes on to another room.
    fn turn_away(
        &self,
        peer: &Arc<Peer>,
        id: CommandId,
        reject: &Reject,
        arrived: Millis,
        matched: Option<(Search, Option<oneshot::Sender<()>>)>,
    ) {
        let room = self.machine.room();
        let Some((mut search, done)) = matched else { return peer.refuse(id, room.code(), reject) };
        search.passed.insert(room.code().clone());
        quick_match(&self.app, peer, id, search, arrived, done);
        // Somebody else may still find a match in this room.
        self.app.lobby.set_waiting(room.code(), room.settings().variant, self.who_waits());
    }

    /// Returns whether the peer sits here. The room remembers empty answers for seated players only; nobody else
    /// repeats a command.
    fn sits(&self, peer: &Peer) -> bool {
        self.machine.room().seats().held_by(peer.player).next().is_some()
    }

    /// Returns whether the peer owns a seat, even while an AI stands in for them.
    fn owns_seat(&self, peer: &Peer) -> bool {
        let seats = self.machine.room().seats();
        Seat::BOTH.into_iter().any(|seat| seats.owner(seat) == Some(peer.player))
    }

    /// Returns whether the peer is a member or repeats a command. After leaving, a peer may repeat earlier commands,
    /// such as the leaving itself.
    fn is_repeat_or_member(&self, peer: &Peer, id: CommandId) -> bool {
        self.machine.earlier(&peer.cause(id)).is_some() || self.check_member(peer, id)
    }

    /// Returns whether a member may send another chat line now, and sends the refusal if not. A repeated line counts
    /// only once.
    fn may_say(&mut self, peer: &Peer, id: CommandId) -> bool {
        if self.machine.earlier(&peer.cause(id)).is_some() {
            return true;
        }
        let room = self.machine.room();
        let text = match self.talk.say(peer.player, room.channel_of(peer.player)) {
            Ok(()) => return true,
            Err(TooMuch::ByPlayer) => "you are chatting too fast: wait a few seconds",
            Err(TooMuch::BySpectators) => "the spectators are chatting too fast: wait a few seconds",
        };
        self.app.metrics.rejected.inc();
        peer.reject(Some(id), Some(room.code().clone()), RejectCode::RateLimited, text);
        false
    }

    /// Refuses a command because something that must precede it could not be written to the journal.
    pub(super) fn refuse_for_the_journal(&self, peer: &Peer, id: CommandId) {
        let text = "the journal failed: try again in a moment";
        peer.reject(Some(id), Some(self.machine.room().code().clone()), RejectCode::Storage, text);
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

    pub(super) async fn command(
        &mut self,
        peer: &Peer,
        id: CommandId,
        command: &Command,
        lock: Option<PassphraseHash>,
        arrived: Millis,
    ) -> Flow {
        match self.hold_clocks().await {
            Ok(true) => {}
            Ok(false) => {
                self.refuse_for_the_journal(peer, id);
                return Flow::Go;
            }
            Err(flow) => return flow,
        }
        let cause = peer.cause(id);
        let input = Input::Command { player: peer.player, name: &peer.name, command };
        let context = self.context(arrived, Some(peer));
        let judgement = match self.check_lock(command, lock.as_ref()) {
            Ok(()) => self.machine.judge(Some(&cause), input, &context),
            Err(reject) => Judgement::Refused(reject),
        };
        match judgement {
            Judgement::Repeat(answer) => {
                let left = matches!((command, &answer), (Command::Leave {}, Answer::Accepted { .. }));
                self.repeat(peer, id, answer);
                if left {
                    // The sender resumed the room because the answer was lost, and still wants to leave it.
                    self.leave(peer.conn);
                    return self.settle().await;
                }
            }
            Judgement::TooOld => {
                let text = "this command is too old to repeat: look at the room and send a new one if you still want to";
                peer.reject(Some(id), Some(self.machine.room().code().clone()), RejectCode::OldCommand, text);
            }
            Judgement::Refused(reject) => self.refuse(peer, id, &cause, &reject),
            Judgement::Decided(events) => {
                let events = self.with_relocking(events, lock.as_ref(), &context);
                if events.is_empty() {
                    if self.sits(peer) {
                        self.machine.remember_nothing_to_do(&cause);
                    }
                    self.accept(peer, id, self.machine.room().seq(), &[]);
                } else if let Err((flow, error)) = self.carry_out(peer, id, events, lock).await {
                    let room = self.machine.room().code().clone();
                    peer.reject(Some(id), Some(room), error.code(), error.to_string());
                    return flow;
                }
                if matches!(command, Command::Leave {}) {
                    self.leave(peer.conn);
                }
                return self.settle().await;
            }
        }
        Flow::Go
    }

    pub(super) async fn ai_move(&mut self, DueMove { seat, at, chosen }: DueMove) -> Flow {
        let Chosen { point, thinking } = chosen;
        let shortened = thinking.is_some_and(|thinking| thinking.pace == Pace::Shortened);
        match self.happen(Input::AiMove { seat, point, at, thinking }).await {
            Ok(None) => {}
            Ok(Some(())) => {
                self.app.metrics.ai_moves.inc();
                self.app.metrics.ai_shortened.inc_by(u64::from(shortened));
            }
            Err(flow) => {
                self.ai.pause(at, Instant::now());
                return flow;
            }
        }
        Flow::Go
    }

    pub(super) async fn hint_found(&mut self, seat: Seat, at: Seq, point: Point, outlook: Outlook) -> Flow {
        if let Err(flow) = self.happen(Input::HintFound { seat, at, point, outlook }).await {
            self.hint.pause(at, Instant::now());
            return flow;
        }
        self.settle().await
    }

    pub(super) async fn begin_next(&mut self) -> Flow {
        // If the write fails, the pause after a game passes once more.
        self.happen(Input::NextGame).await.err().unwrap_or(Flow::Go)
    }

    /// Applies an input that is not a command. Does nothing, and returns `None`, if it no longer fits the position.
    pub(super) async fn happen(&mut self, input: Input<'_>) -> Result<Option<()>, Flow> {
        self.happen_at(input, self.app.now()).await
    }

    pub(super) async fn happen_at(&mut self, input: Input<'_>, time: Millis) -> Result<Option<()>, Flow> {
        let context = self.context(time, None);
        let Judgement::Decided(events) = self.machine.judge(None, input, &context) else { return Ok(None) };
        if events.is_empty() {
            return Ok(None);
        }
        let record = self.write_down(None, events, None).await.map_err(|(flow, _)| flow)?;
        self.tell(&record.events, None).await;
        Ok(Some(()))
    }

    async fn carry_out(
        &mut self,
        peer: &Peer,
        id: CommandId,
        events: Vec<Stamped>,
        lock: Option<PassphraseHash>,
    ) -> Result<(), (Flow, JournalError)> {
        let record = self.write_down(Some(peer.cause(id)), events, lock).await?;
        self.accept(peer, id, self.machine.room().seq(), &record.events);
        self.tell(&record.events, Some(peer.conn)).await;
        Ok(())
    }

    /// Appends `events` to the journal and, only then, applies them.
    async fn write_down(
        &mut self,
        cause: Option<Cause>,
        events: Vec<Stamped>,
        lock: Option<PassphraseHash>,
    ) -> Result<Arc<Record>, (Flow, JournalError)> {
        let room = self.machine.room();
        let over = events.iter().any(|stamped| matches!(stamped.event, Event::GameOver { .. }));
        let finished = if over { self.machine.finished_by(&events) } else { Vec::new() };
        let entry = room.is_quick() && events.iter().any(|e| matches!(e.event, Event::SeatTaken { .. }));
        let record = Arc::new(Record::new(cause, events).with_lock(lock));
        let append = Append {
            room: room.code().clone(),
            after: self.machine.version(),
            summary: self.machine.summary_after(&record.events),
            record: record.clone(),
            entry,
            finished,
        };
        match self.app.journal.append(append).await {
            Ok(version) => match self.machine.commit(&record, version) {
                Ok(()) => Ok(record),
                Err(corrupt) => {
                    tracing::error!(room = %self.machine.room().code(), %corrupt, "a decided event cannot be applied");
                    Err((Flow::End, JournalError::Conflict))
                }
            },
            // Somebody else has written to the room: this copy of it is stale.
            Err(error @ JournalError::Conflict) => Err((Flow::End, error)),
            Err(error) => Err((Flow::Go, error)),
        }
    }

    /// Sends events to everybody but the sender, and handles their consequences.
    async fn tell(&mut self, events: &[Stamped], sender: Option<ConnId>) {
        self.members.send_events(self.machine.room(), events, sender, &self.app.metrics);
        let move_only = |event: &Event| matches!(event, Event::StonePlaced { .. } | Event::ClockSet { .. });
        if !events.iter().all(|stamped| move_only(&stamped.event)) {
            self.presence_changed();
            self.members.set_lanes(self.machine.room());
            self.update_access(events);
        }
        let game_over = events.iter().any(|stamped| matches!(stamped.event, Event::GameOver { .. }));
        if game_over || self.machine.wants_checkpoint() {
            self.checkpoint().await;
        }
    }

    async fn checkpoint(&mut self) {
        let code = self.machine.room().code();
        match self.app.journal.checkpoint(code, self.machine.checkpoint()).await {
            Ok(()) => self.machine.checkpointed(),
            // The records stay until the next checkpoint; only loading the room takes longer.
            Err(error) => tracing::warn!(room = %code, %error, "cannot write a checkpoint"),
        }
    }

    pub(super) fn accept(&self, peer: &Peer, id: CommandId, seq: Seq, events: &[Stamped]) {
        self.app.metrics.accepted.inc();
        peer.outbox.answer(&accepted(self.machine.room(), peer, id, seq, events));
    }

    pub(super) fn repeat(&self, peer: &Peer, id: CommandId, answer: Answer) {
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
        if self.sits(peer) {
            self.machine.remember_refusal(cause, reject);
        }
        peer.refuse(id, self.machine.room().code(), reject);
        if reject.code() == RejectCode::Stale {
            self.members.send_snapshot(self.machine.room(), peer.conn, &self.app.metrics);
        }
    }
}
