//! Commands in a room: decides, writes to the journal, applies, answers, and tells the others.

use tengen_shared::{
    game::{
        Access, Command, CommandId, Context, Event, Input, Millis, Reject, RejectCode, SNAPSHOT_CHAT_LINES,
        Said, Seat, Seq, Stamped,
    },
    protocol::ServerMessage,
    rules::Bot,
};

use super::Shell;
use crate::{
    journal::{Cause, JournalError},
    passphrase_hash::PassphraseHash,
    room::{
        answers::Answer,
        flow::Flow,
        log::{Along, NotWritten},
        machine::Judgement,
        talk::TooMuch,
    },
    room_io::{Ask, Asked, ConnId, Explanation, Identity, Insight, RoomOut, Search, Sender, Shown},
};

impl Shell {
    /// Carries out a connection's request.
    pub(super) async fn ask(&mut self, Asked { from, id, ask, arrived }: Asked) -> Flow {
        if ask.is_command() && self.log.machine().has_forgotten(&from.who.cause(id)) {
            // Even if the sender may not do it now: it may have been carried out.
            let text =
                "this command is too old to repeat: look at the room and send a new one if you still want to";
            self.out.reject(self.log.room().code(), from.who.conn, Some(id), (RejectCode::OldCommand, text));
            return Flow::Go;
        }
        match ask {
            Ask::Watch(key) => {
                match self.unlock(&from, id, key).await {
                    Ok(true) => self.watch(&from, id),
                    Ok(false) => {}
                    Err(flow) => return flow,
                }
                self.settle().await
            }
            Ask::Join(key) => match self.unlock(&from, id, key).await {
                Ok(true) => self.join(from, id, arrived, None).await,
                Ok(false) => Flow::Go,
                Err(flow) => flow,
            },
            Ask::Match(search) => self.join(from, id, arrived, Some(search)).await,
            Ask::Show(shown) => {
                if self.check_member(from.who.conn, id) {
                    self.show(&from, id, shown);
                }
                Flow::Go
            }
            Ask::Change(settings, lock, at) => {
                let change = Command::Change { settings, passphrase: None, at };
                if self.is_repeat_or_member(&from, id) {
                    let along = Along { lock, ..Along::default() };
                    return self.command(&from, id, &change, along, arrived).await;
                }
                Flow::Go
            }
            Ask::Decide(Command::AskToWatch {}) => self.ask_to_watch(&from, id, arrived).await,
            Ask::Decide(Command::Leave {}) if self.asks_from(&from) && !self.log.is_repeat(&from.who, id) => {
                self.withdraw_request(&from, id, arrived).await
            }
            Ask::Decide(command) => {
                let says = matches!(command, Command::Say { .. });
                if self.is_repeat_or_member(&from, id) && (!says || self.may_say(&from, id)) {
                    return self.command(&from, id, &command, Along::default(), arrived).await;
                }
                Flow::Go
            }
        }
    }

    fn show(&mut self, from: &Sender, id: CommandId, shown: Shown) {
        let room = self.log.room();
        let (to, who) = (from.who.conn, &from.who);
        match shown {
            Shown::Snapshot => {
                self.out.snapshot(room, who);
                self.out.accept(room, who, id, room.seq(), &[]);
                // A snapshot also replaces what the client knew about presence.
                self.presence_changed();
            }
            Shown::Chat(before) => self.list_chat(who, id, before),
            Shown::Games(before) => self.out.put(RoomOut::Games { to, id, before }),
            Shown::Thinking(ply, bot, insight) => self.explain(who, id, (ply, bot), insight),
        }
    }

    /// Sends older lines of the member's channel, from before an event.
    fn list_chat(&mut self, who: &Identity, id: CommandId, before: Seq) {
        let room = self.log.room();
        let channel = room.channel_of(who.player);
        let older = |said: &&Said| said.line.channel == channel && said.seq < before;
        let mut lines: Vec<Said> =
            room.chat().iter().rev().filter(older).take(2 * SNAPSHOT_CHAT_LINES).cloned().collect();
        lines.reverse();
        self.out.answer(who.conn, ServerMessage::Chat { id, room: room.code().clone(), lines });
    }

    /// Asks how `bot` judges the position after `ply` stones.
    fn explain(&mut self, who: &Identity, id: CommandId, (ply, bot): (u16, Bot), insight: Insight) {
        let room = self.log.room();
        match room.position_to_explain(who.player, ply) {
            Ok(position) => {
                let question = Box::new(Explanation { position, ply, bot, insight });
                self.out.put(RoomOut::Explain { to: who.conn, id, question });
            }
            Err(reject) => self.out.reject(room.code(), who.conn, Some(id), &reject),
        }
    }

    /// Returns whether the sender sits here. The room remembers empty answers for seated players only; nobody else
    /// repeats a command.
    fn sits(&self, from: &Sender) -> bool {
        self.room().seats().held_by(from.who.player).next().is_some()
    }

    /// Returns whether the sender is a member or repeats a command. After leaving, they may repeat earlier commands,
    /// such as the leaving itself.
    fn is_repeat_or_member(&mut self, from: &Sender, id: CommandId) -> bool {
        self.log.is_repeat(&from.who, id) || self.check_member(from.who.conn, id)
    }

    /// Returns whether a member may send another chat line now, and sends the refusal if not. A repeated line counts
    /// only once.
    fn may_say(&mut self, from: &Sender, id: CommandId) -> bool {
        if self.log.is_repeat(&from.who, id) {
            return true;
        }
        let room = self.log.room();
        let player = from.who.player;
        let text = match self.talk.say(player, room.channel_of(player)) {
            Ok(()) => return true,
            Err(TooMuch::ByPlayer) => "you are chatting too fast: wait a few seconds",
            Err(TooMuch::BySpectators) => "the spectators are chatting too fast: wait a few seconds",
        };
        self.out.reject(room.code(), from.who.conn, Some(id), (RejectCode::RateLimited, text));
        false
    }

    /// Refuses a command because something that must precede it could not be written to the journal.
    pub(super) fn refuse_for_the_journal(&mut self, conn: ConnId, id: CommandId) {
        let text = "the journal failed: try again in a moment";
        self.out.reject(self.log.room().code(), conn, Some(id), (RejectCode::Storage, text));
    }

    /// Refuses a command if this node has lost its lease, even if the room as it is here would refuse it too: its new owner may
    /// carry out another copy. Returns whether it has refused it.
    pub(super) fn refuses_without_lease(&mut self, conn: ConnId, id: CommandId) -> bool {
        let refuses = !self.app.has_lease();
        if refuses {
            self.out.reject(self.log.room().code(), conn, Some(id), JournalError::NoLease);
        }
        refuses
    }

    /// Returns whether a connection is a member, and sends the refusal if not.
    fn check_member(&mut self, conn: ConnId, id: CommandId) -> bool {
        let member = self.members.has(conn);
        if !member {
            let text = "you are not in this room: join or watch it first";
            self.out.reject(self.log.room().code(), conn, Some(id), (RejectCode::NotInRoom, text));
        }
        member
    }

    pub(super) async fn command(
        &mut self,
        from: &Sender,
        id: CommandId,
        command: &Command,
        along: Along,
        arrived: Millis,
    ) -> Flow {
        match self.hold_clocks().await {
            Ok(true) => {}
            Ok(false) => {
                self.refuse_for_the_journal(from.who.conn, id);
                return Flow::Go;
            }
            Err(flow) => return flow,
        }
        let cause = from.who.cause(id);
        let input = Input::Command { player: from.who.player, name: &from.who.name, command };
        let context = self.context_of(command, from, arrived);
        let judgement = match self.check_lock(command, along.lock.as_ref()) {
            Ok(()) => self.log.machine().judge(Some(&cause), input, &context),
            Err(reject) => Judgement::Refused(reject),
        };
        match judgement {
            // What was answered once is true for good.
            Judgement::Repeat(answer) => {
                let left = matches!((command, &answer), (Command::Leave {}, Answer::Accepted { .. }));
                self.repeat(from, id, answer);
                if left {
                    // The sender resumed the room because the answer was lost, and still wants to leave it.
                    self.leave(from.who.conn);
                    return self.settle().await;
                }
            }
            _ if self.refuses_without_lease(from.who.conn, id) => {}
            Judgement::Refused(reject) => self.refuse(from, id, &cause, &reject),
            Judgement::Decided(events) => {
                let events = self.with_relocking(events, along.lock.as_ref(), &context);
                if let Err(reject) = self.check_readers(&events) {
                    self.refuse(from, id, &cause, &reject);
                    return Flow::Go;
                }
                if events.is_empty() {
                    self.accept_without_events(from, id, command);
                } else {
                    let forgiven = self.forgiven(&events, &context);
                    let search = along.search.clone();
                    if let Err(why_not) = self.carry_out(from, id, command, events, along).await {
                        return self.not_written(from, id, arrived, search, why_not);
                    }
                    if let Some((game, seat, lag)) = forgiven {
                        self.lags.spend(game, seat, lag, context.now);
                    }
                }
                return self.settle().await;
            }
        }
        Flow::Go
    }

    /// Answers a command that was not written.
    fn not_written(
        &mut self,
        from: &Sender,
        id: CommandId,
        arrived: Millis,
        search: Option<Search>,
        NotWritten { error, flow }: NotWritten,
    ) -> Flow {
        match (error, search) {
            // The room's next owner answers.
            _ if flow == Flow::Moved => {}
            (JournalError::EnteredBefore(first), Some(search)) if !search.passed.contains(&first) => {
                self.send_on(from.clone(), id, arrived, search);
            }
            (error, _) => self.out.reject(self.log.room().code(), from.who.conn, Some(id), error),
        }
        flow
    }

    /// Accepts a command that changes nothing in the room.
    fn accept_without_events(&mut self, from: &Sender, id: CommandId, command: &Command) {
        if self.sits(from) {
            self.log.remember_nothing_to_do(&from.who.cause(id));
        }
        let room = self.log.room();
        self.out.accept(room, &from.who, id, room.seq(), &[]);
        if matches!(command, Command::Leave {}) {
            self.leave(from.who.conn);
        }
    }

    /// Returns the context in which to decide on `command`.
    fn context_of(&self, command: &Command, from: &Sender, arrived: Millis) -> Context {
        let mut context = self.context(arrived, Some(from));
        match command {
            Command::Recognize { was, now } => {
                context.attendance.returning = self.members.returning(*was, *now);
            }
            Command::Leave {} => context.attendance.elsewhere = self.members.follows_elsewhere(&from.who),
            _ => {}
        }
        context
    }

    async fn carry_out(
        &mut self,
        from: &Sender,
        id: CommandId,
        command: &Command,
        events: Vec<Stamped>,
        along: Along,
    ) -> Result<(), NotWritten> {
        let record = self.log.write(Some(from.who.cause(id)), events, along).await?;
        let room = self.log.room();
        self.out.accept(room, &from.who, id, room.seq(), &record.events);
        if matches!(command, Command::Leave {}) {
            // Before the others hear of it: whoever has left need not be put out.
            self.leave(from.who.conn);
        }
        self.follow_up(&record.events, Some(from.who.conn)).await;
        Ok(())
    }

    /// Returns the network delay that the clock forgives whoever placed a stone or chose, with the game and the seat.
    fn forgiven(&self, events: &[Stamped], context: &Context) -> Option<(u32, Seat, Millis)> {
        let room = self.log.room();
        let seat = events.iter().find_map(|stamped| match &stamped.event {
            Event::StonePlaced { seat, .. } | Event::OpeningChosen { seat, .. } => Some(*seat),
            _ => None,
        })?;
        // Whoever acts again pays when the turn is over.
        events.iter().find(|stamped| matches!(&stamped.event, Event::ClockSet { .. }))?;
        let lag = room.clock()?.forgiven(seat, context.now, context.lag);
        Some((room.game()?.number(), seat, lag))
    }

    /// Returns an error if the command's settings need a passphrase, and neither the room nor the command has one.
    fn check_lock(&self, command: &Command, lock: Option<&PassphraseHash>) -> Result<(), Reject> {
        let wanted =
            matches!(command, Command::Change { settings, .. } if settings.access == Access::Passphrase);
        let missing = lock.is_none() && self.log.machine().lock().is_none();
        if wanted && missing { Err(Reject::NeedsPassphrase) } else { Ok(()) }
    }

    /// Adds an event for a new passphrase alone, which changes no setting: the settings are repeated, so that the
    /// record has an event.
    fn with_relocking(
        &self,
        events: Vec<Stamped>,
        lock: Option<&PassphraseHash>,
        context: &Context,
    ) -> Vec<Stamped> {
        if lock.is_none() || !events.is_empty() {
            return events;
        }
        let room = self.room();
        room.stamp(vec![Event::SettingsChanged { settings: *room.settings() }], context.now)
    }

    /// Answers a repeated command as before.
    pub(super) fn repeat(&mut self, from: &Sender, id: CommandId, answer: Answer) {
        let room = self.log.room();
        match answer {
            Answer::Accepted { first, last } => {
                let events = self.log.machine().between(first, last);
                self.out.accept(room, &from.who, id, last, &events);
            }
            Answer::Rejected { code, text } => {
                self.out.reject(room.code(), from.who.conn, Some(id), (code, text.as_str()));
            }
        }
    }

    /// Answers a repeated command that led into the room, for a player who was sent away since. The old answer is theirs, but they
    /// are shown nothing: its events would follow those that they have missed.
    pub(super) fn repeat_outside(&mut self, from: &Sender, id: CommandId, answer: Answer, why: Reject) {
        if let Answer::Accepted { last, .. } = answer {
            self.out.accept(self.log.room(), &from.who, id, last, &[]);
        } else {
            self.repeat(from, id, answer);
        }
        self.out.reject(self.log.room().code(), from.who.conn, None, why);
    }

    fn refuse(&mut self, from: &Sender, id: CommandId, cause: &Cause, reject: &Reject) {
        if self.sits(from) {
            self.log.remember_refusal(cause, reject);
        }
        let room = self.log.room();
        self.out.reject(room.code(), from.who.conn, Some(id), reject);
        if reject.code() == RejectCode::Stale && self.members.has(from.who.conn) {
            self.out.snapshot(room, &from.who);
        }
    }
}
