//! The journal: what has happened in every room, written down before anybody is told.

mod copier;
mod file_place;
mod memory;
mod schema;
mod sqlite;
mod tails;
mod writer;

use std::{path::PathBuf, sync::Arc};

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use tengen_shared::game::{CommandId, Millis, Name, PlayerId, RejectCode, RoomCode, Seq, Stamped};
use thiserror::Error;

use crate::lock::Lock;

pub use memory::MemoryJournal;
pub use sqlite::SqliteJournal;

/// The version of the records' JSON; readers know every version up to their own.
pub const RECORD_VERSION: u32 = 1;

/// Where a room's stream ends. Only a journal can make one, so that another house may number otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(u64);

impl Version {
    /// Before the first record of a room.
    pub const NEW: Self = Self(0);

    fn after(events: &[Stamped], before: Self) -> Self {
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

/// Why the journal cannot do what is asked.
#[derive(Clone, Debug, Error)]
pub enum JournalError {
    /// The room's stream ends elsewhere: somebody else has written to it.
    #[error("the room has moved on in the journal: load it again")]
    Conflict,
    /// Too much is waiting.
    #[error("the journal is busy: try again in a moment")]
    Busy,
    /// The journal has stopped.
    #[error("the journal is closed: the server is stopping")]
    Closed,
    /// Reading or writing failed.
    #[error("the journal failed: {0}; free some space or check the disk")]
    Storage(String),
    /// A record cannot be read.
    #[error("room {room} has a damaged record: {why}; restore the data folder from a copy")]
    Damaged {
        /// The room.
        room: RoomCode,
        /// What is wrong.
        why: String,
    },
    /// The database was written by a newer program.
    #[error("the database {} has layout {found}, and this program knows up to {known}: use a newer tengen-server", file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its layout.
        found: i64,
        /// The newest layout known.
        known: i64,
    },
    /// The file is no database, or a damaged one.
    #[error("{} is no usable database ({why}): move it away to start afresh, or restore it from a copy", file.display())]
    NotADatabase {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: String,
    },
}

impl JournalError {
    /// The code with which a command is refused for it.
    #[must_use]
    pub const fn code(&self) -> RejectCode {
        match self {
            Self::Busy => RejectCode::Busy,
            Self::Closed => RejectCode::Stopping,
            Self::Conflict
            | Self::Storage(_)
            | Self::Damaged { .. }
            | Self::Newer { .. }
            | Self::NotADatabase { .. } => RejectCode::Storage,
        }
    }
}

/// The result of a journal's work, some time later.
pub type Later<T> = BoxFuture<'static, Result<T, JournalError>>;

/// A house in which rooms and players are written down.
pub trait Journal: Send + Sync + 'static {
    /// Adds a record, if the room's stream still ends at `after`; committed when the answer comes.
    fn append(&self, append: Append) -> Later<Version>;

    /// What there is of a room; `None` if it does not exist.
    fn load(&self, room: &RoomCode) -> Later<Option<Stored>>;

    /// Keeps a room's whole state, so that older records need not be read again.
    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()>;

    /// Deletes a room.
    fn delete(&self, room: &RoomCode) -> Later<()>;

    /// The rooms in which a game is on.
    fn playing(&self) -> Later<Vec<RoomCode>>;

    /// The room into which the command `cause` brought its sender, if it was carried out.
    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>>;

    /// Deletes the rooms in which nothing has happened since `before` and no game is on; says how many.
    fn purge(&self, before: Millis) -> Later<usize>;

    /// The player whose key has this hash.
    fn player(&self, key: KeyHash) -> Later<Option<StoredPlayer>>;

    /// A new player.
    fn add_player(&self, name: Name, key: KeyHash) -> Later<PlayerId>;

    /// A player's new name.
    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()>;

    /// The number drawn for this data folder once, by which clients know the server again.
    fn server_id(&self) -> u64;

    /// Whether the last write succeeded, or the last try after one that did not.
    fn is_healthy(&self) -> bool;

    /// Finishes what is waiting and stops; nothing happens if it has stopped already.
    fn close(&self) -> Later<()>;
}
