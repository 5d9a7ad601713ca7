//! What the journal is given and what it gives back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_shared::game::{CommandId, GameId, Millis, Name, PlayerId, RoomCode, Seq, Stamped};

use crate::lock::Lock;

/// The version of the records' JSON; readers know every version up to their own.
pub const RECORD_VERSION: u32 = 1;

/// Where a room's stream ends. Only a journal can make one, so that another house may number otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(pub(super) u64);

impl Version {
    /// Before the first record of a room.
    pub const NEW: Self = Self(0);

    pub(super) fn after(events: &[Stamped], before: Self) -> Self {
        events.last().map_or(before, |last| Self(u64::from(last.seq.0)))
    }
}

/// The command that led to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// Who asked.
    pub player: PlayerId,
    /// Under which id.
    pub id: CommandId,
}

/// All events of one command or AI move, with their cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this JSON.
    pub version: u32,
    /// The command; none for what nobody asked, such as an AI's move.
    pub cause: Option<Cause>,
    /// What happened.
    pub events: Vec<Stamped>,
    /// The new lock of the room, if a passphrase was chosen. It is no part of the events, so that nobody can be sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Lock>,
}

impl Record {
    /// A record of the present version.
    #[must_use]
    pub const fn new(cause: Option<Cause>, events: Vec<Stamped>) -> Self {
        Self { version: RECORD_VERSION, cause, events, lock: None }
    }

    /// The record with a new lock of the room.
    #[must_use]
    pub fn with_lock(self, lock: Option<Lock>) -> Self {
        Self { lock, ..self }
    }
}

/// What the read model beside the journal keeps of a room, written in the same transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Whether a game is on, so that the room must be restored on start.
    pub playing: bool,
    /// Whether a game has ever begun, so that the room is worth keeping.
    pub played: bool,
    /// When something last happened.
    pub time: Millis,
}

/// A record to be appended to a room's stream.
#[derive(Clone, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomCode,
    /// Where the stream must end for this to be right.
    pub after: Version,
    /// The record.
    pub record: Arc<Record>,
    /// The room after it.
    pub summary: Summary,
    /// Whether the command brought its sender into a room of the server's choice, so that a repeat
    /// after a crash must find the same room.
    pub entry: bool,
    /// The games that end with it.
    pub finished: Vec<FinishedGame>,
}

/// A game that has ended, to be kept for as long as its room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its number in the room.
    pub number: u32,
    /// The people who have played it.
    pub players: Vec<PlayerId>,
    /// When it ended.
    pub ended: Millis,
    /// Whether strangers may find it.
    pub listed: bool,
    /// The game, as JSON of the room's own making.
    pub body: String,
}

/// A finished game as the journal has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its public number.
    pub id: GameId,
    /// The room in which it was played.
    pub room: RoomCode,
    /// Whether strangers may find it.
    pub listed: bool,
    /// The game, as JSON of the room's own making.
    pub body: String,
}

/// A player's games that are looked through for those that strangers may find: somebody with ever so many others must
/// not keep the journal busy.
pub const LOOKED_THROUGH: usize = 1_000;

/// The rooms of one kind in which nothing has happened since `before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Old {
    /// Of which kind they are.
    pub kind: OldKind,
    /// The time of their last event is earlier than this.
    pub before: Millis,
}

/// The kinds of rooms that grow old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldKind {
    /// Those in which nobody but the host has ever been and no game was finished, even if one is on.
    Unshared,
    /// Those in which a game is on.
    Playing,
    /// Those in which no game is on.
    Finished,
}

/// Which games of a player are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichGames {
    /// All of them: for the player.
    All,
    /// Those that strangers may find, of the newest [`LOOKED_THROUGH`].
    Listed,
}

/// A room's state at a version, as JSON of the room's own making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of the last event in it.
    pub seq: Seq,
    /// The state.
    pub state: String,
}

/// Everything the journal has of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The last checkpoint.
    pub checkpoint: Option<Checkpoint>,
    /// The records after it.
    pub records: Vec<Record>,
    /// Where the stream ends.
    pub version: Version,
}

/// The SHA-256 of a player's key; the key itself is never stored.
pub type KeyHash = [u8; 32];

/// A player as the journal knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlayer {
    /// The public number.
    pub id: PlayerId,
    /// The name last used.
    pub name: Name,
}
