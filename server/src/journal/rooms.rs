//! The tables of rooms: records, checkpoints, and the read model.

use rusqlite::{Connection, OptionalExtension, Row, params, types::ValueRef};
use tengen_shared::game::{DAY_MS, Event, Millis, RoomCode, Seq};

use super::{
    Append, Cause, Checkpoint, JournalError, Old, OldKind, Stored, Version, compaction,
    encoding::{self, Decoded, Encoded, Sum},
    games,
    stream_heads::{StreamHead, StreamHeads},
    writer::Outcome,
};

/// Appends a record, if the room's stream ends at `append.after`.
pub(super) fn append(
    connection: &Connection,
    heads: &mut StreamHeads,
    append: &Append,
    Encoded { body, sum }: &Encoded,
) -> Outcome<Version> {
    let room = append.room.as_str();
    let end = heads.head_of(connection, room)?;
    if end.map_or(0, |end| end.seq) != append.after.seq {
        return Ok(Err(JournalError::Conflict));
    }
    if let Some(cause) = append.entering()
        && let Some(before) = entered(connection, &cause)?.filter(|before| *before != append.room)
    {
        return Ok(Err(JournalError::EnteredBefore(before)));
    }
    if let Some(number) = games::already_there(connection, room, &append.finished)? {
        return Ok(Err(games::twice(&append.room, number)));
    }
    let version = Version::after(&append.record.events, append.after, *sum);
    let last = connection
        .prepare_cached("INSERT INTO records (previous, room, seq, body) VALUES (?1, ?2, ?3, ?4)")?
        .insert(params![end.map(|end| end.last), room, version.seq.cast_signed(), body])?;
    let goes_with_a_stone = |event: &Event| {
        matches!(event, Event::StonePlaced { .. } | Event::ClockSet { .. } | Event::ThoughtNoted { .. })
    };
    let stone = append.record.events.iter().all(|stamped| goes_with_a_stone(&stamped.event));
    // Only during a game: after a restart, stale rows are looked for in rooms with a game only.
    let only_a_stone = stone && append.summary.playing && end.is_some();
    let row = (!only_a_stone).then_some(append.summary);
    heads.move_on(connection, room, StreamHead { seq: version.seq, last }, row)?;
    if let Some(cause) = append.entering() {
        connection
            .prepare_cached("INSERT OR IGNORE INTO entries (player, run, n, room) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![cause.player.0, cause.id.run().0.cast_signed(), cause.id.n(), room])?;
    }
    games::put(connection, room, &append.finished)?;
    Ok(Ok(version))
}

/// Loads a room: its checkpoint, and the records after it. Checks every checksum, and the chain that they form.
pub(crate) fn load(connection: &Connection, heads: &StreamHeads, room: &RoomCode) -> Outcome<Option<Stored>> {
    let Some(StreamHead { seq, last }) = heads.head_of(connection, room.as_str())? else {
        return Ok(Ok(None));
    };
    let damaged = |why: String| Ok(Err(JournalError::Damaged { room: room.clone(), why }));
    let (checkpoint, covered_sum) = match find_checkpoint(connection, room)? {
        None => (None, Some(Sum::NONE)),
        Some(Ok(Covered { checkpoint, sum })) => (Some(checkpoint), sum),
        Some(Err(why)) => return damaged(why),
    };
    let covered = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.seq.0);
    let mut records = Vec::new();
    let mut find =
        connection.prepare_cached("SELECT previous, seq, body FROM records WHERE id = ?1 AND room = ?2")?;
    let (mut next, mut newest, mut expected) = (Some(last), None, None);
    while let Some(id) = next {
        let found: Option<(Option<i64>, u32, Result<Decoded, String>)> = find
            .query_row(params![id, room.as_str()], |row| {
                Ok((row.get(0)?, row.get(1)?, encoding::decode(row.get_ref(2)?)))
            })
            .optional()?;
        let Some((previous, seq, decoded)) = found else {
            return damaged(format!("record {id} is missing"));
        };
        let Decoded { record, sum, after } = match decoded {
            Ok(decoded) => decoded,
            Err(why) => return damaged(format!("record {id}: {why}")),
        };
        newest.get_or_insert(sum);
        if expected.is_some_and(|expected| expected != sum) {
            return damaged(format!(
                "the records before and after number {} do not belong together",
                seq + 1
            ));
        }
        if seq <= covered {
            break;
        }
        expected = after;
        // Follow pointers to older records only, so that a damaged one cannot form a cycle.
        next = previous.filter(|previous| *previous < id);
        // The record before the first one that is needed may have been deleted.
        if record.events.first().is_some_and(|first| first.seq.0 == covered + 1) {
            next = None;
            if let (Some(covered), Some(after)) = (covered_sum, after)
                && covered != after
            {
                return damaged("its records do not belong to its checkpoint".to_owned());
            }
        }
        records.push(record);
    }
    records.reverse();
    let version = Version { seq, sum: newest.unwrap_or(Sum::NONE), ..Version::NEW };
    Ok(Ok(Some(Stored { checkpoint, records, version })))
}

/// A checkpoint, and the checksum of the last record that it covers; `None` if that was not stored.
struct Covered {
    checkpoint: Checkpoint,
    sum: Option<Sum>,
}

/// Returns a room's checkpoint, or what is wrong with it; `None` if it has none.
fn find_checkpoint(
    connection: &Connection,
    room: &RoomCode,
) -> rusqlite::Result<Option<Result<Covered, String>>> {
    let mut find = connection.prepare_cached("SELECT * FROM checkpoints WHERE room = ?1")?;
    // An export reads older layouts, too, where the fourth column is missing.
    let has_sums = find.column_count() > 3;
    let sums = |row: &Row<'_>| if has_sums { row.get(3) } else { Ok(None) };
    let found: Option<(u32, String, Option<Vec<u8>>)> =
        find.query_row([room.as_str()], |row| Ok((row.get(1)?, row.get(2)?, sums(row)?))).optional()?;
    Ok(found.map(|(seq, state, sums)| {
        let sum = match sums {
            Some(sums) if sums.get(8..) != Some(Sum::of(state.as_bytes()).bytes()) => {
                return Err("the checksum of its checkpoint is wrong".to_owned());
            }
            Some(sums) => Some(Sum::read(&sums)),
            None => None,
        };
        Ok(Covered { checkpoint: Checkpoint { seq: Seq(seq), state }, sum })
    }))
}

/// Returns the checksum of a record.
fn sum_of(connection: &Connection, record: i64) -> rusqlite::Result<Option<Sum>> {
    let mut find = connection.prepare_cached("SELECT body FROM records WHERE id = ?1")?;
    let sum = find.query_row([record], |row| Ok(encoding::check_sum(row.get_ref(0)?).ok())).optional()?;
    Ok(sum.flatten())
}

/// Deletes a room and everything that belongs to it.
pub(super) fn delete(connection: &Connection, heads: &mut StreamHeads, room: &str) -> rusqlite::Result<()> {
    let mut next = heads.head_of(connection, room)?.map(|end| end.last);
    heads.forget(room);
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
    heads: &mut StreamHeads,
    room: &RoomCode,
    checkpoint: &Checkpoint,
) -> rusqlite::Result<()> {
    let room = room.as_str();
    let seq = i64::from(checkpoint.seq.0);
    let Some(end) = heads.head_of(connection, room)? else { return Ok(()) };
    let mut find = connection.prepare_cached("SELECT covered FROM rooms WHERE room = ?1")?;
    let covered: i64 = find.query_row([room], |row| row.get(0))?;
    if !(covered..=end.seq.cast_signed()).contains(&seq) {
        return Ok(());
    }
    // Records after it continue the chain from the last one that it covers, which may be deleted.
    let at_the_end = seq == end.seq.cast_signed();
    let last = if at_the_end { sum_of(connection, end.last)? } else { None };
    let sums = last.map(|last| [last.bytes(), Sum::of(checkpoint.state.as_bytes()).bytes()].concat());
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO checkpoints (room, seq, state, sums) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![room, seq, checkpoint.state, sums])?;
    heads.settle(connection, room, end, seq)?;
    compaction::compact(connection, heads, seq - covered)
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
    let of_record = connection
        .query_row("SELECT body FROM records ORDER BY id DESC LIMIT 1", [], |row| {
            Ok(time_of(row.get_ref(0)?))
        })
        .optional()?;
    let of_record = of_record.flatten().unwrap_or(0);
    Ok(of_record.max(u64::try_from(of_rows).unwrap_or(0)))
}

/// Returns the time of the last event in a record; `None` if it is damaged, which is reported when its room is opened.
fn time_of(body: ValueRef<'_>) -> Option<Millis> {
    encoding::decode(body).ok()?.record.events.last().map(|event| event.time)
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
    heads: &StreamHeads,
    old: Old,
    room: &str,
) -> rusqlite::Result<bool> {
    let query = format!("SELECT 1 FROM rooms WHERE room = ?1 AND {}", old.kind.condition());
    let of_kind = connection.prepare_cached(&query)?.exists([room])?;
    Ok(of_kind && is_untouched(connection, heads, room, old.before)?)
}

/// Returns whether nothing has happened in a room since `before`. Stones do not change the room's row, so the row may
/// be older than the last event.
fn is_untouched(
    connection: &Connection,
    heads: &StreamHeads,
    room: &str,
    before: Millis,
) -> rusqlite::Result<bool> {
    let Some(end) = heads.head_of(connection, room)? else { return Ok(false) };
    let mut find = connection.prepare_cached("SELECT body FROM records WHERE id = ?1")?;
    let time = find.query_row([end.last], |row| Ok(time_of(row.get_ref(0)?))).optional()?;
    // Keep what cannot be read, so that it can be repaired.
    Ok(time.flatten().is_some_and(|time| time < before))
}

/// Returns the old rooms: the first `most` by code, after `after`.
pub(super) fn old(
    connection: &Connection,
    heads: &StreamHeads,
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
        if !is_untouched(connection, heads, &room, old.before)? {
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
