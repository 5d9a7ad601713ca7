//! The journal: what has happened in every room, written down before anybody is told.

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
    Append, Cause, Checkpoint, FinishedGame, KeyHash, LOOKED_THROUGH, RECORD_VERSION, Record, Stored,
    StoredGame, StoredPlayer, Summary, Version, WhichGames,
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

    /// The rooms in which a game is on.
    fn playing(&self) -> Later<Vec<RoomCode>>;

    /// The room into which the command `cause` brought its sender, if it was carried out.
    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>>;

    /// Deletes the rooms in which nothing has happened since `before` and no game is on, with their games; says
    /// how many rooms.
    fn purge(&self, before: Millis) -> Later<usize>;

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

    /// A new player.
    fn add_player(&self, name: Name, key: KeyHash) -> Later<PlayerId>;

    /// A player's new name.
    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()>;

    /// The number drawn for this data folder once, by which clients know the server again.
    fn server_id(&self) -> u64;

    /// Whether the last write succeeded, or the last try after one that did not.
    fn is_healthy(&self) -> bool;

    /// Finishes what is waiting and stops; nothing happens if it has stopped already.
    fn close(&self) -> Later<()>;
}
