//! Export of everything that a server keeps to a file of JSON lines, and import from it.

mod export;
mod import;
mod lines;
mod place;

use std::{io, path::PathBuf};

use tengen_shared::game::RoomCode;
use thiserror::Error;

pub use export::{export, export_to_file};
pub use import::import;

use crate::journal::JournalError;

/// The version of the file's format; a reader knows every version up to its own.
pub const FORMAT: u32 = 1;

/// What was exported or imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// How many players.
    pub players: usize,
    /// How many rooms.
    pub rooms: usize,
    /// How many finished games.
    pub games: usize,
    /// The rooms that were left out of an export, with what is wrong with them.
    pub damaged: Vec<(RoomCode, String)>,
}

impl std::fmt::Display for Transferred {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "players: {}, rooms: {}, finished games: {}", self.players, self.rooms, self.games)
    }
}

/// Why an export or an import has failed.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The folder holds no database.
    #[error("there is no database in {}: name a server's data folder with --data DIR", .0.display())]
    NoDatabase(PathBuf),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] crate::Error),
    /// The database cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The database cannot be read or written.
    #[error("the database failed: {0}; free some space or check the disk")]
    Database(#[from] rusqlite::Error),
    /// The file cannot be read.
    #[error("cannot read {file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {file}: {source}; the export is not complete")]
    Write {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file holds something else than an export, or one that does not fit.
    #[error("{file}, line {line}: {why}; nothing was imported")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
}
