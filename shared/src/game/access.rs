//! Who may enter a room: the list, the passphrase, and those who watch.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    id::PlayerId,
    name::{Name, is_disturbing},
    seat::Seat,
};

/// The fewest and most characters of a passphrase. Older rooms have some that are shorter than a new one may be.
pub const PASSPHRASE_CHARS: std::ops::RangeInclusive<usize> = 4..=64;
/// The fewest characters of a passphrase that is chosen now.
pub const NEW_PASSPHRASE_CHARS: usize = 8;

/// How a room is found and entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// It is on the room list, and whoever comes may enter.
    #[default]
    Listed,
    /// It is on no list; who knows its code may enter.
    Unlisted,
    /// It is on the list, and who enters must know a passphrase.
    Passphrase,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpectatorRule {
    /// Whoever may enter.
    #[default]
    Allowed,
    /// Whom both players let in.
    ByConsent,
    /// Nobody.
    Never,
}

/// What a player has been let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// They have said the passphrase.
    Passphrase,
    /// The players let them watch.
    Consent,
}

/// That a player has been let through a door; it stays open for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// Who.
    pub player: PlayerId,
    /// Which door.
    pub door: Door,
}

/// Somebody who asks to watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asker {
    /// Who.
    pub player: PlayerId,
    /// Under which name.
    pub name: Name,
    /// The seat whose player has agreed, if one has.
    pub agreed: Option<Seat>,
}

/// The secret that opens a room: 4 to 64 characters, and at least 8 if it is chosen now. It is never stored and never sent
/// to anybody; `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Passphrase(String);

/// Why a text cannot be a passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PassphraseError {
    /// Too short or too long.
    #[error("a passphrase of {0} characters cannot be used: choose 8 to 64")]
    Length(usize),
    /// Too short for one that is chosen now.
    #[error("a passphrase of {0} characters is soon guessed: choose at least 8")]
    TooShort(usize),
    /// A control or invisible character.
    #[error(
        "the passphrase has a control or invisible character, which nobody could type again: leave it out"
    )]
    Control,
}

impl Passphrase {
    /// Makes sure that it has as many characters as one that is chosen now must have.
    ///
    /// # Errors
    /// It has fewer than [`NEW_PASSPHRASE_CHARS`].
    pub fn check_new(&self) -> Result<(), PassphraseError> {
        let count = self.0.chars().count();
        if count >= NEW_PASSPHRASE_CHARS { Ok(()) } else { Err(PassphraseError::TooShort(count)) }
    }

    /// The secret itself, to be hashed.
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
