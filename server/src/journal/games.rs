//! The tables of finished games.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Params, Row, params, types::Type};
use tengen_shared::game::{GameId, PlayerId, RoomCode};

use super::{FinishedGame, JournalError, LOOKED_THROUGH, StoredGame, WhichGames};

/// Returns the number of the first of `games` that the room already has.
pub(super) fn already_there(
    connection: &Connection,
    room: &str,
    games: &[FinishedGame],
) -> rusqlite::Result<Option<u32>> {
    for game in games {
        let mut find = connection.prepare_cached("SELECT 1 FROM games WHERE room = ?1 AND number = ?2")?;
        if find.exists(params![room, game.number])? {
            return Ok(Some(game.number));
        }
    }
    Ok(None)
}

/// Returns the error for a game that ends a second time.
pub(crate) fn twice(room: &RoomCode, number: u32) -> JournalError {
    JournalError::Storage(format!("game {number} of room {room} has ended before"))
}

/// Stores the games that ended in `room`, under the next numbers.
pub(super) fn put(connection: &Connection, room: &str, games: &[FinishedGame]) -> rusqlite::Result<()> {
    for game in games {
        let id: u32 = connection
            .prepare_cached(
                // Imported games bring their own numbers.
                "UPDATE server SET last_game = 1 + max(last_game, (SELECT coalesce(max(id), 0) FROM games))
                 RETURNING last_game",
            )?
            .query_row([], |row| row.get(0))?;
        insert(connection, GameId(id), room, game)?;
    }
    Ok(())
}

/// Stores a game under this number.
pub(crate) fn insert(
    connection: &Connection,
    id: GameId,
    room: &str,
    game: &FinishedGame,
) -> rusqlite::Result<()> {
    let FinishedGame { number, players, ended, listed, body } = game;
    let ended = i64::try_from(*ended).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO games (id, room, number, ended, listed, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![id.0, room, number, ended, listed, body])?;
    for player in players {
        put_player(connection, id, *player)?;
    }
    Ok(())
}

/// Returns the numbers that a room's games have in the room.
pub(crate) fn numbers(connection: &Connection, room: &RoomCode) -> rusqlite::Result<Vec<u32>> {
    let mut find = connection.prepare_cached("SELECT number FROM games WHERE room = ?1")?;
    find.query_map([room.as_str()], |row| row.get(0))?.collect()
}

/// Links a player to a game; once, even if they sat in both seats.
fn put_player(connection: &Connection, game: GameId, player: PlayerId) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO game_players (player, game) VALUES (?1, ?2)")?
        .execute(params![player.0, game.0])?;
    Ok(())
}

/// Deletes the games of `room`.
pub(crate) fn delete(connection: &Connection, room: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM game_players WHERE game IN (SELECT id FROM games WHERE room = ?1)")?
        .execute([room])?;
    connection.prepare_cached("DELETE FROM games WHERE room = ?1")?.execute([room])?;
    Ok(())
}

/// Returns the newest games that ended in `room`.
pub(crate) fn of_room(
    connection: &Connection,
    room: &RoomCode,
    before: Option<GameId>,
    most: usize,
) -> rusqlite::Result<Vec<StoredGame>> {
    // The inner query needs only the index, so that bodies are read of the selected games only.
    let find = connection.prepare_cached(
        "SELECT id, room, listed, body FROM games WHERE id IN (
             SELECT id FROM games WHERE room = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3
         ) ORDER BY id DESC",
    )?;
    all(find, params![room.as_str(), end(before), count(most)])
}

/// Returns the newest games of `player`.
pub(crate) fn of_player(
    connection: &Connection,
    player: PlayerId,
    before: Option<GameId>,
    most: usize,
    which: WhichGames,
) -> rusqlite::Result<Vec<StoredGame>> {
    match which {
        WhichGames::All => {
            let find = connection.prepare_cached(
                "SELECT id, room, listed, body FROM game_players JOIN games ON id = game
                 WHERE player = ?1 AND game < ?2 ORDER BY game DESC LIMIT ?3",
            )?;
            all(find, params![player.0, end(before), count(most)])
        }
        WhichGames::Listed => {
            let find = connection.prepare_cached(
                "SELECT id, room, listed, body FROM games WHERE listed AND id IN (
                     SELECT game FROM game_players WHERE player = ?1 AND game < ?2 ORDER BY game DESC LIMIT ?4
                 ) ORDER BY id DESC LIMIT ?3",
            )?;
            all(find, params![player.0, end(before), count(most), count(LOOKED_THROUGH)])
        }
    }
}

/// Returns the game with this number.
pub(crate) fn one(connection: &Connection, game: GameId) -> rusqlite::Result<Option<StoredGame>> {
    let mut find = connection.prepare_cached("SELECT id, room, listed, body FROM games WHERE id = ?1")?;
    find.query_row([game.0], read).optional()
}

fn all(mut find: CachedStatement<'_>, params: impl Params) -> rusqlite::Result<Vec<StoredGame>> {
    find.query_map(params, read)?.collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let room: String = row.get(1)?;
    let room = room
        .parse()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(1, Type::Text, Box::new(error)))?;
    Ok(StoredGame { id: GameId(row.get(0)?), room, listed: row.get(2)?, body: row.get(3)? })
}

/// Returns the exclusive upper bound on the numbers of games.
fn end(before: Option<GameId>) -> i64 {
    before.map_or(i64::MAX, |game| i64::from(game.0))
}

fn count(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
