//! The journal in SQLite: embedded, one file, one writer thread with group commit.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::Connection;
use tengen_shared::{
    game::{GameId, Millis, Name, PlayerId, RoomCode},
    protocol::{KeyId, KeyKind},
};
use tokio::sync::oneshot;

use super::{
    Append, Archive, Cause, Checkpoint, EventLog, Journal, JournalError, Key, KeyAddition, KeyRemoval, Later,
    Old, Players, ServerIdentity, Stored, StoredGame, StoredKey, StoredPlayer, Upkeep, Version, WhichGames,
    checkpointer::Checkpointer,
    codes::Codes,
    encoding,
    file_identity::FileIdentity,
    games,
    log_end::LogEnd,
    players,
    reader::Reader,
    rooms, schema,
    stream_heads::StreamHeads,
    verify::Verify,
    writer::{Done, Operation, Outcome, Request, Writer},
};
use crate::{
    config::{Durability, Limits},
    error::Error,
    metrics::Metrics,
};

/// Numbers of players reserved per write. After a restart, those not yet given out are skipped.
const RESERVED: u32 = 1_000;

/// A journal in one SQLite file.
#[derive(Debug)]
pub struct SqliteJournal {
    identity: ServerIdentity,
    requests: SyncSender<Request>,
    /// Reads rooms and players.
    lookups: Arc<Reader>,
    /// Reads finished games. Their lists are long, so nobody who enters a room waits for them.
    archive: Arc<Reader>,
    healthy: Arc<AtomicBool>,
    codes: Arc<Codes>,
    /// The last number given to a player. `reserved` is the last one that may be given before more are reserved.
    last_player: AtomicU32,
    reserved: Arc<AtomicU32>,
    verify: Verify,
}

struct Task<T, F> {
    work: F,
    result: Option<Result<T, JournalError>>,
    reply: oneshot::Sender<Result<T, JournalError>>,
    append: bool,
}

impl<T, F> Operation for Task<T, F>
where
    T: Send,
    F: FnMut(&Connection, &mut StreamHeads) -> Outcome<T> + Send,
{
    fn run(&mut self, connection: &Connection, heads: &mut StreamHeads) -> Done {
        match (self.work)(connection, heads) {
            Ok(result) => {
                self.result = Some(result);
                Done::Fine
            }
            Err(error) => Done::Failed(error),
        }
    }

    fn answer(self: Box<Self>, outcome: Result<(), JournalError>) {
        let Self { result, reply, .. } = *self;
        let result = outcome.and_then(|()| result.unwrap_or(Err(JournalError::Closed)));
        // Nobody may be waiting any more; the work is done anyway.
        let _ = reply.send(result);
    }

    fn is_append(&self) -> bool {
        self.append
    }
}

impl SqliteJournal {
    /// Opens the journal in `file`, creating or migrating it as needed, and starts its threads.
    ///
    /// # Errors
    /// Returns an error if the file is not a database, has a newer layout, or cannot be written.
    pub fn open(
        file: &Path,
        durability: Durability,
        limits: &Limits,
        metrics: Arc<Metrics>,
    ) -> Result<Self, Error> {
        let (connection, identity) = schema::open(file, durability, limits.journal_max_pages)?;
        let failed = |error: rusqlite::Error| JournalError::Storage(error.to_string());
        let codes = Arc::new(Codes::of(&rooms::codes(&connection).map_err(failed)?));
        let last = players::last(&connection).map_err(failed)?;
        let (last_player, reserved) = (AtomicU32::new(last), Arc::new(AtomicU32::new(last)));
        let (requests, waiting) = sync_channel(limits.journal_queue);
        let healthy = Arc::new(AtomicBool::new(true));
        let unusable = |why: Box<dyn std::error::Error>| JournalError::Storage(why.to_string());
        let (end, lacks) = LogEnd::open(file, &connection).map_err(failed)?;
        if let Some(lacks) = lacks {
            tracing::error!("{lacks}");
        }
        let writer = Writer {
            connection,
            end,
            place: FileIdentity::of(file),
            copier: Checkpointer::start(file).map_err(unusable)?,
            heads: None,
            requests: waiting,
            batch: limits.journal_batch,
            gather: Duration::from_micros(limits.journal_gather_us),
            healthy: healthy.clone(),
            metrics,
            runtime: tokio::runtime::Handle::try_current().ok(),
        };
        thread::Builder::new()
            .name("tengen-journal".to_owned())
            .spawn(move || writer.work())
            .map_err(Error::Thread)?;
        let [lookups, archive] = ["tengen-lookup", "tengen-archive"]
            .map(|name| Reader::start(file, name, limits.journal_readers_queue).map(Arc::new));
        let (lookups, archive) = (lookups?, archive?);
        let verify = Verify::start(file)?;
        Ok(Self { identity, requests, lookups, archive, healthy, codes, last_player, reserved, verify })
    }

    fn ask<T, F>(&self, work: F) -> Later<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection, &mut StreamHeads) -> Outcome<T> + Send + 'static,
    {
        self.send(work, false)
    }

    /// Deletes a room; with `old`, only if it is still one of those.
    fn delete_if(&self, room: &RoomCode, old: Option<Old>) -> Later<bool> {
        let (room, codes, gone) = (room.clone(), self.codes.clone(), room.clone());
        let deleted = self.ask(move |connection, heads| {
            let wanted = match old {
                Some(old) => rooms::is_old(connection, heads, old, room.as_str())?,
                None => true,
            };
            if wanted {
                rooms::delete(connection, heads, room.as_str())?;
            }
            Ok(Ok(wanted))
        });
        Box::pin(async move {
            let deleted = deleted.await?;
            if deleted {
                codes.remove(gone.as_str());
            }
            Ok(deleted)
        })
    }

    fn send<T, F>(&self, work: F, append: bool) -> Later<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection, &mut StreamHeads) -> Outcome<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let sent = self.requests.try_send(Request::Run(Box::new(Task { work, result: None, reply, append })));
        Box::pin(async move {
            match sent {
                Ok(()) => answer.await.unwrap_or(Err(JournalError::Closed)),
                Err(TrySendError::Full(_)) => Err(JournalError::Busy),
                Err(TrySendError::Disconnected(_)) => Err(JournalError::Closed),
            }
        })
    }
}

impl EventLog for SqliteJournal {
    fn append(&self, append: Append) -> Later<Version> {
        // On the caller's thread, so that the writer need not do it.
        let encoded = encoding::encode(&append.record, append.after.sum).map_err(JournalError::Storage);
        let is_added = append.after == Version::NEW && self.codes.add(append.room.as_str());
        let added = is_added.then(|| (self.codes.clone(), append.room.clone()));
        let appended = self.send(
            move |connection, heads| {
                let encoded = encoded.as_ref();
                encoded.map_or_else(|e| Ok(Err(e.clone())), |e| rooms::append(connection, heads, &append, e))
            },
            true,
        );
        let Some((codes, room)) = added else { return appended };
        Box::pin(async move {
            appended.await.inspect_err(|error| {
                // A conflict means that the room is stored.
                if !matches!(error, JournalError::Conflict) {
                    codes.remove(room.as_str());
                }
            })
        })
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        let (room, lookups) = (room.clone(), self.lookups.clone());
        // Only the writer knows where the stream ends; it need not read the records.
        let head = self.ask({
            let room = room.clone();
            move |_, heads| Ok(Ok(heads.cached(room.as_str())))
        });
        Box::pin(async move {
            let heads = StreamHeads::of_room(room.as_str(), head.await?);
            lookups
                .read(move |connection| {
                    // One transaction: a checkpoint must not come between two of the reads.
                    let snapshot = connection.unchecked_transaction()?;
                    rooms::load(&snapshot, &heads, &room)
                })
                .await
        })
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        let room = room.clone();
        self.ask(move |connection, heads| rooms::checkpoint(connection, heads, &room, &checkpoint).map(Ok))
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        let deleted = self.delete_if(room, None);
        Box::pin(async move { deleted.await.map(|_| ()) })
    }

    fn has_room(&self, room: &RoomCode) -> bool {
        self.codes.has(room.as_str())
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        let lookups = self.lookups.clone();
        // An append that waits for the writer may have led the sender into a room.
        let written = self.ask(|_, _| Ok(Ok(())));
        Box::pin(async move {
            written.await?;
            lookups.read(move |connection| rooms::entered(connection, &cause).map(Ok)).await
        })
    }

    fn newest(&self) -> Later<Millis> {
        self.lookups.read(|connection| rooms::newest(connection).map(Ok))
    }

    fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }
}

impl Upkeep for SqliteJournal {
    fn note_shared(&self, room: &RoomCode) -> Later<()> {
        let room = room.clone();
        self.ask(move |connection, _| rooms::note_shared(connection, room.as_str()).map(Ok))
    }

    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>> {
        self.ask(move |connection, heads| rooms::old(connection, heads, old, after.as_ref(), most).map(Ok))
    }

    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool> {
        self.delete_if(room, Some(old))
    }

    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]> {
        self.ask(move |connection, _| rooms::note_day(connection, day, back).map(Ok))
    }
}

impl Players for SqliteJournal {
    fn player(&self, key: Key) -> Later<Option<StoredPlayer>> {
        self.lookups.read(move |connection| players::find(connection, &key))
    }

    fn secret_keys(&self, id: KeyId) -> Later<Vec<Key>> {
        self.lookups.read(move |connection| players::starting_with(connection, KeyKind::Secret, id).map(Ok))
    }

    fn keys(&self, player: PlayerId) -> Later<Vec<StoredKey>> {
        self.lookups.read(move |connection| players::keys(connection, player).map(Ok))
    }

    fn new_player(&self) -> Later<PlayerId> {
        let id = self.last_player.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        if id <= self.reserved.load(Ordering::Acquire) {
            return Box::pin(std::future::ready(Ok(PlayerId(id))));
        }
        let (last, reserved) = (id.saturating_add(RESERVED), self.reserved.clone());
        let noted = self.ask(move |connection, _| players::reserve(connection, last).map(Ok));
        Box::pin(async move {
            noted.await?;
            reserved.fetch_max(last, Ordering::AcqRel);
            Ok(PlayerId(id))
        })
    }

    fn add_player(&self, player: PlayerId, name: Name, key: StoredKey) -> Later<()> {
        self.ask(move |connection, _| players::add(connection, player, &name, &key))
    }

    fn add_key(&self, player: PlayerId, voucher: Key, key: StoredKey, most: usize) -> Later<KeyAddition> {
        self.ask(move |connection, _| players::add_key(connection, (player, voucher), &key, most).map(Ok))
    }

    fn remove_key(&self, player: PlayerId, id: KeyId, used: Key) -> Later<KeyRemoval> {
        self.ask(move |connection, _| players::remove_key(connection, player, id, used).map(Ok))
    }

    fn note_use(&self, key: Key, day: Millis) -> Later<()> {
        self.ask(move |connection, _| players::note_use(connection, &key, day).map(Ok))
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        self.ask(move |connection, _| players::rename(connection, player, &name).map(Ok))
    }
}

impl Archive for SqliteJournal {
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>> {
        let room = room.clone();
        self.archive.read(move |connection| games::of_room(connection, &room, before, most).map(Ok))
    }

    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>> {
        self.archive.read(move |connection| games::of_player(connection, player, before, most, which).map(Ok))
    }

    fn game(&self, game: GameId) -> Later<Option<StoredGame>> {
        self.archive.read(move |connection| games::one(connection, game).map(Ok))
    }
}

impl Journal for SqliteJournal {
    fn identity(&self) -> &ServerIdentity {
        &self.identity
    }

    fn close(&self) -> Later<()> {
        let verify = self.verify.stop();
        let (closed, done) = oneshot::channel();
        let (requests, readers) = (self.requests.clone(), [self.lookups.clone(), self.archive.clone()]);
        Box::pin(async move {
            // A thread that has ended needs no closing.
            let close = move || {
                // A thread that panicked has ended too.
                let _ = verify.map(JoinHandle::join);
                // The writer empties SQLite's write-ahead log at its end, which needs it for itself.
                readers.iter().for_each(|reader| reader.close());
                requests.send(Request::Close(closed))
            };
            let sent = tokio::task::spawn_blocking(close).await;
            if let Ok(Ok(())) = sent {
                let _ = done.await;
            }
            Ok(())
        })
    }
}
