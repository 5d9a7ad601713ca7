//! Making rooms, for one player or for a quick match.

use std::sync::Arc;

use tengen_shared::{
    game::{
        Access, CommandId, Millis, PerSeat, PlayerId, RejectCode, RoomCode, RoomPlan, SeatPlan, Settings,
    },
    rules::Variant,
};

use crate::{
    app::App,
    cluster::{Member, QuickPlace},
    lane::Lane,
    lobby::{LobbyError, draw_code},
    mailbox::Envelope,
    peer::Peer,
    refusal::Refusal,
    room_io::{Ask, Asked, NewRoom, PassphraseTry, RoomIn, Search},
};

/// Sends `peer` to the room that the command has led into before, or to one that waits for a quick match, or makes a new
/// room that waits.
pub(crate) fn quick_match(app: &Arc<App>, peer: &Arc<Peer>, id: CommandId, search: Search, arrived: Millis) {
    let searcher = Searcher { app: app.clone(), peer: peer.clone(), id, arrived };
    app.tasks.spawn(async move {
        if let Err(refusal) = searcher.search(search).await {
            searcher.peer.reject(Some(id), None, refusal);
        }
    });
}

/// Somebody who wants a quick match.
struct Searcher {
    app: Arc<App>,
    peer: Arc<Peer>,
    id: CommandId,
    arrived: Millis,
}

impl Searcher {
    async fn search(&self, search: Search) -> Result<(), Refusal> {
        let entered = self.app.journal.entered(self.peer.who.cause(self.id)).await?;
        if let Some(room) = entered.filter(|room| !search.passed.contains(room)) {
            let asked = (self.id, Ask::Match(search), self.arrived);
            return enter(&self.app, &self.peer, &room, asked).map_err(Refusal::from);
        }
        match &self.app.member {
            None => self.search_here(search),
            Some(member) => self.search_all_nodes(member, search).await,
        }
    }

    /// Looks among the rooms of this server.
    fn search_here(&self, search: Search) -> Result<(), Refusal> {
        let player = self.peer.who.player;
        match self.app.lobby.pair(&search, player, || self.make(&search, None))? {
            None => Ok(()),
            Some((room, host)) => self.enter(&room, host, search),
        }
    }

    /// Looks among the rooms of all nodes of a cluster.
    async fn search_all_nodes(&self, member: &Member, search: Search) -> Result<(), Refusal> {
        let own = draw_code(&self.app, Access::Listed);
        match member.journal.find_match(&search, self.peer.who.player, &own).await? {
            QuickPlace::Own(room) => self.enter(&room, self.peer.who.player, search),
            QuickPlace::With(room, host) => self.enter(&room, host, search),
            QuickPlace::Make => {
                self.make(&search, Some(own.clone()))
                    .inspect_err(|_| member.set_waiting(&own, search.variant, None))?;
                Ok(())
            }
        }
    }

    fn make(&self, search: &Search, code: Option<RoomCode>) -> Result<RoomCode, LobbyError> {
        let settings = Settings::new(search.variant);
        let plan = RoomPlan { settings, host: self.peer.who.player, quick: true };
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        let (maker, id, arrived) = (self.peer.sender(), self.id, self.arrived);
        let passed = search.passed.clone();
        make_room(
            &self.app,
            &self.peer,
            NewRoom { code, maker, id, plan, seats, lock: None, arrived, passed },
        )
    }

    /// Enters a room in which `host` waits.
    fn enter(&self, room: &RoomCode, host: PlayerId, search: Search) -> Result<(), Refusal> {
        let variant = search.variant;
        enter(&self.app, &self.peer, room, (self.id, Ask::Match(search), self.arrived))
            // The host still waits.
            .inspect_err(|_| self.app.set_waiting(room, variant, Some(host)))?;
        Ok(())
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

/// Leads the maker of a room into `room`, where the command has led before. `quick`: the variant of a quick match.
pub(crate) fn enter_again(
    app: &Arc<App>,
    peer: &Arc<Peer>,
    room: RoomCode,
    quick: Option<Variant>,
    new: NewRoom,
) {
    let NewRoom { id, arrived, passed, .. } = new;
    match quick {
        Some(_) if passed.contains(&room) => {
            let text = "this command is too old to repeat: search once more if you still want to";
            peer.reject(Some(id), None, (RejectCode::OldCommand, text));
        }
        Some(variant) => quick_match(app, peer, id, Search { variant, passed }, arrived),
        None => {
            let again = Ask::Watch(PassphraseTry::None);
            if let Err(error) = enter(app, peer, &room, (id, again, arrived)) {
                peer.reject(Some(id), Some(room), error);
            }
        }
    }
}

/// Lets somebody whose quick match led into a room that is not there search on.
pub(crate) fn search_on(app: &Arc<App>, code: &RoomCode, envelope: Envelope) {
    let RoomIn::Ask(asked) = envelope.message else { return };
    let Asked { from, id, ask: Ask::Match(search), arrived } = *asked else { return };
    let (app, code) = (app.clone(), code.clone());
    app.clone().tasks.spawn(async move {
        // Off the list first, so that the search does not find it again. It has turned nobody away: its first record may
        // still be on its way.
        let unlisted = match &app.member {
            Some(member) => member.journal.set_waiting(&code, search.variant, None).await,
            None => {
                app.lobby.set_waiting(&code, search.variant, None);
                Ok(())
            }
        };
        let Some(peer) = app.gateway.peer(from.who.conn) else { return };
        match unlisted {
            Ok(()) => quick_match(&app, &peer, id, search, arrived),
            Err(error) => peer.reject(Some(id), None, error),
        }
    });
}
