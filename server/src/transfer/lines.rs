//! The lines of an export: one JSON object each, told apart by its `kind`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tengen_shared::game::{GameId, Millis, Name, PlayerId, RoomCode, Seq};

use crate::journal::Cause;

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Export,
    Player,
    Room,
    Record,
    Entry,
    Game,
    End,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the format.
    pub(super) format: u32,
    /// The program that has written the file.
    pub(super) program: String,
    /// The number by which clients know the server again, in 16 hexadecimal digits.
    pub(super) server: Hex<8>,
}

/// A player.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) id: PlayerId,
    pub(super) name: Name,
    pub(super) key_hash: Hex<32>,
}

/// A room; its records follow it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Room {
    pub(super) room: RoomCode,
    pub(super) playing: bool,
    pub(super) played: bool,
    pub(super) time: Millis,
    pub(super) checkpoint: Option<Checkpoint>,
}

/// A room's state, as JSON of the room's own making.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) seq: Seq,
    pub(super) state: Box<RawValue>,
}

/// A record of the room before it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RecordLine {
    pub(super) record: Box<RawValue>,
}

/// A command that has led into a room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) cause: Cause,
    pub(super) room: RoomCode,
}

/// A finished game.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) id: GameId,
    pub(super) room: RoomCode,
    pub(super) number: u32,
    pub(super) ended: Millis,
    pub(super) listed: bool,
    pub(super) players: Vec<PlayerId>,
    pub(super) body: Box<RawValue>,
}

/// The last line, by which a file that was cut off is known.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct End {
    /// The number of lines before this one.
    pub(super) lines: u64,
}

/// A line that was read.
#[derive(Debug)]
pub(super) enum Line {
    Export(Header),
    Player(Player),
    Room(Room),
    Record(RecordLine),
    Entry(Entry),
    Game(Game),
    End(End),
}

impl Line {
    /// Reads a line; says what is wrong with it if that cannot be done.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Tag {
            kind: Kind,
        }
        fn of<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
            serde_json::from_str(text).map_err(|error| {
                // It counts lines within what it was given, which is one.
                let why = error.to_string();
                let why = why.split(" at line ").next().unwrap_or_default();
                format!("{why} (column {})", error.column())
            })
        }
        let Tag { kind } = of(text)?;
        Ok(match kind {
            Kind::Export => Self::Export(of(text)?),
            Kind::Player => Self::Player(of(text)?),
            Kind::Room => Self::Room(of(text)?),
            Kind::Record => Self::Record(of(text)?),
            Kind::Entry => Self::Entry(of(text)?),
            Kind::Game => Self::Game(of(text)?),
            Kind::End => Self::End(of(text)?),
        })
    }
}

/// A line to be written, without its end.
pub(super) fn write<T: Serialize>(kind: Kind, line: &T) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Tagged<'a, T> {
        kind: Kind,
        #[serde(flatten)]
        line: &'a T,
    }
    serde_json::to_string(&Tagged { kind, line })
}

/// JSON as it is kept, as part of one line.
pub(super) fn raw(json: &str) -> serde_json::Result<Box<RawValue>> {
    // Within JSON an end of line can only be a blank between two tokens.
    RawValue::from_string(json.replace('\n', " "))
}

/// Bytes in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Hex<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> From<Hex<N>> for String {
    fn from(Hex(bytes): Hex<N>) -> Self {
        hex::encode(bytes)
    }
}

impl<const N: usize> TryFrom<String> for Hex<N> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = [0; N];
        let wrong = |_| format!("{text:?} is not {} hexadecimal digits", 2 * N);
        hex::decode_to_slice(&text, &mut bytes).map(|()| Self(bytes)).map_err(wrong)
    }
}
