//! The layout of the SQLite database, and the migrations to it from older layouts.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use tengen_shared::protocol::{SecretKey, ServerId};

use super::{JournalError, ServerIdentity};
use crate::config::Durability;

/// The migration from each layout to the next; `user_version` counts those applied. A released migration never changes:
/// a new layout is a new migration.
const STEPS: [&str; 5] = [OPENING, GAMES, UPKEEP, CHAIN, KEYS];
/// The layout that introduced keys of players, several to each, and the key pair of the server.
pub(crate) const WITH_KEYS: usize = 5;

const OPENING: &str = "
    CREATE TABLE server (id INTEGER NOT NULL);
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key_hash BLOB NOT NULL UNIQUE
    );
    -- Records of all rooms in the order in which they came, so that a commit writes few pages however many
    -- rooms it is about; each names the one before it in its room.
    CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        previous INTEGER, -- the id of the room's record before; none for its first
        room TEXT NOT NULL,
        seq INTEGER NOT NULL, -- of the record's last event
        body TEXT NOT NULL
    );
    CREATE TABLE checkpoints (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE rooms (
        room TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        last INTEGER NOT NULL, -- the id of the room's last record
        playing INTEGER NOT NULL,
        played INTEGER NOT NULL,
        time INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        player INTEGER NOT NULL,
        run INTEGER NOT NULL,
        n INTEGER NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (player, run, n)
    ) WITHOUT ROWID;
    CREATE INDEX entries_room ON entries (room);
";

const GAMES: &str = "
    -- Finished games, which outlive the records of their moves.
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- known to the public, so never given a second time
        room TEXT NOT NULL,
        number INTEGER NOT NULL, -- in its room
        ended INTEGER NOT NULL,
        listed INTEGER NOT NULL, -- whether strangers may find it
        body TEXT NOT NULL,
        UNIQUE (room, number)
    );
    -- A player's games lie side by side in the order of their numbers.
    CREATE TABLE game_players (
        player INTEGER NOT NULL,
        game INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID;
    CREATE INDEX game_players_game ON game_players (game);
    -- The last event in the room's checkpoint. It stands here too because states are long and this is looked up often.
    ALTER TABLE rooms ADD COLUMN covered INTEGER NOT NULL DEFAULT 0;
    UPDATE rooms SET covered = coalesce((SELECT seq FROM checkpoints WHERE checkpoints.room = rooms.room), 0);
";

const UPKEEP: &str = "
    -- Whether somebody besides the host has been in the room. Of older rooms that is not known, so they count as shared.
    ALTER TABLE rooms ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
    UPDATE rooms SET shared = 1;
    -- Numbers of players up to this one may have been given, even if nobody with that number is stored: a player who
    -- only watches is not, and may be named in a room all the same.
    ALTER TABLE server ADD COLUMN last_player INTEGER NOT NULL DEFAULT 0;
    -- The days on which the server has run, as days since 1970.
    CREATE TABLE days (day INTEGER PRIMARY KEY);
";

const CHAIN: &str = "
    -- From here on, the body of a new record is a blob: a form with a checksum that covers the one before it.
    -- The checksum of the last record that the checkpoint covers, and that of the state; none in older checkpoints.
    ALTER TABLE checkpoints ADD COLUMN sums BLOB;
    -- The number of appends that were ever committed, and the id of the newest record, to notice a log that
    -- lacks its end.
    ALTER TABLE server ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE server ADD COLUMN last_record INTEGER NOT NULL DEFAULT 0;
    UPDATE server SET last_record = coalesce((SELECT max(id) FROM records), 0);
    -- The last number given to a finished game. Games are numbered by the server, not by the table.
    ALTER TABLE server ADD COLUMN last_game INTEGER NOT NULL DEFAULT 0;
    UPDATE server SET last_game = coalesce((SELECT max(id) FROM games), 0);
    UPDATE server SET last_game =
        max(last_game, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'games'), 0));
";

const KEYS: &str = "
    -- A player has several keys: of kind 0, the SHA-256 of a secret key; of kind 1, the public half of a key pair.
    CREATE TABLE keys (
        kind INTEGER NOT NULL,
        key BLOB NOT NULL,
        player INTEGER NOT NULL,
        device TEXT NOT NULL, -- what the device called itself
        added INTEGER NOT NULL, -- 0 if not known
        used INTEGER NOT NULL, -- the beginning of the day of the last use; 0 if not known
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
    CREATE INDEX keys_player ON keys (player);
    INSERT INTO keys (kind, key, player, device, added, used) SELECT 0, key_hash, id, '', 0, 0 FROM players;
    CREATE TABLE players_without_keys (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO players_without_keys SELECT id, name FROM players;
    DROP TABLE players;
    ALTER TABLE players_without_keys RENAME TO players;
    -- The secret half of the server's key pair.
    ALTER TABLE server ADD COLUMN secret BLOB;
";

/// Opens the database at `file`, creating or migrating it as needed. Returns the server's identity too.
pub(crate) fn open(
    file: &Path,
    durability: Durability,
    max_pages: Option<u32>,
) -> Result<(Connection, ServerIdentity), JournalError> {
    let broken = |error| unusable(file, &error);
    let mut connection = Connection::open(file).map_err(broken)?;
    // SQLite opens a read-only file without complaint.
    if connection.is_readonly("main").map_err(broken)? {
        return Err(JournalError::ReadOnly { file: file.to_owned() });
    }
    configure(&connection, durability).map_err(broken)?;
    let taken = layout(&connection, file)?;
    migrate(&mut connection, taken).map_err(broken)?;
    if let Some(pages) = max_pages {
        connection.pragma_update(None, "max_page_count", pages).map_err(broken)?;
    }
    check(&connection).map_err(|why| JournalError::NotADatabase { file: file.to_owned(), why })?;
    let identity = identity(&connection).map_err(broken)?;
    Ok((connection, identity))
}

/// Opens the database at `file` for reading only, even while its server runs. Returns its layout too.
pub(crate) fn open_to_read(file: &Path) -> Result<(Connection, usize), JournalError> {
    let broken = |error| unusable(file, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).map_err(broken)?;
    connection.busy_timeout(Duration::from_secs(2)).map_err(broken)?;
    let taken = layout(&connection, file)?;
    Ok((connection, taken))
}

/// Returns the number by which clients find their key for the server.
pub(crate) fn server_id(connection: &Connection) -> rusqlite::Result<ServerId> {
    let id: i64 = connection.query_row("SELECT id FROM server", [], |row| row.get(0))?;
    Ok(ServerId(id.cast_unsigned()))
}

/// Returns the identity of the server, from [`WITH_KEYS`] on.
pub(crate) fn identity(connection: &Connection) -> rusqlite::Result<ServerIdentity> {
    let key: [u8; 32] = connection.query_row("SELECT secret FROM server", [], |row| row.get(0))?;
    Ok(ServerIdentity { id: server_id(connection)?, key: SecretKey::from_bytes(key) })
}

/// Stores the identity of the server.
pub(crate) fn set_identity(connection: &Connection, identity: &ServerIdentity) -> rusqlite::Result<()> {
    let ServerIdentity { id, key } = identity;
    let identity = rusqlite::params![id.0.cast_signed(), key.expose_bytes().as_slice()];
    connection.execute("UPDATE server SET id = ?1, secret = ?2", identity)?;
    Ok(())
}

/// Returns the number of applied migrations, if this program knows them all.
fn layout(connection: &Connection, file: &Path) -> Result<usize, JournalError> {
    let found: i64 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| unusable(file, &error))?;
    let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    match usize::try_from(found) {
        Ok(taken) if taken <= STEPS.len() => Ok(taken),
        _ => Err(JournalError::Newer { file: file.to_owned(), found, known }),
    }
}

fn unusable(file: &Path, error: &rusqlite::Error) -> JournalError {
    JournalError::NotADatabase { file: file.to_owned(), why: error.to_string() }
}

fn configure(connection: &Connection, durability: Durability) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(2))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A separate thread copies the log into the file. The writer does so only if that thread falls behind by more than
    // 64 MiB.
    connection.pragma_update(None, "wal_autocheckpoint", 16_000)?;
    connection.set_prepared_statement_cache_capacity(64);
    // Otherwise SQLite compiles some statements anew for each value that is bound to them.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // In KiB: the ends of the tables and the rows of a thousand rooms. The default of 2,000 reads pages again.
    connection.pragma_update(None, "cache_size", -16_000)?;
    // In WAL mode NORMAL survives the end of the process; FULL adds the fsync that survives power loss.
    let synchronous = match durability {
        Durability::Process => "NORMAL",
        Durability::Power => "FULL",
    };
    connection.pragma_update(None, "synchronous", synchronous)
}

fn migrate(connection: &mut Connection, taken: usize) -> rusqlite::Result<()> {
    for (step, number) in STEPS.iter().zip(1..).skip(taken) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        if number == 1 {
            transaction.execute("INSERT INTO server (id) VALUES (0)", [])?;
        }
        if number == WITH_KEYS {
            let new = ServerIdentity::random();
            // Clients know an older server by its number.
            let id = if taken == 0 { new.id } else { server_id(&transaction)? };
            set_identity(&transaction, &ServerIdentity { id, ..new })?;
        }
        transaction.pragma_update(None, "user_version", i64::try_from(number).unwrap_or(i64::MAX))?;
        transaction.commit()?;
    }
    Ok(())
}

fn check(connection: &Connection) -> Result<(), String> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| error.to_string())?;
    if verdict == "ok" { Ok(()) } else { Err(verdict) }
}
