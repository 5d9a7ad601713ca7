//! A room's past, page by page: older chat, and finished games.

use std::sync::Arc;

use tengen_shared::{
    game::{CommandId, GameId, SNAPSHOT_CHAT_LINES, Said, Seq},
    protocol::{GAMES_PAGE, ServerMessage},
};

use super::shell::Shell;
use crate::{history, peer::Peer};

impl Shell {
    /// Sends older lines of the peer's channel, from before an event.
    pub(super) fn list_chat(&self, peer: &Peer, id: CommandId, before: Seq) {
        let room = self.machine.room();
        let channel = room.channel_of(peer.player);
        let older = |said: &&Said| said.line.channel == channel && said.seq < before;
        let mut lines: Vec<Said> =
            room.chat().iter().rev().filter(older).take(2 * SNAPSHOT_CHAT_LINES).cloned().collect();
        lines.reverse();
        peer.outbox.answer(&ServerMessage::Chat { id, room: room.code().clone(), lines });
    }

    /// Sends the room's finished games from a task, so that the room does not wait for the journal.
    pub(super) fn list_games(&self, peer: &Arc<Peer>, id: CommandId, before: Option<GameId>) {
        let (peer, room) = (peer.clone(), self.machine.room().code().clone());
        let games = self.app.journal.games_of_room(&room, before, GAMES_PAGE);
        self.app.tasks.spawn(async move { history::answer_list(&peer, id, games.await) });
    }
}
