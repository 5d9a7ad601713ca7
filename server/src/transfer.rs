//! Export of everything that a server stores to a JSON Lines file, and import from it.

mod cluster;
mod export;
mod import;
mod lines;
mod place;

use std::{io, path::PathBuf};

use tengen_shared::game::RoomCode;
use thiserror::Error;

pub use cluster::{export_cluster, import_cluster};
pub use export::{export, to_file};
pub use import::import;

use crate::journal::JournalError;

/// The version of the file format. Readers know every version up to their own.
///
/// Version 2 has several keys of a player, and may have the identity of the server.
pub const FORMAT: u32 = 2;

/// Whether an export has the secret half of the server's key pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It has: an import into an empty folder is then this server for its clients.
    Included,
    /// It has not: the import has a new key pair, and clients tell their users so.
    LeftOut,
}

/// The amounts that were exported or imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// The number of players.
    pub players: usize,
    /// The number of rooms.
    pub rooms: usize,
    /// The number of finished games.
    pub games: usize,
    /// The rooms left out of an export, with the reason for each.
    pub damaged: Vec<(RoomCode, String)>,
    /// What the operator must know about the server's key.
    pub about_key: Option<&'static str>,
}

impl std::fmt::Display for Transferred {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "players: {}, rooms: {}, finished games: {}", self.players, self.rooms, self.games)
    }
}

/// Why an export or an import failed.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The folder has no database.
    #[error("there is no database in {}: name a server's data folder with --data DIR", .0.display())]
    NoDatabase(PathBuf),
    /// The brokers have no cluster.
    #[error("no server has ever run with these brokers: check their addresses")]
    NoCluster,
    /// Nodes run that do not expect an import.
    #[error("servers of this cluster run: stop them all, and import again; nothing was imported")]
    ClusterRuns,
    /// The cluster stores something already.
    #[error(
        "this cluster has players, rooms or games already: an import needs an empty one; nothing was imported"
    )]
    ClusterNotEmpty,
    /// The brokers cannot be used.
    #[error(transparent)]
    Cluster(#[from] crate::cluster::ClusterError),
    /// A temporary file cannot be used.
    #[error("cannot use a temporary file: {0}; set TMPDIR to a folder with space")]
    Temporary(io::Error),
    /// The runtime cannot be started.
    #[error("cannot start the runtime: {0}")]
    Runtime(io::Error),
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
    Read { file: String, source: io::Error },
    /// The file cannot be written.
    #[error("cannot write {file}: {source}; the export is incomplete")]
    Write { file: String, source: io::Error },
    /// The file is not an export, or a line of it cannot be imported.
    #[error("{file}, line {line}: {why}; nothing was imported")]
    Line {
        file: String,
        /// The number of the line, from 1.
        line: u64,
        /// The problem with the line.
        why: String,
    },
}
