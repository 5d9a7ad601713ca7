//! The tables of rooms: records, checkpoints, and the read model.

use rusqlite::{Connection, OptionalExtension, params};
use tengen_shared::game::{DAY_MS, Event, Millis, RoomCode, Seq};

use super::{
    Append, Cause, Checkpoint, JournalError, Old, OldKind, RECORD_VERSION, Record, Stored, Version,
    compaction, games,
    stream_heads::{StreamHead, StreamHeads},
    writer::Outcome,
};

/// Appends a record, if the room's stream ends at `append.after`.
pub(super) fn append(
    connection: &Connection,
    tails: &mut StreamHeads,
    append: &Append,
    body: &str,
) -> Outcome<Version> {
    let room = append.room.as_str();
    let end = tails.end_of(connection, room)?;
    if end.map_or(Version::NEW, |end| end.version) != append.after {
        return Ok(Err(JournalError::Conflict));
    }
    if let Some(number) = games::already_there(connection, room, &append.finished)? {
        return Ok(Err(games::twice(&append.room, number)));
    }
    let version = Version::after(&append.record.events, append.after);
    let last = connection
        .prepare_cached("INSERT INTO records (previous, room, seq, body) VALUES (?1, ?2, ?3, ?4)")?
        .insert(params![end.map(|end| end.last), room, version.0.cast_signed(), body])?;
    let goes_with_a_stone = |event: &Event| {
        matches!(event, Event::StonePlaced { .. } | Event::ClockSet { .. } | Event::ThoughtNoted { .. })
    };
    let stone = append.record.events.iter().all(|stamped| goes_with_a_stone(&stamped.event));
    // Only during a game: after a restart, stale rows are looked for in rooms with a game only.
    let only_a_stone = stone && append.summary.playing && end.is_some();
    let row = (!only_a_stone).then_some(append.summary);
    tails.move_on(connection, room, StreamHead { version, last }, row)?;
    if let (true, Some(cause)) = (append.entry, append.record.cause) {
        connection
            .prepare_cached("INSERT OR IGNORE INTO entries (player, run, n, room) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![cause.player.0, cause.id.run().0.cast_signed(), cause.id.n(), room])?;
    }
    games::put(connection, room, &append.finished)?;
    Ok(Ok(version))
}

/// Loads a room: its checkpoint, and the records after it.
pub(crate) fn load(connection: &Connection, tails: &StreamHeads, room: &RoomCode) -> Outcome<Option<Stored>> {
    let Some(StreamHead { version, last }) = tails.end_of(connection, room.as_str())? else {
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
        if seq <= from {
            break;
        }
        // Follow pointers to older records only, so that a damaged one cannot form a cycle.
        next = previous.filter(|previous| *previous < id);
        match read_record(room, &body) {
            Ok(record) => {
                // The record before the first one that is needed may have been deleted.
                if record.events.first().is_some_and(|first| first.seq.0 == from + 1) {
                    next = None;
                }
                records.push(record);
            }
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

/// Deletes a room and everything that belongs to it.
pub(super) fn delete(connection: &Connection, tails: &mut StreamHeads, room: &str) -> rusqlite::Result<()> {
    let mut next = tails.end_of(connection, room)?.map(|end| end.last);
    tails.forget(room);
    while let Some(id) = next {
        let mut take = connection
            .prepare_cached("DELETE FROM records WHERE id = ?1 AND room = ?2 RETURNING previous")?;
        next = take.query_row(params![id, room], |row| row.get(0)).optional()?.flatten();
    }
    games::delete(connection, room)?;
    for table in ["checkpoints", "rooms", "entries"] {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE room = ?1"))?.execute([room])?;
    }
    Ok(())
}

/// Stores a room's whole state, and deletes some records that are no longer needed. Ignores a state that is older than
/// the stored one or newer than the stream: it comes from a stale copy of the room.
pub(super) fn checkpoint(
    connection: &Connection,
    tails: &mut StreamHeads,
    room: &RoomCode,
    checkpoint: &Checkpoint,
) -> rusqlite::Result<()> {
    let room = room.as_str();
    let seq = i64::from(checkpoint.seq.0);
    let Some(end) = tails.end_of(connection, room)? else { return Ok(()) };
    let mut find = connection.prepare_cached("SELECT covered FROM rooms WHERE room = ?1")?;
    let covered: i64 = find.query_row([room], |row| row.get(0))?;
    if !(covered..=end.version.0.cast_signed()).contains(&seq) {
        return Ok(());
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO checkpoints (room, seq, state) VALUES (?1, ?2, ?3)")?
        .execute(params![room, seq, checkpoint.state])?;
    tails.settle(connection, room, end, seq)?;
    compaction::compact(connection, tails, seq - covered)
}

/// Returns the codes of all rooms.
pub(super) fn codes(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection.prepare("SELECT room FROM rooms")?.query_map([], |row| row.get(0))?.collect()
}

/// Notes that somebody other than its host has been in a room.
pub(super) fn note_shared(connection: &Connection, room: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE rooms SET shared = 1 WHERE room = ?1")?.execute([room])?;
    Ok(())
}

/// Returns the time of the newest event: from the last record, or from a room's row if that record was deleted.
pub(super) fn newest(connection: &Connection) -> rusqlite::Result<Millis> {
    let of_rows: i64 =
        connection.query_row("SELECT coalesce(max(time), 0) FROM rooms", [], |row| row.get(0))?;
    let last: Option<String> = connection
        .query_row("SELECT body FROM records ORDER BY id DESC LIMIT 1", [], |row| row.get(0))
        .optional()?;
    let of_record = last.and_then(|body| time_of(&body)).unwrap_or(0);
    Ok(of_record.max(u64::try_from(of_rows).unwrap_or(0)))
}

/// Returns the time of the last event in a record; `None` if it is damaged, which is reported when its room is opened.
fn time_of(body: &str) -> Option<Millis> {
    let record: Record = serde_json::from_str(body).ok()?;
    record.events.last().map(|event| event.time)
}

impl OldKind {
    /// Returns the SQL condition on a row of `rooms`.
    const fn condition(self) -> &'static str {
        match self {
            Self::Unshared => "NOT shared AND NOT EXISTS (SELECT 1 FROM games WHERE games.room = rooms.room)",
            Self::Playing => "playing",
            Self::Finished => "NOT playing",
        }
    }
}

pub(super) fn is_old(
    connection: &Connection,
    tails: &StreamHeads,
    old: Old,
    room: &str,
) -> rusqlite::Result<bool> {
    let query = format!("SELECT 1 FROM rooms WHERE room = ?1 AND {}", old.kind.condition());
    let of_kind = connection.prepare_cached(&query)?.exists([room])?;
    Ok(of_kind && is_untouched(connection, tails, room, old.before)?)
}

/// Returns whether nothing has happened in a room since `before`. Stones do not change the room's row, so the row may
/// be older than the last event.
fn is_untouched(
    connection: &Connection,
    tails: &StreamHeads,
    room: &str,
    before: Millis,
) -> rusqlite::Result<bool> {
    let Some(end) = tails.end_of(connection, room)? else { return Ok(false) };
    let mut find = connection.prepare_cached("SELECT body FROM records WHERE id = ?1")?;
    let last: Option<String> = find.query_row([end.last], |row| row.get(0)).optional()?;
    // Keep what cannot be read, so that it can be repaired.
    Ok(last.and_then(|last| time_of(&last)).is_some_and(|time| time < before))
}

/// Returns the old rooms: the first `most` by code, after `after`.
pub(super) fn old(
    connection: &Connection,
    tails: &StreamHeads,
    old: Old,
    after: Option<&RoomCode>,
    most: usize,
) -> rusqlite::Result<Vec<RoomCode>> {
    let of_kind = old.kind.condition();
    let query = format!("SELECT room FROM rooms WHERE {of_kind} AND time < ?1 AND room > ?2 ORDER BY room");
    let mut rooms = connection.prepare_cached(&query)?;
    let after = after.map_or("", RoomCode::as_str);
    let mut rows = rooms.query(params![i64::try_from(old.before).unwrap_or(i64::MAX), after])?;
    let mut found = Vec::new();
    while found.len() < most
        && let Some(row) = rows.next()?
    {
        let room: String = row.get(0)?;
        if !is_untouched(connection, tails, &room, old.before)? {
            continue;
        }
        match room.parse() {
            Ok(room) => found.push(room),
            Err(_) => tracing::error!(room, "the journal has a room with an invalid code"),
        }
    }
    Ok(found)
}

/// Notes that the server ran on `day`. For each number in `back`, returns when the day that many such days earlier
/// began.
pub(super) fn note_day(
    connection: &Connection,
    day: u32,
    back: [u32; 3],
) -> rusqlite::Result<[Option<Millis>; 3]> {
    connection.prepare_cached("INSERT OR IGNORE INTO days (day) VALUES (?1)")?.execute([day])?;
    let mut find = connection
        .prepare_cached("SELECT day FROM days WHERE day <= ?1 ORDER BY day DESC LIMIT 1 OFFSET ?2")?;
    let mut began = [None; 3];
    for (began, back) in began.iter_mut().zip(back) {
        let found: Option<u32> = find.query_row([day, back], |row| row.get(0)).optional()?;
        *began = found.map(|day| Millis::from(day) * DAY_MS);
    }
    Ok(began)
}

/// Returns the room into which a command led its sender.
pub(super) fn entered(connection: &Connection, cause: &Cause) -> rusqlite::Result<Option<RoomCode>> {
    let mut find =
        connection.prepare_cached("SELECT room FROM entries WHERE player = ?1 AND run = ?2 AND n = ?3")?;
    let run = cause.id.run().0.cast_signed();
    let room: Option<String> =
        find.query_row(params![cause.player.0, run, cause.id.n()], |row| row.get(0)).optional()?;
    Ok(room.and_then(|room| room.parse().ok()))
}
