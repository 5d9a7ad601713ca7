//! Imports the lines of an export into a database, one by one.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use tengen_shared::game::{Millis, RoomCode};

use super::{
    Transferred,
    lines::{Entry, Game, Line, Player, RecordLine, Room},
};
use crate::{
    journal::{
        RECORD_VERSION, Record,
        encoding::{Sum, encode},
        players, rooms,
        stream_heads::StreamHeads,
    },
    room::machine::Machine,
};

/// Why a line cannot be imported.
pub(super) enum Refusal {
    /// The problem with the line.
    Line(String),
    /// A failure of the database.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Line(why.into()))
}

/// A room whose records are being read.
struct Open {
    room: Room,
    /// The id of its last record, and the number of that record's last event.
    last: Option<(i64, u32)>,
    /// The checksum of that record.
    sum: Sum,
}

/// An import in progress.
pub(super) struct Import<'a> {
    connection: &'a Transaction<'a>,
    last_player: u32,
    open: Option<Open>,
    pub(super) done: Transferred,
}

impl<'a> Import<'a> {
    /// Creates an import into the database of this transaction. Games may name players up to `last_player` who are not
    /// stored.
    pub(super) fn new(connection: &'a Transaction<'a>, last_player: u32) -> Self {
        Self { connection, last_player, open: None, done: Transferred::default() }
    }

    /// Imports the next line, after `before` earlier ones.
    pub(super) fn take(&mut self, line: Line, before: u64) -> Result<(), Refusal> {
        if !matches!(line, Line::Record(_)) {
            // The problem with a room as a whole is reported at the line after it.
            self.close_room()?;
        }
        match line {
            Line::Export(_) => refuse("there is a second header: the file has more than one export"),
            Line::Player(player) => self.player(player),
            Line::Room(room) => self.room(room),
            Line::Record(record) => self.record(&record),
            Line::Entry(entry) => self.entry(&entry),
            Line::Game(game) => self.game(&game),
            Line::End(end) if end.lines != before => {
                refuse(format!("{} lines were written, but {before} are there", end.lines))
            }
            Line::End(_) => Ok(()),
        }
    }

    fn player(&mut self, player: Player) -> Result<(), Refusal> {
        let (id, name, keys) = player.into_parts();
        let mut known = self.connection.prepare_cached("SELECT name FROM players WHERE id = ?1")?;
        let here: Option<String> = known.query_row([id.0], |row| row.get(0)).optional()?;
        let mut own = false;
        for key in &keys {
            let owner = players::find(self.connection, &key.key)?;
            match owner.map_err(|error| Refusal::Line(error.to_string()))?.map(|owner| owner.id.0) {
                Some(other) if other == id.0 => own = true,
                Some(other) => {
                    let id = id.0;
                    return refuse(format!(
                        "player {id} ({name}) is player {other} here: import into an empty folder"
                    ));
                }
                None => {}
            }
        }
        match here {
            Some(here) if !own => {
                return refuse(format!(
                    "player {} is {name} in the file and somebody else here ({here}): import into an empty folder",
                    id.0
                ));
            }
            Some(_) => {}
            None => {
                self.connection
                    .prepare_cached("INSERT INTO players (id, name) VALUES (?1, ?2)")?
                    .execute(params![id.0, name.as_str()])?;
                self.done.players += 1;
            }
        }
        keys.iter().try_for_each(|key| players::insert_key(self.connection, id, key))?;
        Ok(())
    }

    fn room(&mut self, room: Room) -> Result<(), Refusal> {
        if has_room(self.connection, &room.room)? {
            return refuse(format!("room {} is here already: import into an empty folder", room.room));
        }
        if let Some(checkpoint) = &room.checkpoint {
            self.connection
                .prepare_cached("INSERT INTO checkpoints (room, seq, state) VALUES (?1, ?2, ?3)")?
                .execute(params![room.room.as_str(), checkpoint.seq.0, checkpoint.state.get()])?;
        }
        self.open = Some(Open { room, last: None, sum: Sum::NONE });
        Ok(())
    }

    fn record(&mut self, line: &RecordLine) -> Result<(), Refusal> {
        let Some(open) = &mut self.open else {
            return refuse("a record follows its room, but this one does not");
        };
        let body = line.record.get();
        let record: Record = match serde_json::from_str(body) {
            Ok(record) => record,
            Err(error) => return refuse(format!("the record cannot be read: {error}")),
        };
        if !(1..=RECORD_VERSION).contains(&record.version) {
            return refuse(format!("the record has version {}: use a newer tengen-server", record.version));
        }
        let Some(seq) = record.events.last().map(|event| event.seq.0) else {
            return refuse("the record has no events");
        };
        let encoded = encode(&record, open.sum).map_err(Refusal::Line)?;
        let id = self
            .connection
            .prepare_cached("INSERT INTO records (previous, room, seq, body) VALUES (?1, ?2, ?3, ?4)")?
            .insert(params![open.last.map(|(id, _)| id), open.room.room.as_str(), seq, encoded.body])?;
        open.last = Some((id, seq));
        open.sum = encoded.sum;
        Ok(())
    }

    /// Checks that a server could open the room whose last record was read.
    fn close_room(&mut self) -> Result<(), Refusal> {
        let Some(Open { room, last, .. }) = self.open.take() else { return Ok(()) };
        let code = room.room;
        let Some((last, version)) = last else { return refuse(format!("room {code} has no records")) };
        let covered = room.checkpoint.map_or(0, |checkpoint| checkpoint.seq.0);
        let (code_text, time) = (code.as_str(), millis(room.time));
        self.connection
            .prepare_cached(
                "INSERT INTO rooms (room, version, last, playing, played, time, covered, shared)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1)",
            )?
            .execute(params![code_text, version, last, room.playing, room.played, time, covered])?;
        let machine = match rooms::load(self.connection, &StreamHeads::default(), &code)? {
            Ok(Some(stored)) => Machine::restore(&code, &stored)
                .map_err(|corrupt| Refusal::Line(format!("room {code} is damaged: {corrupt}")))?,
            Ok(None) => return refuse(format!("room {code} is gone")),
            Err(error) => return refuse(error.to_string()),
        };
        let restored = machine.room();
        if restored.code() != &code || restored.seq().0 != version {
            return refuse(format!("the checkpoint of room {code} belongs to another room or another time"));
        }
        if (restored.is_playing(), restored.game().is_some()) != (room.playing, room.played) {
            return refuse(format!("room {code} does not match the state in its line"));
        }
        self.done.rooms += 1;
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let Entry { cause, room } = entry;
        if !has_room(self.connection, room)? {
            return refuse(format!("a command led into room {room}, which does not exist"));
        }
        // A command that led elsewhere before still does.
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO entries (player, run, n, room) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![cause.player.0, cause.id.run().0.cast_signed(), cause.id.n(), room.as_str()])?;
        Ok(())
    }

    fn game(&mut self, game: &Game) -> Result<(), Refusal> {
        let Game { id, room, number, ended, listed, players, body } = game;
        if !has_room(self.connection, room)? {
            return refuse(format!("game {} was played in room {room}, which does not exist", id.0));
        }
        let mut there = self
            .connection
            .prepare_cached("SELECT 1 FROM games WHERE id = ?1 OR (room = ?2 AND number = ?3)")?;
        if there.exists(params![id.0, room.as_str(), number])? {
            return refuse(format!("game {} is here already: import into an empty folder", id.0));
        }
        self.connection
            .prepare_cached(
                "INSERT INTO games (id, room, number, ended, listed, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![id.0, room.as_str(), number, millis(*ended), listed, body.get()])?;
        for player in players.iter().collect::<BTreeSet<_>>() {
            let mut known = self.connection.prepare_cached("SELECT 1 FROM players WHERE id = ?1")?;
            if player.0 > self.last_player && !known.exists([player.0])? {
                return refuse(format!(
                    "game {} was played by player {}, who does not exist",
                    id.0, player.0
                ));
            }
            self.connection
                .prepare_cached("INSERT INTO game_players (player, game) VALUES (?1, ?2)")?
                .execute(params![player.0, id.0])?;
        }
        self.done.games += 1;
        Ok(())
    }
}

fn has_room(connection: &Connection, room: &RoomCode) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM rooms WHERE room = ?1")?.exists([room.as_str()])
}

fn millis(time: Millis) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}
