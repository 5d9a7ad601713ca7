//! A connection after its `hello`.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{CommandId, Feature, Features, Millis, Name, PlayerId, RoomCode},
    protocol::ServerMessage,
};

use tokio::time::Instant;

use crate::{
    journal::StoredKey,
    lane::Lane,
    outbox::Outbox,
    quota::Source,
    rate_limit::{Rate, RateLimit},
    refusal::Refusal,
    room_io::{ConnId, Identity, Sender, Standing},
    ticket::Ticket,
};

/// The change of a connection's lag that rooms are told, in milliseconds.
const LAG_STEP: u32 = 10;

/// The number of links from which on those that are no longer needed are looked for.
const MANY_LINKS: usize = 64;

/// A player at the other end of a connection.
#[derive(Debug)]
pub(crate) struct Peer {
    pub who: Arc<Identity>,
    pub source: Source,
    /// Whether the journal had the player before this connection, because they once made or joined a room.
    pub known: bool,
    pub outbox: Arc<Outbox>,
    rooms: Mutex<Rooms>,
    /// Ends the explanation that is in progress for the peer.
    explaining: Arc<Mutex<Option<StopFlag>>>,
    /// The smoothed round-trip time of pings, in milliseconds.
    lag_ms: AtomicU32,
    /// The round-trip time that rooms were last told.
    told_lag_ms: AtomicU32,
    /// The rate limit on passphrases.
    tries: Mutex<RateLimit>,
    /// The key that the player has shown or proved.
    pub key: StoredKey,
    /// Whether the journal lacks the player.
    unwritten: AtomicBool,
}

/// The right to one explanation at a time, released on drop.
#[derive(Debug)]
pub(crate) struct ExplainTurn {
    explaining: Arc<Mutex<Option<StopFlag>>>,
    /// Ends the explanation; set when the connection ends.
    pub(crate) stop: StopFlag,
}

impl Drop for ExplainTurn {
    fn drop(&mut self) {
        *self.explaining.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The rooms that a peer follows, or has sent a command that the room has not handled yet.
#[derive(Debug, Default)]
struct Rooms {
    links: BTreeMap<RoomCode, Link>,
    /// Whether the connection has ended. A room that still has one of its commands must not admit it.
    ended: bool,
}

#[derive(Debug, Default)]
struct Link {
    standing: Option<Standing>,
    /// The number of the peer's commands that wait in the room's spectators' lane.
    waiting: Arc<AtomicUsize>,
}

impl Link {
    fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    const fn follows(&self) -> bool {
        matches!(self.standing, Some(Standing::Follows { .. }))
    }
}

impl Rooms {
    /// Forgets the rooms that do not know the peer and have answered everything.
    fn forget_answered(&mut self) {
        self.links.retain(|_, link| link.standing.is_some() || link.is_waiting());
    }

    /// Returns whether the peer may enter `room` without being in more than `most`. Rooms in which a command waits count,
    /// too.
    fn may_enter(&mut self, room: Option<&RoomCode>, most: u16) -> bool {
        self.forget_answered();
        let link = room.and_then(|room| self.links.get(room));
        let others = self.links.len() - usize::from(link.is_some());
        link.is_some_and(|link| link.standing.is_some()) || others < usize::from(most)
    }

    /// Returns the rooms that the peer follows, or has asked to let it watch.
    fn known_to(&self) -> Vec<RoomCode> {
        let known = self.links.iter().filter(|(_, link)| link.standing.is_some());
        known.map(|(room, _)| room.clone()).collect()
    }
}

/// The identity of a new peer.
#[derive(Debug)]
pub(crate) struct Person {
    /// The number that the journal assigned.
    pub player: PlayerId,
    pub name: Name,
    pub source: Source,
    /// The key that they have shown or proved.
    pub key: StoredKey,
    /// Whether the journal lacks them.
    pub unwritten: bool,
    /// What their client knows beyond version 1 of the protocol.
    pub features: Features,
}

impl Peer {
    /// Creates a peer that follows no room.
    #[must_use]
    pub(crate) fn new(conn: ConnId, person: Person, outbox: Arc<Outbox>, passphrase_burst: u16) -> Self {
        let Person { player, name, source, key, unwritten, features } = person;
        Self {
            who: Arc::new(Identity {
                conn,
                player,
                name,
                device: key.key.id(),
                address: source.block,
                features,
            }),
            source,
            key,
            known: !unwritten,
            outbox,
            rooms: Mutex::default(),
            explaining: Arc::default(),
            lag_ms: AtomicU32::new(0),
            told_lag_ms: AtomicU32::new(0),
            tries: Mutex::new(RateLimit::new(Rate::per_second(1, passphrase_burst), Instant::now())),
            unwritten: AtomicBool::new(unwritten),
        }
    }

    /// Returns the peer as the sender of a command.
    #[must_use]
    pub(crate) fn sender(&self) -> Sender {
        Sender { who: self.who.clone(), lag: self.lag_ms.load(Ordering::Relaxed).into() }
    }

    /// Starts an explanation for the peer, unless one is in progress.
    #[must_use]
    pub(crate) fn ask_to_explain(&self) -> Option<ExplainTurn> {
        let mut explaining = self.explaining.lock().unwrap_or_else(PoisonError::into_inner);
        if explaining.is_some() {
            return None;
        }
        let stop = explaining.insert(StopFlag::default()).clone();
        Some(ExplainTurn { explaining: self.explaining.clone(), stop })
    }

    /// Takes a token for a passphrase; false if there is none left.
    #[must_use]
    pub(crate) fn may_try(&self) -> bool {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now())
    }

    /// Records the round-trip time of a ping. Returns the smoothed time if it has changed so much that rooms must know.
    pub(crate) fn note_lag(&self, lag: Duration) -> Option<Millis> {
        let new = u32::try_from(lag.as_millis()).unwrap_or(u32::MAX);
        let old = self.lag_ms.load(Ordering::Relaxed);
        let smooth = if old == 0 { new } else { old - old / 4 + new / 4 };
        self.lag_ms.store(smooth, Ordering::Relaxed);
        if smooth.abs_diff(self.told_lag_ms.load(Ordering::Relaxed)) < LAG_STEP {
            return None;
        }
        self.told_lag_ms.store(smooth, Ordering::Relaxed);
        Some(smooth.into())
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the peer's relation to `room`. Returns false if the connection has ended.
    pub(crate) fn set_standing(&self, room: &RoomCode, standing: Option<Standing>) -> bool {
        let mut rooms = self.rooms();
        if rooms.ended {
            return false;
        }
        match (rooms.links.get_mut(room), standing) {
            (Some(link), standing) => link.standing = standing,
            (None, Some(_)) => {
                rooms.links.insert(room.clone(), Link { standing, ..Link::default() });
            }
            (None, None) => {}
        }
        true
    }

    /// Returns the lane and a ticket for a command to `room`. A command never overtakes an earlier one of the same peer
    /// that waits in the spectators' lane.
    pub(crate) fn way_to(&self, room: &RoomCode) -> (Lane, Option<Ticket>) {
        let mut rooms = self.rooms();
        if rooms.links.len() > MANY_LINKS {
            rooms.forget_answered();
        }
        let link = match rooms.links.get(room) {
            Some(link) => link,
            None => rooms.links.entry(room.clone()).or_default(),
        };
        let plays = matches!(link.standing, Some(Standing::Follows { lane: Lane::Players, .. }));
        if plays && !link.is_waiting() {
            return (Lane::Players, None);
        }
        (Lane::Spectators, Some(Ticket::new(&link.waiting)))
    }

    /// Returns a ticket for a message that makes the peer enter `room`, or `None` if it would then be in more than `most`
    /// rooms. The room counts as entered while the ticket exists.
    pub(crate) fn ticket_to_enter(&self, room: &RoomCode, most: u16) -> Option<Ticket> {
        let mut rooms = self.rooms();
        rooms
            .may_enter(Some(room), most)
            .then(|| Ticket::new(&rooms.links.entry(room.clone()).or_default().waiting))
    }

    /// Returns whether the journal lacks the player.
    #[must_use]
    pub(crate) fn is_unwritten(&self) -> bool {
        self.unwritten.load(Ordering::Acquire)
    }

    /// Notes that the journal has the player.
    pub(crate) fn set_written(&self) {
        self.unwritten.store(false, Ordering::Release);
    }

    /// Returns whether the peer may enter one more room without being in more than `most`.
    #[must_use]
    pub(crate) fn may_enter_another(&self, most: u16) -> bool {
        self.rooms().may_enter(None, most)
    }

    /// Returns whether the peer follows `room`, or may do so once the room has handled the commands that wait there.
    #[must_use]
    pub(crate) fn may_follow(&self, room: &RoomCode) -> bool {
        self.rooms().links.get(room).is_some_and(|link| link.follows() || link.is_waiting())
    }

    /// Returns whether the peer follows `room`.
    #[must_use]
    pub(crate) fn follows(&self, room: &RoomCode) -> bool {
        self.rooms().links.get(room).is_some_and(Link::follows)
    }

    /// Returns the rooms that know the peer.
    #[must_use]
    pub(crate) fn known_to(&self) -> Vec<RoomCode> {
        self.rooms().known_to()
    }

    /// Ends the connection and returns the rooms that know it. No room can admit it from then on.
    #[must_use]
    pub(crate) fn end(&self) -> Vec<RoomCode> {
        if let Some(stop) = &*self.explaining.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.stop();
        }
        let mut rooms = self.rooms();
        rooms.ended = true;
        let known = rooms.known_to();
        rooms.links.clear();
        known
    }

    /// Sends an answer of a room, in a form that the client knows.
    pub(crate) fn answer(&self, message: &ServerMessage) {
        match message {
            ServerMessage::PutOut { room, code, text } if !self.who.features.has(Feature::PutOut) => {
                self.reject(None, Some(room.clone()), (*code, text.clone()));
            }
            message => self.outbox.answer(message),
        }
    }

    /// Refuses a command, like [`Outbox::reject`].
    pub(crate) fn reject(&self, id: Option<CommandId>, room: Option<RoomCode>, refusal: impl Into<Refusal>) {
        self.outbox.reject(id, room, refusal);
    }
}

#[cfg(test)]
impl Peer {
    /// Creates a known player on this machine, with an outbox of `outbox_bytes`.
    pub(crate) fn in_test(conn: ConnId, player: PlayerId, outbox_bytes: usize) -> Arc<Self> {
        Self::in_test_with(conn, player, outbox_bytes, Features::all())
    }

    pub(crate) fn in_test_with(
        conn: ConnId,
        player: PlayerId,
        outbox_bytes: usize,
        features: Features,
    ) -> Arc<Self> {
        use tengen_shared::protocol::Codec;

        use crate::{journal::Key, limits::PerAddress, outbox::Budget, quota::Quotas};

        let name = format!("Player {}", player.0).parse().expect("a name");
        let source = Quotas::new(PerAddress::default()).direct([127, 0, 0, 1].into());
        let key = StoredKey::old(Key::Secret([0; 32]));
        let person = Person { player, name, source, key, unwritten: false, features };
        let budget = Arc::new(Budget::new(usize::MAX));
        Arc::new(Self::new(
            conn,
            person,
            Arc::new(Outbox::new(Codec::Bincode, outbox_bytes, budget, Arc::default())),
            5,
        ))
    }
}
