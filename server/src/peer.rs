//! A connection after its `hello`, as rooms see it.

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
    game::{CommandId, Millis, Name, PlayerId, Reject, RejectCode, RoomCode},
    protocol::{SafeText, ServerMessage},
};

use tokio::time::Instant;

use crate::{
    journal::{Cause, KeyHash},
    lane::{Lane, Ticket},
    outbox::Outbox,
    quota::Source,
    rate_limit::{Rate, RateLimit},
};

/// The number of a connection, never reused while the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub u64);

/// A player at the other end of a connection.
#[derive(Debug)]
pub(crate) struct Peer {
    pub conn: ConnId,
    pub player: PlayerId,
    pub name: Name,
    pub source: Source,
    /// Whether the journal had the player before this connection, because they once made or joined a room.
    pub known: bool,
    pub outbox: Arc<Outbox>,
    /// The rooms that the peer follows; rooms add and remove themselves.
    following: Mutex<Following>,
    /// Whether an explanation for the peer is in progress.
    explaining: Arc<AtomicBool>,
    /// The smoothed round-trip time of pings, in milliseconds.
    lag_ms: AtomicU32,
    /// The rate limit on passphrases.
    tries: Mutex<RateLimit>,
    /// The number of the peer's commands that wait for rooms it does not follow.
    waiting_outside: Arc<AtomicUsize>,
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

#[derive(Debug)]
struct Followed {
    /// The lane for the peer's commands.
    lane: Lane,
    /// The number of them that wait in the spectators' lane.
    behind_spectators: Arc<AtomicUsize>,
}

/// The route of a command to a room.
#[derive(Debug)]
pub(crate) struct Way {
    /// Whether the sender follows the room.
    pub(crate) follows: bool,
    /// The ticket for the spectators' lane; `None` for the players' lane.
    pub(crate) ticket: Option<Ticket>,
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

#[derive(Debug, Default)]
struct Following {
    rooms: BTreeMap<RoomCode, Followed>,
    /// Whether the connection has ended. A room that still has one of its commands must not admit it.
    ended: bool,
}

impl Peer {
    /// Creates a peer that follows no room.
    #[must_use]
    pub(crate) fn new(conn: ConnId, person: Person, outbox: Arc<Outbox>, passphrase_burst: u16) -> Self {
        let Person { player, name, source, unwritten } = person;
        let known = unwritten.is_none();
        Self {
            conn,
            player,
            name,
            source,
            known,
            outbox,
            following: Mutex::default(),
            explaining: Arc::default(),
            lag_ms: AtomicU32::new(0),
            tries: Mutex::new(RateLimit::new(Rate::per_second(1, passphrase_burst), Instant::now())),
            waiting_outside: Arc::default(),
            unwritten: Mutex::new(unwritten),
            gone: StopFlag::default(),
        }
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

    /// Records the round-trip time of a ping.
    pub(crate) fn note_lag(&self, lag: Duration) {
        let new = u32::try_from(lag.as_millis()).unwrap_or(u32::MAX);
        let old = self.lag_ms.load(Ordering::Relaxed);
        let smooth = if old == 0 { new } else { old - old / 4 + new / 4 };
        self.lag_ms.store(smooth, Ordering::Relaxed);
    }

    /// Returns the smoothed round-trip time, in milliseconds.
    #[must_use]
    pub(crate) fn lag(&self) -> Millis {
        self.lag_ms.load(Ordering::Relaxed).into()
    }

    /// Returns a flag that is set when the connection ends.
    #[must_use]
    pub(crate) fn gone(&self) -> StopFlag {
        self.gone.clone()
    }

    fn following(&self) -> MutexGuard<'_, Following> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the peer follows `room`. Returns false if it already follows `most` rooms, or has disconnected.
    #[must_use]
    pub(crate) fn follow(&self, room: &RoomCode, most: u16) -> bool {
        let mut following = self.following();
        if following.ended {
            return false;
        }
        if following.rooms.contains_key(room) {
            return true;
        }
        let fits = following.rooms.len() < usize::from(most);
        if fits {
            let followed = Followed { lane: Lane::Spectators, behind_spectators: Arc::default() };
            following.rooms.insert(room.clone(), followed);
        }
        fits
    }

    /// Sets the lane for the peer's commands to `room`, if it follows the room.
    pub(crate) fn set_lane(&self, room: &RoomCode, lane: Lane) {
        if let Some(followed) = self.following().rooms.get_mut(room) {
            followed.lane = lane;
        }
    }

    /// Returns the route of a command to `room`. A command never overtakes an earlier one of the same peer that waits
    /// in the spectators' lane.
    pub(crate) fn way_to(&self, room: &RoomCode) -> Way {
        let following = self.following();
        let Some(followed) = following.rooms.get(room) else {
            return Way { follows: false, ticket: Some(Ticket::new(&self.waiting_outside)) };
        };
        let waits = |waiting: &AtomicUsize| waiting.load(Ordering::Acquire) > 0;
        let behind = waits(&followed.behind_spectators) || waits(&self.waiting_outside);
        let spectates = behind || followed.lane == Lane::Spectators;
        Way { follows: true, ticket: spectates.then(|| Ticket::new(&followed.behind_spectators)) }
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

    /// Returns whether the peer already follows `most` rooms.
    #[must_use]
    pub(crate) fn follows_enough(&self, most: u16) -> bool {
        self.following().rooms.len() >= usize::from(most)
    }

    /// Notes that the peer no longer follows `room`.
    pub(crate) fn unfollow(&self, room: &RoomCode) {
        self.following().rooms.remove(room);
    }

    /// Returns whether the peer follows `room`.
    #[must_use]
    pub(crate) fn follows(&self, room: &RoomCode) -> bool {
        self.following().rooms.contains_key(room)
    }

    /// Returns the rooms that the peer follows.
    #[must_use]
    pub(crate) fn rooms(&self) -> Vec<RoomCode> {
        self.following().rooms.keys().cloned().collect()
    }

    /// Ends the connection and takes its rooms. The peer can follow none from then on.
    #[must_use]
    pub(crate) fn end(&self) -> Vec<RoomCode> {
        self.gone.stop();
        let mut following = self.following();
        following.ended = true;
        std::mem::take(&mut following.rooms).into_keys().collect()
    }

    /// Returns the cause of a command from this peer.
    #[must_use]
    pub(crate) fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player, id }
    }

    /// Tells the peer that the players of a room let it watch.
    pub(crate) fn let_in(&self, room: &RoomCode) {
        self.outbox.answer(&ServerMessage::LetIn { room: room.clone() });
    }

    /// Answers a command with the room's refusal.
    pub(crate) fn refuse(&self, id: CommandId, room: &RoomCode, reject: &Reject) {
        self.reject(Some(id), Some(room.clone()), reject.code(), reject.to_string());
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
