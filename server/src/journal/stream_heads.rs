//! Caches where the streams of rooms end, for rooms whose row in the read model is stale.
//!
//! A stone changes only the end of the stream and the time in a room's row. The rows of a thousand rooms lie on many
//! pages, so writing them with every stone would make up most of a commit. The row is therefore written when something
//! else changes. Until then the end is kept here. After a restart, it is read from the records.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::Summary;

/// The end of a room's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamHead {
    /// The number of its last event.
    pub(crate) seq: u64,
    /// The id of the last record.
    pub(crate) last: i64,
}

/// The ends that are not in the read model, and the progress of compaction.
#[derive(Debug, Default)]
pub(crate) struct StreamHeads {
    heads: HashMap<String, StreamHead>,
    /// The id of the record after which compaction continues. Starting over after a restart does no harm.
    pub(super) swept: i64,
}

impl StreamHeads {
    /// Rebuilds the cache after a start. Only a room with a running game can have a stale row, so this reads only the
    /// records after the oldest row of such a room.
    pub(crate) fn load(connection: &Connection) -> rusqlite::Result<Self> {
        let oldest: Option<i64> =
            connection.query_row("SELECT min(last) FROM rooms WHERE playing", [], |row| row.get(0))?;
        let mut heads = Self::default();
        let Some(oldest) = oldest else { return Ok(heads) };
        let mut later = connection.prepare(
            "SELECT records.room, records.seq, records.id FROM records JOIN rooms USING (room)
             WHERE records.id > ?1 AND rooms.playing AND records.id > rooms.last ORDER BY records.id",
        )?;
        let mut rows = later.query([oldest])?;
        while let Some(row) = rows.next()? {
            let seq = row.get::<_, i64>(1)?.cast_unsigned();
            heads.heads.insert(row.get(0)?, StreamHead { seq, last: row.get(2)? });
        }
        Ok(heads)
    }

    /// Creates the heads of one room only.
    pub(crate) fn of_room(room: &str, head: Option<StreamHead>) -> Self {
        Self { heads: head.map(|head| (room.to_owned(), head)).into_iter().collect(), swept: 0 }
    }

    /// Returns where a room's stream ends, if its row is stale.
    pub(super) fn cached(&self, room: &str) -> Option<StreamHead> {
        self.heads.get(room).copied()
    }

    /// Returns where a room's stream ends; `None` if there is no such room.
    pub(crate) fn head_of(
        &self,
        connection: &Connection,
        room: &str,
    ) -> rusqlite::Result<Option<StreamHead>> {
        if let Some(end) = self.heads.get(room) {
            return Ok(Some(*end));
        }
        let mut find = connection.prepare_cached("SELECT version, last FROM rooms WHERE room = ?1")?;
        find.query_row([room], |row| {
            Ok(StreamHead { seq: row.get::<_, i64>(0)?.cast_unsigned(), last: row.get(1)? })
        })
        .optional()
    }

    /// Notes a new end: here if nothing else has changed, otherwise in the room's row.
    pub(super) fn move_on(
        &mut self,
        connection: &Connection,
        room: &str,
        end: StreamHead,
        row: Option<Summary>,
    ) -> rusqlite::Result<()> {
        let Some(Summary { playing, played, time }) = row else {
            match self.heads.get_mut(room) {
                Some(head) => *head = end,
                None => drop(self.heads.insert(room.to_owned(), end)),
            }
            return Ok(());
        };
        let time = i64::try_from(time).unwrap_or(i64::MAX);
        connection
            .prepare_cached(
                "INSERT INTO rooms (room, version, last, playing, played, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (room) DO UPDATE SET version = ?2, last = ?3, playing = ?4, played = ?5, time = ?6",
            )?
            .execute(params![room, end.seq.cast_signed(), end.last, playing, played, time])?;
        self.heads.remove(room);
        Ok(())
    }

    /// Updates a room's row for a checkpoint that covers the events up to `covered`. The row then names the last record.
    pub(super) fn settle(
        &mut self,
        connection: &Connection,
        room: &str,
        end: StreamHead,
        covered: i64,
    ) -> rusqlite::Result<()> {
        connection
            .prepare_cached("UPDATE rooms SET version = ?2, last = ?3, covered = ?4 WHERE room = ?1")?
            .execute(params![room, end.seq.cast_signed(), end.last, covered])?;
        self.heads.remove(room);
        Ok(())
    }

    /// Forgets a deleted room.
    pub(super) fn forget(&mut self, room: &str) {
        self.heads.remove(room);
    }
}
