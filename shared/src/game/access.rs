//! Access to a room: the room list, the passphrase, and permission to watch.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    id::PlayerId,
    name::{Name, is_disturbing},
    seat::Seat,
};

/// The length of a passphrase, in characters. Passphrases of older rooms may be shorter than a new one.
pub const PASSPHRASE_CHARS: std::ops::RangeInclusive<usize> = 4..=64;
/// The minimum length of a new passphrase, in characters.
pub const NEW_PASSPHRASE_CHARS: usize = 8;

/// The rule for finding and entering a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The room is on the room list, and everybody may enter.
    #[default]
    Listed,
    /// The room is on no list; everybody who knows its code may enter.
    Unlisted,
    /// The room is on the room list; a person must give the passphrase to enter.
    Passphrase,
}

/// The rule for watching a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpectatorRule {
    /// Everybody who may enter.
    #[default]
    Allowed,
    /// Everybody whom the players have let in.
    ByConsent,
    /// Nobody.
    Never,
}

/// An access check that a person can pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccessCheck {
    /// The person gave the passphrase.
    Passphrase,
    /// The players let the person watch.
    Consent,
}

/// An access grant: the person has passed a check and need not pass it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessGrant {
    pub player: PlayerId,
    /// The check that they passed.
    pub door: AccessCheck,
}

/// A person who asks for permission to watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchRequest {
    /// Their number on the server.
    pub player: PlayerId,
    /// Their name when they asked.
    pub name: Name,
    /// The seat of the first player who agreed, while the other has not answered.
    pub agreed: Option<Seat>,
}

/// The secret that opens a room: 4 to 64 characters, and at least 8 if it is new. The server stores only a hash of
/// it, and sends it to nobody. `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Passphrase(String);

/// The reason why a text cannot be a passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PassphraseError {
    /// The number of characters is below 4 or above 64.
    #[error("the passphrase has {0} characters: choose 8 to 64")]
    Length(usize),
    /// The number of characters is too low for a new passphrase.
    #[error("a passphrase of {0} characters is easy to guess: choose at least 8")]
    TooShort(usize),
    /// The text has a control or invisible character.
    #[error(
        "the passphrase has a control or invisible character, which nobody could type again: leave it out"
    )]
    Control,
}

impl Passphrase {
    /// Checks the length that a new passphrase needs.
    ///
    /// # Errors
    /// Returns an error if it has fewer than [`NEW_PASSPHRASE_CHARS`] characters.
    pub fn check_new(&self) -> Result<(), PassphraseError> {
        let count = self.0.chars().count();
        if count >= NEW_PASSPHRASE_CHARS { Ok(()) } else { Err(PassphraseError::TooShort(count)) }
    }

    /// Returns the secret in plain text: for hashing, and for the user who chose it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for Passphrase {
    type Err = PassphraseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let count = text.chars().count();
        if !PASSPHRASE_CHARS.contains(&count) {
            return Err(PassphraseError::Length(count));
        }
        if text.chars().any(is_disturbing) {
            return Err(PassphraseError::Control);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for Passphrase {
    type Error = PassphraseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Passphrase> for String {
    fn from(passphrase: Passphrase) -> Self {
        passphrase.0
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(..)")
    }
}
