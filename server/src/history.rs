//! Finished games: who may see them, and the answers with them.

use tengen_shared::{
    game::{CommandId, Features, GameId, GameRecord, PlayerId, RejectCode},
    protocol::{GAMES_PAGE, GameSummary, ServerMessage},
};

use crate::{
    app::App,
    journal::{JournalError, StoredGame, WhichGames},
    peer::Peer,
};

/// Answers with the games of `player`: all games to the player, games from public rooms to others.
pub(crate) async fn list(app: &App, peer: &Peer, id: CommandId, player: PlayerId, before: Option<GameId>) {
    let which = if player == peer.who.player { WhichGames::All } else { WhichGames::Listed };
    answer_list(peer, id, app.journal.games_of_player(player, before, GAMES_PAGE, which).await);
}

/// Answers with a list of games that the client can read, or with the journal's error.
pub(crate) fn answer_list(peer: &Peer, id: CommandId, games: Result<Vec<StoredGame>, JournalError>) {
    match games {
        Ok(games) => {
            let known = peer.who.features;
            let readable = |game: &GameRecord| known.covers(Features::for_record(game));
            let line =
                |stored: &StoredGame| Some(GameSummary::new(stored.id, &record(stored).filter(readable)?));
            let games = games.iter().filter_map(line).collect();
            peer.outbox.answer(&ServerMessage::Games { id, games });
        }
        Err(error) => peer.reject(Some(id), None, error),
    }
}

/// Answers with a finished game, if it was played in a public room, by the asker, or in a room that the asker follows.
pub(crate) async fn show(app: &App, peer: &Peer, id: CommandId, game: GameId) {
    let stored = match app.journal.game(game).await {
        Ok(stored) => stored,
        Err(error) => return peer.reject(Some(id), None, error),
    };
    let visible =
        stored.filter(|stored| stored.listed || peer.follows(&stored.room) || has_played(peer, stored));
    match visible.as_ref().and_then(record) {
        Some(record) => match peer.who.features.check(Features::for_record(&record)) {
            Ok(()) => peer.outbox.answer(&ServerMessage::Game { id, game, record: Box::new(record) }),
            Err(reject) => peer.reject(Some(id), None, reject),
        },
        None => {
            let text =
                format!("game {} does not exist, or you may not see it: ask for a list of games", game.0);
            peer.reject(Some(id), None, (RejectCode::NoSuchGame, text));
        }
    }
}

fn has_played(peer: &Peer, stored: &StoredGame) -> bool {
    record(stored).is_some_and(|record| record.players().any(|player| player == peer.who.player))
}

/// Parses a stored game. Logs a damaged one and returns `None`.
fn record(stored: &StoredGame) -> Option<GameRecord> {
    serde_json::from_str(&stored.body)
        .inspect_err(|error| tracing::error!(game = stored.id.0, %error, "a finished game cannot be read"))
        .ok()
}
