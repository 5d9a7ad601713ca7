//! What a room shows of its past: older talk, and its finished games.

use std::sync::Arc;

use tengen_shared::{
    game::{CommandId, GameId, GameRecord, SNAPSHOT_CHAT_LINES, Said, Seq},
    protocol::{GAMES_PAGE, GameSummary, ServerMessage},
};

use super::shell::Shell;
use crate::{
    journal::{JournalError, StoredGame},
    peer::Peer,
};

impl Shell {
    /// Sends the lines of the peer's channel before an event.
    pub(super) fn list_chat(&self, peer: &Peer, id: CommandId, before: Seq) {
        let room = self.machine.room();
        let channel = room.channel_of(peer.player);
        let older = |said: &&Said| said.line.channel == channel && said.seq < before;
        let mut lines: Vec<Said> =
            room.chat().iter().rev().filter(older).take(2 * SNAPSHOT_CHAT_LINES).cloned().collect();
        lines.reverse();
        peer.outbox.answer(&ServerMessage::Chat { id, room: room.code().clone(), lines });
    }

    /// Sends the finished games of the room, behind a task: the room does not wait for the journal.
    pub(super) fn list_games(&self, peer: &Arc<Peer>, id: CommandId, before: Option<GameId>) {
        let (peer, room) = (peer.clone(), self.machine.room().code().clone());
        let games = self.app.journal.games_of_room(&room, before, GAMES_PAGE);
        self.app.tasks.spawn(async move { answer_games(&peer, id, games.await) });
    }
}

/// Answers with a list of games.
pub(crate) fn answer_games(peer: &Peer, id: CommandId, games: Result<Vec<StoredGame>, JournalError>) {
    match games {
        Ok(games) => {
            let games = games.iter().filter_map(summary).collect();
            peer.outbox.answer(&ServerMessage::Games { id, games });
        }
        Err(error) => peer.reject(Some(id), None, error.code(), error.to_string()),
    }
}

fn summary(stored: &StoredGame) -> Option<GameSummary> {
    Some(GameSummary::new(stored.id, &record(stored)?))
}

/// The game as it was written down; one that cannot be read is left out.
pub(crate) fn record(stored: &StoredGame) -> Option<GameRecord> {
    serde_json::from_str(&stored.body)
        .inspect_err(|error| tracing::error!(game = stored.id.0, %error, "a finished game is damaged"))
        .ok()
}
