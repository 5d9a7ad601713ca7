//! The form of records on disk: CBOR (RFC 8949) in a chain of checksums, or the JSON of older layouts.
//!
//! ```text
//! 1 byte   the number of the form, 2
//! 8 bytes  the checksum of everything after it
//! 8 bytes  the checksum of the room's previous record; zeros for the first
//! rest     a CBOR map: cause, events, and if set lock and owner
//! ```
//!
//! A checksum covers the one before it, so a record that is missing or was exchanged is noticed, too. Readers ignore
//! unknown keys of the map.

use rusqlite::types::ValueRef;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tengen_shared::game::Stamped;

use super::{Cause, Owner, RECORD_VERSION, Record};
use crate::passphrase_hash::PassphraseHash;

/// The number of the form of new records. Form 1 is JSON text, without checksums.
const FORM: u8 = 2;
/// The offset of the bytes that the checksum covers.
const SUMMED: usize = 9;
/// The bytes before the CBOR map.
const HEAD: usize = 17;

/// A checksum: the first 8 bytes of a SHA-256. It finds damage, not forgery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum([u8; 8]);

impl Sum {
    /// The checksum in place of that of the record before the first.
    pub(crate) const NONE: Self = Self([0; 8]);

    pub(super) fn of(bytes: &[u8]) -> Self {
        Self::read(&Sha256::digest(bytes))
    }

    pub(super) const fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the checksum in the first bytes; that of nothing if there are too few.
    pub(super) fn read(bytes: &[u8]) -> Self {
        bytes.first_chunk().map_or(Self::NONE, |first| Self(*first))
    }
}

/// The CBOR map of a record.
#[derive(Serialize)]
struct MapOut<'a> {
    cause: Option<&'a Cause>,
    events: &'a [Stamped],
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<&'a PassphraseHash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'a Owner>,
}

#[derive(Deserialize)]
struct MapIn {
    cause: Option<Cause>,
    events: Vec<Stamped>,
    #[serde(default)]
    lock: Option<PassphraseHash>,
    #[serde(default)]
    owner: Option<Owner>,
}

/// A record as it is stored, and its checksum.
#[derive(Clone, Debug)]
pub(crate) struct Encoded {
    pub(crate) body: Vec<u8>,
    pub(crate) sum: Sum,
}

/// A record that was read.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) record: Record,
    pub(crate) sum: Sum,
    /// The checksum of the record before it; `None` if the form has none.
    pub(crate) after: Option<Sum>,
}

/// Encodes a record that follows the one with the checksum `after`.
///
/// # Errors
/// Returns what is wrong with the record; nothing is, if a room has made it.
pub(crate) fn encode(record: &Record, after: Sum) -> Result<Encoded, String> {
    let Record { cause, events, lock, owner, version: _ } = record;
    let map = MapOut { cause: cause.as_ref(), events, lock: lock.as_ref(), owner: owner.as_ref() };
    let mut body = Vec::with_capacity(192);
    body.push(FORM);
    body.extend([0; 8]);
    body.extend(after.0);
    ciborium::into_writer(&map, &mut body).map_err(|error| error.to_string())?;
    let sum = Sum::of(&body[SUMMED..]);
    body[1..SUMMED].copy_from_slice(&sum.0);
    Ok(Encoded { body, sum })
}

/// Decodes a record of any form.
///
/// # Errors
/// Returns what is wrong with it.
pub(crate) fn decode(body: ValueRef<'_>) -> Result<Decoded, String> {
    match body {
        ValueRef::Text(json) => decode_json(json),
        ValueRef::Blob(bytes) => decode_cbor(bytes),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => Err("it is no record".to_owned()),
    }
}

fn decode_json(json: &[u8]) -> Result<Decoded, String> {
    let record: Record = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if !(1..=RECORD_VERSION).contains(&record.version) {
        let newer = record.version;
        return Err(format!("it has version {newer}, and this program knows up to {RECORD_VERSION}"));
    }
    Ok(Decoded { record, sum: Sum::of(json), after: None })
}

pub(crate) fn decode_cbor(bytes: &[u8]) -> Result<Decoded, String> {
    let sum = check(bytes)?;
    let MapIn { cause, events, lock, owner } =
        ciborium::from_reader(&bytes[HEAD..]).map_err(|error| error.to_string())?;
    let record = Record { version: RECORD_VERSION, cause, events, lock, owner };
    Ok(Decoded { record, sum, after: Some(Sum::read(&bytes[SUMMED..])) })
}

/// Checks a record's own checksum, without decoding the record. JSON has none.
///
/// # Errors
/// Returns what is wrong with the record.
pub(super) fn check_sum(body: ValueRef<'_>) -> Result<Sum, String> {
    match body {
        ValueRef::Blob(bytes) => check(bytes),
        ValueRef::Text(json) => Ok(Sum::of(json)),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => Err("it is no record".to_owned()),
    }
}

fn check(bytes: &[u8]) -> Result<Sum, String> {
    match bytes.first() {
        Some(&FORM) if bytes.len() > HEAD => {}
        Some(form) if *form > FORM => {
            return Err(format!("it has form {form}, and this program knows up to {FORM}"));
        }
        _ => return Err("it is cut off".to_owned()),
    }
    let sum = Sum::read(&bytes[1..]);
    if sum == Sum::of(&bytes[SUMMED..]) { Ok(sum) } else { Err("its checksum is wrong".to_owned()) }
}

/// Reads a record as any journal of this program has stored it.
///
/// # Errors
/// Returns what is wrong with it.
pub fn read_record(body: ValueRef<'_>) -> Result<Record, String> {
    decode(body).map(|decoded| decoded.record)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::game::{CommandId, Event, PlayerId, RunId, Seat, Seq};

    use super::*;

    fn record(seq: u32) -> Record {
        let id = CommandId(RunId(u64::MAX), 7);
        let event = Event::StonePlaced { seat: Seat::One, point: "h8".parse().unwrap() };
        let stamped = Stamped { seq: Seq(seq), time: 1_795_413_435_509, event };
        Record::new(Some(Cause { player: PlayerId(3), id }), vec![stamped])
    }

    #[test]
    fn a_record_is_read_as_it_was_written_and_is_shorter_than_its_json() {
        let first = encode(&record(1), Sum::NONE).unwrap();
        let second = encode(&record(2), first.sum).unwrap();
        let read = decode(ValueRef::Blob(&second.body)).unwrap();
        assert_eq!((&read.record, read.sum, read.after), (&record(2), second.sum, Some(first.sum)));
        let json = serde_json::to_string(&record(2)).unwrap();
        assert!(second.body.len() * 10 < json.len() * 8, "{} of {}", second.body.len(), json.len());
        assert_eq!(decode(ValueRef::Text(json.as_bytes())).unwrap().record, record(2));
    }

    #[test]
    fn no_damaged_byte_and_no_lost_end_goes_unnoticed() {
        let whole = encode(&record(1), Sum::NONE).unwrap().body;
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 1;
            assert!(decode(ValueRef::Blob(&damaged)).is_err(), "byte {index}");
            assert!(decode(ValueRef::Blob(&whole[..index])).is_err(), "cut off at {index}");
        }
    }

    #[test]
    fn keys_that_a_later_program_adds_are_ignored() {
        let mut body = encode(&record(1), Sum::NONE).unwrap().body;
        let ciborium::Value::Map(mut map) = ciborium::from_reader(&body[HEAD..]).unwrap() else {
            panic!("a record is a map")
        };
        map.push(("colour".into(), "red".into()));
        body.truncate(HEAD);
        ciborium::into_writer(&ciborium::Value::Map(map), &mut body).unwrap();
        let sum = Sum::of(&body[SUMMED..]);
        body[1..9].copy_from_slice(sum.bytes());
        assert_eq!(decode(ValueRef::Blob(&body)).unwrap().record, record(1));
    }
}
