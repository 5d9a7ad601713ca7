//! What can be wrong with the files of a profile while the program goes on.

use std::path::PathBuf;

use thiserror::Error;

/// Something about the files of the profile that the user should know; the program goes on without them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyTrouble {
    /// No slot can be had.
    #[error("your key files cannot be used, so you are a new player: {0}")]
    Unusable(String),
    /// Every slot is in use.
    #[error("{0} clients run already, so you are a new player")]
    TooMany(u8),
    /// The key is there and cannot be read.
    #[error("your key {} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The key was damaged and is out of the way.
    #[error("your key was damaged, so you are a new player; the old file is {}", aside.display())]
    Damaged {
        /// Where it is now.
        aside: PathBuf,
    },
    /// The key is damaged and in the way.
    #[error("your key {} is damaged and cannot be moved: {why}", path.display())]
    Stuck {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The key could not be written.
    #[error("your key could not be kept: {0}")]
    NotKept(String),
    /// Whom the user mutes could not be written.
    #[error("whom you mute could not be kept: {0}")]
    MutedNotKept(String),
}
