//! Why the server cannot run, each with what to do about it.

use std::{io, net::SocketAddr, path::PathBuf};

use thiserror::Error;

use crate::{journal::JournalError, limits::LimitError};

/// A server that cannot start, or cannot go on.
#[derive(Debug, Error)]
pub enum Error {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {}", bind_advice(source, *address))]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The data folder cannot be used.
    #[error("cannot use the data folder {}: {source}; choose another with --data DIR", folder.display())]
    DataFolder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another server holds the data folder.
    #[error("the data folder {} is in use by {holder}; stop that server, or choose another folder with --data DIR", folder.display())]
    DataFolderHeld {
        /// The folder.
        folder: PathBuf,
        /// Who holds it.
        holder: String,
    },
    /// No platform folder for data is known.
    #[error("this system names no folder for data: choose one with --data DIR")]
    NoDataFolder,
    /// The configuration file cannot be used.
    #[error("cannot use the configuration file {}: {why}", file.display())]
    ConfigFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A limit cannot be used.
    #[error("{0}, in the table [limits] of the configuration file")]
    Limit(#[from] LimitError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

fn bind_advice(source: &io::Error, address: SocketAddr) -> String {
    match source.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use, perhaps by another tengen-server; stop it, or choose another port with --bind {}:PORT (port 0 picks a free one)",
            address.port(),
            address.ip()
        ),
        io::ErrorKind::AddrNotAvailable => {
            "this machine does not have that address; use --bind 0.0.0.0:PORT".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 need special rights; choose a higher one with --bind".to_owned()
        }
        _ => source.to_string(),
    }
}
