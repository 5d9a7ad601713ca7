//! Numbers that JSON carries as hexadecimal digits, because JSON integers are exact only up to 53 bits. The crate
//! `hex` does not fit: it reads whole bytes, and these numbers may come without leading zeros.

use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

/// Writes 16 hexadecimal digits, or the number itself in a binary codec.
pub(crate) fn serialize<S: Serializer>(bits: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&format_args!("{bits:016x}"))
    } else {
        serializer.serialize_u64(*bits)
    }
}

/// Reads 1 to 16 hexadecimal digits, or the number itself in a binary codec.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    if !deserializer.is_human_readable() {
        return u64::deserialize(deserializer);
    }
    let text = String::deserialize(deserializer)?;
    let hex = (1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit());
    let bits = hex.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
    bits.ok_or_else(|| D::Error::custom("1 to 16 hexadecimal digits are wanted here"))
}
