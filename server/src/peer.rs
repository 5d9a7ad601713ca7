//! A connection after its `hello`.

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
    game::{CommandId, Millis, Name, PlayerId, RejectCode, RoomCode},
    protocol::{SafeText, ServerMessage},
};

use tokio::time::Instant;

use crate::{
    journal::KeyHash,
    lane::{Lane, Ticket},
    outbox::Outbox,
    quota::Source,
    rate_limit::{Rate, RateLimit},
    room_io::{ConnId, Identity, Sender, Standing},
};

/// The change of a connection's lag that rooms are told, in milliseconds.
const LAG_STEP: u32 = 10;

/// A player at the other end of a connection.
#[derive(Debug)]
pub(crate) struct Peer {
    pub who: Arc<Identity>,
    pub source: Source,
    /// Whether the journal had the player before this connection, because they once made or joined a room.
    pub known: bool,
    pub outbox: Arc<Outbox>,
    rooms: Mutex<Rooms>,
    /// Whether an explanation for the peer is in progress.
    explaining: Arc<AtomicBool>,
    /// The smoothed round-trip time of pings, in milliseconds.
    lag_ms: AtomicU32,
    /// The round-trip time that rooms were last told.
    told_lag_ms: AtomicU32,
    /// The rate limit on passphrases.
    tries: Mutex<RateLimit>,
    /// The hash of the player's key, until the journal has the player.
    unwritten: Mutex<Option<KeyHash>>,
    /// Set when the connection ends.
    gone: StopFlag,
}

/// The right to one explanation at a time, released on drop.
#[derive(Debug)]
pub(crate) struct ExplainTurn(Arc<AtomicBool>);

impl Drop for ExplainTurn {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
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
    /// Counts the rooms, without those that have only answered commands of the peer.
    fn count(&mut self) -> usize {
        self.links.retain(|_, link| link.standing.is_some() || link.is_waiting());
        self.links.len()
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
    /// The hash of their key, if the journal does not have them.
    pub unwritten: Option<KeyHash>,
}

impl Peer {
    /// Creates a peer that follows no room.
    #[must_use]
    pub(crate) fn new(conn: ConnId, person: Person, outbox: Arc<Outbox>, passphrase_burst: u16) -> Self {
        let Person { player, name, source, unwritten } = person;
        let known = unwritten.is_none();
        Self {
            who: Arc::new(Identity { conn, player, name, address: source.block }),
            source,
            known,
            outbox,
            rooms: Mutex::default(),
            explaining: Arc::default(),
            lag_ms: AtomicU32::new(0),
            told_lag_ms: AtomicU32::new(0),
            tries: Mutex::new(RateLimit::new(Rate::per_second(1, passphrase_burst), Instant::now())),
            unwritten: Mutex::new(unwritten),
            gone: StopFlag::default(),
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
        let taken = self.explaining.swap(true, Ordering::AcqRel);
        (!taken).then(|| ExplainTurn(self.explaining.clone()))
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

    /// Returns a flag that is set when the connection ends.
    #[must_use]
    pub(crate) fn gone(&self) -> StopFlag {
        self.gone.clone()
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

    /// Returns a ticket for a command to `room`, or `None` if it goes to the players' lane. A command never overtakes an
    /// earlier one of the same peer that waits in the spectators' lane.
    pub(crate) fn ticket_to(&self, room: &RoomCode) -> Option<Ticket> {
        let mut rooms = self.rooms();
        let link = match rooms.links.get(room) {
            Some(link) => link,
            None => rooms.links.entry(room.clone()).or_default(),
        };
        let plays = matches!(link.standing, Some(Standing::Follows { lane: Lane::Players, .. }));
        (!plays || link.is_waiting()).then(|| Ticket::new(&link.waiting))
    }

    /// Returns the hash of the player's key, until the journal has the player.
    #[must_use]
    pub(crate) fn unwritten(&self) -> Option<KeyHash> {
        *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the journal has the player.
    pub(crate) fn set_written(&self) {
        *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns whether the peer may enter `room` without being in more than `most` rooms.
    #[must_use]
    pub(crate) fn may_enter(&self, room: &RoomCode, most: u16) -> bool {
        let mut rooms = self.rooms();
        rooms.count() < usize::from(most) || rooms.links.contains_key(room)
    }

    /// Returns whether the peer may enter one more room without being in more than `most`.
    #[must_use]
    pub(crate) fn may_enter_another(&self, most: u16) -> bool {
        self.rooms().count() < usize::from(most)
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
        self.gone.stop();
        let mut rooms = self.rooms();
        rooms.ended = true;
        let known = rooms.known_to();
        rooms.links.clear();
        known
    }

    pub(crate) fn reject(
        &self,
        id: Option<CommandId>,
        room: Option<RoomCode>,
        code: RejectCode,
        text: impl Into<SafeText>,
    ) {
        self.outbox.answer(&ServerMessage::Rejected { id, room, code, text: text.into() });
    }
}

#[cfg(test)]
impl Peer {
    /// Creates a known player on this machine, with an outbox of `outbox_bytes`.
    pub(crate) fn in_test(conn: ConnId, player: PlayerId, outbox_bytes: usize) -> Arc<Self> {
        use tengen_shared::protocol::Codec;

        use crate::{limits::PerAddress, outbox::Budget, quota::Quotas};

        let name = format!("Player {}", player.0).parse().expect("a name");
        let source = Quotas::new(PerAddress::default()).direct([127, 0, 0, 1].into());
        let person = Person { player, name, source, unwritten: None };
        let budget = Arc::new(Budget::new(usize::MAX));
        Arc::new(Self::new(conn, person, Arc::new(Outbox::new(Codec::Bincode, outbox_bytes, budget)), 5))
    }
}
