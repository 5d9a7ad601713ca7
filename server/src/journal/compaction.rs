//! Compaction: deletes the records that checkpoints cover, a few with each checkpoint.
//!
//! A room's records lie among those of all other rooms, so deleting only those would write nearly one page per record.
//! Compaction instead goes through the records in log order, round and round, and deletes the covered ones of any room.
//! Whole pages become empty at once, and those cost next to nothing. It visits twice as many records as arrive, so the
//! log never has many more than are needed.
//!
//! There is no VACUUM: new records use the empty pages, and SQLite merges nearly empty ones. The file does not grow
//! while as much is deleted as is added. Returning the space to the system would copy the whole file while moves wait.

use rusqlite::{Connection, params};

use super::stream_heads::StreamHeads;

/// Records visited per event that a checkpoint newly covers.
const PER_EVENT: i64 = 2;
/// The least and most records visited. The minimum lets a short game clear up after long ones; the maximum keeps moves
/// from waiting long.
const LEAST: i64 = 64;
const MOST: i64 = 512;

/// Deletes some of the records that a checkpoint covers or whose room is gone, after a checkpoint that newly covers
/// `events`. A room's last record always stays, so that the room's row has one to point at. A record that stays may
/// point back at a deleted one.
pub(super) fn compact(connection: &Connection, heads: &mut StreamHeads, events: i64) -> rusqlite::Result<()> {
    let count = (events * PER_EVENT).clamp(LEAST, MOST);
    let (found, last): (i64, Option<i64>) = connection
        .prepare_cached(
            "SELECT count(*), max(id) FROM (SELECT id FROM records WHERE id > ?1 ORDER BY id LIMIT ?2)",
        )?
        .query_row(params![heads.swept, count], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if let Some(last) = last {
        connection
            .prepare_cached(
                "DELETE FROM records WHERE id > ?1 AND id <= ?2 AND NOT EXISTS (
                     SELECT 1 FROM rooms WHERE rooms.room = records.room
                     AND (rooms.last = records.id OR records.seq > rooms.covered)
                 )",
            )?
            .execute(params![heads.swept, last])?;
    }
    // The round is over at the end of the records.
    heads.swept = last.filter(|_| found == count).unwrap_or(0);
    Ok(())
}
