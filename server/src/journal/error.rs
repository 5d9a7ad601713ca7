//! The errors of the journal.

use std::path::PathBuf;

use tengen_shared::game::{RejectCode, RoomCode};
use thiserror::Error;

use crate::{cluster::NodeRun, refusal::Refusal};

/// Why a journal operation failed.
#[derive(Clone, Debug, Error)]
pub enum JournalError {
    /// The room's stream ends elsewhere: somebody else has appended to it.
    #[error("the room has changed in the meantime: try again")]
    Conflict,
    /// The command has led its sender into this room before, perhaps on an earlier connection.
    #[error("this command has led into room {0}: enter that one")]
    EnteredBefore(RoomCode),
    /// The journal's queue is full.
    #[error("the journal is busy: try again in a moment")]
    Busy,
    /// The journal has stopped.
    #[error("the journal is closed: the server is stopping")]
    Closed,
    /// Reading or writing failed.
    #[error("the journal failed: {0}; free some space or check the disk")]
    Storage(String),
    /// The broker of the cluster does not do what it should. What was to be written may be stored all the same.
    #[error("the cluster's broker failed: {0}; try again in a moment")]
    Broker(String),
    /// This node has lost touch with the others, who may have taken its rooms over.
    #[error("this server has lost touch with its cluster: try again in a moment")]
    NoLease,
    /// Another node of the cluster owns the room.
    #[error("the room is on another server of the cluster: try again in a moment")]
    Elsewhere(NodeRun),
    /// An import into the cluster broke off.
    #[error(
        "an import into this cluster has not ended: wait for it, or delete the broker's streams whose names begin with TENGEN- and import again"
    )]
    HalfImported,
    /// A record cannot be read.
    #[error("room {room} has a damaged record: {why}; restore the data folder from a copy")]
    Damaged {
        /// The code of the room.
        room: RoomCode,
        /// The problem with the record.
        why: String,
    },
    /// A newer program wrote the database.
    #[error("the database {} has layout {found}, and this program knows up to {known}: use a newer tengen-server", file.display())]
    Newer {
        file: PathBuf,
        /// The version of its layout.
        found: i64,
        /// The newest layout that this program knows.
        known: i64,
    },
    /// The file is readable but not writable.
    #[error("{} cannot be written: give this user the right to write it, or choose another folder with --data DIR", file.display())]
    ReadOnly { file: PathBuf },
    /// The file is not a database, or is damaged.
    #[error("{} is not a usable database ({why}): move it away to start afresh, or restore it from a copy", file.display())]
    NotADatabase {
        file: PathBuf,
        /// The problem with the file.
        why: String,
    },
}

impl JournalError {
    /// Returns the reject code for a command that failed with this error.
    #[must_use]
    pub const fn code(&self) -> RejectCode {
        match self {
            Self::Busy | Self::Elsewhere(_) | Self::EnteredBefore(_) => RejectCode::Busy,
            Self::Closed => RejectCode::Stopping,
            Self::Conflict
            | Self::Storage(_)
            | Self::Broker(_)
            | Self::NoLease
            | Self::HalfImported
            | Self::Damaged { .. }
            | Self::Newer { .. }
            | Self::ReadOnly { .. }
            | Self::NotADatabase { .. } => RejectCode::Storage,
        }
    }

    /// Returns whether the same may succeed later, without a person's help.
    #[must_use]
    pub(crate) const fn may_pass(&self) -> bool {
        match self {
            Self::Busy | Self::Storage(_) | Self::Broker(_) | Self::NoLease => true,
            Self::Conflict
            | Self::EnteredBefore(_)
            | Self::Closed
            | Self::Elsewhere(_)
            | Self::HalfImported
            | Self::Damaged { .. }
            | Self::Newer { .. }
            | Self::ReadOnly { .. }
            | Self::NotADatabase { .. } => false,
        }
    }
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Storage(error.to_string())
    }
}

impl From<JournalError> for Refusal {
    fn from(error: JournalError) -> Self {
        Self::from((error.code(), error.to_string()))
    }
}
