//! Showing how a brain thinks about a position of the room.

use tengen_shared::{game::CommandId, rules::Bot};

use super::shell::Shell;
use crate::peer::Peer;

impl Shell {
    /// Answers with the search of `bot` in the position after `ply` stones.
    pub(super) fn explain(&self, peer: &Peer, id: CommandId, ply: u16, _bot: Bot) {
        if let Err(reject) = self.machine.room().position_to_explain(peer.player, ply) {
            peer.refuse(id, self.machine.room().code(), &reject);
        }
    }
}
