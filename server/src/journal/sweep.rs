//! Deleting the records that checkpoints cover, a few with each checkpoint.
//!
//! A room's records lie among those of all other rooms, so to delete just them would be to write a page for nearly
//! each. The sweep goes through the records in the order in which they came instead, round and round, and deletes
//! what it finds covered, whichever room it is of: whole pages become empty at once, and those cost next to nothing.
//! It looks at twice as many records as come, so there are never many more than are needed.
//!
//! There is no VACUUM: empty pages are used for the next records, and nearly empty ones are merged by SQLite, so the
//! file does not grow while as much is deleted as is added. To give the space back would be to copy the whole file
//! while moves wait.

use rusqlite::{Connection, params};

use super::tails::Tails;

/// Records looked at for each event that a checkpoint newly covers.
const PER_EVENT: i64 = 2;
/// Records looked at, at least and at most, so that a short game clears up what long ones have left, and no move
/// waits for long.
const LEAST: i64 = 64;
const MOST: i64 = 512;

/// Deletes some of the records that are covered by a checkpoint, or whose room is gone, after a checkpoint that
/// newly covers `events`. A room's last record always stays, so that there is one to point at; those that stay may
/// point back at one that is gone.
pub(super) fn sweep(connection: &Connection, tails: &mut Tails, events: i64) -> rusqlite::Result<()> {
    let count = (events * PER_EVENT).clamp(LEAST, MOST);
    let (found, last): (i64, Option<i64>) = connection
        .prepare_cached(
            "SELECT count(*), max(id) FROM (SELECT id FROM records WHERE id > ?1 ORDER BY id LIMIT ?2)",
        )?
        .query_row(params![tails.swept, count], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if let Some(last) = last {
        connection
            .prepare_cached(
                "DELETE FROM records WHERE id > ?1 AND id <= ?2 AND NOT EXISTS (
                     SELECT 1 FROM rooms WHERE rooms.room = records.room
                     AND (rooms.last = records.id OR records.seq > rooms.covered)
                 )",
            )?
            .execute(params![tails.swept, last])?;
    }
    // A round is over where the records end.
    tails.swept = last.filter(|_| found == count).unwrap_or(0);
    Ok(())
}
