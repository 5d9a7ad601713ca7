//! Making rooms, for one player or for a quick match.

use std::sync::Arc;

use tengen_shared::{
    game::{Access, CommandId, Millis, PerSeat, PlayerId, RoomCode, RoomPlan, SeatPlan, Settings},
    rules::Variant,
};

use crate::{
    app::App,
    cluster::{Member, QuickPlace},
    lane::Lane,
    lobby::{LobbyError, draw_code},
    mailbox::Envelope,
    peer::Peer,
    room_io::{Ask, Asked, NewRoom, RoomIn, Search},
};

/// Sends `peer` to a room that waits for a quick match, or makes a new room that waits.
pub(crate) fn quick_match(app: &Arc<App>, peer: &Arc<Peer>, id: CommandId, search: Search, arrived: Millis) {
    let searcher = Searcher { app: app.clone(), peer: peer.clone(), id, arrived };
    match app.member.clone() {
        None => searcher.search(search),
        Some(member) => {
            app.tasks.spawn(async move { searcher.search_all_nodes(&member, search).await });
        }
    }
}

/// Somebody who wants a quick match.
struct Searcher {
    app: Arc<App>,
    peer: Arc<Peer>,
    id: CommandId,
    arrived: Millis,
}

impl Searcher {
    /// Looks among the rooms of this server.
    fn search(self, search: Search) {
        let player = self.peer.who.player;
        match self.app.lobby.pair(&search, player, || self.make(search.variant, None)) {
            Ok(None) => {}
            Ok(Some((room, host))) => self.enter(&room, host, search),
            Err(error) => self.peer.reject(Some(self.id), None, error),
        }
    }

    /// Looks among the rooms of all nodes of a cluster.
    async fn search_all_nodes(self, member: &Member, search: Search) {
        let own = draw_code(&self.app, Access::Listed);
        match member.journal.find_match(&search, self.peer.who.player, &own).await {
            Ok(QuickPlace::Own(room)) => self.enter(&room, self.peer.who.player, search),
            Ok(QuickPlace::With(room, host)) => self.enter(&room, host, search),
            Ok(QuickPlace::Make) => {
                if let Err(error) = self.make(search.variant, Some(own.clone())) {
                    member.set_waiting(&own, search.variant, None);
                    self.peer.reject(Some(self.id), None, error);
                }
            }
            Err(error) => self.peer.reject(Some(self.id), None, error),
        }
    }

    fn make(&self, variant: Variant, code: Option<RoomCode>) -> Result<RoomCode, LobbyError> {
        let plan = RoomPlan { settings: Settings::new(variant), host: self.peer.who.player, quick: true };
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        let (maker, id, arrived) = (self.peer.sender(), self.id, self.arrived);
        make_room(&self.app, &self.peer, NewRoom { code, maker, id, plan, seats, lock: None, arrived })
    }

    /// Enters a room in which `host` waits.
    fn enter(&self, room: &RoomCode, host: PlayerId, search: Search) {
        let variant = search.variant;
        let asked = (self.id, Ask::Match(search), self.arrived);
        if let Err(error) = enter(&self.app, &self.peer, room, asked) {
            // The host still waits.
            self.app.set_waiting(room, variant, Some(host));
            self.peer.reject(Some(self.id), None, error);
        }
    }
}

/// Sends `peer` to a room that exists.
///
/// # Errors
/// Returns an error if the peer is in too many rooms, or the room does not take the message.
pub(crate) fn enter(
    app: &Arc<App>,
    peer: &Peer,
    room: &RoomCode,
    (id, ask, arrived): (CommandId, Ask, Millis),
) -> Result<(), LobbyError> {
    let ticket = peer.ticket_to_enter(room, app.config.limits.rooms_followed);
    let ticket = ticket.ok_or(LobbyError::FollowsEnough)?;
    let message = RoomIn::Ask(Box::new(Asked { from: peer.sender(), id, ask, arrived }));
    let envelope = Envelope { message, lane: Lane::Spectators, ticket: Some(ticket) };
    app.lobby.send(app, Some(peer), room, envelope)
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
