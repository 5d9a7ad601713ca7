//! Export of everything that a server stores, even while the server runs.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, Seek as _, SeekFrom, Write},
    path::Path,
};

use rusqlite::{
    Connection, OptionalExtension, Row, params,
    types::{Type, ValueRef},
};
use serde::Serialize;
use tengen_shared::{
    game::{CommandId, GameId, Millis, PlayerId, RoomCode, RunId, Seq},
    protocol::{HexBytes, ServerId},
};

use super::{
    FORMAT, Identity, TransferError, Transferred,
    lines::{Checkpoint, End, Entry, Game, Header, Kind, Player, PlayersKey, RecordLine, Room, raw, write},
};
use crate::{
    folder::DATABASE,
    journal::{
        Cause, Key, StoredKey, players, read_record, rooms,
        schema::{self, WITH_KEYS},
        stream_heads::StreamHeads,
    },
    room::machine::Machine,
};

/// The layout that introduced finished games.
const WITH_GAMES: usize = 2;
/// The layout that introduced the numbers of players who are not stored.
const WITH_UPKEEP: usize = 3;

/// What the operator must know about an export with the identity.
pub(super) const HAS_KEY: &str =
    "the file has the server's secret key: keep it where nobody else can read it";

/// Lets `export` write to a file, which is replaced only once everything is written.
///
/// # Errors
/// Returns the errors of `export`, and an error if the file cannot be written.
pub fn to_file(
    file: &Path,
    export: impl FnOnce(&File, &str) -> Result<Transferred, TransferError>,
) -> Result<Transferred, TransferError> {
    let name = file.display().to_string();
    let failed = |source| TransferError::Write { file: name.clone(), source };
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        // The file reveals who has played. With the identity, its reader could also pretend to be the server.
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let out = options.open(part).map_err(failed)?;
    let done = export(&out, &name).and_then(|done| {
        out.sync_all().and_then(|()| fs::rename(part, file)).map_err(failed)?;
        Ok(done)
    });
    if done.is_err() {
        // Report the first failure only; a file that cannot be removed adds nothing to it.
        let _ = fs::remove_file(part);
    }
    done
}

/// Writes the database in `folder` to `out` as it is at one moment. Errors call `out` by `name`.
///
/// # Errors
/// Returns an error if there is no readable database, or `out` cannot be written.
pub fn export(
    folder: &Path,
    out: impl Write,
    name: &str,
    identity: Identity,
) -> Result<Transferred, TransferError> {
    let file = folder.join(DATABASE);
    if !file.exists() {
        return Err(TransferError::NoDatabase(folder.to_owned()));
    }
    let (mut connection, layout) = schema::open_to_read(&file)?;
    // One transaction reads everything, so that it is consistent whatever the server does meanwhile.
    let snapshot = connection.transaction()?;
    let out = Lines::new(out, name);
    let mut export = Export { connection: &snapshot, out, done: Transferred::default() };
    let server = schema::server_id(&snapshot)?;
    // A server of an older layout has no key pair yet.
    let secret = match identity {
        Identity::Included if layout >= WITH_KEYS => {
            Some(HexBytes(*schema::identity(&snapshot)?.key.expose_bytes()))
        }
        Identity::Included | Identity::LeftOut => None,
    };
    export.done.about_key = match (identity, &secret) {
        (Identity::LeftOut, _) => None,
        (Identity::Included, Some(_)) => Some(HAS_KEY),
        (Identity::Included, None) => {
            Some("the folder has no server key yet: run this server on it once, then export again")
        }
    };
    let last_player = match layout {
        WITH_UPKEEP.. => players::last(&snapshot)?,
        _ => snapshot.query_row("SELECT coalesce(max(id), 0) FROM players", [], |row| row.get(0))?,
    };
    export.out.put(Kind::Export, &header(server, last_player, secret))?;
    export.players(layout)?;
    export.rooms()?;
    export.entries()?;
    if layout >= WITH_GAMES {
        let damaged = &export.done.damaged;
        let is_whole = |game: &Game| damaged.iter().all(|(room, _)| *room != game.room);
        export.done.games = games(&snapshot, &mut export.out, is_whole)?;
    }
    export.out.end()?;
    Ok(export.done)
}

/// Returns the first line of an export.
pub(super) fn header(server: ServerId, last_player: u32, secret: Option<HexBytes<32>>) -> Header {
    let program = concat!("tengen-server ", env!("CARGO_PKG_VERSION")).to_owned();
    Header { format: FORMAT, program, server, last_player, secret }
}

pub(super) struct Lines<'a, W: Write> {
    out: BufWriter<W>,
    name: &'a str,
    written: u64,
}

impl<'a, W: Write> Lines<'a, W> {
    /// Writes lines to `out`. Errors call it by `name`.
    pub(super) fn new(out: W, name: &'a str) -> Self {
        Self { out: BufWriter::new(out), name, written: 0 }
    }

    pub(super) fn failed(&self, source: std::io::Error) -> TransferError {
        TransferError::Write { file: self.name.to_owned(), source }
    }

    /// Writes out what waits. Returns the number of lines.
    pub(super) fn stop(mut self) -> Result<u64, TransferError> {
        self.out.flush().map_err(|source| self.failed(source))?;
        Ok(self.written)
    }

    /// Writes so many lines that are in a file already.
    pub(super) fn append(&mut self, mut file: &File, lines: u64) -> Result<(), TransferError> {
        file.seek(SeekFrom::Start(0)).map_err(TransferError::Temporary)?;
        std::io::copy(&mut file, &mut self.out).map_err(|source| self.failed(source))?;
        self.written += lines;
        Ok(())
    }

    /// Writes the last line.
    pub(super) fn end(mut self) -> Result<(), TransferError> {
        self.put(Kind::End, &End { lines: self.written })?;
        self.out.flush().map_err(|source| self.failed(source))
    }

    pub(super) fn put<T: Serialize>(&mut self, kind: Kind, line: &T) -> Result<(), TransferError> {
        let line = write(kind, line).map_err(std::io::Error::from);
        let written = line.and_then(|line| {
            self.out.write_all(line.as_bytes())?;
            self.out.write_all(b"\n")
        });
        self.written += 1;
        written.map_err(|source| self.failed(source))
    }
}

struct Export<'a, W: Write> {
    connection: &'a Connection,
    out: Lines<'a, W>,
    done: Transferred,
}

impl<W: Write> Export<'_, W> {
    fn players(&mut self, layout: usize) -> Result<(), TransferError> {
        let mut digest = match layout {
            WITH_KEYS.. => None,
            _ => Some(self.connection.prepare("SELECT key_hash FROM players WHERE id = ?1")?),
        };
        let mut all = self.connection.prepare("SELECT id, name FROM players ORDER BY id")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let id = PlayerId(row.get(0)?);
            let keys = match &mut digest {
                None => players::keys(self.connection, id)?,
                Some(find) => {
                    vec![StoredKey::old(Key::Secret(find.query_row([id.0], |row| row.get(0))?))]
                }
            };
            let keys = keys.into_iter().map(PlayersKey::from).collect();
            self.out.put(Kind::Player, &Player { id, name: text(row, 1)?, keys, key_hash: None })?;
            self.done.players += 1;
        }
        Ok(())
    }

    fn rooms(&mut self) -> Result<(), TransferError> {
        let heads = StreamHeads::load(self.connection)?;
        let mut all =
            self.connection.prepare("SELECT room, playing, played, time FROM rooms ORDER BY room")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let room = Room {
                room: text(row, 0)?,
                playing: row.get(1)?,
                played: row.get(2)?,
                time: millis(row, 3)?,
                checkpoint: None,
            };
            match self.check(&heads, &room.room)? {
                Ok(records) => self.room(&heads, room, records)?,
                Err(why) => self.done.damaged.push((room.room, why)),
            }
        }
        Ok(())
    }

    /// Returns how many records a server would read to open the room, or why it could not.
    fn check(&self, heads: &StreamHeads, room: &RoomCode) -> Result<Result<usize, String>, TransferError> {
        Ok(match rooms::load(self.connection, heads, room)? {
            Ok(Some(stored)) => {
                let opened = Machine::restore(room, &stored).map_err(|corrupt| corrupt.to_string());
                opened.map(|_| stored.records.len())
            }
            Ok(None) => Err("it is gone".to_owned()),
            Err(error) => Err(error.to_string()),
        })
    }

    fn room(&mut self, heads: &StreamHeads, mut room: Room, records: usize) -> Result<(), TransferError> {
        let code = room.room.clone();
        let mut find =
            self.connection.prepare_cached("SELECT seq, state FROM checkpoints WHERE room = ?1")?;
        let found: Option<(u32, String)> =
            find.query_row([code.as_str()], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        if let Some((seq, state)) = found {
            room.checkpoint = Some(Checkpoint { seq: Seq(seq), state: json(&state)? });
        }
        self.out.put(Kind::Room, &room)?;
        // A room has a last record even if its checkpoint covers all of them.
        for id in self.records(heads, &code, records.max(1))? {
            let mut find = self.connection.prepare_cached("SELECT body FROM records WHERE id = ?1")?;
            let record = find.query_row([id], |row| as_json(row.get_ref(0)?))?;
            self.out.put(Kind::Record, &RecordLine { record })?;
        }
        self.done.rooms += 1;
        Ok(())
    }

    /// Returns the ids of the last `count` records of a room, in order.
    fn records(&self, heads: &StreamHeads, room: &RoomCode, count: usize) -> rusqlite::Result<Vec<i64>> {
        let mut find =
            self.connection.prepare_cached("SELECT previous FROM records WHERE id = ?1 AND room = ?2")?;
        let mut next = heads.head_of(self.connection, room.as_str())?.map(|end| end.last);
        let mut ids = Vec::new();
        while let (Some(id), true) = (next, ids.len() < count) {
            next = find.query_row(params![id, room.as_str()], |row| row.get(0))?;
            ids.push(id);
        }
        ids.reverse();
        Ok(ids)
    }

    fn left_out(&self, room: &RoomCode) -> bool {
        self.done.damaged.iter().any(|(damaged, _)| damaged == room)
    }

    fn entries(&mut self) -> Result<(), TransferError> {
        let mut all = self
            .connection
            .prepare("SELECT player, run, n, room FROM entries ORDER BY room, player, run, n")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let run = RunId(row.get::<_, i64>(1)?.cast_unsigned());
            let cause = Cause { player: PlayerId(row.get(0)?), id: CommandId(run, row.get(2)?) };
            let entry = Entry { cause, room: text(row, 3)? };
            if !self.left_out(&entry.room) {
                self.out.put(Kind::Entry, &entry)?;
            }
        }
        Ok(())
    }
}

/// Writes the finished games that are wanted, oldest first. Returns their number.
pub(super) fn games(
    connection: &Connection,
    out: &mut Lines<'_, impl Write>,
    mut wanted: impl FnMut(&Game) -> bool,
) -> Result<usize, TransferError> {
    let mut all =
        connection.prepare("SELECT id, room, number, ended, listed, body FROM games ORDER BY id")?;
    let mut players =
        connection.prepare("SELECT player FROM game_players WHERE game = ?1 ORDER BY player")?;
    let mut rows = all.query([])?;
    let mut written = 0;
    while let Some(row) = rows.next()? {
        let id = GameId(row.get(0)?);
        let players = players.query_map([id.0], |row| row.get(0).map(PlayerId))?;
        let game = Game {
            id,
            room: text(row, 1)?,
            number: row.get(2)?,
            ended: millis(row, 3)?,
            listed: row.get(4)?,
            players: players.collect::<Result<_, _>>()?,
            body: json(&row.get::<_, String>(5)?)?,
        };
        if wanted(&game) {
            out.put(Kind::Game, &game)?;
            written += 1;
        }
    }
    Ok(written)
}

/// Returns a stored record as JSON, whatever form it has.
fn as_json(body: ValueRef<'_>) -> rusqlite::Result<Box<serde_json::value::RawValue>> {
    let record = read_record(body).map_err(|why| rusqlite::Error::InvalidColumnType(0, why, Type::Blob))?;
    let text = serde_json::to_string(&record)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, Box::new(error)))?;
    json(&text)
}

fn json(text: &str) -> rusqlite::Result<Box<serde_json::value::RawValue>> {
    raw(text).map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error)))
}

fn millis(row: &Row<'_>, column: usize) -> rusqlite::Result<Millis> {
    row.get(column).map(i64::cast_unsigned)
}

/// Parses a column with a name or a code.
fn text<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let text: String = row.get(column)?;
    text.parse()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}
