//! The finished games of the cluster, as this node has read them from their stream. Their lists are long and are read in
//! many orders, which a stream cannot do, so every node keeps a copy in SQLite. A copy that is lost is read again.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::StreamExt as _;
use rusqlite::{Connection, OptionalExtension as _, params};
use tengen_shared::game::{GameId, PlayerId, RoomCode};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    cluster::{Broker, Filter, Message, Subject},
    journal::{FinishedGame, JournalError, StoredGame, WhichGames, games},
};

/// Games written in one transaction while the copy catches up.
const BATCH: usize = 256;
/// How long a room waits until its finished game can be read here.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pause before games are written again that could not be.
const COPY_AGAIN: Duration = Duration::from_secs(1);
/// The tables of the copy. Those of games are as in the journal of a single server, whose queries read them.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY,
        room TEXT NOT NULL,
        number INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        listed INTEGER NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (room, number)
    );
    CREATE TABLE IF NOT EXISTS game_players (
        player INTEGER NOT NULL,
        game INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS game_players_game ON game_players (game);
    -- The number of the streams that this is a copy of, and the last message of the games' stream that is in it.
    CREATE TABLE IF NOT EXISTS copied (cluster INTEGER NOT NULL, last INTEGER NOT NULL);
";

/// A copy of the finished games.
pub(super) struct GameCache {
    connection: Arc<Mutex<Connection>>,
    /// The sequence number of the last message that is in the copy.
    read: watch::Receiver<u64>,
    stop: CancellationToken,
    _stops_with_me: DropGuard,
}

impl GameCache {
    /// Opens the copy in `file`, or an empty one in memory, and begins to read what it lacks. A copy of other streams is
    /// emptied; `streams` is a random number of these.
    pub(super) fn open(
        file: Option<&Path>,
        streams: u64,
        broker: &Arc<dyn Broker>,
    ) -> Result<Self, JournalError> {
        let file = file.unwrap_or(Path::new(":memory:"));
        let unusable = |error: rusqlite::Error| JournalError::NotADatabase {
            file: file.to_owned(),
            why: error.to_string(),
        };
        let connection = Connection::open(file).map_err(unusable)?;
        let last = begin(&connection, streams).map_err(unusable)?;
        let connection = Arc::new(Mutex::new(connection));
        let (progress, read) = watch::channel(last);
        let stop = CancellationToken::new();
        let messages = broker.follow(Filter::Games, last + 1).take_until(stop.clone().cancelled_owned());
        tokio::spawn(copy(messages, connection.clone(), progress));
        let guard = stop.clone().drop_guard();
        Ok(Self { connection, read, stop, _stops_with_me: guard })
    }

    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Waits, but not for long, until the copy has the message with this sequence number. Returns whether it has.
    pub(super) async fn has_read(&self, sequence: u64) -> bool {
        let mut read = self.read.clone();
        matches!(tokio::time::timeout(PATIENCE, read.wait_for(|read| *read >= sequence)).await, Ok(Ok(_)))
    }

    /// Returns the sequence number of the last message that is in the copy.
    pub(super) fn progress(&self) -> u64 {
        *self.read.borrow()
    }

    /// Calls `read` with the tables of games, which are as in the journal of a single server.
    pub(super) fn with<T>(&self, read: impl FnOnce(&Connection) -> T) -> T {
        read(&self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, JournalError> {
        let connection = self.connection.clone();
        let done = tokio::task::spawn_blocking(move || {
            query(&connection.lock().unwrap_or_else(PoisonError::into_inner)).map_err(JournalError::from)
        });
        done.await.map_err(|_| JournalError::Closed)?
    }

    pub(super) async fn of_room(
        &self,
        room: RoomCode,
        before: Option<GameId>,
        most: usize,
    ) -> Result<Vec<StoredGame>, JournalError> {
        self.query(move |connection| games::of_room(connection, &room, before, most)).await
    }

    pub(super) async fn of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Result<Vec<StoredGame>, JournalError> {
        self.query(move |connection| games::of_player(connection, player, before, most, which)).await
    }

    pub(super) async fn one(&self, game: GameId) -> Result<Option<StoredGame>, JournalError> {
        self.query(move |connection| games::one(connection, game)).await
    }

    /// Returns the numbers of a room's games in the room.
    pub(super) async fn numbers(&self, room: &RoomCode) -> Result<Vec<u32>, JournalError> {
        let room = room.clone();
        self.query(move |connection| games::numbers(connection, &room)).await
    }
}

/// Prepares the copy. Returns the sequence number of the last message in it.
fn begin(connection: &Connection, streams: u64) -> rusqlite::Result<u64> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // What is lost is read again.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.execute_batch(TABLES)?;
    let id = streams.cast_signed();
    let last = connection.query_row("SELECT last FROM copied WHERE cluster = ?1", [id], |row| row.get(0));
    match last.optional()? {
        Some(last) => Ok(i64::cast_unsigned(last)),
        None => {
            connection.execute_batch("DELETE FROM game_players; DELETE FROM games; DELETE FROM copied")?;
            connection.execute("INSERT INTO copied (cluster, last) VALUES (?1, 0)", [id])?;
            Ok(0)
        }
    }
}

/// Copies games as they arrive.
async fn copy(
    messages: impl futures_util::Stream<Item = Message>,
    connection: Arc<Mutex<Connection>>,
    progress: watch::Sender<u64>,
) {
    let mut batches = std::pin::pin!(messages.ready_chunks(BATCH));
    while let Some(batch) = batches.next().await {
        let batch = Arc::new(batch);
        loop {
            let (connection, batch) = (connection.clone(), batch.clone());
            let copied = tokio::task::spawn_blocking(move || {
                put(&mut connection.lock().unwrap_or_else(PoisonError::into_inner), &batch)
            });
            match copied.await {
                Ok(Ok(last)) => {
                    progress.send_replace(last);
                    break;
                }
                Ok(Err(error)) => {
                    tracing::error!(%error, "cannot copy finished games: the server will try again");
                    tokio::time::sleep(COPY_AGAIN).await;
                }
                Err(_) => return,
            }
        }
    }
}

/// Puts the games of some messages into the copy. Returns the sequence number of the last message.
fn put(connection: &mut Connection, batch: &[Message]) -> rusqlite::Result<u64> {
    let transaction = connection.transaction()?;
    let copied: i64 = transaction.query_row("SELECT last FROM copied", [], |row| row.get(0))?;
    let mut last = copied.cast_unsigned();
    for Message { subject, sequence, body, .. } in batch {
        if *sequence <= last {
            // It has come before.
            continue;
        }
        last = *sequence;
        match subject {
            Subject::GamesGone(room) => games::delete(&transaction, room.as_str())?,
            Subject::Game(room, _) => {
                let Ok(game) = ciborium::from_reader::<FinishedGame, _>(&**body) else {
                    tracing::error!(room = %room, sequence, "a finished game cannot be read");
                    continue;
                };
                let id = u32::try_from(*sequence).unwrap_or(u32::MAX);
                games::insert(&transaction, GameId(id), room.as_str(), &game)?;
            }
            _ => {}
        }
    }
    transaction.execute("UPDATE copied SET last = ?1", params![last.cast_signed()])?;
    transaction.commit()?;
    Ok(last)
}
