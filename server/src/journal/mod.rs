//! The journal: what has happened in every room, written down before anybody is told.

mod codes;
mod copier;
mod error;
mod file_place;
mod games;
mod memory;
mod players;
pub(crate) mod rooms;
pub(crate) mod schema;
mod sqlite;
mod stored;
mod sweep;
pub(crate) mod tails;
mod writer;

use futures_util::future::BoxFuture;
use tengen_shared::game::{GameId, Millis, Name, PlayerId, RoomCode};

pub use error::JournalError;
pub use memory::MemoryJournal;
pub use sqlite::SqliteJournal;
pub use stored::{
    Append, Cause, Checkpoint, FinishedGame, KeyHash, LOOKED_THROUGH, Old, OldKind, RECORD_VERSION, Record,
    Stored, StoredGame, StoredPlayer, Summary, Version, WhichGames,
};

/// The result of a journal's work, some time later.
pub type Later<T> = BoxFuture<'static, Result<T, JournalError>>;

/// A house in which rooms and players are written down.
pub trait Journal: Send + Sync + 'static {
    /// Adds a record and the games that end with it, if the room's stream still ends at `after`; committed when
    /// the answer comes.
    fn append(&self, append: Append) -> Later<Version>;

    /// What there is of a room; `None` if it does not exist.
    fn load(&self, room: &RoomCode) -> Later<Option<Stored>>;

    /// Keeps a room's whole state and gives up the records before it; nothing happens if a newer state is kept,
    /// or the room's stream ends before it.
    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()>;

    /// Deletes a room and the games that ended in it.
    fn delete(&self, room: &RoomCode) -> Later<()>;

    /// Whether a room of this code is stored. Answers at once, from memory; it may say so of a room that has just been
    /// deleted.
    fn has_room(&self, room: &RoomCode) -> bool;

    /// Notes that somebody besides its host has been in a room.
    fn note_shared(&self, room: &RoomCode) -> Later<()>;

    /// These rooms: the first `most` by code, behind `after`.
    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>>;

    /// Deletes a room like `delete`, if it is still one of these; says whether it did.
    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool>;

    /// Notes that the server has run on this day (days since 1970), and says when the days began that lie `back` such days
    /// before it; `None` where there are not so many.
    ///
    /// Age is counted in days on which the server has run, so that a clock that is set wrong once, or a summer in which the
    /// machine is off, makes nothing old.
    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]>;

    /// The time of the newest event of all rooms; 0 if there is none.
    fn newest(&self) -> Later<Millis>;

    /// The room into which the command `cause` brought its sender, if it was carried out.
    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>>;

    /// The newest games that ended in a room, at most `most` of those before `before`, newest first.
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>>;

    /// The newest games of a player, at most `most` of those before `before`, newest first.
    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>>;

    /// The finished game with this number.
    fn game(&self, game: GameId) -> Later<Option<StoredGame>>;

    /// The player whose key has this hash.
    fn player(&self, key: KeyHash) -> Later<Option<StoredPlayer>>;

    /// A number for a new player, which nobody else is ever given, whether the player is written down or not.
    fn new_player(&self) -> Later<PlayerId>;

    /// Writes down a new player; nothing happens if they are written down already.
    fn add_player(&self, player: PlayerId, name: Name, key: KeyHash) -> Later<()>;

    /// A player's new name.
    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()>;

    /// The number drawn for this data folder once, by which clients know the server again.
    fn server_id(&self) -> u64;

    /// Whether the last write succeeded, or the last try after one that did not.
    fn is_healthy(&self) -> bool;

    /// Finishes what is waiting and stops; nothing happens if it has stopped already.
    fn close(&self) -> Later<()>;
}
