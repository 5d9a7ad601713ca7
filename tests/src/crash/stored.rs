//! What the journal has, read after the server's end.

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
    journal::{Journal, Record, SqliteJournal, Stored},
    metrics::Metrics,
};
use tengen_shared::game::{Room, RoomCode};

use super::{Stream, victim::data};

fn other(error: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}

/// The bodies of all records by room, in order.
type Bodies = BTreeMap<String, Vec<String>>;

/// All records and all rooms; the journal's own door opens one room at a time, and not what lies before a checkpoint.
fn read(file: &Path) -> rusqlite::Result<(Bodies, BTreeSet<String>)> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut records = Bodies::new();
    let mut all = database.prepare("SELECT room, body FROM records ORDER BY id")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        records.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    let mut all = database.prepare("SELECT room FROM rooms")?;
    let rooms = all.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok((records, rooms))
}

/// The journal of a server that has ended.
pub(super) struct Archive {
    journal: SqliteJournal,
    records: Bodies,
    rooms: BTreeSet<String>,
}

impl Archive {
    /// Opens the journal in `folder`.
    ///
    /// # Errors
    /// If it is not usable.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let file = data(folder).join("tengen.db");
        let metrics = Arc::new(Metrics::new());
        let journal = SqliteJournal::open(&file, Durability::Process, &Limits::default(), metrics);
        let (records, rooms) = read(&file).map_err(other)?;
        Ok(Self { journal: journal.map_err(other)?, records, rooms })
    }

    /// Every room there is.
    pub(super) const fn rooms(&self) -> &BTreeSet<String> {
        &self.rooms
    }

    /// All that there is of a room: the checkpoint and the records after it as the server loads them, and the
    /// records before, which it need not read any more.
    ///
    /// # Errors
    /// If that cannot be read, or the two ways to read it differ.
    pub(super) async fn stream(&self, room: &RoomCode) -> io::Result<Stream> {
        let Some(stored) = self.journal.load(room).await.map_err(other)? else {
            return Ok(Stream { records: Vec::new(), checkpoint: None });
        };
        let Stored { checkpoint, records: tail, .. } = stored;
        let checkpoint = match checkpoint {
            None => None,
            Some(kept) => {
                let mut state: Value = serde_json::from_str(&kept.state).map_err(other)?;
                let room: Room = serde_json::from_value(state["room"].take()).map_err(other)?;
                if room.seq() != kept.seq {
                    return Err(other(format!("the checkpoint of {} is not at its number", room.code())));
                }
                Some(room)
            }
        };
        let records = self.records(room)?;
        if !records.ends_with(&tail) {
            return Err(other(format!("room {room} is loaded with other records than there are")));
        }
        Ok(Stream { records, checkpoint })
    }

    fn records(&self, room: &RoomCode) -> io::Result<Vec<Record>> {
        let bodies = self.records.get(room.as_str()).map_or(&[][..], Vec::as_slice);
        bodies.iter().map(|body| serde_json::from_str(body).map_err(other)).collect()
    }

    /// Ends the journal's threads.
    pub(super) async fn close(self) {
        // Whatever this says, all has been read.
        let _ = self.journal.close().await;
    }
}
