//! `hello`: identifies a player, decides on admission, and resumes the player's rooms.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tengen_shared::{
    game::{CommandId, Name, PlayerId, RejectCode},
    protocol::{Features, PlayerKey, Resume, SeenRoom, ServerMessage},
};

use super::{Guess, Refusal, Session, asking::send};
use crate::{
    journal::{JournalError, KeyHash},
    lane::Lane,
    lobby::{LobbyError, TOO_MANY_CODES},
    mailbox::Envelope,
    metrics::Dropped,
    peer::{Peer, Person},
    quota::Act,
    room_io::RoomIn,
};

/// The identity of somebody who says `hello`.
struct Known {
    player: PlayerId,
    key: PlayerKey,
    /// The hash of the key, if the journal does not have the player, who has never done anything.
    unwritten: Option<KeyHash>,
}

impl Session {
    pub(super) async fn hello(
        &mut self,
        id: CommandId,
        name: Name,
        key: Option<PlayerKey>,
        resume: Resume,
        features: Features,
    ) {
        let Known { player, key, unwritten } = match self.know(&name, key).await {
            Ok(known) => known,
            Err((code, text)) => return self.reject(Some(id), None, code, text),
        };
        self.places.greeted();
        let known = unwritten.is_none();
        let person = Person { player, name: name.clone(), source: self.source.clone(), unwritten, features };
        let burst = self.app.config.limits.passphrase_burst;
        let peer = Arc::new(Peer::new(self.conn, person, self.outbox.clone(), burst));
        self.app.gateway.connected(peer.clone());
        self.outbox.answer(&ServerMessage::Welcome { id, player, key, name, now: self.app.now() });
        for SeenRoom { room, seq } in Vec::from(resume) {
            let guessed = self.check_code(&room) == Guess::Barred;
            // A player with a seat there returns anyway. Each lookup costs, so that nobody can look for many rooms.
            if guessed
                && !(known && self.source.quota.take(Act::Lookup) && self.app.lobby.exists(&self.app, &room))
            {
                self.reject(None, Some(room), RejectCode::RateLimited, TOO_MANY_CODES);
                continue;
            }
            let Some(ticket) = peer.ticket_to_enter(&room, self.app.config.limits.rooms_followed) else {
                let error = LobbyError::FollowsEnough;
                self.reject(None, Some(room), error.code(), error.to_string());
                continue;
            };
            let message = RoomIn::Resume { from: peer.sender(), seen: seq, guessed };
            let envelope = Envelope { message, lane: Lane::Players, ticket: Some(ticket) };
            send(&self.app, &peer, None, &room, envelope);
        }
        self.peer = Some(peer);
    }

    /// Returns the player with this key, or a new one.
    async fn know(&self, name: &Name, key: Option<PlayerKey>) -> Result<Known, Refusal> {
        name.check_new().map_err(|error| (RejectCode::BadValue, error.to_string()))?;
        let failed = |error: JournalError| (error.code(), error.to_string());
        let journal = &self.app.journal;
        if let Some(key) = key {
            // Look here first: strangers are forgotten only when the journal has them.
            let hash = hash(&key);
            if let Some(player) = self.app.strangers.find(&hash) {
                return Ok(Known { player, key, unwritten: Some(hash) });
            }
            if let Some(known) = journal.player(hash).await.map_err(failed)? {
                if known.name != *name {
                    journal.rename_player(known.id, name.clone()).await.map_err(failed)?;
                }
                return Ok(Known { player: known.id, key, unwritten: None });
            }
        }
        if !self.source.local
            && self.app.places.available_permits() < self.app.config.limits.connections_kept()
        {
            self.app.metrics.drop_one(Dropped::Quota);
            let text = "the server is nearly full and accepts only known players: try again later";
            return Err((RejectCode::TooMany, text.to_owned()));
        }
        if !self.source.quota.take(Act::NewPlayer) {
            self.app.metrics.drop_one(Dropped::Quota);
            let text = "too many new players from your network address: try again in a minute";
            return Err((RejectCode::RateLimited, text.to_owned()));
        }
        let player = journal.new_player().await.map_err(failed)?;
        let key = PlayerKey::from_bytes(rand::random());
        let hash = hash(&key);
        self.app.strangers.remember(hash, player);
        Ok(Known { player, key, unwritten: Some(hash) })
    }

    /// Stores the peer in the journal, if it is not there. If that fails, refuses the command and returns false.
    pub(super) async fn is_registered(&self, peer: &Peer, id: CommandId) -> bool {
        let registered = self.app.register(peer).await;
        if let Err(error) = &registered {
            self.reject(Some(id), None, error.code(), error.to_string());
        }
        registered.is_ok()
    }
}

fn hash(key: &PlayerKey) -> KeyHash {
    Sha256::digest(key.expose_bytes()).into()
}
