//! The number of a running client among those of its profile, and the room stored under that number.
//!
//! A client takes the first free number. So two terminals are two players without any option, even in games
//! on this machine. A client that was killed finds its room again if it gets the same number.

use std::{fmt, fs::File, io, path::PathBuf, str::FromStr};

use tengen_session::link::Address;
use tengen_shared::game::{Name, RoomCode};

use super::{files, keyring};

/// The maximum number of clients that store their rooms. Further clients share the last number and store no room.
const MAX_INSTANCES: u8 = 64;

/// A room that keeps a seat for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeat {
    /// The room.
    pub room: RoomCode,
    /// The address of the server; `None` for the server inside this program.
    pub address: Option<Address>,
}

impl fmt::Display for KeptSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            None => write!(f, "{}", self.room),
            Some(address) => write!(f, "{} {address}", self.room),
        }
    }
}

/// The error for a text that is not a valid [`KeptSeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseKeptSeatError;

impl FromStr for KeptSeat {
    type Err = ParseKeptSeatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = text.split_whitespace();
        let room = words.next().and_then(|room| room.parse().ok()).ok_or(ParseKeptSeatError)?;
        let address = match words.next() {
            None => None,
            Some(address) => Some(address.parse().map_err(|_| ParseKeptSeatError)?),
        };
        Ok(Self { room, address })
    }
}

/// The number of this client among the running ones of its profile, and the files stored under that number.
#[derive(Debug)]
pub struct Instance {
    number: u8,
    profile: PathBuf,
    local: PathBuf,
    /// Held while the program runs. `None` if all numbers are taken or locking fails.
    lock: Option<File>,
}

impl Instance {
    /// Takes the first free number in the folder `profile`. `local` is the data folder of the server inside
    /// the first client.
    pub(super) fn take(profile: PathBuf, local: PathBuf) -> Self {
        for number in 1..=MAX_INSTANCES {
            match files::try_lock(&profile.join(format!("program-{number}.lock"))) {
                Ok(None) => {}
                Ok(Some(lock)) => return Self { number, profile, local, lock: Some(lock) },
                Err(_) => break,
            }
        }
        Self { number: MAX_INSTANCES, profile, local, lock: None }
    }

    /// Returns the number of this client.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Returns the data folder of the server inside this program.
    #[must_use]
    pub fn local_server(&self) -> PathBuf {
        match self.number {
            1 => self.local.clone(),
            number => {
                let mut name = self.local.file_name().unwrap_or_default().to_owned();
                name.push(format!("-{number}"));
                self.local.with_file_name(name)
            }
        }
    }

    /// Returns the room that keeps a seat since an earlier run with this number.
    #[must_use]
    pub fn kept(&self) -> Option<KeptSeat> {
        self.lock.as_ref()?;
        files::read_small(&self.file()).ok()??.parse().ok()
    }

    /// Stores the room that keeps a seat; `None` removes it. Does nothing if this client holds no number.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn keep(&self, kept: Option<&KeptSeat>) -> io::Result<()> {
        if self.lock.is_none() {
            return Ok(());
        }
        files::write_atomically(&self.file(), &kept.map_or(String::new(), |kept| format!("{kept}\n")))
    }

    /// Stores the name that the user has chosen.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn keep_name(&self, name: &Name) -> io::Result<()> {
        keyring::keep_name(&self.profile, self.number, name)
    }

    fn file(&self) -> PathBuf {
        self.profile.join(format!("room-{}", self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_run_together_keep_their_rooms_apart() {
        let folder = tempfile::tempdir().unwrap();
        let take = || Instance::take(folder.path().to_owned(), folder.path().join("local"));
        let kept = |text: &str| -> KeptSeat { text.parse().unwrap() };
        let (first, second) = (take(), take());
        assert_eq!(first.local_server(), folder.path().join("local"));
        assert_eq!(second.local_server(), folder.path().join("local-2"));
        first.keep(Some(&kept("amber-fox-42"))).unwrap();
        second.keep(Some(&kept("blue-owl-7 192.168.1.20:5151"))).unwrap();
        assert_eq!(first.kept(), Some(kept("amber-fox-42")));
        drop(first);
        let third = take();
        assert_eq!(third.kept().map(|kept| kept.to_string()), Some("amber-fox-42".to_owned()));
        third.keep(None).unwrap();
        assert_eq!(third.kept(), None);
        assert_eq!(
            second.kept().map(|kept| kept.to_string()),
            Some("blue-owl-7 192.168.1.20:5151".to_owned())
        );
    }

    #[test]
    fn what_is_no_room_is_none() {
        for text in ["", "A room!", "amber-fox-42 http://x", "\u{1b}"] {
            assert_eq!(text.parse::<KeptSeat>(), Err(ParseKeptSeatError), "{text:?}");
        }
    }
}
