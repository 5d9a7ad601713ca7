//! Entering and leaving a room: passphrases, spectators who need consent, and members who come back.

use std::time::Duration;

use tengen_shared::{
    game::{
        AccessCheck, Command, CommandId, Event, Input, Millis, PlayerId, Reject, RejectCode, Seq, Stamped,
    },
    protocol::ServerMessage,
};

use super::Shell;
use crate::{
    lobby::TOO_MANY_CODES,
    metrics::Dropped,
    refusal::Refusal,
    room::{flow::Flow, log::Along},
    room_io::{ConnId, NodeTag, PassphraseTry, RoomOut, Sender, Standing},
};

impl Shell {
    /// Compares a passphrase with the room's, and lets in a sender who knows it. Returns false if the request was
    /// refused.
    pub(super) async fn unlock(
        &mut self,
        from: &Sender,
        id: CommandId,
        key: PassphraseTry,
    ) -> Result<bool, Flow> {
        let room = self.log.room();
        let needed = !self.log.is_repeat(&from.who, id) && room.check_entry(from.who.player).is_err();
        let Some(lock) = self.log.machine().lock().filter(|_| needed) else { return Ok(true) };
        let refusal = match key {
            // The room asks for it.
            PassphraseTry::None => return Ok(true),
            PassphraseTry::Hashed(tried) if lock.opens_with(&tried) => {
                let input = Input::Admit { player: from.who.player, door: AccessCheck::Passphrase };
                if let Err(flow) = self.happen(input).await {
                    if flow != Flow::Moved {
                        self.refuse_for_the_journal(from.who.conn, id);
                    }
                    return Err(flow);
                }
                return Ok(true);
            }
            PassphraseTry::Hashed(_) => {
                self.app.metrics.drop_one(Dropped::WrongPassphrase);
                Refusal::from(Reject::WrongPassphrase)
            }
            PassphraseTry::Unchecked => {
                let text = "too many passphrases at a time, or from your network address: wait a few seconds";
                (RejectCode::RateLimited, text).into()
            }
        };
        self.out.reject(room.code(), from.who.conn, Some(id), refusal);
        Ok(false)
    }

    pub(super) fn watch(&mut self, from: &Sender, id: CommandId) {
        let (room, conn) = (self.log.room(), from.who.conn);
        let earlier = self.log.machine().earlier(&from.who.cause(id)).cloned();
        if let Err(reject) = self.check_reader(&from.who) {
            let Some(answer) = earlier else { return self.out.reject(room.code(), conn, Some(id), &reject) };
            return self.repeat_outside(from, id, answer, reject);
        }
        self.follow(from);
        let room = self.log.room();
        self.out.snapshot(room, &from.who);
        match earlier {
            Some(answer) => self.repeat(from, id, answer),
            None => self.out.accept(room, &from.who, id, room.seq(), &[]),
        }
    }

    pub(super) fn resume(&mut self, from: &Sender, seen: Seq, only_owners: bool) {
        let room = self.log.room();
        let (player, conn) = (from.who.player, from.who.conn);
        if only_owners && !room.belongs(player) {
            return self.out.reject(room.code(), conn, None, (RejectCode::RateLimited, TOO_MANY_CODES));
        }
        if let Err(reject) = self.check_reader(&from.who) {
            return self.out.reject(room.code(), conn, None, reject);
        }
        self.follow(from);
        let room = self.log.room();
        match self.log.machine().since(seen).filter(|_| seen > Seq(0)) {
            Some(missed) if missed.is_empty() => {}
            Some(missed) if Self::can_read(&from.who, &missed) => self.out.missed(room, &from.who, &missed),
            Some(_) | None => self.out.snapshot(room, &from.who),
        }
    }

    /// Makes the sender a member, unless they are one.
    pub(super) fn follow(&mut self, from: &Sender) {
        let room = self.log.room();
        let had_players = self.members.has_players(room);
        if let Some(standing) = self.members.add(from, room) {
            self.out.stands(from.who.conn, Some(standing));
        }
        if !had_players && self.members.has_players(room) {
            self.members.restart_absences(room, self.time.now());
            self.clocks.entered();
        }
        if self.stay.entered(&self.app, room, from.who.player == room.host()) {
            self.app.lobby.set_idle(room.code(), false);
        }
        self.presence_changed();
    }

    /// Handles the end of a connection.
    pub(super) fn gone(&mut self, conn: ConnId) {
        if self.doors.gone(conn) {
            self.out.stands(conn, None);
        }
        self.leave(conn);
    }

    /// Handles the end of all connections of another node.
    pub(super) fn node_gone(&mut self, node: NodeTag) {
        let gone: Vec<ConnId> =
            self.members.conns().chain(self.doors.conns()).filter(|conn| conn.node == node).collect();
        for conn in gone {
            self.gone(conn);
        }
        self.out.put(RoomOut::Left(node));
    }

    pub(super) fn leave(&mut self, conn: ConnId) {
        let (room, limits) = (self.log.room(), &self.app.config.limits);
        let had_players = self.members.has_players(room);
        if !self.members.remove(conn, room, self.time.now()) {
            return;
        }
        self.out.stands(conn, None);
        if had_players && !self.members.has_players(room) {
            self.clocks.deserted(Duration::from_millis(limits.grace_ms));
        }
        if self.members.is_empty() {
            self.stay.start_idle_time(limits, room);
            self.app.lobby.set_idle(room.code(), true);
        }
        self.presence_changed();
    }

    /// Handles the request of somebody who may not watch without the players' consent.
    pub(super) async fn ask_to_watch(&mut self, from: &Sender, id: CommandId, arrived: Millis) -> Flow {
        let player = from.who.player;
        if !self.log.is_repeat(&from.who, id)
            && let Err(text) = self.doors.check(&from.who, self.app.config.limits.per_address.asking)
        {
            let refusal = (RejectCode::RateLimited, text);
            self.out.reject(self.log.room().code(), from.who.conn, Some(id), refusal);
            return Flow::Go;
        }
        if let Some(absent) = self.doors.absent_asker(self.log.room(), player) {
            if let Err(flow) = self.happen(Input::AskerGone { player: absent }).await {
                return flow;
            }
            self.doors.forgive(absent);
        }
        let flow = self.command(from, id, &Command::AskToWatch {}, Along::default(), arrived).await;
        self.note_asker(from);
        flow
    }

    /// Returns whether the sender's own request to watch is open, and no other connection of theirs waits for the answer.
    pub(super) fn asks_from(&self, from: &Sender) -> bool {
        let asks = self.log.room().asking().iter().any(|asker| asker.player == from.who.player);
        asks && !self.members.has(from.who.conn) && !self.doors.waits_elsewhere(&from.who)
    }

    /// Withdraws the sender's own request to watch.
    pub(super) async fn withdraw_request(&mut self, from: &Sender, id: CommandId, arrived: Millis) -> Flow {
        self.doors.admit(from.who.player);
        self.out.stands(from.who.conn, None);
        let flow = self.command(from, id, &Command::Leave {}, Along::default(), arrived).await;
        self.doors.withdraw(from.who.player);
        flow
    }

    /// Keeps an asker until the players have decided. Tells the asker at once if no consent is needed.
    fn note_asker(&mut self, from: &Sender) {
        let (room, conn) = (self.log.room(), from.who.conn);
        let is_member = self.members.has(conn);
        if !is_member && room.check_watch(from.who.player).is_ok() {
            self.out.answer(conn, ServerMessage::LetIn { room: room.code().clone() });
        }
        if let Some(before) = self.doors.add(&from.who)
            && !self.members.has(before)
        {
            self.out.stands(before, None);
        }
        self.forget_answered();
        if self.doors.has(&from.who) && !is_member {
            self.out.stands(conn, Some(Standing::Asks));
        }
    }

    /// Forgets askers who no longer wait for an answer.
    fn forget_answered(&mut self) {
        for conn in self.doors.retain(self.log.room()) {
            if !self.members.has(conn) {
                self.out.stands(conn, None);
            }
        }
    }

    /// Tells askers what was decided, and removes members who may no longer watch.
    pub(super) fn update_access(&mut self, events: &[Stamped]) {
        let (mut revoked, mut kicked) = (false, None);
        for stamped in events {
            match &stamped.event {
                Event::Admitted { admission } if admission.door == AccessCheck::Consent => {
                    if let Some(conn) = self.doors.admit(admission.player) {
                        self.out.stands(conn, None);
                        self.out.answer(conn, ServerMessage::LetIn { room: self.log.code() });
                    }
                }
                Event::WatchRefused { player } => {
                    if let Some(conn) = self.doors.refuse(*player) {
                        let text = "the players did not let you in: play or watch elsewhere";
                        self.out.stands(conn, None);
                        let room = self.log.room().code();
                        self.out.reject(room, conn, None, (RejectCode::NoSpectators, text));
                    }
                }
                Event::HostPassed { to } => {
                    // A host who has only watched so far would be forgotten at a restart.
                    for conn in self.members.conns_of(*to) {
                        self.out.put(RoomOut::Store { conn: *conn });
                    }
                    revoked = true;
                }
                Event::Recognized { now, .. } => {
                    self.forget_answered();
                    // Like a player who has returned. Whoever was absent, too, has the whole grace time from now on.
                    self.members.restart_absences(self.log.room(), self.time.now());
                    self.clocks.entered();
                    self.welcome_back(*now);
                    // On another node, they are stored only now.
                    for conn in self.members.conns_of(*now) {
                        self.out.put(RoomOut::Store { conn: *conn });
                    }
                    revoked = true;
                }
                Event::SeatTaken { .. } => self.forget_answered(),
                Event::SettingsChanged { .. } => {
                    self.forget_answered();
                    self.tell_entrance();
                    revoked = true;
                }
                Event::SeatFreed { .. } => revoked = true,
                Event::Kicked { player } => (revoked, kicked) = (true, Some(*player)),
                _ => {}
            }
        }
        if revoked {
            self.revoke_access(kicked);
        }
    }

    /// Sends a player who was recognized what a spectator did not see.
    fn welcome_back(&mut self, player: PlayerId) {
        for conn in self.members.conns_of(player) {
            if let Some(who) = self.members.get(*conn) {
                self.out.snapshot(self.log.room(), who);
            }
        }
    }

    /// Removes the members who may no longer watch, and tells them why. `kicked`: the player whom the host has removed.
    fn revoke_access(&mut self, kicked: Option<PlayerId>) {
        let room = self.log.room();
        let out: Vec<(PlayerId, Reject)> = self
            .members
            .players()
            .filter_map(|player| room.check_watch(player).err().map(|reject| (player, reject)))
            .collect();
        for (player, reject) in out {
            let reject = if kicked == Some(player) { Reject::Barred } else { reject };
            for conn in self.members.conns_of(player).to_vec() {
                let code = self.log.code();
                self.out.put_out(&code, conn, &reject);
                self.leave(conn);
            }
        }
    }
}
