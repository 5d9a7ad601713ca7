//! Finished games: who may see them, and the answers with them.

use tengen_shared::{
    game::{CommandId, Features, GameId, GameRecord, PlayerId, RejectCode},
    protocol::{GAMES_PAGE, GameSummary, ServerMessage},
};

use crate::{
    app::App,
    journal::{Later, StoredGame, WhichGames},
    peer::Peer,
};

/// The most pages that are read for one list. More than one is read only for a client that cannot read some games.
const PAGES_READ: usize = 20;

/// Answers with the games of `player`: all games to the player, games from public rooms to others.
pub(crate) async fn list(app: &App, peer: &Peer, id: CommandId, player: PlayerId, before: Option<GameId>) {
    let which = if player == peer.who.player { WhichGames::All } else { WhichGames::Listed };
    let page = |before| app.journal.games_of_player(player, before, GAMES_PAGE, which);
    answer_list(peer, id, before, page).await;
}

/// Answers with a list of games that the client can read, or with the journal's error. `page` reads the newest
/// [`GAMES_PAGE`] games before a game.
pub(crate) async fn answer_list(
    peer: &Peer,
    id: CommandId,
    mut before: Option<GameId>,
    page: impl Fn(Option<GameId>) -> Later<Vec<StoredGame>>,
) {
    let readable = |game: &GameRecord| peer.who.features.covers(Features::for_record(game));
    let line = |stored: &StoredGame| Some(GameSummary::new(stored.id, &record(stored).filter(readable)?));
    let mut games = Vec::new();
    for _ in 0..PAGES_READ {
        let stored = match page(before).await {
            Ok(stored) => stored,
            Err(error) => return peer.reject(Some(id), None, error),
        };
        games.extend(stored.iter().filter_map(line));
        before = stored.last().map(|stored| stored.id);
        // A client takes a short list for the end of all games.
        if stored.len() < GAMES_PAGE || games.len() >= GAMES_PAGE {
            break;
        }
    }
    games.truncate(GAMES_PAGE);
    peer.outbox.answer(&ServerMessage::Games { id, games });
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
