//! The people at a room's door: those who ask to watch, and those who were refused lately.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tengen_shared::game::{PlayerId, Reject, Room};
use tokio::time::Instant;

use crate::room_io::{ConnId, Identity};

/// How long a player who was refused must wait before asking again.
const ASK_AGAIN: Duration = Duration::from_secs(60);
/// Requests that a player may withdraw in [`ASK_AGAIN`]. Each of them disturbs the players.
const WITHDRAWALS: usize = 3;

struct Asker {
    who: Arc<Identity>,
    /// Whether the connection has ended. The asker may be back in a moment.
    gone: bool,
}

/// The players who ask to watch, to be told the decision, and those who were refused.
#[derive(Default)]
pub(super) struct Doors {
    askers: BTreeMap<PlayerId, Asker>,
    refused: BTreeMap<PlayerId, Instant>,
    /// Who has withdrawn a request within the last minute, and when.
    withdrawn: Vec<(PlayerId, Instant)>,
}

impl Doors {
    /// Returns why a player may not ask to watch now, so that nobody pesters the players. At most `most` people of one
    /// address may ask at a time.
    pub(super) fn check(&self, who: &Identity, most: usize) -> Result<(), &'static str> {
        if self.refused.get(&who.player).is_some_and(|when| when.elapsed() < ASK_AGAIN) {
            return Err("the players did not let you in: ask again in a minute");
        }
        let withdrawn = self
            .withdrawn
            .iter()
            .filter(|(player, when)| *player == who.player && when.elapsed() < ASK_AGAIN);
        if withdrawn.count() >= WITHDRAWALS {
            return Err("you have withdrawn too many requests: ask again in a minute");
        }
        let neighbours = self.askers.values().filter(|asker| {
            asker.who.player != who.player && asker.who.address == who.address && !asker.gone
        });
        if neighbours.count() >= most {
            return Err(
                "others at your network address are already asking to watch: wait for the players' answer",
            );
        }
        Ok(())
    }

    /// Returns an asker who has disconnected, if `player` needs the place on a full list. Otherwise disconnected askers
    /// stay on it.
    pub(super) fn absent_asker(&self, room: &Room, player: PlayerId) -> Option<PlayerId> {
        if !room.asking_is_full() || room.check_watch(player) != Err(Reject::NeedsConsent) {
            return None;
        }
        let is_gone = |player: &PlayerId| self.askers.get(player).is_none_or(|asker| asker.gone);
        room.asking().iter().map(|asker| asker.player).find(is_gone)
    }

    /// Adds an asker. Returns the other connection of the same player that has waited so far.
    pub(super) fn add(&mut self, who: &Arc<Identity>) -> Option<ConnId> {
        let asker = Asker { who: who.clone(), gone: false };
        let before = self.askers.insert(who.player, asker)?.who.conn;
        (before != who.conn).then_some(before)
    }

    /// Removes the askers who no longer wait for an answer. Returns their connections.
    pub(super) fn retain(&mut self, room: &Room) -> Vec<ConnId> {
        let mut removed = Vec::new();
        self.askers.retain(|player, asker| {
            let waits = room.asking().iter().any(|asking| asking.player == *player);
            if !waits {
                removed.push(asker.who.conn);
            }
            waits
        });
        removed
    }

    /// Returns whether this connection waits at the door.
    pub(super) fn has(&self, who: &Identity) -> bool {
        self.askers.get(&who.player).is_some_and(|asker| asker.who.conn == who.conn)
    }

    /// Returns whether another connection of the same player waits at the door.
    pub(super) fn waits_elsewhere(&self, who: &Identity) -> bool {
        self.askers.get(&who.player).is_some_and(|asker| asker.who.conn != who.conn && !asker.gone)
    }

    /// Returns the connections that wait at the door.
    pub(super) fn conns(&self) -> impl Iterator<Item = ConnId> {
        self.askers.values().filter(|asker| !asker.gone).map(|asker| asker.who.conn)
    }

    /// Notes that a connection has ended. Returns whether it waited at the door.
    pub(super) fn gone(&mut self, conn: ConnId) -> bool {
        let asker = self.askers.values_mut().find(|asker| asker.who.conn == conn);
        asker.map(|asker| asker.gone = true).is_some()
    }

    /// Removes an asker whom the players have let in, or who has withdrawn the request. Returns their connection.
    pub(super) fn admit(&mut self, player: PlayerId) -> Option<ConnId> {
        self.askers.remove(&player).map(|asker| asker.who.conn)
    }

    /// Removes an asker whom the players have refused. Returns the connection to tell.
    pub(super) fn refuse(&mut self, player: PlayerId) -> Option<ConnId> {
        self.refused.retain(|_, when| when.elapsed() < ASK_AGAIN);
        self.refused.insert(player, Instant::now());
        self.admit(player)
    }

    /// Notes that a player has withdrawn their request. Nobody has refused it.
    pub(super) fn withdraw(&mut self, player: PlayerId) {
        self.forgive(player);
        self.withdrawn.retain(|(_, when)| when.elapsed() < ASK_AGAIN);
        self.withdrawn.push((player, Instant::now()));
    }

    /// Forgets that a player was refused: nobody has refused them.
    pub(super) fn forgive(&mut self, player: PlayerId) {
        self.refused.remove(&player);
    }
}
