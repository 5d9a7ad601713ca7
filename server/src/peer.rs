//! A connection after its `hello`, as rooms know it.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{CommandId, Name, PlayerId, Reject, RejectCode, RoomCode},
    protocol::{SafeText, ServerMessage},
};

use crate::{journal::Cause, outbox::Outbox};

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
    /// What waits to be sent to them.
    pub outbox: Arc<Outbox>,
    /// The rooms that have them as a member; rooms add and remove themselves.
    following: Mutex<Following>,
    /// A question about a brain's thinking is being answered.
    explaining: Arc<AtomicBool>,
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

#[derive(Debug, Default)]
struct Following {
    rooms: BTreeSet<RoomCode>,
    /// The connection has ended: a room that still has its command must not let it in any more.
    ended: bool,
}

impl Peer {
    /// A peer that follows no room yet.
    #[must_use]
    pub(crate) fn new(conn: ConnId, player: PlayerId, name: Name, outbox: Arc<Outbox>) -> Self {
        Self {
            conn,
            player,
            name,
            outbox,
            following: Mutex::default(),
            explaining: Arc::default(),
            gone: StopFlag::default(),
        }
    }

    /// Takes the turn to have a question answered, if none is being answered.
    #[must_use]
    pub(crate) fn ask_to_explain(&self) -> Option<ExplainTurn> {
        let taken = self.explaining.swap(true, Ordering::AcqRel);
        (!taken).then(|| ExplainTurn(self.explaining.clone()))
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
        following.rooms.contains(room)
            || (following.rooms.len() < usize::from(most) && following.rooms.insert(room.clone()))
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

    /// Takes all rooms, when the connection ends; no room can be followed after that.
    #[must_use]
    pub(crate) fn end(&self) -> BTreeSet<RoomCode> {
        self.gone.stop();
        let mut following = self.following();
        following.ended = true;
        std::mem::take(&mut following.rooms)
    }

    /// The cause of a command that this peer sent.
    #[must_use]
    pub(crate) fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player, id }
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
