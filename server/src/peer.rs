//! A connection after its `hello`, as rooms know it.

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

/// The number of a connection, never used twice while the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub u64);

/// A player at the other end of a connection.
#[derive(Debug)]
pub(crate) struct Peer {
    /// The connection.
    pub conn: ConnId,
    /// Who it is.
    pub player: PlayerId,
    /// The name they gave.
    pub name: Name,
    /// Where they connect from.
    pub source: Source,
    /// Whether the journal had them before this connection: they have made or joined a room once.
    pub known: bool,
    /// What waits to be sent to them.
    pub outbox: Arc<Outbox>,
    /// The rooms that have them as a member; rooms add and remove themselves.
    following: Mutex<Following>,
    /// A question about a brain's thinking is being answered.
    explaining: Arc<AtomicBool>,
    /// How long a message and its answer take, in milliseconds, as pings tell; smoothed.
    lag_ms: AtomicU32,
    /// How fast passphrases may be tried.
    tries: Mutex<RateLimit>,
    /// The peer's commands that wait for rooms that it does not follow.
    waiting_outside: Arc<AtomicUsize>,
    /// The hash of the player's key, as long as the journal does not have the player.
    unwritten: Mutex<Option<KeyHash>>,
    /// Set when the connection ends.
    gone: StopFlag,
}

/// The right to have one question about a brain's thinking answered, until it is dropped.
#[derive(Debug)]
pub(crate) struct ExplainTurn(Arc<AtomicBool>);

impl Drop for ExplainTurn {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// A room that a peer follows.
#[derive(Debug)]
struct Followed {
    /// The lane in which the peer's commands are to wait.
    lane: Lane,
    /// How many of them wait in the lane for spectators.
    behind_spectators: Arc<AtomicUsize>,
}

/// How a command goes to a room.
#[derive(Debug)]
pub(crate) struct Way {
    /// Whether its sender follows the room.
    pub(crate) follows: bool,
    /// What it carries if it is to wait in the lane for spectators.
    pub(crate) ticket: Option<Ticket>,
}

/// Who a new peer is.
#[derive(Debug)]
pub(crate) struct Person {
    /// The number that the journal gave them.
    pub player: PlayerId,
    /// The name they gave.
    pub name: Name,
    /// Where they connect from.
    pub source: Source,
    /// The hash of their key, if the journal does not have them.
    pub unwritten: Option<KeyHash>,
}

#[derive(Debug, Default)]
struct Following {
    rooms: BTreeMap<RoomCode, Followed>,
    /// The connection has ended: a room that still has its command must not let it in any more.
    ended: bool,
}

impl Peer {
    /// A peer that follows no room yet.
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

    /// Takes the turn to have a question answered, if none is being answered.
    #[must_use]
    pub(crate) fn ask_to_explain(&self) -> Option<ExplainTurn> {
        let taken = self.explaining.swap(true, Ordering::AcqRel);
        (!taken).then(|| ExplainTurn(self.explaining.clone()))
    }

    /// Whether another passphrase may be tried now.
    #[must_use]
    pub(crate) fn may_try(&self) -> bool {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now())
    }

    /// Notes how long a ping took to come back.
    pub(crate) fn note_lag(&self, lag: Duration) {
        let new = u32::try_from(lag.as_millis()).unwrap_or(u32::MAX);
        let old = self.lag_ms.load(Ordering::Relaxed);
        let smooth = if old == 0 { new } else { old - old / 4 + new / 4 };
        self.lag_ms.store(smooth, Ordering::Relaxed);
    }

    /// How long a message and its answer take, in milliseconds.
    #[must_use]
    pub(crate) fn lag(&self) -> Millis {
        self.lag_ms.load(Ordering::Relaxed).into()
    }

    /// A flag that is set when the connection ends.
    #[must_use]
    pub(crate) fn gone(&self) -> StopFlag {
        self.gone.clone()
    }

    fn following(&self) -> MutexGuard<'_, Following> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the peer follows `room`; false if it follows `most` others already, or has gone.
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

    /// Notes in which lane the peer's commands are to wait for `room`, if it follows the room.
    pub(crate) fn set_lane(&self, room: &RoomCode, lane: Lane) {
        if let Some(followed) = self.following().rooms.get_mut(room) {
            followed.lane = lane;
        }
    }

    /// How a command to `room` goes there. It never overtakes an earlier one of the same peer that still waits in the lane
    /// for spectators.
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

    /// The hash of the player's key, as long as the journal does not have the player.
    #[must_use]
    pub(crate) fn unwritten(&self) -> Option<KeyHash> {
        *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the journal has the player now.
    pub(crate) fn set_written(&self) {
        *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether the peer follows `most` rooms already.
    #[must_use]
    pub(crate) fn follows_enough(&self, most: u16) -> bool {
        self.following().rooms.len() >= usize::from(most)
    }

    /// Notes that the peer follows `room` no more.
    pub(crate) fn unfollow(&self, room: &RoomCode) {
        self.following().rooms.remove(room);
    }

    /// Whether the peer follows `room`.
    #[must_use]
    pub(crate) fn follows(&self, room: &RoomCode) -> bool {
        self.following().rooms.contains_key(room)
    }

    /// The rooms that the peer follows.
    #[must_use]
    pub(crate) fn rooms(&self) -> Vec<RoomCode> {
        self.following().rooms.keys().cloned().collect()
    }

    /// Takes all rooms, when the connection ends; no room can be followed after that.
    #[must_use]
    pub(crate) fn end(&self) -> Vec<RoomCode> {
        self.gone.stop();
        let mut following = self.following();
        following.ended = true;
        std::mem::take(&mut following.rooms).into_keys().collect()
    }

    /// The cause of a command that this peer sent.
    #[must_use]
    pub(crate) fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player, id }
    }

    /// Tells that the players of a room let this player watch.
    pub(crate) fn let_in(&self, room: &RoomCode) {
        self.outbox.answer(&ServerMessage::LetIn { room: room.clone() });
    }

    /// Answers a command with a refusal by the room.
    pub(crate) fn refuse(&self, id: CommandId, room: &RoomCode, reject: &Reject) {
        self.reject(Some(id), Some(room.clone()), reject.code(), reject.to_string());
    }

    /// Answers with a refusal.
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
    /// A player of this machine whom the journal has, with an outbox of so many bytes.
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
