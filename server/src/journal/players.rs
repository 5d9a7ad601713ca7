//! The tables of players and of their keys.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tengen_shared::{
    game::{Millis, Name, PlayerId},
    protocol::{KeyId, KeyKind},
};

use super::{JournalError, Key, KeyAddition, KeyRemoval, StoredKey, StoredPlayer, writer::Outcome};

/// The number of a kind in the table.
const fn number(kind: KeyKind) -> u8 {
    match kind {
        KeyKind::Secret => 0,
        KeyKind::Pair => 1,
    }
}

/// Returns the player who has this key.
pub(crate) fn find(connection: &Connection, key: &Key) -> Outcome<Option<StoredPlayer>> {
    let (kind, bytes) = key.parts();
    let mut find = connection.prepare_cached(
        "SELECT id, name, used FROM keys JOIN players ON id = player WHERE kind = ?1 AND key = ?2",
    )?;
    let found: Option<(u32, String, i64)> = find
        .query_row(params![number(kind), bytes.as_slice()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let player = found.map(|(id, name, used)| {
        let name =
            name.parse().map_err(|_| JournalError::Storage(format!("player {id} has a damaged name")))?;
        Ok(StoredPlayer { id: PlayerId(id), name, key_used: used.cast_unsigned() })
    });
    Ok(player.transpose())
}

/// Returns the keys of this kind that begin with these bytes. There are hardly ever two.
pub(super) fn starting_with(
    connection: &Connection,
    kind: KeyKind,
    start: KeyId,
) -> rusqlite::Result<Vec<Key>> {
    let KeyId(start) = start;
    let [mut first, mut last] = [[0; 32], [0xff; 32]];
    first[..8].copy_from_slice(&start.0);
    last[..8].copy_from_slice(&start.0);
    let mut find = connection
        .prepare_cached("SELECT key FROM keys WHERE kind = ?1 AND key BETWEEN ?2 AND ?3 LIMIT 8")?;
    let range = params![number(kind), first.as_slice(), last.as_slice()];
    let keys = find.query_map(range, |row| row.get(0).map(|bytes| Key::of(kind, bytes)))?;
    keys.collect()
}

/// Returns the keys of a player, oldest first.
pub(crate) fn keys(connection: &Connection, player: PlayerId) -> rusqlite::Result<Vec<StoredKey>> {
    let mut find = connection.prepare_cached(
        "SELECT kind, key, device, added, used FROM keys WHERE player = ?1 ORDER BY added, kind, key",
    )?;
    let keys = find.query_map([player.0], key)?;
    keys.collect()
}

/// Reads a row with the columns kind, key, device, added and used.
fn key(row: &Row<'_>) -> rusqlite::Result<StoredKey> {
    let kind = if row.get::<_, u8>(0)? == number(KeyKind::Secret) { KeyKind::Secret } else { KeyKind::Pair };
    Ok(StoredKey {
        key: Key::of(kind, row.get(1)?),
        device: row.get(2)?,
        added: row.get::<_, i64>(3)?.cast_unsigned(),
        used: row.get::<_, i64>(4)?.cast_unsigned(),
    })
}

/// Returns the highest number that a player may already have; 0 if there is none.
pub(crate) fn last(connection: &Connection) -> rusqlite::Result<u32> {
    let last = "SELECT max(last_player, (SELECT coalesce(max(id), 0) FROM players)) FROM server";
    connection.query_row(last, [], |row| row.get(0))
}

/// Reserves the numbers of players up to `last`.
pub(crate) fn reserve(connection: &Connection, last: u32) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET last_player = max(last_player, ?1)", [last])?;
    Ok(())
}

/// Stores a new player with a key. Does nothing if the player already has the key, and fails if somebody else has it.
pub(super) fn add(connection: &Connection, player: PlayerId, name: &Name, key: &StoredKey) -> Outcome<()> {
    let taken = || {
        let why = format!("player {} or their key belongs to somebody else", player.0);
        Ok(Err(JournalError::Storage(why)))
    };
    match find(connection, &key.key)? {
        Ok(None) => {
            let put = "INSERT OR IGNORE INTO players (id, name) VALUES (?1, ?2)";
            let is_new = connection.prepare_cached(put)?.execute(params![player.0, name.as_str()])? > 0;
            if is_new { insert_key(connection, player, key).map(Ok) } else { taken() }
        }
        Ok(Some(owner)) if owner.id == player => Ok(Ok(())),
        Ok(Some(_)) => taken(),
        Err(error) => Ok(Err(error)),
    }
}

/// Gives a player one more key, if they have the key `voucher`; at most `most` in all. A key that belonged to another
/// player changes hands.
pub(super) fn add_key(
    connection: &Connection,
    (player, voucher): (PlayerId, Key),
    key: &StoredKey,
    most: usize,
) -> rusqlite::Result<KeyAddition> {
    let addition = KeyAddition::of(&keys(connection, player)?, voucher, key.key, most);
    if addition == KeyAddition::Added {
        insert_key(connection, player, key)?;
    }
    Ok(addition)
}

/// Stores a key of a player, whoever had it before.
pub(crate) fn insert_key(connection: &Connection, player: PlayerId, key: &StoredKey) -> rusqlite::Result<()> {
    let StoredKey { key, device, added, used } = key;
    let (kind, bytes) = key.parts();
    let mut put = connection.prepare_cached(
        "INSERT OR REPLACE INTO keys (kind, key, player, device, added, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let [added, used] = [added, used].map(|time| time.cast_signed());
    put.execute(params![number(kind), bytes.as_slice(), player.0, device, added, used])?;
    Ok(())
}

/// Removes a key of a player. With a key pair go the secret keys but for `kept`, because the device may have them too.
pub(super) fn remove_key(
    connection: &Connection,
    player: PlayerId,
    id: KeyId,
    used: Key,
) -> rusqlite::Result<KeyRemoval> {
    let removal = KeyRemoval::of(&keys(connection, player)?, id, used);
    let KeyRemoval::Gone(gone) = &removal else { return Ok(removal) };
    let mut remove = connection.prepare_cached("DELETE FROM keys WHERE kind = ?1 AND key = ?2")?;
    for key in gone {
        let (kind, bytes) = key.parts();
        remove.execute(params![number(kind), bytes.as_slice()])?;
    }
    Ok(removal)
}

/// Notes the day on which a key is used, as its first moment.
pub(super) fn note_use(connection: &Connection, key: &Key, day: Millis) -> rusqlite::Result<()> {
    let (kind, bytes) = key.parts();
    let mut put = connection.prepare_cached("UPDATE keys SET used = ?3 WHERE kind = ?1 AND key = ?2")?;
    put.execute(params![number(kind), bytes.as_slice(), day.cast_signed()])?;
    Ok(())
}

/// Stores a player's new name.
pub(super) fn rename(connection: &Connection, player: PlayerId, name: &Name) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?;
    put.execute(params![player.0, name.as_str()])?;
    Ok(())
}
