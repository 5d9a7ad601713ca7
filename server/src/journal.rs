//! The journal: a durable log of what happens in every room, written before anybody learns of it.

mod checkpointer;
mod codes;
mod compaction;
pub(crate) mod encoding;
mod error;
mod file_identity;
pub(crate) mod games;
mod log_end;
mod memory;
pub(crate) mod players;
mod reader;
pub(crate) mod rooms;
pub(crate) mod schema;
mod sqlite;
mod stored;
pub(crate) mod stream_heads;
mod verify;
mod writer;

use futures_util::future::BoxFuture;
use tengen_shared::{
    game::{GameId, Millis, Name, PlayerId, RoomCode},
    protocol::KeyId,
};

pub use encoding::read_record;
pub use error::JournalError;
pub use memory::MemoryJournal;
pub use sqlite::SqliteJournal;
pub use stored::{
    Append, Cause, Checkpoint, FinishedGame, Key, KeyAddition, KeyRemoval, LOOKED_THROUGH, Old, OldKind,
    Owner, RECORD_VERSION, Record, ServerIdentity, Stored, StoredGame, StoredKey, StoredPlayer, Summary,
    Version, WhichGames,
};

/// The result of a journal operation, some time later.
pub type Later<T> = BoxFuture<'static, Result<T, JournalError>>;

/// The log of what happens in rooms: one stream of records per room.
pub trait EventLog: Send + Sync + 'static {
    /// Appends a record, with the games that end with it, if the room's stream still ends at `after`. The record is
    /// committed when the future resolves. A record whose command has led its sender into another room is refused with
    /// `EnteredBefore`. Where it is not certain that the command was carried out there, a room that has turned the sender
    /// away does not count.
    fn append(&self, append: Append) -> Later<Version>;

    /// Loads everything stored of a room, to go on with it; `None` if it does not exist. Where several servers share a
    /// log, this one owns the room from then on, or the error is `Elsewhere`.
    fn load(&self, room: &RoomCode) -> Later<Option<Stored>>;

    /// Loads everything stored of a room, to look at it only.
    fn view(&self, room: &RoomCode) -> Later<Option<Stored>> {
        self.load(room)
    }

    /// Returns whether a room's stream still ends at `version`: whether nobody else has written to it.
    fn is_current(&self, _room: &RoomCode, _version: Version) -> Later<bool> {
        Box::pin(std::future::ready(Ok(true)))
    }

    /// Stores a room's whole state and releases the records before it. Does nothing if a newer state is stored, or the
    /// room's stream ends before it.
    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()>;

    /// Deletes a room and the games that ended in it.
    fn delete(&self, room: &RoomCode) -> Later<()>;

    /// Returns whether a room of this code is stored. Answers at once, from memory, and may still report a room that
    /// was deleted just now.
    fn has_room(&self, room: &RoomCode) -> bool;

    /// Returns whether a room of this code is stored. Differs from [`Self::has_room`] where that cannot know: then it
    /// always says yes.
    fn find_room(&self, room: &RoomCode) -> Later<bool> {
        Box::pin(std::future::ready(Ok(self.has_room(room))))
    }

    /// Returns the room into which the command `cause` led its sender, if it was carried out.
    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>>;

    /// Returns the time of the newest event of all rooms; 0 if there is none.
    fn newest(&self) -> Later<Millis>;

    /// Returns whether the last write succeeded, or the last probe after a failed write.
    fn is_healthy(&self) -> bool;
}

/// How long rooms are kept.
pub trait Upkeep: Send + Sync + 'static {
    /// Notes that somebody other than its host has been in a room.
    fn note_shared(&self, room: &RoomCode) -> Later<()>;

    /// Returns the old rooms: the first `most` by code, after `after`.
    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>>;

    /// Deletes a room like `delete`, if it is still old. Returns whether it did.
    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool>;

    /// Notes that the server ran on this day (days since 1970). For each number in `back`, returns when the day that
    /// many such days earlier began; `None` if there are not so many.
    ///
    /// Age counts in days on which the server ran. A clock that is set wrong once, or a summer with the machine off,
    /// therefore makes nothing old.
    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]>;
}

/// The players, by their keys.
pub trait Players: Send + Sync + 'static {
    /// Returns the player who has this key.
    fn player(&self, key: Key) -> Later<Option<StoredPlayer>>;

    /// Returns the secret keys with this short name. There are hardly ever two.
    fn secret_keys(&self, id: KeyId) -> Later<Vec<Key>>;

    /// Returns the keys of a player, oldest first.
    fn keys(&self, player: PlayerId) -> Later<Vec<StoredKey>>;

    /// Returns a number for a new player. No other player ever gets it, even if this one is never stored.
    fn new_player(&self) -> Later<PlayerId>;

    /// Stores a new player with a key. Does nothing if the player already has the key, and fails if somebody else has it.
    fn add_player(&self, player: PlayerId, name: Name, key: StoredKey) -> Later<()>;

    /// Gives a player one more key, whoever had it before, if the player has the key `voucher`; at most `most` in all.
    fn add_key(&self, player: PlayerId, voucher: Key, key: StoredKey, most: usize) -> Later<KeyAddition>;

    /// Removes a key of a player. With a key pair go the secret keys but for `used`, the key of the connection that asks.
    fn remove_key(&self, player: PlayerId, id: KeyId, used: Key) -> Later<KeyRemoval>;

    /// Notes the day on which a key is used, as its first moment.
    fn note_use(&self, key: Key, day: Millis) -> Later<()>;

    /// Stores a player's new name.
    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()>;
}

/// Finished games: a read model, which the records of the log feed.
pub trait Archive: Send + Sync + 'static {
    /// Returns the games that ended in a room: at most `most`, before `before`, newest first.
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>>;

    /// Returns the games of a player: at most `most`, before `before`, newest first.
    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>>;

    /// Returns the finished game with this number.
    fn game(&self, game: GameId) -> Later<Option<StoredGame>>;
}

/// Everything that a server stores. Its parts need only one of the traits each.
pub trait Journal: EventLog + Upkeep + Players + Archive {
    /// Returns the identity drawn once for this data folder.
    fn identity(&self) -> &ServerIdentity;

    /// Finishes the waiting work and stops. Does nothing if it has already stopped.
    fn close(&self) -> Later<()>;
}
