//! What the members and the lobby are told of a room: who is here, who waits, and what it takes to enter.

use std::time::Duration;

use tengen_shared::{
    game::{Access, PerSeat, PlayerId},
    protocol::{Attending, ServerMessage, WallGame},
};
use tokio::time::Instant;

use super::Shell;
use crate::{
    passphrase_hash::PassphraseHash,
    room_io::{ConnId, RoomOut},
};

/// How soon a room of a cluster announces once more that somebody waits there.
const ANNOUNCE_AGAIN: Duration = Duration::from_secs(10);

impl Shell {
    /// Returns who is here, and how long the seats of the others are kept.
    pub(super) fn presence(&self) -> ServerMessage {
        let (room, now) = (self.room(), self.time.now());
        let attendance = self.members.presence(room, self.app.config.limits.grace_ms);
        let seats = PerSeat::of(|seat| {
            room.seats().player(seat)?;
            Some(match attendance.kept_for(seat, now) {
                None => Attending::Here {},
                Some(left) => Attending::Away { kept_for_ms: u32::try_from(left).unwrap_or(u32::MAX) },
            })
        });
        ServerMessage::Presence {
            room: room.code().clone(),
            seats,
            spectators: self.members.spectators(room),
        }
    }

    /// Handles a change of presence or of seats: matches strangers at once, and sends the news in batches.
    pub(super) fn presence_changed(&mut self) {
        let gather = Duration::from_millis(self.app.config.limits.gather_ms);
        self.presence_due.get_or_insert_with(|| Instant::now() + gather);
        if self.log.room().is_quick() {
            self.announce_waiting();
        }
    }

    /// Tells everybody in search of a quick match whether somebody waits here.
    pub(super) fn announce_waiting(&mut self) {
        let (room, who) = (self.log.room(), self.who_waits());
        let variant = room.settings().variant;
        if let Some(old) = self.waited_for.replace(variant).filter(|old| *old != variant) {
            self.app.set_waiting(room.code(), old, None);
        }
        self.app.set_waiting(room.code(), variant, who);
        // Whoever is led here takes the room off the list, and may be lost on the way, if their node dies.
        let is_far = self.app.member.is_some();
        self.announce_due = who.filter(|_| is_far).map(|_| Instant::now() + ANNOUNCE_AGAIN);
    }

    /// Returns the connected player who waits here for somebody to take the other seat.
    pub(super) fn who_waits(&self) -> Option<PlayerId> {
        let room = self.room();
        let seats = room.seats();
        if room.settings().access != Access::Listed {
            return None;
        }
        let player = seats.player(seats.first_empty()?.other())?;
        self.members.is_player_here(player).then_some(player)
    }

    /// Tells what it takes to enter the room.
    pub(super) fn tell_entrance(&mut self) {
        let locked = self.room().settings().access == Access::Passphrase;
        let recipe = self.log.machine().lock().filter(|_| locked).map(PassphraseHash::recipe);
        self.out.put(RoomOut::Entrance(recipe));
    }

    pub(super) fn publish(&self) {
        let room = self.room();
        if self.members.is_empty() || room.settings().access == Access::Unlisted {
            self.app.lobby.list.hide(room.code());
        } else {
            self.app.lobby.list.show(self.members.listing(room));
        }
        self.show_on_wall();
    }

    /// Shows the game on the wall, if somebody watches the wall and it has a place there.
    pub(super) fn show_on_wall(&self) {
        let (room, wall) = (self.room(), &self.app.lobby.wall);
        if !wall.wants(room.code()) {
            return;
        }
        let picture =
            room.is_public().then(|| WallGame::of(room, self.members.listing(room).seats)).flatten();
        // People may leave after the end, and it still stays for a while.
        match picture.filter(|game| game.end.is_some() || !self.members.is_empty()) {
            Some(game) => wall.show(game),
            None => wall.hide(room.code()),
        }
    }

    pub(super) fn set_silent(&mut self, conn: ConnId, silent: bool) {
        if self.members.set_silent(conn, silent, self.log.room(), self.time.now()) {
            self.presence_changed();
        }
    }

    pub(super) fn caught_up(&mut self, conn: ConnId) {
        let Some(who) = self.members.get(conn) else { return };
        self.out.resync(self.log.room(), who);
        // It has missed the presence, too.
        self.presence_changed();
    }
}
