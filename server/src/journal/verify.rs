//! Checks every record's own checksum once, on a thread of its own, and that the last record named in each room's row
//! exists. A server that has just started need not wait for it. Loading a room checks the chain between its records.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::Connection;

use super::{encoding, schema};
use crate::error::Error;

/// Records per transaction, and the pause after each, so that nobody waits for this.
const STEP: i64 = 500;
const PAUSE: Duration = Duration::from_millis(1);
/// The maximum number of findings that get a log line each.
const TOLD: usize = 20;

/// The thread that looks through the log.
#[derive(Debug)]
pub(super) struct Verify {
    stop: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Verify {
    /// Starts to look through the database in `file`.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened, or the system refuses a thread.
    pub(super) fn start(file: &Path) -> Result<Self, Error> {
        let (connection, _) = schema::open_to_read(file)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let look = move || match find(&connection, &stopped) {
            Ok(found) if found.is_empty() => tracing::debug!("found no damage in the records checked so far"),
            Ok(found) => tell(&found),
            Err(error) => tracing::warn!(%error, "cannot look through the journal"),
        };
        let thread = thread::Builder::new().name("tengen-verify".to_owned()).spawn(look);
        Ok(Self { stop, thread: Mutex::new(Some(thread.map_err(Error::Thread)?)) })
    }

    /// Makes the thread tell what it has found so far, and end. Returns the thread, if it was not stopped before.
    pub(super) fn stop(&self) -> Option<JoinHandle<()>> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn tell(found: &[String]) {
    for finding in found.iter().take(TOLD) {
        tracing::error!("the journal is damaged: {finding}");
    }
    tracing::error!(
        findings = found.len(),
        "a room cannot be opened if it still needs a damaged or missing record: restore the data folder from a copy, \
         or go on without the room"
    );
}

/// Returns what is damaged or missing, in words.
fn find(connection: &Connection, stop: &AtomicBool) -> rusqlite::Result<Vec<String>> {
    let mut found = missing(connection)?;
    let mut records =
        connection.prepare("SELECT id, room, body FROM records WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let mut last = 0;
    loop {
        let before = last;
        let mut rows = records.query([last, STEP])?;
        while let Some(row) = rows.next()? {
            last = row.get(0)?;
            if let Err(why) = encoding::check_sum(row.get_ref(2)?) {
                let room: String = row.get(1)?;
                found.push(format!("record {last} of room {room}: {why}"));
            }
        }
        if last == before || stop.load(Ordering::Relaxed) {
            return Ok(found);
        }
        thread::sleep(PAUSE);
    }
}

/// Returns a message for each room whose last record is missing.
fn missing(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let query = "SELECT rooms.room, rooms.last FROM rooms LEFT JOIN records ON records.id = rooms.last
        WHERE records.id IS NULL";
    let tell = |room: String, last: i64| format!("record {last}, the last of room {room}, is missing");
    connection.prepare(query)?.query_map([], |row| Ok(tell(row.get(0)?, row.get(1)?)))?.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn damaged_and_missing_records_are_found() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE records (id INTEGER PRIMARY KEY, room TEXT, body);
                 CREATE TABLE rooms (room TEXT PRIMARY KEY, last INTEGER);
                 INSERT INTO records VALUES (1, 'amber-fox-1', '{}'), (2, 'amber-fox-2', x'0200');
                 INSERT INTO rooms VALUES ('amber-fox-1', 1), ('amber-fox-2', 2), ('amber-fox-3', 3);",
            )
            .unwrap();
        let found = find(&connection, &AtomicBool::new(false)).unwrap();
        assert_eq!(
            found,
            [
                "record 3, the last of room amber-fox-3, is missing",
                "record 2 of room amber-fox-2: it is cut off"
            ]
        );
    }
}
