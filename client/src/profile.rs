//! The files of the client: the names and keys of its users, the last server and the last choices.

pub(crate) mod files;
mod instance;
mod keyring;
mod known_servers;
mod state;

use std::{
    fmt,
    fs::File,
    io,
    path::{Path, PathBuf},
    str::FromStr,
};

use directories::ProjectDirs;
use tengen_session::link::Address;
use tengen_shared::game::Name;
use thiserror::Error;

pub use instance::{Instance, KeptSeat, ParseKeptSeatError};
pub use keyring::{KeyRing, OpenSlot};
pub use state::{LastAi, State};

/// The environment variable that names one folder for all files.
pub const HOME_VARIABLE: &str = "TENGEN_HOME";

/// The name of a profile: 1 to 32 letters, digits, hyphens and underscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileName(String);

/// The reason why the client cannot use its files.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// The platform has no folder for data.
    #[error("this system names no folder for data: set TENGEN_HOME to a folder of your choice")]
    NoHome,
    /// The client cannot create a folder.
    #[error("the folder {} cannot be used ({error}): check it, or set TENGEN_HOME to another one", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Another running client holds the profile.
    #[error(
        "the profile {0:?} is in use by another running client: close that one, or choose another profile"
    )]
    Locked(String),
    /// The text is not a valid profile name.
    #[error("{0:?} is not a valid profile name: use 1 to 32 letters, digits, hyphens and underscores")]
    BadName(String),
}

impl FromStr for ProfileName {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=32).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            let shown = text.chars().filter(|c| !tengen_shared::game::is_disturbing(*c)).take(32).collect();
            Err(ProfileError::BadName(shown))
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The folders that hold all files of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    data: PathBuf,
    config: PathBuf,
}

impl Home {
    /// Returns the folder that `TENGEN_HOME` names, else the platform's folders for data and for settings.
    ///
    /// # Errors
    /// Returns an error if the platform has no such folders.
    pub fn find() -> Result<Self, ProfileError> {
        if let Some(path) = std::env::var_os(HOME_VARIABLE).filter(|path| !path.is_empty()) {
            return Ok(Self::at(path));
        }
        let dirs = ProjectDirs::from("", "", "tengen").ok_or(ProfileError::NoHome)?;
        Ok(Self { data: dirs.data_dir().to_owned(), config: dirs.config_dir().to_owned() })
    }

    /// Uses this folder for both data and settings.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let data = path.into();
        Self { config: data.clone(), data }
    }

    /// Returns the folder of the settings.
    #[must_use]
    pub fn config(&self) -> &Path {
        &self.config
    }

    /// Returns the server last used, if it is stored.
    #[must_use]
    pub fn last_server(&self) -> Option<Address> {
        files::read_small(&self.data.join("last-server")).ok()??.trim().parse().ok()
    }

    /// Stores the server for the next start.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn remember_server(&self, address: &Address) -> io::Result<()> {
        files::write_atomically(&self.data.join("last-server"), &format!("{address}\n"))
    }
}

/// The names of one user of this machine, and their key for each server.
#[derive(Debug)]
pub struct Profile {
    folder: PathBuf,
    /// The data folder of the server inside a client of this profile. Further clients use folders beside it.
    local: PathBuf,
    /// Held while this program runs. Only a named profile has a lock, because it has a single slot.
    lock: Option<File>,
}

impl Profile {
    /// Opens the profile `name`, or the default profile. Several clients can use the default profile at once.
    ///
    /// # Errors
    /// Returns an error if the client cannot use the folder, or another client holds the named profile.
    pub fn open(home: &Home, name: Option<&ProfileName>) -> Result<Self, ProfileError> {
        let folder = home
            .data
            .join("profiles")
            .join(name.map_or("default".to_owned(), |name| format!("named-{name}")));
        let failed = |error| ProfileError::Folder { path: folder.clone(), error };
        files::make_folder(&folder).map_err(failed)?;
        let lock = match name {
            None => None,
            Some(name) => {
                let lock = files::try_lock(&folder.join("lock")).map_err(failed)?;
                Some(lock.ok_or_else(|| ProfileError::Locked(name.to_string()))?)
            }
        };
        let local = name.map_or_else(|| home.data.join("local"), |_| folder.join("local"));
        Ok(Self { folder, local, lock })
    }

    /// Returns the name of the player in a slot: the one last used there, or else one made from the first
    /// slot's name.
    #[must_use]
    pub fn name(&self, slot: u8) -> Option<Name> {
        keyring::name_for(&self.folder, slot)
    }

    /// Takes the first number that no running client of this profile holds.
    #[must_use]
    pub fn instance(&self) -> Instance {
        Instance::take(self.folder.clone(), self.local.clone())
    }

    /// Returns the keys of this profile.
    #[must_use]
    pub fn into_keys(self) -> KeyRing {
        KeyRing::new(self.folder, self.lock)
    }
}

#[cfg(test)]
mod tests;
