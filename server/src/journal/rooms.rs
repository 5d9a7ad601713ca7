//! The tables of rooms: records, checkpoints, and the read model beside them.

use rusqlite::{Connection, OptionalExtension, params};
use tengen_shared::game::{Event, Millis, RoomCode, Seq};

use super::{
    Append, Cause, Checkpoint, JournalError, RECORD_VERSION, Record, Stored, Version, games, sweep,
    tails::{End, Tails},
    writer::Outcome,
};

/// Adds a record, if the room's stream ends where it must.
pub(super) fn append(
    connection: &Connection,
    tails: &mut Tails,
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
    // Only while a game is on, whose rows are looked behind at the next start.
    let only_a_stone = stone && append.summary.playing && end.is_some();
    let row = (!only_a_stone).then_some(append.summary);
    tails.move_on(connection, room, End { version, last }, row)?;
    if let (true, Some(cause)) = (append.entry, append.record.cause) {
        connection
            .prepare_cached("INSERT OR IGNORE INTO entries (player, run, n, room) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![cause.player.0, cause.id.run().0.cast_signed(), cause.id.n(), room])?;
    }
    games::put(connection, room, &append.finished)?;
    Ok(Ok(version))
}

/// What there is of a room: its checkpoint, and the records after it.
pub(crate) fn load(connection: &Connection, tails: &Tails, room: &RoomCode) -> Outcome<Option<Stored>> {
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
        if seq <= from {
            break;
        }
        // A record points back, so a damaged one cannot lead round in a circle.
        next = previous.filter(|previous| *previous < id);
        match read_record(room, &body) {
            Ok(record) => {
                // The one before the first that is needed may have been deleted.
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

/// Deletes a room with all that leads to it.
pub(super) fn delete(connection: &Connection, tails: &mut Tails, room: &str) -> rusqlite::Result<()> {
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

/// Keeps a room's whole state, and deletes records that nobody needs any more. A state that is older than the one
/// kept, or newer than the stream, comes from a copy that is no longer the room.
pub(super) fn checkpoint(
    connection: &Connection,
    tails: &mut Tails,
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
    sweep::sweep(connection, tails, seq - covered)
}

/// The rooms in which a game is on.
pub(super) fn playing(connection: &Connection) -> rusqlite::Result<Vec<RoomCode>> {
    let mut statement = connection.prepare("SELECT room FROM rooms WHERE playing ORDER BY room")?;
    let rooms: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(rooms.into_iter().filter_map(|room| room.parse().ok()).collect())
}

/// The room into which a command brought its sender.
pub(super) fn entered(connection: &Connection, cause: &Cause) -> rusqlite::Result<Option<RoomCode>> {
    let mut find =
        connection.prepare_cached("SELECT room FROM entries WHERE player = ?1 AND run = ?2 AND n = ?3")?;
    let run = cause.id.run().0.cast_signed();
    let room: Option<String> =
        find.query_row(params![cause.player.0, run, cause.id.n()], |row| row.get(0)).optional()?;
    Ok(room.and_then(|room| room.parse().ok()))
}

/// Deletes the rooms in which nothing has happened since `before` and no game is on; says how many.
pub(super) fn purge(connection: &Connection, tails: &mut Tails, before: Millis) -> rusqlite::Result<usize> {
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let mut old = connection.prepare("SELECT room FROM rooms WHERE NOT playing AND time < ?1")?;
    let rooms: Vec<String> = old.query_map([before], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for room in &rooms {
        delete(connection, tails, room)?;
    }
    Ok(rooms.len())
}
