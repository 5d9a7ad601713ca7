//! The data that the journal takes and returns.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{CommandId, DAY_MS, GameId, Millis, Name, PlayerId, RoomCode, Seq, Stamped},
    protocol::{HexBytes, KeyId, KeyKind, PublicKey, SecretKey, ServerId},
};

use super::encoding::Sum;
use crate::passphrase_hash::PassphraseHash;

/// The version of records in JSON, as exports and the databases of layouts 1 to 3 have them. Readers know every version
/// up to their own.
pub const RECORD_VERSION: u32 = 1;

/// The end of a room's stream. Only a journal can make one, so that another journal may number differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The checksum of the last record.
    pub(crate) sum: Sum,
    /// The sequence number of the last record, where the journal needs it to append behind it.
    pub(crate) sequence: u64,
    /// The epoch of the room, where several servers share a log.
    pub(crate) epoch: u64,
}

impl Version {
    /// The version before a room's first record.
    pub const NEW: Self = Self { seq: 0, sum: Sum::NONE, sequence: 0, epoch: 0 };

    pub(crate) fn after(events: &[Stamped], before: Self, sum: Sum) -> Self {
        Self { seq: events.last().map_or(before.seq, |last| u64::from(last.seq.0)), sum, ..before }
    }
}

/// The command that caused a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// The sender of the command.
    pub player: PlayerId,
    /// The id that the sender gave it.
    pub id: CommandId,
}

/// The server that wrote a record, where several share a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Rises by one whenever another server takes the room over.
    pub epoch: u64,
    /// The name of the server.
    pub node: Box<str>,
}

/// All events of one command or AI move, with their cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the record's JSON; always the newest in a record that was read from another form.
    pub version: u32,
    /// The command; `None` for events without one, such as an AI's move.
    pub cause: Option<Cause>,
    /// The events, in order.
    pub events: Vec<Stamped>,
    /// The room's new passphrase hash, if a passphrase was set. It is not an event, so that it can never be sent to
    /// anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<PassphraseHash>,
    /// The writer; `None` where only one server writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
}

impl Record {
    /// Creates a record of the current version.
    #[must_use]
    pub const fn new(cause: Option<Cause>, events: Vec<Stamped>) -> Self {
        Self { version: RECORD_VERSION, cause, events, lock: None, owner: None }
    }

    /// Adds a new passphrase hash to the record.
    #[must_use]
    pub fn with_lock(self, lock: Option<PassphraseHash>) -> Self {
        Self { lock, ..self }
    }
}

/// The read model's summary of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Whether a game is on.
    pub playing: bool,
    /// Whether a game has ever begun.
    pub played: bool,
    /// The time of the last event.
    pub time: Millis,
}

/// A record to append to a room's stream.
#[derive(Clone, Debug)]
pub struct Append {
    /// The code of the room.
    pub room: RoomCode,
    /// Where the stream must end; otherwise the append is a conflict.
    pub after: Version,
    /// The record to append.
    pub record: Arc<Record>,
    /// The summary of the room after the record.
    pub summary: Summary,
    /// Set if the command leads its sender into a room of the server's choice, so that a repeat finds the same room: the
    /// rooms that have turned the sender away.
    pub entry: Option<BTreeSet<RoomCode>>,
    /// The games that end with it.
    pub finished: Vec<FinishedGame>,
}

impl Append {
    /// Returns the command, if it leads its sender into a room of the server's choice.
    pub(super) fn entering(&self) -> Option<Cause> {
        self.record.cause.filter(|_| self.entry.is_some())
    }
}

/// A finished game, kept for as long as its room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number in the room.
    pub number: u32,
    /// The people who played it.
    pub players: Vec<PlayerId>,
    /// When it ended.
    pub ended: Millis,
    /// Whether strangers may find it.
    pub listed: bool,
    /// The game as JSON, which only the room interprets.
    pub body: String,
}

/// A finished game as the journal stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its public number.
    pub id: GameId,
    /// The room in which it was played.
    pub room: RoomCode,
    /// Whether strangers may find it.
    pub listed: bool,
    /// The game as JSON, which only the room interprets.
    pub body: String,
}

/// The maximum number of games of a player that are searched for listed ones. Somebody with a great many unlisted games must not
/// keep the journal busy.
pub const LOOKED_THROUGH: usize = 1_000;

/// Selects the rooms of one kind in which nothing has happened since `before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Old {
    /// The kind of the rooms.
    pub kind: OldKind,
    /// The time before which their last event must lie.
    pub before: Millis,
}

/// The kinds of rooms for upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldKind {
    /// Rooms that nobody but the host has entered, without a finished game, even if one is on.
    Unshared,
    /// Rooms in which a game is on.
    Playing,
    /// Rooms in which no game is on.
    Finished,
}

/// Which games of a player to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichGames {
    /// All games, for the player.
    All,
    /// Games that strangers may find, among the newest [`LOOKED_THROUGH`].
    Listed,
}

/// A room's state at a version, as JSON that only the room interprets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of the last event in the state.
    pub seq: Seq,
    /// The state as JSON.
    pub state: String,
}

/// Everything the journal has of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub checkpoint: Option<Checkpoint>,
    /// The records after it.
    pub records: Vec<Record>,
    /// Where the stream ends.
    pub version: Version,
}

/// A key by which the server knows a player. Neither form lets a reader of the database play as the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The SHA-256 of a secret key.
    Secret([u8; 32]),
    /// The public half of a key pair.
    Pair(PublicKey),
}

impl Key {
    /// Returns the kind and the bytes of the key.
    #[must_use]
    pub const fn parts(&self) -> (KeyKind, &[u8; 32]) {
        match self {
            Self::Secret(digest) => (KeyKind::Secret, digest),
            Self::Pair(PublicKey(HexBytes(bytes))) => (KeyKind::Pair, bytes),
        }
    }

    /// Returns the key with these parts.
    #[must_use]
    pub const fn of(kind: KeyKind, bytes: [u8; 32]) -> Self {
        match kind {
            KeyKind::Secret => Self::Secret(bytes),
            KeyKind::Pair => Self::Pair(PublicKey(HexBytes(bytes))),
        }
    }

    /// Returns the short name of the key.
    #[must_use]
    pub fn id(&self) -> KeyId {
        KeyId::of(self.parts().1)
    }
}

/// The maximum length of a device's name, in characters.
const DEVICE_CHARS: usize = 40;

/// A key of a player, with what the player may see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredKey {
    pub key: Key,
    /// What the device called itself; empty if it did not.
    pub device: String,
    /// When the server first saw the key; 0 if that is not known.
    pub added: Millis,
    /// The day on which the key was last used, as its first moment; 0 if that is not known.
    pub used: Millis,
}

impl StoredKey {
    /// Returns a key that is first used at `now`. The name of the device is cut at 40 characters.
    #[must_use]
    pub fn new(key: Key, device: &str, now: Millis) -> Self {
        let device = device.chars().take(DEVICE_CHARS).collect();
        Self { key, device, added: now, used: now - now % DAY_MS }
    }

    /// Returns a key of which nothing else is known.
    #[must_use]
    pub const fn old(key: Key) -> Self {
        Self { key, device: String::new(), added: 0, used: 0 }
    }
}

/// The result of giving a player one more key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAddition {
    Added,
    /// The player does not have the key that vouches for the new one: it may have been removed just now.
    NotVouched,
    /// The player has as many keys as allowed.
    TooMany,
}

impl KeyAddition {
    /// Returns what happens if a player with the keys `known` is given `key`, for which `voucher` vouches.
    pub(crate) fn of(known: &[StoredKey], voucher: Key, key: Key, most: usize) -> Self {
        if !known.iter().any(|stored| stored.key == voucher) {
            return Self::NotVouched;
        }
        if known.iter().filter(|stored| stored.key != key).count() >= most {
            Self::TooMany
        } else {
            Self::Added
        }
    }
}

/// The result of removing a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyRemoval {
    /// These keys are gone.
    Gone(Vec<Key>),
    /// The player has no such key.
    Unknown,
    /// It is the key of the connection that removes it, so nothing has changed. A player always keeps one.
    InUse,
}

impl KeyRemoval {
    /// Returns what happens if a player with the keys `known` removes the one called `id` by a connection with the key
    /// `used`. With a key pair go the secret keys but for `used`, because the device may have them too. Of two devices
    /// that remove each other at once, the later one is unknown by then.
    pub(crate) fn of(known: &[StoredKey], id: KeyId, used: Key) -> Self {
        let keys = known.iter().map(|stored| stored.key);
        let Some(named) =
            keys.clone().find(|key| key.id() == id).filter(|_| keys.clone().any(|key| key == used))
        else {
            return Self::Unknown;
        };
        if named == used {
            return Self::InUse;
        }
        let is_pair = matches!(named, Key::Pair(_));
        let goes = |key: &Key| *key == named || (is_pair && matches!(key, Key::Secret(_)) && *key != used);
        Self::Gone(keys.filter(goes).collect())
    }
}

/// The identity of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerIdentity {
    /// The number by which clients find their key for the server. Of a server that never had another number, it is that
    /// of its public key.
    pub id: ServerId,
    /// The key by which the server proves who it is.
    pub key: SecretKey,
}

impl ServerIdentity {
    /// Returns a new server's identity.
    #[must_use]
    pub fn random() -> Self {
        let key = SecretKey::from_bytes(rand::random());
        Self { id: key.public().server_id(), key }
    }
}

/// A player as the journal stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlayer {
    /// The player's public number.
    pub id: PlayerId,
    /// The name that the player last used.
    pub name: Name,
    /// The day on which the key that was looked up was last used, as its first moment; 0 if that is not known.
    pub key_used: Millis,
}
