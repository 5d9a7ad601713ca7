//! Making rooms, for one player or for a quick match.

use std::sync::Arc;

use tengen_shared::game::{CommandId, Millis, PerSeat, RoomCode, RoomPlan, SeatPlan, Settings};

use crate::{
    app::App,
    lane::Lane,
    lobby::LobbyError,
    mailbox::Envelope,
    peer::Peer,
    room_io::{Ask, Asked, NewRoom, RoomIn, Search},
};

/// Sends `peer` to a room that waits for a quick match, or makes a new room that waits.
pub(crate) fn quick_match(app: &Arc<App>, peer: &Arc<Peer>, id: CommandId, search: Search, arrived: Millis) {
    let (player, most) = (peer.who.player, app.config.limits.rooms_followed);
    let variant = search.variant;
    let made = app.lobby.pair(&search, player, || {
        let plan = RoomPlan { settings: Settings::new(search.variant), host: player, quick: true };
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        make_room(app, peer, NewRoom { maker: peer.sender(), id, plan, seats, lock: None, arrived })
    });
    let sent = made.and_then(|waiting| {
        let Some((room, host)) = waiting else { return Ok(()) };
        let sent = peer.ticket_to_enter(&room, most).ok_or(LobbyError::FollowsEnough).and_then(|ticket| {
            let asked = Asked { from: peer.sender(), id, ask: Ask::Match(search), arrived };
            let message = RoomIn::Ask(Box::new(asked));
            let envelope = Envelope { message, lane: Lane::Spectators, ticket: Some(ticket) };
            app.lobby.send(app, Some(peer), &room, envelope)
        });
        if sent.is_err() {
            // The host still waits.
            app.lobby.set_waiting(&room, variant, Some(host));
        }
        sent
    });
    if let Err(error) = sent {
        peer.reject(Some(id), None, error);
    }
}

/// Makes a room, unless its maker is in too many.
///
/// # Errors
/// Returns an error if there are too many rooms: in all, by this player, from this address, or with this player.
pub(crate) fn make_room(app: &Arc<App>, peer: &Peer, new: NewRoom) -> Result<RoomCode, LobbyError> {
    if !peer.may_enter_another(app.config.limits.rooms_followed) {
        return Err(LobbyError::FollowsEnough);
    }
    app.lobby.create(app, peer, new)
}
