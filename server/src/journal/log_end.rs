//! Notices a log that lacks its end: after an old copy of the database was put in its place, its write-ahead log was
//! deleted, or the power failed.
//!
//! The database counts the appends that it has committed, refused ones included. A file beside it repeats that number
//! about once a second, so it may lag behind the database, but never the reverse.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rusqlite::Connection;

/// Interval between two updates of the file.
const EVERY: Duration = Duration::from_secs(1);

/// The number of appends that were ever committed, in the database and in the file beside it.
pub(super) struct LogEnd {
    file: PathBuf,
    written: u64,
    noted: u64,
    at: Instant,
}

/// Returns the file beside the database in `file`.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-end");
    name.into()
}

fn number(connection: &Connection, query: &str) -> rusqlite::Result<u64> {
    connection.query_row(query, [], |row| row.get(0)).map(i64::cast_unsigned)
}

impl LogEnd {
    /// Reads both numbers. Returns what the log lacks, too, if anything.
    pub(super) fn open(file: &Path, connection: &Connection) -> rusqlite::Result<(Self, Option<String>)> {
        let written = number(connection, "SELECT written FROM server")?;
        let last = number(connection, "SELECT last_record FROM server")?;
        let found = number(connection, "SELECT coalesce(max(id), 0) FROM records")?;
        let beside = beside(file);
        let noted: u64 =
            fs::read_to_string(&beside).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let lost = noted.saturating_sub(written);
        let lacks = if lost > 0 {
            Some(format!(
                "the journal lacks its last {lost} writes: the database is older than {}. Was an old copy of it put \
                 back, or tengen.db-wal deleted, or did the power fail? Moves that were accepted are missing",
                beside.display()
            ))
        } else if found < last {
            Some(format!(
                "the journal ends with record {found}, but record {last} was written: rooms may be older than they \
                 were. Restore the data folder from a copy to get them back"
            ))
        } else {
            None
        };
        Ok((Self { file: beside, written, noted: 0, at: Instant::now() }, lacks))
    }

    /// Counts `appends` more in the database, inside the transaction that has them.
    pub(super) fn count(connection: &Connection, appends: usize) -> rusqlite::Result<()> {
        connection
            .prepare_cached(
                "UPDATE server SET written = written + ?1, last_record = (SELECT coalesce(max(id), 0) FROM records)
                 WHERE ?1 > 0 OR last_record <> (SELECT coalesce(max(id), 0) FROM records)",
            )?
            .execute([i64::try_from(appends).unwrap_or(i64::MAX)])?;
        Ok(())
    }

    /// Counts appends that were committed, and updates the file if it is time.
    pub(super) fn committed(&mut self, appends: usize) {
        self.written += appends as u64;
        if self.at.elapsed() >= EVERY {
            self.note();
        }
    }

    /// Updates the file, unless it is up to date.
    pub(super) fn note(&mut self) {
        self.at = Instant::now();
        if self.noted == self.written {
            return;
        }
        match fs::write(&self.file, format!("{}\n", self.written)) {
            Ok(()) => self.noted = self.written,
            Err(error) => {
                tracing::warn!(file = %self.file.display(), %error, "cannot note the end of the journal");
            }
        }
    }
}
