//! The journal in SQLite: embedded, one file, one writer thread with group commit.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, params};
use tengen_shared::game::{Event, Millis, Name, PlayerId, RoomCode, Seq};
use tokio::sync::oneshot;

use super::{
    Append, Cause, Checkpoint, Journal, JournalError, KeyHash, Later, RECORD_VERSION, Record, Stored,
    StoredPlayer, Version,
    copier::Copier,
    file_place::FilePlace,
    schema,
    tails::{End, Tails},
    writer::{Done, Operation, Request, Writer},
};
use crate::{
    config::{Durability, Limits},
    error::Error,
    metrics::Metrics,
};

/// A journal in one SQLite file.
#[derive(Debug)]
pub struct SqliteJournal {
    server_id: u64,
    requests: SyncSender<Request>,
    healthy: Arc<AtomicBool>,
}

/// Either the caller's answer, or a failure of the database.
type Outcome<T> = rusqlite::Result<Result<T, JournalError>>;

struct Task<T, F> {
    work: F,
    result: Option<Result<T, JournalError>>,
    reply: oneshot::Sender<Result<T, JournalError>>,
    append: bool,
}

impl<T, F> Operation for Task<T, F>
where
    T: Send,
    F: FnMut(&Connection, &mut Tails) -> Outcome<T> + Send,
{
    fn run(&mut self, connection: &Connection, tails: &mut Tails) -> Done {
        match (self.work)(connection, tails) {
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
        // Nobody may be waiting any more; the work is done all the same.
        let _ = reply.send(result);
    }

    fn is_append(&self) -> bool {
        self.append
    }
}

impl SqliteJournal {
    /// Opens the journal in `file`, making or updating it as needed, and starts its thread.
    ///
    /// # Errors
    /// If the file is no database, or of a newer layout, or cannot be written.
    pub fn open(
        file: &Path,
        durability: Durability,
        limits: &Limits,
        metrics: Arc<Metrics>,
    ) -> Result<Self, Error> {
        let (connection, server_id) = schema::open(file, durability)?;
        let (requests, waiting) = sync_channel(limits.journal_queue);
        let healthy = Arc::new(AtomicBool::new(true));
        let unusable = |why: Box<dyn std::error::Error>| JournalError::Storage(why.to_string());
        let writer = Writer {
            connection,
            place: FilePlace::of(file),
            copier: Copier::start(file).map_err(unusable)?,
            tails: None,
            requests: waiting,
            batch: limits.journal_batch,
            gather: Duration::from_micros(limits.journal_gather_us),
            healthy: healthy.clone(),
            metrics,
        };
        thread::Builder::new()
            .name("tengen-journal".to_owned())
            .spawn(move || writer.work())
            .map_err(Error::Thread)?;
        Ok(Self { server_id, requests, healthy })
    }

    fn ask<T, F>(&self, work: F) -> Later<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection, &mut Tails) -> Outcome<T> + Send + 'static,
    {
        self.send(work, false)
    }

    fn send<T, F>(&self, work: F, append: bool) -> Later<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection, &mut Tails) -> Outcome<T> + Send + 'static,
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

impl Journal for SqliteJournal {
    fn append(&self, append: Append) -> Later<Version> {
        let body =
            serde_json::to_string(&*append.record).map_err(|error| JournalError::Storage(error.to_string()));
        self.send(
            move |connection, tails| {
                body.as_ref().map_or_else(|e| Ok(Err(e.clone())), |b| insert(connection, tails, &append, b))
            },
            true,
        )
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        let room = room.clone();
        self.ask(move |connection, tails| load(connection, tails, &room))
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        let room = room.clone();
        self.ask(move |connection, _| {
            let mut put = connection.prepare_cached(
                "INSERT OR REPLACE INTO checkpoints (room, seq, state)
                 SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM rooms WHERE room = ?1)",
            )?;
            put.execute(params![room.as_str(), checkpoint.seq.0, checkpoint.state])?;
            Ok(Ok(()))
        })
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        let room = room.clone();
        self.ask(move |connection, tails| delete(connection, tails, room.as_str()).map(Ok))
    }

    fn playing(&self) -> Later<Vec<RoomCode>> {
        self.ask(|connection, _| {
            let mut statement = connection.prepare("SELECT room FROM rooms WHERE playing ORDER BY room")?;
            let rooms: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Ok(rooms.into_iter().filter_map(|room| room.parse().ok()).collect()))
        })
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        self.ask(move |connection, _| {
            let mut find = connection
                .prepare_cached("SELECT room FROM entries WHERE player = ?1 AND run = ?2 AND n = ?3")?;
            let run = cause.id.run().0.cast_signed();
            let room: Option<String> =
                find.query_row(params![cause.player.0, run, cause.id.n()], |row| row.get(0)).optional()?;
            Ok(Ok(room.and_then(|room| room.parse().ok())))
        })
    }

    fn purge(&self, before: Millis) -> Later<usize> {
        self.ask(move |connection, tails| {
            let before = i64::try_from(before).unwrap_or(i64::MAX);
            let mut old = connection.prepare("SELECT room FROM rooms WHERE NOT playing AND time < ?1")?;
            let rooms: Vec<String> = old.query_map([before], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for room in &rooms {
                delete(connection, tails, room)?;
            }
            Ok(Ok(rooms.len()))
        })
    }

    fn player(&self, key: KeyHash) -> Later<Option<StoredPlayer>> {
        self.ask(move |connection, _| {
            let mut find = connection.prepare_cached("SELECT id, name FROM players WHERE key_hash = ?1")?;
            let found: Option<(u32, String)> =
                find.query_row([key.as_slice()], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            let player = found.map(|(id, name)| {
                let name = name
                    .parse()
                    .map_err(|_| JournalError::Storage(format!("player {id} has a damaged name")))?;
                Ok(StoredPlayer { id: PlayerId(id), name })
            });
            Ok(player.transpose())
        })
    }

    fn add_player(&self, name: Name, key: KeyHash) -> Later<PlayerId> {
        self.ask(move |connection, _| {
            let mut put =
                connection.prepare_cached("INSERT INTO players (name, key_hash) VALUES (?1, ?2)")?;
            let id = put.insert(params![name.as_str(), key.as_slice()])?;
            Ok(u32::try_from(id)
                .map(PlayerId)
                .map_err(|_| JournalError::Storage("too many players".to_owned())))
        })
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        self.ask(move |connection, _| {
            let mut put = connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?;
            put.execute(params![player.0, name.as_str()])?;
            Ok(Ok(()))
        })
    }

    fn server_id(&self) -> u64 {
        self.server_id
    }

    fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    fn close(&self) -> Later<()> {
        let (closed, done) = oneshot::channel();
        let requests = self.requests.clone();
        Box::pin(async move {
            // A thread that has ended is closed already.
            let sent = tokio::task::spawn_blocking(move || requests.send(Request::Close(closed))).await;
            if let Ok(Ok(())) = sent {
                let _ = done.await;
            }
            Ok(())
        })
    }
}

fn insert(connection: &Connection, tails: &mut Tails, append: &Append, body: &str) -> Outcome<Version> {
    let room = append.room.as_str();
    let end = tails.end_of(connection, room)?;
    if end.map_or(Version::NEW, |end| end.version) != append.after {
        return Ok(Err(JournalError::Conflict));
    }
    let version = Version::after(&append.record.events, append.after);
    let last = connection
        .prepare_cached("INSERT INTO records (previous, room, seq, body) VALUES (?1, ?2, ?3, ?4)")?
        .insert(params![end.map(|end| end.last), room, version.0.cast_signed(), body])?;
    // Only while a game is on, whose rows are looked behind at the next start.
    let stones =
        append.record.events.iter().all(|stamped| matches!(stamped.event, Event::StonePlaced { .. }));
    let only_stones = stones && append.summary.playing && end.is_some();
    let row = (!only_stones).then_some(append.summary);
    tails.move_on(connection, room, End { version, last }, row)?;
    if let (true, Some(cause)) = (append.entry, append.record.cause) {
        connection
            .prepare_cached("INSERT OR IGNORE INTO entries (player, run, n, room) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![cause.player.0, cause.id.run().0.cast_signed(), cause.id.n(), room])?;
    }
    Ok(Ok(version))
}

fn load(connection: &Connection, tails: &Tails, room: &RoomCode) -> Outcome<Option<Stored>> {
    let Some(End { version, last }) = tails.end_of(connection, room.as_str())? else {
        return Ok(Ok(None));
    };
    let mut find = connection.prepare_cached("SELECT seq, state FROM checkpoints WHERE room = ?1")?;
    let checkpoint = find
        .query_row([room.as_str()], |row| Ok(Checkpoint { seq: Seq(row.get(0)?), state: row.get(1)? }))
        .optional()?;
    let from = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.seq.0);
    let mut records = Vec::new();
    let mut find =
        connection.prepare_cached("SELECT previous, seq, body FROM records WHERE id = ?1 AND room = ?2")?;
    let mut next = Some(last);
    while let Some(id) = next {
        let found: Option<(Option<i64>, u32, String)> = find
            .query_row(params![id, room.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let Some((previous, seq, body)) = found else {
            let why = format!("record {id} is missing");
            return Ok(Err(JournalError::Damaged { room: room.clone(), why }));
        };
        // A record points back, so a damaged one cannot lead round in a circle.
        next = previous.filter(|previous| *previous < id);
        if seq <= from {
            break;
        }
        match read_record(room, &body) {
            Ok(record) => records.push(record),
            Err(damaged) => return Ok(Err(damaged)),
        }
    }
    records.reverse();
    Ok(Ok(Some(Stored { checkpoint, records, version })))
}

fn read_record(room: &RoomCode, body: &str) -> Result<Record, JournalError> {
    let damaged = |why: String| JournalError::Damaged { room: room.clone(), why };
    let record: Record = serde_json::from_str(body).map_err(|error| damaged(error.to_string()))?;
    match record.version {
        1..=RECORD_VERSION => Ok(record),
        newer => {
            Err(damaged(format!("it has version {newer}, and this program knows up to {RECORD_VERSION}")))
        }
    }
}

fn delete(connection: &Connection, tails: &mut Tails, room: &str) -> rusqlite::Result<()> {
    let mut next = tails.end_of(connection, room)?.map(|end| end.last);
    tails.forget(room);
    while let Some(id) = next {
        let mut take = connection
            .prepare_cached("DELETE FROM records WHERE id = ?1 AND room = ?2 RETURNING previous")?;
        next = take.query_row(params![id, room], |row| row.get(0)).optional()?.flatten();
    }
    for table in ["checkpoints", "rooms", "entries"] {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE room = ?1"))?.execute([room])?;
    }
    Ok(())
}
