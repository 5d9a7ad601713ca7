//! Presence in a room: which players are absent, and since when.

use std::time::Duration;

use tengen_shared::{
    game::{Context, Followers, Millis, PerSeat, PlayerId, Presence, Room},
    protocol::{Attending, ServerMessage},
};
use tokio::time::Instant;

use super::{absences::Absences, members::Members, shell::Shell};
use crate::peer::{ConnId, Peer};

impl Members {
    fn attendance(&self, room: &Room, absences: &Absences, grace: Millis) -> Presence {
        let away = |player: PlayerId| (!self.is_player_here(player)).then(|| absences.since(player));
        Presence {
            away_since: PerSeat::of(|seat| room.seats().player(seat).and_then(away)),
            host_away_since: away(room.host()),
            heir: self.first_other_than(room.host()),
            crowd: if self.is_empty() { Followers::None } else { Followers::Some },
            grace,
        }
    }
}

impl Shell {
    /// Returns the context of a decision at `now`; `peer` is the sender of the command, if there is one.
    pub(super) fn context(&self, now: Millis, peer: Option<&Peer>) -> Context {
        let room = self.machine.room();
        let to_move = room.turn().and_then(|seat| room.seats().player(seat));
        let lag = match (to_move, peer) {
            // The command came over this connection, so its lag counts.
            (Some(player), Some(peer)) if peer.player == player => peer.lag(),
            (Some(player), _) => self.members.lag_of(player),
            (None, _) => 0,
        };
        let grace = self.app.config.limits.grace_ms;
        let attendance = self.members.attendance(room, &self.absences, grace);
        Context { now, bots: tengen_engine::available, lag, attendance }
    }

    /// Notes an absence if no live connection of the player is left, after one has gone or fallen silent.
    pub(super) fn gone(&mut self, player: PlayerId) {
        if !self.members.is_player_here(player) {
            self.absences.note(player, self.machine.room(), self.app.now());
        }
    }

    pub(super) fn silent(&mut self, conn: ConnId) {
        if let Some(player) = self.members.set_silent(conn, true) {
            self.gone(player);
            self.presence_changed();
        }
    }

    pub(super) fn heard(&mut self, conn: ConnId) {
        if self.members.set_silent(conn, false).is_some() {
            self.presence_changed();
        }
    }

    /// Returns who is here, and how long the seats of the others are kept.
    pub(super) fn presence(&self) -> ServerMessage {
        let (room, now) = (self.machine.room(), self.app.now());
        let attendance = self.context(now, None).attendance;
        let seats = PerSeat::of(|seat| {
            room.seats().player(seat)?;
            Some(match attendance.kept_for(seat, now) {
                None => Attending::Here {},
                Some(left) => Attending::Away { kept_for_ms: u32::try_from(left).unwrap_or(u32::MAX) },
            })
        });
        let spectators = self.members.spectators_of(room);
        ServerMessage::Presence { room: room.code().clone(), seats, spectators }
    }

    /// Handles a change of presence or of seats: matches strangers at once, and sends the news in batches.
    pub(super) fn presence_changed(&mut self) {
        let gather = Duration::from_millis(self.app.config.limits.gather_ms);
        self.presence_due.get_or_insert_with(|| Instant::now() + gather);
        let room = self.machine.room();
        if room.is_quick() {
            let variant = room.settings().variant;
            if let Some(old) = self.waited_for.replace(variant).filter(|old| *old != variant) {
                self.app.lobby.set_waiting(room.code(), old, None);
            }
            self.app.lobby.set_waiting(room.code(), variant, self.who_waits());
        }
    }
}
