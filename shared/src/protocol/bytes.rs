//! Bytes that JSON carries as hexadecimal digits.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::SerializeTuple as _};
use thiserror::Error;

/// `N` bytes: `2 * N` hexadecimal digits in JSON, the bytes alone in the binary form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexBytes<const N: usize>(pub [u8; N]);

/// The error for text of another length or with other characters. The number is how many digits are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this must be {0} hexadecimal digits")]
pub struct ParseHexError(usize);

impl<const N: usize> FromStr for HexBytes<N> {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).map(|()| Self(bytes)).map_err(|_| ParseHexError(2 * N))
    }
}

impl<const N: usize> fmt::Display for HexBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Debug for HexBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> Serialize for HexBytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut bytes = serializer.serialize_tuple(N)?;
        self.0.iter().try_for_each(|byte| bytes.serialize_element(byte))?;
        bytes.end()
    }
}

impl<'de, const N: usize> Deserialize<'de> for HexBytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            deserializer.deserialize_tuple(N, Exactly)
        }
    }
}

/// Reads `N` bytes without their number.
struct Exactly<const N: usize>;

impl<'de, const N: usize> serde::de::Visitor<'de> for Exactly<N> {
    type Value = HexBytes<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes")
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let mut bytes = [0; N];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = from.next_element()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        Ok(HexBytes(bytes))
    }
}
