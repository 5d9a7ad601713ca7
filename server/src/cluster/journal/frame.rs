//! What lies in the messages of a room's streams: records with the games that end with them, and checkpoints.

use std::{fmt, str::FromStr};

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use tengen_shared::game::Millis;

use crate::journal::{FinishedGame, Summary};

/// The note of a record: what upkeep must know of a room, without its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// The room has been deleted, and its records are about to be.
    Deleted,
    /// The number of the last event, and the room after it.
    Record(u64, Summary),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deleted => f.write_str("deleted"),
            Self::Record(seq, Summary { playing, played, time }) => {
                let game = match (playing, played) {
                    (true, _) => "playing",
                    (false, true) => "played",
                    (false, false) => "new",
                };
                write!(f, "{seq} {game} {time}")
            }
        }
    }
}

impl FromStr for Note {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "deleted" {
            return Ok(Self::Deleted);
        }
        let mut parts = text.split(' ');
        let mut next = || parts.next().ok_or(());
        let (seq, game, time) = (next()?, next()?, next()?);
        let (playing, played) = match game {
            "playing" => (true, true),
            "played" => (false, true),
            "new" => (false, false),
            _ => return Err(()),
        };
        let time: Millis = time.parse().map_err(|_| ())?;
        Ok(Self::Record(seq.parse().map_err(|_| ())?, Summary { playing, played, time }))
    }
}

/// The note of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateNote {
    /// The number of the last event that the checkpoint covers.
    pub(super) seq: u64,
    /// The sequence number of the record with it.
    pub(super) sequence: u64,
}

impl fmt::Display for StateNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seq, self.sequence)
    }
}

impl FromStr for StateNote {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (seq, sequence) = text.split_once(' ').ok_or(())?;
        Ok(Self { seq: seq.parse().map_err(|_| ())?, sequence: sequence.parse().map_err(|_| ())? })
    }
}

/// Joins a record and the games that end with it: the length of the record in 4 bytes, the record, and the games as CBOR
/// if there are any.
pub(super) fn join(record: &[u8], finished: &[FinishedGame]) -> Result<Bytes, String> {
    let mut body = BytesMut::with_capacity(4 + record.len());
    body.put_u32_le(u32::try_from(record.len()).map_err(|error| error.to_string())?);
    body.put_slice(record);
    let mut body = body.writer();
    if !finished.is_empty() {
        ciborium::into_writer(finished, &mut body).map_err(|error| error.to_string())?;
    }
    Ok(body.into_inner().freeze())
}

/// Takes apart what [`join`] has joined.
pub(super) fn split(mut body: Bytes) -> Result<(Bytes, Vec<FinishedGame>), String> {
    let cut_off = || "it is cut off".to_owned();
    let length = body.try_get_u32_le().map_err(|_| cut_off())?;
    let length = usize::try_from(length).map_err(|_| cut_off())?;
    if body.len() < length {
        return Err(cut_off());
    }
    let record = body.split_to(length);
    let finished = if body.is_empty() {
        Vec::new()
    } else {
        ciborium::from_reader(&*body).map_err(|error| error.to_string())?
    };
    Ok((record, finished))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written() {
        for (playing, played) in [(true, true), (false, true), (false, false)] {
            let note = Note::Record(7, Summary { playing, played, time: 1_795_000_000_000 });
            assert_eq!(note.to_string().parse(), Ok(note));
        }
        assert_eq!("deleted".parse(), Ok(Note::Deleted));
        assert_eq!("7 asleep 1".parse::<Note>(), Err(()));
        let state = StateNote { seq: 7, sequence: 99 };
        assert_eq!(state.to_string().parse(), Ok(state));
    }

    #[test]
    fn a_body_that_is_cut_off_is_noticed() {
        let game = FinishedGame { number: 1, players: vec![], ended: 5, listed: true, body: "{}".to_owned() };
        let whole = join(b"record", std::slice::from_ref(&game)).unwrap();
        assert_eq!(split(whole.clone()).unwrap(), (Bytes::from_static(b"record"), vec![game]));
        for length in 0..whole.len() {
            // Without the games, a record is whole.
            assert!(split(whole.slice(..length)).is_err() || length == 10, "{length}");
        }
    }
}
