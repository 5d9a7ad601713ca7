//! The table of players, by the hash of their key.

use rusqlite::{Connection, OptionalExtension, params};
use tengen_shared::game::{Name, PlayerId};

use super::{JournalError, KeyHash, StoredPlayer, writer::Outcome};

/// Returns the player whose key has this hash.
pub(super) fn find(connection: &Connection, key: &KeyHash) -> Outcome<Option<StoredPlayer>> {
    let mut find = connection.prepare_cached("SELECT id, name FROM players WHERE key_hash = ?1")?;
    let found: Option<(u32, String)> =
        find.query_row([key.as_slice()], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let player = found.map(|(id, name)| {
        let name =
            name.parse().map_err(|_| JournalError::Storage(format!("player {id} has a damaged name")))?;
        Ok(StoredPlayer { id: PlayerId(id), name })
    });
    Ok(player.transpose())
}

/// Returns the highest number that a player may already have; 0 if there is none.
pub(super) fn last(connection: &Connection) -> rusqlite::Result<u32> {
    let last = "SELECT max(last_player, (SELECT coalesce(max(id), 0) FROM players)) FROM server";
    connection.query_row(last, [], |row| row.get(0))
}

/// Reserves the numbers of players up to `last`.
pub(super) fn reserve(connection: &Connection, last: u32) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET last_player = max(last_player, ?1)", [last])?;
    Ok(())
}

/// Stores a new player. Does nothing if the player is already stored.
pub(super) fn add(connection: &Connection, player: PlayerId, name: &Name, key: &KeyHash) -> Outcome<()> {
    let mut put = connection
        .prepare_cached("INSERT OR IGNORE INTO players (id, name, key_hash) VALUES (?1, ?2, ?3)")?;
    put.execute(params![player.0, name.as_str(), key.as_slice()])?;
    let mut find = connection.prepare_cached("SELECT 1 FROM players WHERE id = ?1 AND key_hash = ?2")?;
    let stored = find.exists(params![player.0, key.as_slice()])?;
    let taken = || JournalError::Storage(format!("the number {} belongs to another player", player.0));
    Ok(stored.then_some(()).ok_or_else(taken))
}

/// Stores a player's new name.
pub(super) fn rename(connection: &Connection, player: PlayerId, name: &Name) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?;
    put.execute(params![player.0, name.as_str()])?;
    Ok(())
}
