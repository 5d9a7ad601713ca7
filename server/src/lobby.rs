//! The lobby: finds rooms by code, makes them, pairs strangers, and keeps the room list.

mod codes;
mod error;
mod idle;
mod list;
mod made;
#[cfg(test)]
mod tests;
mod wall;
mod whole_list;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use dashmap::{DashMap, mapref::entry::Entry};
use tengen_shared::{
    game::{PlayerId, RoomCode},
    rules::Variant,
};
use tokio_util::sync::CancellationToken;

pub(crate) use codes::{CodeUse, Start, draw_code, random_code};
pub(crate) use error::{LobbyError, TOO_MANY_CODES};
pub(crate) use list::{ListNews, RoomList};
pub(crate) use made::{MadeNews, MadeRooms};
pub(crate) use wall::{Wall, WallNews};

use crate::{
    config::Limits,
    mailbox::{Envelope, Handle, SendError},
    metrics::{Dropped, Metrics},
    peer::Peer,
    quota::{Act, Permit, Share},
    room_io::{ConnId, NewRoom, NodeTag, RoomIn, Search},
};
use idle::IdleRooms;

/// The origin of a room that enters memory.
#[derive(Debug)]
pub(crate) enum Origin {
    New(Box<NewRoom>),
    /// It is in the journal, or does not exist.
    Stored,
}

/// What a node of a cluster tells the others of its rooms.
#[derive(Debug)]
pub(crate) struct LobbyNews {
    pub(crate) list: ListNews,
    /// What has changed on the wall, and the nodes that want to know.
    pub(crate) wall: (WallNews, Vec<NodeTag>),
    /// Whether this node wants to know of the others' games, if that has changed.
    pub(crate) watches: Option<bool>,
    pub(crate) made: MadeNews,
}

/// The rooms in memory, by code.
#[derive(Debug)]
pub(crate) struct Lobby {
    limits: Limits,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    rooms: DashMap<RoomCode, Handle>,
    count: AtomicUsize,
    /// The empty rooms in memory, which are evicted when space is scarce.
    idle: IdleRooms,
    pub made: MadeRooms,
    /// The rooms that wait for a quick match, each with the player who waits there. Mostly one per variant, since the
    /// next player goes there.
    quick: DashMap<Variant, BTreeMap<RoomCode, PlayerId>>,
    pub list: RoomList,
    pub wall: Wall,
}

impl Lobby {
    /// Creates a lobby without rooms. After `stop` no room enters memory.
    pub(crate) fn new(limits: Limits, metrics: Arc<Metrics>, stop: CancellationToken) -> Self {
        Self {
            list: RoomList::new(&limits, metrics.clone()),
            wall: Wall::new(metrics.clone()),
            limits,
            metrics,
            stop,
            rooms: DashMap::new(),
            count: AtomicUsize::new(0),
            idle: IdleRooms::default(),
            made: MadeRooms::default(),
            quick: DashMap::new(),
        }
    }

    /// Sends a message to a room, loading it from the journal if necessary. A loaded room counts against the quota of `by`,
    /// if given.
    ///
    /// # Errors
    /// Returns an error if there is no such room, its mailbox is full, or memory has no space for it.
    pub(crate) fn send(
        &self,
        starter: &impl Start,
        by: Option<&Peer>,
        room: &RoomCode,
        envelope: Envelope,
    ) -> Result<(), LobbyError> {
        self.send_by(Handle::try_send, starter, by, room, envelope)
    }

    /// Like [`Self::send`], for a connection: the room runs on this thread if it is idle.
    pub(crate) fn send_and_run(
        &self,
        starter: &impl Start,
        by: &Peer,
        room: &RoomCode,
        envelope: Envelope,
    ) -> Result<(), LobbyError> {
        self.send_by(Handle::send_and_run, starter, Some(by), room, envelope)
    }

    fn send_by(
        &self,
        send: fn(&Handle, Envelope) -> Result<(), SendError>,
        starter: &impl Start,
        by: Option<&Peer>,
        room: &RoomCode,
        mut envelope: Envelope,
    ) -> Result<(), LobbyError> {
        // The next try is for a room that left memory between the lookup and the send.
        for _ in 0..3 {
            let handle = self.find_or_load(starter, by, room)?;
            match send(&handle, envelope) {
                Ok(()) => return Ok(()),
                Err(SendError::Full) => {
                    self.metrics.drop_one(Dropped::Mailbox);
                    return Err(LobbyError::Busy);
                }
                Err(SendError::Gone(back)) => {
                    self.forget(room, &handle);
                    envelope = *back;
                }
            }
        }
        Err(LobbyError::Busy)
    }

    /// Sends a message to a room in memory. Returns false if the room is not there; then the message is not needed.
    pub(crate) fn tell(&self, room: &RoomCode, message: RoomIn) -> bool {
        let handle = self.rooms.get(room).map(|entry| entry.clone());
        handle.is_some_and(|handle| handle.tell(message))
    }

    /// Sends a message to a room in memory; `None` if the room is not there.
    pub(crate) fn send_if_open(&self, room: &RoomCode, envelope: Envelope) -> Option<Result<(), SendError>> {
        let handle = self.rooms.get(room).map(|entry| entry.clone())?;
        Some(handle.try_send(envelope))
    }

    /// Returns whether a room is in memory, on this node.
    pub(crate) fn is_here(&self, room: &RoomCode) -> bool {
        self.rooms.get(room).is_some_and(|handle| handle.is_here())
    }

    /// Returns the codes of all rooms in memory.
    pub(crate) fn codes(&self) -> Vec<RoomCode> {
        self.rooms.iter().map(|entry| entry.key().clone()).collect()
    }

    /// Returns whether a room is in memory.
    pub(crate) fn is_open(&self, room: &RoomCode) -> bool {
        self.rooms.contains_key(room)
    }

    /// Returns the handle of a room, loading it from the journal if necessary. A loaded room counts against the quota of
    /// `by`, if given.
    ///
    /// # Errors
    /// Returns an error if there is no such room, or memory has no space for it.
    pub(crate) fn find_or_load(
        &self,
        starter: &impl Start,
        by: Option<&Peer>,
        room: &RoomCode,
    ) -> Result<Handle, LobbyError> {
        if let Some(handle) = self.rooms.get(room) {
            return Ok(handle.clone());
        }
        if !starter.is_stored(room) {
            return Err(LobbyError::NoSuchRoom);
        }
        let place = by.map(Self::place_of).transpose()?;
        self.check_space(by)?;
        match self.rooms.entry(room.clone()) {
            Entry::Occupied(entry) => Ok(entry.get().clone()),
            Entry::Vacant(entry) => {
                self.count.fetch_add(1, Ordering::Relaxed);
                Ok(entry.insert(starter.start(room.clone(), Origin::Stored, place)).clone())
            }
        }
    }

    /// Checks that one more room fits into memory. If there are too many, evicts the one that has been empty longest.
    /// The last places are for known players and this machine.
    fn check_space(&self, by: Option<&Peer>) -> Result<(), LobbyError> {
        if self.stop.is_cancelled() {
            return Err(LobbyError::Stopping);
        }
        let trusted = by.is_none_or(|peer| peer.known || peer.source.is_local());
        let reserve = if trusted { 0 } else { self.limits.rooms_kept() };
        if self.count.load(Ordering::Relaxed) < self.limits.rooms.saturating_sub(reserve) {
            return Ok(());
        }
        let empty = self.idle.take_oldest().ok_or(LobbyError::Full)?;
        self.tell(&empty, RoomIn::Evict);
        Ok(())
    }

    fn place_of(peer: &Peer) -> Result<Permit, LobbyError> {
        peer.source.quota.acquire(Share::Rooms).ok_or(LobbyError::TooManyOfAddress)
    }

    /// Notes whether a room is empty, so that it may be evicted.
    pub(crate) fn set_idle(&self, room: &RoomCode, idle: bool) {
        self.idle.set(room, idle);
    }

    /// Makes a room for `peer`. Its task answers the command.
    ///
    /// # Errors
    /// Returns an error if there are too many rooms: in all, by this player, or from this address.
    pub(crate) fn create(
        &self,
        starter: &impl Start,
        peer: &Peer,
        new: NewRoom,
    ) -> Result<RoomCode, LobbyError> {
        let mut place = Some(Self::place_of(peer)?);
        if !peer.source.quota.take(Act::NewRoom) {
            return Err(LobbyError::TooFast);
        }
        let (host, for_ai) = (new.plan.host, new.for_ai());
        self.made.count(&self.limits, host, for_ai)?;
        // Last, because it may evict another room.
        self.check_space(Some(peer)).inspect_err(|_| self.made.uncount(host, for_ai))?;
        let (access, mut wanted) = (new.plan.settings.access, new.code.clone());
        let mut origin = Origin::New(Box::new(new));
        loop {
            let code = wanted.take().unwrap_or_else(|| draw_code(starter, access));
            match self.rooms.entry(code.clone()) {
                Entry::Occupied(_) => {}
                Entry::Vacant(entry) => {
                    self.count.fetch_add(1, Ordering::Relaxed);
                    let origin = std::mem::replace(&mut origin, Origin::Stored);
                    entry.insert(starter.start(code.clone(), origin, place.take()));
                    return Ok(code);
                }
            }
        }
    }

    /// Returns the room in which `player` finds a quick match, and who waits there: the player themselves, or somebody
    /// else, whose room then no longer waits. Returns `None` if the room that `make` has made waits now.
    ///
    /// # Errors
    /// Returns the errors of `make`.
    pub(crate) fn pair(
        &self,
        search: &Search,
        player: PlayerId,
        make: impl FnOnce() -> Result<RoomCode, LobbyError>,
    ) -> Result<Option<(RoomCode, PlayerId)>, LobbyError> {
        let mut waiting = self.quick.entry(search.variant).or_default();
        let mut open = waiting.iter().filter(|(room, _)| !search.passed.contains(*room));
        if let Some((own, _)) = open.clone().find(|(_, who)| **who == player) {
            return Ok(Some((own.clone(), player)));
        }
        let found = open.next().map(|(room, _)| room.clone());
        if let Some(room) = found
            && let Some(host) = waiting.remove(&room)
        {
            return Ok(Some((room, host)));
        }
        let made = make();
        if let Ok(room) = &made {
            waiting.insert(room.clone(), player);
        }
        drop(waiting);
        self.quick.remove_if(&search.variant, |_, waiting| waiting.is_empty());
        made.map(|_| None)
    }

    /// Marks a room as waiting for a quick match, with `player` as the first, or as no longer waiting.
    pub(crate) fn set_waiting(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        match player {
            Some(player) => {
                self.quick.entry(variant).or_default().insert(room.clone(), player);
            }
            None => {
                if let Some(mut waiting) = self.quick.get_mut(&variant) {
                    waiting.remove(room);
                }
                self.quick.remove_if(&variant, |_, waiting| waiting.is_empty());
            }
        }
    }

    /// Forgets a room that leaves memory, unless another has taken its place.
    pub(crate) fn forget(&self, room: &RoomCode, handle: &Handle) {
        if self.rooms.remove_if(room, |_, known| known.is_same_room(handle)).is_some() {
            self.count.fetch_sub(1, Ordering::Relaxed);
            self.idle.set(room, false);
        }
    }

    /// Forgets a connection that has ended.
    pub(crate) fn disconnected(&self, conn: ConnId) {
        self.list.unfollow(conn);
        self.wall.unfollow(conn);
    }

    /// Tells those who follow the room list or the wall of changes, batched over `gather`, until `stop`. `tell`: tells the
    /// other nodes of a cluster.
    pub(crate) async fn run(&self, gather: Duration, stop: CancellationToken, tell: impl Fn(LobbyNews)) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.list.has_changed() => {}
                () = self.wall.has_changed() => {}
                () = self.made.has_changed() => {}
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(gather) => {}
            }
            tell(LobbyNews {
                list: self.list.own_news(),
                wall: self.wall.own_news(),
                watches: self.wall.watch_news(),
                made: self.made.news(),
            });
            self.list.flush();
            self.wall.flush();
            self.fill_wall();
        }
    }
}
