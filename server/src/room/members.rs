//! The members of a room, and the messages to them.

use std::{collections::BTreeMap, sync::Arc};

use tengen_shared::{
    game::{CommandId, Millis, PerSeat, PlayerId, Room, RoomCode, Seq, Stamped},
    protocol::{Connected, RoomListing, ServerMessage, Spectators, view},
};
use tokio::time::Instant;

use crate::{
    lane::Lane,
    metrics::{Dropped, Metrics},
    outbox::Broadcast,
    peer::{ConnId, Peer},
};

/// The maximum number of spectators whose names are sent; the rest are only counted.
const NAMED_SPECTATORS: usize = 20;

struct Member {
    peer: Arc<Peer>,
    /// Whether its outbox has overflowed. It then gets nothing until it has caught up, and a snapshot after that.
    behind: bool,
    /// Whether its connection is silent.
    silent: bool,
    /// When it began to follow the room.
    since: Instant,
}

/// The connections that follow a room.
#[derive(Default)]
pub(super) struct Members(BTreeMap<ConnId, Member>);

impl Members {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn has(&self, conn: ConnId) -> bool {
        self.0.contains_key(&conn)
    }

    pub(super) fn add(&mut self, peer: &Arc<Peer>, room: &Room) {
        peer.set_lane(room.code(), lane_of(peer, room));
        self.0.entry(peer.conn).or_insert_with(|| Member {
            peer: peer.clone(),
            behind: false,
            silent: false,
            since: Instant::now(),
        });
    }

    /// Updates the lanes of all members, so that commands of the host and of seated players are read first.
    pub(super) fn set_lanes(&self, room: &Room) {
        for member in self.0.values() {
            member.peer.set_lane(room.code(), lane_of(&member.peer, room));
        }
    }

    /// Removes a connection, if it is a member. Returns its player, and whether it was silent.
    pub(super) fn remove(&mut self, conn: ConnId, room: &RoomCode) -> Option<(PlayerId, bool)> {
        let member = self.0.remove(&conn)?;
        member.peer.unfollow(room);
        Some((member.peer.player, member.silent))
    }

    /// Notes whether a connection is silent. Returns its player, if it is a member and this is new.
    pub(super) fn set_silent(&mut self, conn: ConnId, silent: bool) -> Option<PlayerId> {
        let member = self.0.get_mut(&conn).filter(|member| member.silent != silent)?;
        member.silent = silent;
        Some(member.peer.player)
    }

    /// Returns every player who follows the room.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        let players: std::collections::BTreeSet<PlayerId> =
            self.0.values().map(|member| member.peer.player).collect();
        players.into_iter()
    }

    /// Returns the player, other than `player`, who has followed the room longest.
    pub(super) fn first_other_than(&self, player: PlayerId) -> Option<PlayerId> {
        let others = self.0.values().filter(|member| member.peer.player != player);
        others.min_by_key(|member| member.since).map(|member| member.peer.player)
    }

    /// Returns the connections of `player` that follow the room.
    pub(super) fn peers_of(&self, player: PlayerId) -> Vec<Arc<Peer>> {
        self.0.values().filter(|member| member.peer.player == player).map(|m| m.peer.clone()).collect()
    }

    /// Returns the longest lag of the connections of `player`, so that no flag falls before a stone can arrive.
    pub(super) fn lag_of(&self, player: PlayerId) -> Millis {
        let own = self.0.values().filter(|member| member.peer.player == player && !member.silent);
        own.map(|member| member.peer.lag()).max().unwrap_or(0)
    }

    pub(super) fn into_peers(self) -> Vec<Arc<Peer>> {
        self.0.into_values().map(|member| member.peer).collect()
    }

    /// Sends the numbered events to everybody but `except`, who gets them in the answer.
    pub(super) fn send_events(
        &mut self,
        room: &Room,
        events: &[Stamped],
        except: Option<ConnId>,
        metrics: &Metrics,
    ) {
        let others = self.0.values_mut().filter(|member| Some(member.peer.conn) != except);
        let code = room.code().clone();
        if view::is_public(events) {
            let message = ServerMessage::Events { room: code, events: events.to_vec() };
            let broadcast = Broadcast::new(message);
            for member in others {
                member.send(&broadcast, room.code(), metrics);
            }
            return;
        }
        for member in others {
            let events = view::events(room, member.peer.player, events).into_owned();
            let message = ServerMessage::Events { room: code.clone(), events };
            member.send(&Broadcast::new(message), room.code(), metrics);
        }
    }

    /// Sends news that may be lost.
    pub(super) fn send_news(&self, message: ServerMessage) {
        let broadcast = Broadcast::new(message);
        for member in self.0.values().filter(|member| !member.behind) {
            // The next news or a snapshot replaces it.
            let _ = member.peer.outbox.offer(&broadcast);
        }
    }

    /// Sends `conn` a snapshot of the room.
    pub(super) fn send_snapshot(&mut self, room: &Room, conn: ConnId, metrics: &Metrics) {
        let Some(member) = self.0.get_mut(&conn) else { return };
        let message = ServerMessage::Snapshot { room: Box::new(view::snapshot(room, member.peer.player)) };
        member.send(&Broadcast::new(message), room.code(), metrics);
    }

    /// Sends `conn` the events that it has missed, or a snapshot if they are too long for one frame.
    pub(super) fn send_missed(&mut self, room: &Room, conn: ConnId, missed: &[Stamped], metrics: &Metrics) {
        let Some(member) = self.0.get_mut(&conn) else { return };
        let events = view::events(room, member.peer.player, missed).into_owned();
        let message = ServerMessage::Events { room: room.code().clone(), events };
        let broadcast = Broadcast::new(message);
        if broadcast.fits(member.peer.outbox.codec()) {
            member.send(&broadcast, room.code(), metrics);
        } else {
            self.send_snapshot(room, conn, metrics);
        }
    }

    /// Sends the current room to a peer that had fallen behind and has read everything.
    pub(super) fn caught_up(&mut self, room: &Room, conn: ConnId, metrics: &Metrics) {
        let Some(member) = self.0.get_mut(&conn).filter(|member| member.behind) else { return };
        member.behind = false;
        metrics.resyncs.inc();
        self.send_snapshot(room, conn, metrics);
    }

    /// Returns whether any connection of `player` follows the room and is not silent.
    pub(super) fn is_player_here(&self, player: PlayerId) -> bool {
        self.0.values().any(|member| member.peer.player == player && !member.silent)
    }

    /// Returns for each seat whether its person is connected; `None` for an empty seat or an AI's.
    pub(super) fn connected(&self, room: &Room) -> PerSeat<Option<Connected>> {
        PerSeat::of(|seat| {
            let player = room.seats().player(seat)?;
            Some(if self.is_player_here(player) { Connected::Here } else { Connected::Away })
        })
    }

    fn spectators<'a>(&'a self, room: &'a Room) -> impl Iterator<Item = &'a Peer> {
        let sits = |player| room.seats().held_by(player).next().is_some();
        self.0.values().map(|member| &*member.peer).filter(move |peer| !sits(peer.player))
    }

    /// Returns the number of spectators, and the names of the first.
    pub(super) fn spectators_of(&self, room: &Room) -> Spectators {
        let count = u32::try_from(self.spectators(room).count()).unwrap_or(u32::MAX);
        let names = self.spectators(room).take(NAMED_SPECTATORS).map(|peer| peer.name.clone()).collect();
        Spectators { count, names }
    }

    pub(super) fn listing(&self, room: &Room) -> RoomListing {
        let watching = u32::try_from(self.spectators(room).count()).unwrap_or(u32::MAX);
        RoomListing::new(room, self.connected(room), watching)
    }
}

impl Member {
    fn send(&mut self, broadcast: &Broadcast, room: &RoomCode, metrics: &Metrics) {
        if self.behind {
            return;
        }
        if self.peer.outbox.offer(broadcast).is_err() {
            self.behind = true;
            metrics.drop_one(Dropped::Outbox);
            self.peer.outbox.owe(room.clone());
        }
    }
}

fn lane_of(peer: &Peer, room: &Room) -> Lane {
    if room.belongs(peer.player) { Lane::Players } else { Lane::Spectators }
}

/// Returns the acceptance of a command, with the events as its sender may see them.
pub(super) fn accepted(
    room: &Room,
    peer: &Peer,
    id: CommandId,
    seq: Seq,
    events: &[Stamped],
) -> ServerMessage {
    let events = view::events(room, peer.player, events).into_owned();
    ServerMessage::Accepted { id, room: Some(room.code().clone()), seq, events }
}
