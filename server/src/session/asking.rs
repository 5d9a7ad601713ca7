//! Requests to a room: who may send them, and the passphrase of those who enter.

use std::sync::Arc;

use tengen_shared::game::{Command, CommandId, Millis, Passphrase, RejectCode, RoomCode};

use crate::{
    app::{App, HashError},
    journal::JournalError,
    lane::Lane,
    lobby::LobbyError,
    mailbox::Envelope,
    metrics::Dropped,
    peer::Peer,
    quota::Act,
    refusal::Refusal,
    room_io::{Ask, Asked, PassphraseTry, RoomIn},
};

/// Sends a request to a room. Tells the sender if that fails.
pub(super) async fn ask_room(
    app: &Arc<App>,
    peer: &Peer,
    (id, room): (CommandId, RoomCode),
    ask: Ask,
    arrived: Millis,
) {
    if let Err(error) = register_named(app, peer, &room, &ask).await {
        return peer.reject(Some(id), Some(room), error);
    }
    let (lane, ticket) = if ask.enters() && !peer.follows(&room) {
        let Some(ticket) = peer.ticket_to_enter(&room, app.config.limits.rooms_followed) else {
            let error = LobbyError::FollowsEnough;
            return peer.reject(Some(id), Some(room), error);
        };
        (Lane::Spectators, Some(ticket))
    } else {
        peer.way_to(&room)
    };
    let asked = Asked { from: peer.sender(), id, ask, arrived };
    send(app, peer, Some(id), &room, Envelope { message: RoomIn::Ask(Box::new(asked)), lane, ticket });
}

/// Stores the players whom the record of a request may name, before the room can write it.
async fn register_named(app: &Arc<App>, peer: &Peer, room: &RoomCode, ask: &Ask) -> Result<(), JournalError> {
    let follows = peer.may_follow(room);
    if peer.is_unwritten() && ask.may_write(follows) {
        app.register(peer).await?;
    }
    // Whoever has only watched until now gets a seat. Only a member of the room can be the host who gives it.
    if follows && let Ask::Decide(Command::Recognize { now, .. }) = ask {
        app.register_player(*now).await?;
    }
    Ok(())
}

/// Hashes a passphrase, then sends the request to enter a room with the hash.
pub(super) async fn ask_with_passphrase(
    passphrase: Passphrase,
    app: &Arc<App>,
    peer: &Peer,
    (id, room): (CommandId, RoomCode),
    ask: Ask,
    arrived: Millis,
) {
    let key = match key_for(app, peer, &room, passphrase).await {
        Ok(key) => key,
        Err(refusal) => return peer.reject(Some(id), Some(room), refusal),
    };
    let ask = match ask {
        Ask::Join(_) => Ask::Join(key),
        Ask::Watch(_) => Ask::Watch(key),
        ask => ask,
    };
    ask_room(app, peer, (id, room), ask, arrived).await;
}

/// Hashes a passphrase with the salt and costs of the room's own. Does not hash if the peer follows the room, the room
/// needs none, or a limit is reached.
async fn key_for(
    app: &Arc<App>,
    peer: &Peer,
    room: &RoomCode,
    passphrase: Passphrase,
) -> Result<PassphraseTry, Refusal> {
    if peer.follows(room) {
        return Ok(PassphraseTry::None);
    }
    let handle = app.lobby.find_or_load(app, Some(peer), room);
    let handle = handle.map_err(|error| error.about(room))?;
    let Some(recipe) = handle.recipe().await else { return Ok(PassphraseTry::None) };
    if !take_passphrase_token(app, peer) {
        return Ok(PassphraseTry::Unchecked);
    }
    match app.lock_work(&peer.source, move |work| recipe.hash(&passphrase, work)).await {
        Ok(Ok(hash)) => Ok(PassphraseTry::Hashed(hash)),
        Ok(Err(error)) => Err((RejectCode::Storage, error.to_string()).into()),
        // Still ask the room: it may admit a player that it knows without a passphrase.
        Err(HashError::Busy) => Ok(PassphraseTry::Unchecked),
        Err(error) => Err(error.into()),
    }
}

/// Takes a token for hashing one passphrase. Returns false if none is left. Trying and setting one cost the same.
pub(super) fn take_passphrase_token(app: &App, peer: &Peer) -> bool {
    let may = peer.may_try() && peer.source.quota.take(Act::Passphrase);
    if !may {
        app.metrics.drop_one(Dropped::Passphrase);
    }
    may
}

/// Sends a message to a room. Tells the sender if that fails.
pub(super) fn send(app: &Arc<App>, peer: &Peer, id: Option<CommandId>, room: &RoomCode, envelope: Envelope) {
    if let Err(error) = app.lobby.send_and_run(app, peer, room, envelope) {
        peer.reject(id, Some(room.clone()), error.about(room));
    }
}
