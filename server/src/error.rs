//! Errors that stop the server, each with advice on what to do.

use std::{io, net::SocketAddr, path::PathBuf};

use thiserror::Error;

use crate::{cluster::ClusterError, journal::JournalError, limits::LimitError};

/// Why the server cannot start or continue.
#[derive(Debug, Error)]
pub enum Error {
    /// The server cannot listen on the address.
    #[error("{}", bind_advice(source, *address))]
    Bind {
        /// The address to listen on.
        address: SocketAddr,
        source: io::Error,
    },
    /// The data folder cannot be used.
    #[error("cannot use the data folder {}: {source}; choose another with --data DIR", folder.display())]
    DataFolder {
        /// The path of the folder.
        folder: PathBuf,
        source: io::Error,
    },
    /// Another server holds the data folder.
    #[error("the data folder {} is in use by {holder}; stop that server, or choose another folder with --data DIR", folder.display())]
    DataFolderHeld {
        /// The path of the folder.
        folder: PathBuf,
        /// The lock file's description of that server.
        holder: String,
    },
    /// The options name two places for the data.
    #[error(
        "name either a data folder or the brokers of a cluster: leave out --data and TENGEN_DATA, or --cluster and TENGEN_CLUSTER"
    )]
    FolderAndCluster,
    /// The platform has no standard folder for data.
    #[error("this system has no standard folder for data: choose one with --data DIR")]
    NoDataFolder,
    /// The configuration file cannot be used.
    #[error("cannot use the configuration file {}: {why}", file.display())]
    ConfigFile {
        /// The path of the file.
        file: PathBuf,
        /// The problem with the file.
        why: String,
    },
    /// A limit is out of range.
    #[error("{0}, in the table [limits] of the configuration file")]
    Limit(#[from] LimitError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The server cannot be part of its cluster.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

fn bind_advice(source: &io::Error, address: SocketAddr) -> String {
    let port = address.port();
    match source.kind() {
        io::ErrorKind::AddrInUse => {
            let other = SocketAddr::new(address.ip(), port.checked_add(1).unwrap_or(0));
            format!(
                "port {port} is in use, perhaps by another tengen-server; choose another, such as --bind {other}"
            )
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("this machine does not have the address {}; use --bind 0.0.0.0:{port}", address.ip())
        }
        io::ErrorKind::PermissionDenied => {
            format!(
                "port {port} needs special rights; choose one above 1023, such as --bind {}:5151",
                address.ip()
            )
        }
        _ => format!("cannot listen on {address}: {source}"),
    }
}
