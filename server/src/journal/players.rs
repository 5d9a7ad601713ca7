//! The table of players, known by the hash of their key.

use rusqlite::{Connection, OptionalExtension, params};
use tengen_shared::game::{Name, PlayerId};

use super::{JournalError, KeyHash, StoredPlayer, writer::Outcome};

/// The player whose key has this hash.
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

/// A new player.
pub(super) fn add(connection: &Connection, name: &Name, key: &KeyHash) -> Outcome<PlayerId> {
    let mut put = connection.prepare_cached("INSERT INTO players (name, key_hash) VALUES (?1, ?2)")?;
    let id = put.insert(params![name.as_str(), key.as_slice()])?;
    Ok(u32::try_from(id).map(PlayerId).map_err(|_| JournalError::Storage("too many players".to_owned())))
}

/// A player's new name.
pub(super) fn rename(connection: &Connection, player: PlayerId, name: &Name) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?;
    put.execute(params![player.0, name.as_str()])?;
    Ok(())
}
