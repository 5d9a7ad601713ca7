//! Problems with the key files of a profile.

use std::path::PathBuf;

use thiserror::Error;

/// A problem with the files of the profile. The program tells the user and goes on without them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyTrouble {
    /// Another server key is stored for this address or this server.
    #[error("{name} has another key than before: go on only if its operator has set it up anew")]
    OtherServer {
        /// The address, or the number of the server.
        name: String,
    },
    /// The key files cannot be used.
    #[error("your key files cannot be used, so you are a new player: {0}")]
    Unusable(String),
    /// As many clients as the profile allows run already; holds that number.
    #[error("{0} clients are already running, so you are a new player")]
    TooMany(u8),
    /// The key file exists but cannot be read.
    #[error("your key {} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file with the key.
        path: PathBuf,
        /// The error of the operating system.
        why: String,
    },
    /// The key was damaged and its file has been renamed.
    #[error("your key was damaged, so you are a new player; the old file is {}", aside.display())]
    Damaged {
        /// The new path of the damaged file.
        aside: PathBuf,
    },
    /// The key is damaged and its file cannot be renamed.
    #[error("your key {} is damaged and cannot be moved: {why}", path.display())]
    Stuck {
        /// The file with the key.
        path: PathBuf,
        /// The error of the operating system.
        why: String,
    },
    /// The key could not be written, for this reason.
    #[error("your key could not be saved: {0}")]
    NotKept(String),
    /// The key of the server could not be written, for this reason.
    #[error("the server's key could not be saved: {0}")]
    ServerNotKept(String),
    /// The list of muted players could not be written, for this reason.
    #[error("the list of muted players could not be saved: {0}")]
    MutedNotKept(String),
}
