//! The lines of an export: one JSON object each, told apart by its `kind`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tengen_shared::{
    game::{GameId, Millis, Name, PlayerId, RoomCode, Seq},
    protocol::{HexBytes, KeyKind, ServerId},
};

use crate::journal::{Cause, Key, StoredKey};

/// The kind of a line.
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
    /// The program that wrote the file.
    pub(super) program: String,
    /// The number by which clients find their key for the server.
    pub(super) server: ServerId,
    /// The highest number that was given to a player; 0 in older exports. Players who are not stored have numbers, too,
    /// and rooms may name them.
    #[serde(default)]
    pub(super) last_player: u32,
    /// The secret half of the server's key pair, if the export was made with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<HexBytes<32>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) id: PlayerId,
    pub(super) name: Name,
    #[serde(default)]
    pub(super) keys: Vec<PlayersKey>,
    /// The SHA-256 of the only key that a player has in version 1.
    #[serde(default, skip_serializing)]
    pub(super) key_hash: Option<HexBytes<32>>,
}

impl Player {
    /// Returns the player with all keys, whatever the version of the format.
    pub(super) fn into_parts(self) -> (PlayerId, Name, Vec<StoredKey>) {
        let only = self.key_hash.map(|HexBytes(digest)| StoredKey::old(Key::Secret(digest)));
        let keys = self.keys.into_iter().map(StoredKey::from).chain(only).collect();
        (self.id, self.name, keys)
    }
}

/// A key of a player, with the names of [`StoredKey`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PlayersKey {
    pub(super) kind: KeyKind,
    pub(super) key: HexBytes<32>,
    pub(super) device: String,
    pub(super) added: Millis,
    pub(super) used: Millis,
}

impl From<StoredKey> for PlayersKey {
    fn from(stored: StoredKey) -> Self {
        let StoredKey { key, device, added, used } = stored;
        let (kind, bytes) = key.parts();
        Self { kind, key: HexBytes(*bytes), device, added, used }
    }
}

impl From<PlayersKey> for StoredKey {
    fn from(line: PlayersKey) -> Self {
        let PlayersKey { kind, key: HexBytes(bytes), device, added, used } = line;
        Self { key: Key::of(kind, bytes), device, added, used }
    }
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

/// A room's state, as JSON that only the room interprets.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) seq: Seq,
    pub(super) state: Box<RawValue>,
}

/// A record of the preceding room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RecordLine {
    pub(super) record: Box<RawValue>,
}

/// A command that led its sender into a room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) cause: Cause,
    pub(super) room: RoomCode,
}

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

/// The last line, whose absence reveals a truncated file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct End {
    /// The number of lines before this one.
    pub(super) lines: u64,
}

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
    /// Parses a line, or returns what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Tag {
            kind: Kind,
        }
        fn of<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
            serde_json::from_str(text).map_err(|error| {
                // The error counts lines within the parsed text, which is a single line.
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

/// Serializes a line, without its line break.
pub(super) fn write<T: Serialize>(kind: Kind, line: &T) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Tagged<'a, T> {
        kind: Kind,
        #[serde(flatten)]
        line: &'a T,
    }
    serde_json::to_string(&Tagged { kind, line })
}

/// Turns stored JSON into part of a line.
pub(super) fn raw(json: &str) -> serde_json::Result<Box<RawValue>> {
    // In JSON a line break can only stand between two tokens, where a blank does as well.
    RawValue::from_string(json.replace('\n', " "))
}
