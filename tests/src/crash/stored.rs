//! The contents of the journal, read after the server has ended.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    io,
    path::Path,
    sync::Arc,
};

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use tengen_server::{
    config::{Durability, Limits},
    journal::{
        Archive as _, Checkpoint, EventLog as _, Journal as _, Record, SqliteJournal, Stored, StoredGame,
        read_record,
    },
    metrics::Metrics,
};
use tengen_shared::game::{Room, RoomCode};

use super::{KeptGame, Records, Stream, victim::data};

pub(super) fn other(error: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}

/// All records by room, in order.
type RecordsByRoom = BTreeMap<String, Vec<Record>>;

/// The data read from the tables directly.
struct Tables {
    records: RecordsByRoom,
    rooms: BTreeSet<String>,
    counts: Records,
}

/// Reads all records and all rooms. The journal's own interface loads one room at a time, and no records before a
/// checkpoint.
fn read(file: &Path) -> io::Result<Tables> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(other)?;
    let records = read_records(&database)?;
    let mut all = database.prepare("SELECT room FROM rooms").map_err(other)?;
    let rooms = all.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(other)?;
    let counts = database.query_row(
        "SELECT max(id), count(*), sum(records.seq <= covered) FROM records JOIN rooms USING (room)",
        [],
        |row| {
            let (written, left, behind): (u32, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let [written, left, behind] = [written, left, behind].map(u64::from);
            // The newest record of a room is never deleted, so the highest ID is still there.
            let deleted = written - left;
            Ok(Records { written, behind_checkpoint: deleted + behind, deleted })
        },
    );
    let counts = counts.map_err(other)?;
    Ok(Tables { records, rooms, counts })
}

fn read_records(database: &Connection) -> io::Result<RecordsByRoom> {
    let mut records = RecordsByRoom::new();
    let mut all = database.prepare("SELECT room, body FROM records ORDER BY id").map_err(other)?;
    let mut rows = all.query([]).map_err(other)?;
    while let Some(row) = rows.next().map_err(other)? {
        let room = row.get(0).map_err(other)?;
        let record = read_record(row.get_ref(1).map_err(other)?).map_err(other)?;
        records.entry(room).or_default().push(record);
    }
    Ok(records)
}

/// Returns the last records without a gap. The server may delete any record before a checkpoint.
fn without_holes(mut records: Vec<Record>) -> Vec<Record> {
    let first = |record: &Record| record.events.first().map(|stamped| stamped.seq);
    let next = |record: &Record| record.events.last().map(|stamped| stamped.seq.next());
    let hole = records.windows(2).rposition(|pair| next(&pair[0]) != first(&pair[1]));
    records.split_off(hole.map_or(0, |hole| hole + 1))
}

/// Returns the room in a checkpoint.
pub(super) fn kept_room(kept: &Checkpoint) -> io::Result<Room> {
    let mut state: Value = serde_json::from_str(&kept.state).map_err(other)?;
    let room: Room = serde_json::from_value(state["room"].take()).map_err(other)?;
    if room.seq() != kept.seq {
        return Err(other(format!("the checkpoint of {} is not at its number", room.code())));
    }
    Ok(room)
}

pub(super) fn parse_game(game: &StoredGame) -> io::Result<KeptGame> {
    let record = serde_json::from_str(&game.body).map_err(other)?;
    Ok(KeptGame { id: game.id, record })
}

/// The journal of a server that has ended.
pub(super) struct Archive {
    journal: SqliteJournal,
    tables: Tables,
}

impl Archive {
    /// Opens the journal in `folder`.
    ///
    /// # Errors
    /// Returns an error if it is not usable.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let file = data(folder).join("tengen.db");
        let metrics = Arc::new(Metrics::new());
        let journal = SqliteJournal::open(&file, Durability::Process, &Limits::default(), metrics);
        let tables = read(&file)?;
        Ok(Self { journal: journal.map_err(other)?, tables })
    }

    /// Returns the codes of all rooms.
    pub(super) const fn rooms(&self) -> &BTreeSet<String> {
        &self.tables.rooms
    }

    /// Returns the numbers of records: written, before a checkpoint, and deleted.
    pub(super) const fn counts(&self) -> Records {
        self.tables.counts
    }

    /// Returns all data of a room: the checkpoint and the records after it as the server loads them, and the
    /// earlier records, which the server need not read any more.
    ///
    /// # Errors
    /// Returns an error if the data cannot be read, or if the two ways of reading differ.
    pub(super) async fn stream(&self, room: &RoomCode) -> io::Result<Stream> {
        let Some(stored) = self.journal.load(room).await.map_err(other)? else {
            return Ok(Stream { records: Vec::new(), checkpoint: None, games: Vec::new() });
        };
        let Stored { checkpoint, records: tail, .. } = stored;
        let checkpoint = checkpoint.map(|kept| kept_room(&kept)).transpose()?;
        let records = self.records(room);
        if !records.ends_with(&tail) {
            return Err(other(format!("room {room} is loaded with other records than there are")));
        }
        Ok(Stream { records: without_holes(records), checkpoint, games: self.games(room).await? })
    }

    async fn games(&self, room: &RoomCode) -> io::Result<Vec<KeptGame>> {
        let games = self.journal.games_of_room(room, None, usize::MAX).await.map_err(other)?;
        games.iter().map(parse_game).collect()
    }

    fn records(&self, room: &RoomCode) -> Vec<Record> {
        self.tables.records.get(room.as_str()).cloned().unwrap_or_default()
    }

    /// Ends the journal's threads.
    pub(super) async fn close(self) {
        // Ignore an error: all data has been read.
        let _ = self.journal.close().await;
    }
}
