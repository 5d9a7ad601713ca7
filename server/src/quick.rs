//! Making rooms, for one player or for a quick match.

use std::sync::Arc;

use tengen_shared::game::{CommandId, Millis, Opening, PerSeat, RoomCode, SeatPlan, Settings};
use tokio::sync::oneshot;

use crate::{
    app::App,
    lobby::LobbyError,
    mailbox::{Ask, Asked, NewRoom, RoomMsg, Search},
    peer::Peer,
};

/// Sends `peer` to a room that waits for a quick match, or makes a new room that waits. `done` is dropped when the
/// command is answered.
pub(crate) fn quick_match(
    app: &Arc<App>,
    peer: &Arc<Peer>,
    id: CommandId,
    search: Search,
    arrived: Millis,
    mut done: Option<oneshot::Sender<()>>,
) {
    let made = app.lobby.pair(&search, peer.player, || {
        let opening = Opening { settings: Settings::new(search.variant), host: peer.player, quick: true };
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        let (peer, done) = (peer.clone(), done.take());
        make_room(app, NewRoom { peer, id, opening, seats, lock: None, arrived, done })
    });
    let sent = made.and_then(|waiting| {
        let Some(room) = waiting else { return Ok(()) };
        let asked = Asked { peer: peer.clone(), id, ask: Ask::Match(search), arrived, done, ticket: None };
        app.lobby.send(app, Some(peer), &room, RoomMsg::Ask(Box::new(asked)))
    });
    if let Err(error) = sent {
        app.metrics.rejected.inc();
        peer.reject(Some(id), None, error.code(), error.to_string());
    }
}

/// Makes a room, unless its maker already follows too many.
///
/// # Errors
/// Returns an error if there are too many rooms: in all, by this player, from this address, or followed by this player.
pub(crate) fn make_room(app: &Arc<App>, new: NewRoom) -> Result<RoomCode, LobbyError> {
    if new.peer.follows_enough(app.config.limits.rooms_followed) {
        return Err(LobbyError::FollowsEnough);
    }
    app.lobby.create(app, new)
}
