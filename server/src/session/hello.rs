//! `hello`: identifies a player, decides on admission, and resumes the player's rooms.

use std::sync::{Arc, atomic::Ordering};

use tengen_shared::{
    game::{CommandId, Features, Name, PlayerId, RejectCode},
    protocol::{KeyClaim, Meeting, PlayerKey, Proof, Resume, SecretMac, SeenRoom, ServerMessage, Signature},
};

use super::{Guess, Session, asking::send, keys};
use crate::{
    journal::{Key, KeyAddition, StoredKey},
    lane::Lane,
    lobby::{LobbyError, TOO_MANY_CODES},
    mailbox::Envelope,
    metrics::Dropped,
    outbox::Shut,
    peer::{Peer, Person},
    quota::Act,
    refusal::Refusal,
    room_io::RoomIn,
};

/// The fields of `hello`.
pub(super) struct Hello {
    pub(super) name: Name,
    pub(super) key: Option<PlayerKey>,
    pub(super) proof: Option<Box<Proof>>,
    pub(super) resume: Resume,
    pub(super) features: Features,
}

/// How somebody who says `hello` shows who they are.
enum Credential {
    /// With the secret key of an earlier visit; without one, they get a new one.
    Secret(Option<PlayerKey>),
    /// With the proof of a key pair, which has been checked.
    Pair(Meeting, Box<Proof>),
}

/// What `welcome` gives in return.
enum Returned {
    /// The secret key for the next visit.
    Secret(PlayerKey),
    /// The server's proof of its own key pair.
    Signature(Signature),
}

/// The identity of somebody who says `hello`.
struct Identified {
    player: PlayerId,
    name: Name,
    key: StoredKey,
    /// Whether the journal lacks the player, who has never done anything.
    unwritten: bool,
}

impl Session {
    pub(super) async fn hello(&mut self, id: CommandId, hello: Hello) {
        let Hello { name, key, proof, resume, features } = hello;
        let seen = self.app.revocations.load(Ordering::Acquire);
        let identified = match self.check_credential(key, proof) {
            Ok(credential) => self.identify(name, credential).await,
            Err(refusal) => Err(refusal),
        };
        let (Identified { player, name, key, unwritten }, returned) = match identified {
            Ok(identified) => identified,
            Err(refusal) => return self.reject(Some(id), None, refusal),
        };
        let used = key.key;
        let person =
            Person { player, name: name.clone(), source: self.source.clone(), key, unwritten, features };
        let burst = self.app.config.limits.passphrase_burst;
        let peer = Arc::new(Peer::new(self.conn, person, self.outbox.clone(), burst));
        self.app.gateway.connected(peer.clone());
        // The key may have been removed, or given to another player, after it was looked up and before the gateway knew
        // this connection.
        if self.app.revocations.load(Ordering::Acquire) != seen {
            match self.app.journal.player(used).await {
                Ok(Some(owner)) if owner.id == player => {}
                Ok(None) if unwritten => {}
                Ok(_) => return self.outbox.shut(Shut::Revoked),
                Err(error) => {
                    self.app.gateway.disconnected(self.conn);
                    return self.reject(Some(id), None, error);
                }
            }
        }
        self.places.greeted();
        self.peer = Some(peer.clone());
        let (key, signature) = match returned {
            Returned::Secret(key) => (Some(key), None),
            Returned::Signature(signature) => (None, Some(signature)),
        };
        let now = self.app.now();
        self.outbox.answer(&ServerMessage::Welcome { id, player, key, name, now, signature });
        self.resume(&peer, resume, unwritten).await;
    }

    /// Follows the rooms of an earlier connection again.
    async fn resume(&mut self, peer: &Arc<Peer>, resume: Resume, unwritten: bool) {
        for SeenRoom { room, seq } in Vec::from(resume) {
            let only_owners = self.check_code(&room).await == Guess::Barred;
            // A player with a seat there returns anyway. Each lookup costs, so that nobody can look for many rooms.
            if only_owners
                && (unwritten || !self.source.quota.take(Act::Lookup) || !self.app.has_room(&room).await)
            {
                self.reject(None, Some(room), (RejectCode::RateLimited, TOO_MANY_CODES));
                continue;
            }
            let Some(ticket) = peer.ticket_to_enter(&room, self.app.config.limits.rooms_followed) else {
                let error = LobbyError::FollowsEnough;
                self.reject(None, Some(room), error);
                continue;
            };
            let message = RoomIn::Resume { from: peer.sender(), seen: seq, only_owners };
            let envelope = Envelope { message, lane: Lane::Players, ticket: Some(ticket) };
            send(&self.app, peer, None, &room, envelope);
        }
    }

    /// Checks the proof, and whether a secret key may be used from here.
    fn check_credential(
        &self,
        key: Option<PlayerKey>,
        proof: Option<Box<Proof>>,
    ) -> Result<Credential, Refusal> {
        let refuse = |text: &str| Err((RejectCode::BadProof, text).into());
        match (key, proof) {
            (Some(_), Some(_)) => refuse("send a secret key or the proof of a key pair, not both"),
            (None, Some(proof)) => {
                let meeting = proof.meeting(self.challenge);
                if meeting.is_signed_by_player(&proof.signature) {
                    Ok(Credential::Pair(meeting, proof))
                } else {
                    refuse(
                        "the signature does not fit your key and this connection: sign the server's nonce again",
                    )
                }
            }
            (key, None) if self.app.config.secret_keys.allows(self.source.nearness) => {
                Ok(Credential::Secret(key))
            }
            (_, None) => refuse(
                "this server takes secret keys only from its own network: prove a key pair, or ask its operator for --secret-keys always",
            ),
        }
    }

    /// Returns the player with this key, or a new one.
    async fn identify(&self, name: Name, credential: Credential) -> Result<(Identified, Returned), Refusal> {
        name.check_new().map_err(|error| (RejectCode::BadValue, error.to_string()))?;
        let of = |secret: PlayerKey| StoredKey::new(Key::Secret(secret.digest()), "", self.app.now());
        let identified = match credential {
            Credential::Pair(meeting, proof) => {
                let key = StoredKey::new(Key::Pair(proof.public_key), proof.device.as_str(), self.app.now());
                let signature = meeting.sign_as_server(&self.app.journal.identity().key);
                let identified = self.identify_pair(name, key, &meeting, proof.claim).await?;
                return Ok((identified, Returned::Signature(signature)));
            }
            Credential::Secret(Some(secret)) => {
                let found = self.find(&name, &of(secret)).await?;
                found.map(|identified| (identified, Returned::Secret(secret)))
            }
            Credential::Secret(None) => None,
        };
        match identified {
            Some(identified) => Ok(identified),
            // An unknown key is not used: it may be one that was removed.
            None => {
                let secret = PlayerKey::from_bytes(rand::random());
                Ok((self.newcomer(name, of(secret)).await?, Returned::Secret(secret)))
            }
        }
    }

    /// Returns the player with this key pair, or to whom the claim says it belongs, or a new one.
    async fn identify_pair(
        &self,
        name: Name,
        key: StoredKey,
        meeting: &Meeting,
        claim: Option<KeyClaim>,
    ) -> Result<Identified, Refusal> {
        if let Some(KeyClaim::Pairing { mac }) = &claim {
            if !self.source.quota.allows(Act::UnknownCode) {
                self.app.metrics.drop_one(Dropped::Quota);
                return Err((RejectCode::RateLimited, TOO_MANY_CODES).into());
            }
            return self.pair_with(key, meeting, mac).await;
        }
        if let Some(identified) = self.find(&name, &key).await? {
            return Ok(identified);
        }
        if let Some(KeyClaim::SecretKey { id, mac }) = &claim {
            for secret in self.app.journal.secret_keys(*id).await? {
                if meeting.knows_secret(secret.parts().1, mac)
                    && let Some(owner) = self.app.journal.player(secret).await?
                    && let Some(identified) = self.add_key(owner.id, secret, key.clone()).await?
                {
                    return Ok(identified);
                }
            }
        }
        self.newcomer(name, key).await
    }

    /// Gives a key to the player whose other device has asked for a code.
    async fn pair_with(
        &self,
        key: StoredKey,
        meeting: &Meeting,
        mac: &SecretMac,
    ) -> Result<Identified, Refusal> {
        let wrong = || {
            let _ = self.source.quota.take(Act::UnknownCode);
            let text = "this code is wrong, used or too old: ask your other device for a new one";
            Err((RejectCode::BadPairingCode, text).into())
        };
        let Some(pairing) = self.app.pairings.redeem(meeting, mac) else { return wrong() };
        if let Some(member) = &self.app.member {
            member.tell_pairing_used(pairing.player);
        }
        match self.add_key(pairing.player, pairing.key, key).await {
            // The player has removed the device that asked for the code.
            Ok(None) => wrong(),
            Ok(Some(identified)) => Ok(identified),
            Err(refusal) => {
                self.app.pairings.restore(pairing);
                Err(refusal)
            }
        }
    }

    /// Returns the player whom the server knows by this key, and notes a new name.
    async fn find(&self, name: &Name, key: &StoredKey) -> Result<Option<Identified>, Refusal> {
        let identified =
            |player, unwritten| Identified { player, name: name.clone(), key: key.clone(), unwritten };
        let journal = &self.app.journal;
        // Look here first: strangers are forgotten only when the journal has them. On another node, they may have become
        // somebody.
        if let Some(player) = self.app.strangers.find(&key.key) {
            if self.app.member.is_none() || journal.player(key.key).await?.is_none() {
                return Ok(Some(identified(player, true)));
            }
            self.app.strangers.forget(&key.key);
        }
        let Some(found) = journal.player(key.key).await? else {
            return Ok(None);
        };
        if found.name != *name {
            journal.rename_player(found.id, name.clone()).await?;
        }
        if found.key_used < key.used {
            // Nobody needs to wait for it.
            let noting = journal.note_use(key.key, key.used);
            self.app.tasks.spawn(async move { drop(noting.await) });
        }
        Ok(Some(identified(found.id, false)))
    }

    /// Gives a player a further key, if they still have the key `voucher`; otherwise `None`. They keep their name, which
    /// the new device may not know.
    async fn add_key(
        &self,
        player: PlayerId,
        voucher: Key,
        key: StoredKey,
    ) -> Result<Option<Identified>, Refusal> {
        let before = self.app.journal.player(key.key).await?;
        match self.app.journal.add_key(player, voucher, key.clone(), keys::MOST).await? {
            KeyAddition::Added => {}
            KeyAddition::NotVouched => return Ok(None),
            KeyAddition::TooMany => {
                let text =
                    "you have as many devices as a player can have: remove one on another device first";
                return Err((RejectCode::TooMany, text).into());
            }
        }
        self.app.strangers.forget(&key.key);
        // Connections that have used it for another player must not go on as that player.
        if before.is_none_or(|before| before.id != player) {
            self.app.end_keys(&[key.key], Shut::Moved);
        }
        let gone = || Refusal::from((RejectCode::Storage, "this player is gone: try again"));
        let found = self.app.journal.player(key.key).await?.ok_or_else(gone)?;
        Ok(Some(Identified { player, name: found.name, key, unwritten: false }))
    }

    /// Admits a new player.
    async fn newcomer(&self, name: Name, key: StoredKey) -> Result<Identified, Refusal> {
        if !self.source.is_local()
            && self.app.places.available_permits() < self.app.config.limits.connections_kept()
        {
            self.app.metrics.drop_one(Dropped::Quota);
            let text = "the server is nearly full and accepts only known players: try again later";
            return Err((RejectCode::TooMany, text).into());
        }
        if !self.source.quota.take(Act::NewPlayer) {
            self.app.metrics.drop_one(Dropped::Quota);
            let text = "too many new players from your network address: try again in a minute";
            return Err((RejectCode::RateLimited, text).into());
        }
        let player = self.app.journal.new_player().await?;
        let player = self.app.strangers.remember(key.key, player);
        // Another connection with the same key may have come first, and its player may be stored by now.
        let stored = self.app.journal.player(key.key).await?;
        if let Some(stored) = stored {
            self.app.strangers.forget(&key.key);
            return Ok(Identified { player: stored.id, name, key, unwritten: false });
        }
        Ok(Identified { player, name, key, unwritten: true })
    }

    /// Stores the peer in the journal, if it is not there. If that fails, refuses the command and returns false.
    pub(super) async fn is_registered(&self, peer: &Peer, id: CommandId) -> bool {
        let registered = self.app.register(peer).await;
        registered.map_err(|error| self.reject(Some(id), None, error)).is_ok()
    }
}
