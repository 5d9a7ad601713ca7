//! The connections that follow a room, and since when its people are absent.

use std::{collections::BTreeMap, sync::Arc};

use tengen_shared::{
    game::{Followers, Millis, PerSeat, PlayerId, Presence, Returning, Room, Seat},
    protocol::{Connected, RoomListing, Spectators, view::View},
};

use super::absences::Absences;
use crate::{
    bots::Owner,
    lane::Lane,
    quota::AddressBlock,
    room_io::{ConnId, Identity, Sender, Standing},
};

/// The maximum number of spectators whose names are sent; the rest are only counted.
const NAMED_SPECTATORS: usize = 20;

struct Member {
    who: Arc<Identity>,
    lag: Millis,
    /// Whether its connection is silent.
    silent: bool,
    /// Its place in the order of arrival.
    arrival: u64,
    standing: Standing,
}

/// The connections that follow a room.
pub(super) struct Members {
    by_conn: BTreeMap<ConnId, Member>,
    by_player: BTreeMap<PlayerId, Vec<ConnId>>,
    /// All connections, in the order of their arrival.
    arrivals: BTreeMap<u64, ConnId>,
    next_arrival: u64,
    absences: Absences,
}

impl Members {
    /// Creates the members of a room that entered memory at `loaded`. There are none yet.
    pub(super) fn new(loaded: Millis) -> Self {
        Self {
            by_conn: BTreeMap::new(),
            by_player: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            next_arrival: 0,
            absences: Absences::new(loaded),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_conn.is_empty()
    }

    pub(super) fn get(&self, conn: ConnId) -> Option<&Arc<Identity>> {
        self.by_conn.get(&conn).map(|member| &member.who)
    }

    pub(super) fn has(&self, conn: ConnId) -> bool {
        self.by_conn.contains_key(&conn)
    }

    /// Adds a connection, unless it is a member. Returns the standing of a new member.
    pub(super) fn add(&mut self, from: &Sender, room: &Room) -> Option<Standing> {
        let Sender { who, lag } = from;
        if let Some(member) = self.by_conn.get_mut(&who.conn) {
            member.lag = *lag;
            return None;
        }
        let (arrival, standing) = (self.next_arrival, standing(who, room));
        self.next_arrival += 1;
        self.arrivals.insert(arrival, who.conn);
        self.by_player.entry(who.player).or_default().push(who.conn);
        let member = Member { who: who.clone(), lag: *lag, silent: false, arrival, standing };
        self.by_conn.insert(who.conn, member);
        Some(standing)
    }

    /// Removes a connection. Returns whether it was a member.
    pub(super) fn remove(&mut self, conn: ConnId, room: &Room, now: Millis) -> bool {
        let Some(member) = self.by_conn.remove(&conn) else { return false };
        self.arrivals.remove(&member.arrival);
        let player = member.who.player;
        if let Some(conns) = self.by_player.get_mut(&player) {
            conns.retain(|other| *other != conn);
            if conns.is_empty() {
                self.by_player.remove(&player);
            }
        }
        // A silent player has been absent since the silence began.
        if !member.silent {
            self.note_absence(player, room, now);
        }
        true
    }

    /// Notes an absence if no live connection of the player is left.
    fn note_absence(&mut self, player: PlayerId, room: &Room, now: Millis) {
        if !self.is_player_here(player) {
            self.absences.note(player, room, now);
        }
    }

    /// Notes whether a connection is silent. Returns whether it is a member and this is new.
    pub(super) fn set_silent(&mut self, conn: ConnId, silent: bool, room: &Room, now: Millis) -> bool {
        let Some(member) = self.by_conn.get_mut(&conn).filter(|member| member.silent != silent) else {
            return false;
        };
        member.silent = silent;
        let player = member.who.player;
        if silent {
            self.note_absence(player, room, now);
        }
        true
    }

    pub(super) fn set_lag(&mut self, conn: ConnId, lag: Millis) {
        if let Some(member) = self.by_conn.get_mut(&conn) {
            member.lag = lag;
        }
    }

    /// Updates the standings after the seats or the host may have changed. Returns the new ones.
    pub(super) fn update_standings(&mut self, room: &Room) -> Vec<(ConnId, Standing)> {
        let changed = |(conn, member): (&ConnId, &mut Member)| {
            let new = standing(&member.who, room);
            let old = std::mem::replace(&mut member.standing, new);
            (old != new).then_some((*conn, new))
        };
        self.by_conn.iter_mut().filter_map(changed).collect()
    }

    /// Returns every player who follows the room.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.by_player.keys().copied()
    }

    /// Returns every connection that follows the room.
    pub(super) fn conns(&self) -> impl Iterator<Item = ConnId> {
        self.by_conn.keys().copied()
    }

    /// Returns the connections of `player` that follow the room.
    pub(super) fn conns_of(&self, player: PlayerId) -> &[ConnId] {
        self.by_player.get(&player).map_or(&[], Vec::as_slice)
    }

    fn of_player(&self, player: PlayerId) -> impl Iterator<Item = &Member> {
        self.conns_of(player).iter().filter_map(|conn| self.by_conn.get(conn))
    }

    /// Returns for whom the room's engines think: `asker`, or else somebody with a seat, the host, or whoever came first.
    pub(super) fn owner(&self, room: &Room, asker: Option<PlayerId>) -> Owner {
        let seated = Seat::BOTH.into_iter().filter_map(|seat| room.seats().player(seat));
        let wanted = asker.into_iter().chain(seated).chain([room.host()]);
        let here = wanted.filter_map(|player| self.conns_of(player).last());
        let first = here.chain(self.arrivals.values()).next().and_then(|conn| self.get(*conn));
        first.map_or(Owner { address: AddressBlock::NOBODY, player: room.host() }, |who| Owner {
            address: who.address,
            player: who.player,
        })
    }

    /// Returns the longest lag of the connections of `player`, so that no flag falls before a stone can arrive.
    pub(super) fn lag_of(&self, player: PlayerId) -> Millis {
        self.of_player(player).filter(|member| !member.silent).map(|member| member.lag).max().unwrap_or(0)
    }

    /// Returns whether any connection of `player` follows the room and is not silent.
    pub(super) fn is_player_here(&self, player: PlayerId) -> bool {
        self.of_player(player).any(|member| !member.silent)
    }

    /// Returns whether anybody is here for whom the clocks run: an owner of a seat, or anybody at all if two AIs play. A
    /// stranger who looks in neither holds nor releases the clocks of absent players.
    pub(super) fn has_players(&self, room: &Room) -> bool {
        let owners = Seat::BOTH.into_iter().filter_map(|seat| room.seats().owner(seat));
        let mut here = owners.map(|owner| !self.conns_of(owner).is_empty());
        here.any(|here| here) || (room.seats().all_ai() && !self.is_empty())
    }

    /// Lets the absence of everybody with a seat begin anew, after the first of them has returned. Otherwise whoever
    /// comes first could claim the game at once.
    pub(super) fn restart_absences(&mut self, room: &Room, now: Millis) {
        for player in Seat::BOTH.into_iter().filter_map(|seat| room.seats().player(seat)) {
            self.note_absence(player, room, now);
        }
    }

    /// Returns who is away, and since when.
    pub(super) fn presence(&self, room: &Room, grace: Millis) -> Presence {
        let away = |player: PlayerId| (!self.is_player_here(player)).then(|| self.absences.since(player));
        Presence {
            away_since: PerSeat::of(|seat| room.seats().player(seat).and_then(away)),
            host_away_since: away(room.host()),
            heir: self.first_other_than(room.host()),
            returning: Returning::default(),
            elsewhere: false,
            crowd: if self.has_players(room) { Followers::Some } else { Followers::None },
            grace,
        }
    }

    /// Returns whether `now` can be the same person as `was`.
    pub(super) fn returning(&self, was: PlayerId, now: PlayerId) -> Returning {
        match (self.is_player_here(was), self.is_player_here(now)) {
            (true, _) => Returning::StillHere,
            (false, true) => Returning::Possible,
            (false, false) => Returning::NotHere,
        }
    }

    /// Returns whether another device of the same player follows the room, and is not silent. An earlier connection of
    /// the same device does not count: it may have ended without a word.
    pub(super) fn follows_elsewhere(&self, who: &Identity) -> bool {
        self.of_player(who.player).any(|member| member.who.device != who.device && !member.silent)
    }

    /// Returns the player, other than `player`, who has followed the room longest.
    fn first_other_than(&self, player: PlayerId) -> Option<PlayerId> {
        let players = self.arrivals.values().filter_map(|conn| self.get(*conn)).map(|who| who.player);
        players.into_iter().find(|other| *other != player)
    }

    /// Returns for each seat whether its person is connected; `None` for an empty seat or an AI's.
    fn connected(&self, room: &Room) -> PerSeat<Option<Connected>> {
        PerSeat::of(|seat| {
            let player = room.seats().player(seat)?;
            Some(if self.is_player_here(player) { Connected::Here } else { Connected::Away })
        })
    }

    fn watching(&self) -> impl Iterator<Item = &Identity> {
        let watches =
            |member: &&Member| matches!(member.standing, Standing::Follows { view: View::SPECTATOR, .. });
        self.by_conn.values().filter(watches).map(|member| &*member.who)
    }

    /// Returns the number of spectators, and the names of the first.
    pub(super) fn spectators(&self, room: &Room) -> Spectators {
        let count = u32::try_from(self.watching().count()).unwrap_or(u32::MAX);
        let named = self.watching().take(NAMED_SPECTATORS);
        let (players, names) = named.map(|who| (who.player, room.shown_name(who.player, &who.name))).unzip();
        Spectators { count, names, players }
    }

    /// Returns the room's line in the room list.
    pub(super) fn listing(&self, room: &Room) -> RoomListing {
        let watching = u32::try_from(self.watching().count()).unwrap_or(u32::MAX);
        RoomListing::new(room, self.connected(room), watching)
    }
}

fn standing(who: &Identity, room: &Room) -> Standing {
    let lane = if room.belongs(who.player) { Lane::Players } else { Lane::Spectators };
    Standing::Follows { view: View::of(room, who.player), lane }
}
