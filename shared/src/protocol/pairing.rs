//! The code that brings another device of a player in.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

/// The digits: those of Crockford's base 32, which has no letters that look like a digit.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 12;

/// A code of 60 random bits, such as `k7m2-9qtx-4bhw`. It works once, for a few minutes.
///
/// It must be long: somebody who pretends to be the server sees a MAC made with it, and could try all codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairingCode([u8; LENGTH]);

/// The error for text that is not a pairing code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pairing code has 12 letters and digits, such as k7m2-9qtx-4bhw: ask your other device for one")]
pub struct ParsePairingCodeError;

impl PairingCode {
    /// Creates a code from the lower 60 of these bits, which must be random.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        let digit = |place: usize| DIGITS[usize::try_from(bits >> (5 * place) & 31).unwrap_or(0)];
        Self(std::array::from_fn(digit))
    }
}

impl FromStr for PairingCode {
    type Err = ParsePairingCodeError;

    /// Reads a code as people type it: with or without hyphens and blanks, in any case, with `O`, `I` or `L` for a digit.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digit = |c: char| {
            let meant = match c.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            };
            DIGITS.iter().copied().find(|digit| char::from(*digit) == meant)
        };
        let typed = text.chars().filter(|c| *c != '-' && !c.is_whitespace());
        let digits: Option<Vec<u8>> = typed.take(LENGTH + 1).map(digit).collect();
        digits.and_then(|digits| digits.try_into().ok()).map(Self).ok_or(ParsePairingCodeError)
    }
}

impl fmt::Display for PairingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, digit) in self.0.iter().enumerate() {
            let hyphen = if index > 0 && index % 4 == 0 { "-" } else { "" };
            write!(f, "{hyphen}{}", char::from(*digit))?;
        }
        Ok(())
    }
}

impl fmt::Debug for PairingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PairingCode(hidden)")
    }
}

impl Serialize for PairingCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PairingCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = PairingCode::from_bits(0x0123_4567_89ab_cdef);
        let text = code.to_string();
        assert_eq!((text.len(), text.matches('-').count()), (14, 2));
        let loud = text.replace('-', " ").to_uppercase().replace('0', "O").replace('1', "l");
        for typed in [text.clone(), text.replace('-', ""), loud] {
            assert_eq!(typed.parse(), Ok(code), "{typed}");
        }
        for wrong in ["", "k7m2-9qtx-4bh", "k7m2-9qtx-4bhw1", "k7m2-9qtx-4bhu"] {
            assert_eq!(wrong.parse::<PairingCode>(), Err(ParsePairingCodeError), "{wrong}");
        }
    }
}
