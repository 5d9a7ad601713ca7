//! The secret that identifies a player, and the identity of a server.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

use super::bytes::HexBytes;

/// A player's secret identity: 128 random bits from the server; 32 hexadecimal digits in JSON.
///
/// `Debug` hides it, so that it does not appear in a log by accident.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerKey([u8; 16]);

/// The error for text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a player key is 32 hexadecimal digits: leave it out to become a new player")]
pub struct ParseKeyError;

impl PlayerKey {
    /// Creates a key from random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the key: for hashing and nothing else.
    #[must_use]
    pub const fn expose_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Returns the key as 32 hexadecimal digits: for the client's own key file and nothing else.
    #[must_use]
    pub fn expose_text(&self) -> String {
        HexBytes(self.0).to_string()
    }
}

impl fmt::Debug for PlayerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerKey(hidden)")
    }
}

impl FromStr for PlayerKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|HexBytes(bytes)| Self(bytes)).map_err(|_| ParseKeyError)
    }
}

impl Serialize for PlayerKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HexBytes(self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PlayerKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            <[u8; 16]>::deserialize(deserializer).map(Self)
        }
    }
}

/// The identity of a server, drawn once for each data folder. A client uses it to find the key for this server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerId(#[serde(with = "crate::game::hex")] pub u64);

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
