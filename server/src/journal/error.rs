//! Why the journal cannot do what is asked.

use std::path::PathBuf;

use tengen_shared::game::{RejectCode, RoomCode};
use thiserror::Error;

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
    /// The file can be read and not written.
    #[error("{} cannot be written: give this user the right to write it, or choose another folder with --data DIR", file.display())]
    ReadOnly {
        /// The file.
        file: PathBuf,
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
            | Self::ReadOnly { .. }
            | Self::NotADatabase { .. } => RejectCode::Storage,
        }
    }
}
