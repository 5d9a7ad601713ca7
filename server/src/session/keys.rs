//! A player's keys: bringing another device in, listing and removing.

use tengen_shared::{
    game::{CommandId, RejectCode},
    protocol::{KeyId, ListedKey, SafeText, ServerMessage},
};

use super::Session;
use crate::{
    journal::{KeyRemoval, StoredKey},
    outbox::Shut,
    pairings::VALID,
    peer::Peer,
};

/// Keys that a player can have.
pub(super) const MOST: usize = 16;

impl Session {
    /// Answers with a code for another device of the player.
    pub(super) async fn pair(&self, peer: &Peer, id: CommandId) {
        // The key of the other device needs a player to belong to.
        if !self.is_registered(peer, id).await {
            return;
        }
        match self.app.pairings.start(peer.who.player, peer.key.key, peer.who.address) {
            Some(code) => {
                if let Some(member) = &self.app.member {
                    member.tell_pairing(peer.who.player, peer.key.key, peer.who.address, code);
                }
                let valid_ms = u32::try_from(VALID.as_millis()).unwrap_or(u32::MAX);
                self.outbox.answer(&ServerMessage::PairingCode { id, code, valid_ms });
            }
            None => {
                let text = "too many players are adding a device: try again in some minutes";
                self.reject(Some(id), None, (RejectCode::Busy, text));
            }
        }
    }

    /// Answers with the player's keys.
    pub(super) async fn list_keys(&self, peer: &Peer, id: CommandId) {
        match self.app.journal.keys(peer.who.player).await {
            Ok(mut known) => {
                if known.is_empty() {
                    // The journal lacks the player, who has never done anything.
                    known.push(peer.key.clone());
                }
                let keys = known.into_iter().map(|stored| listed(stored, peer)).collect();
                self.outbox.answer(&ServerMessage::Keys { id, keys });
            }
            Err(error) => self.reject(Some(id), None, error),
        }
    }

    /// Removes a key of the player, and closes the connections that use it.
    pub(super) async fn revoke_key(&self, peer: &Peer, id: CommandId, key: KeyId) {
        match self.app.journal.remove_key(peer.who.player, key, peer.key.key).await {
            Ok(KeyRemoval::Gone(gone)) => {
                self.accept(id);
                self.app.end_keys(&gone, Shut::Revoked);
            }
            Ok(KeyRemoval::Unknown) => {
                let text = "you have no such key: ask for the list again";
                self.reject(Some(id), None, (RejectCode::NoSuchKey, text));
            }
            Ok(KeyRemoval::InUse) => {
                let text = "a device cannot remove itself: remove it from another of your devices";
                self.reject(Some(id), None, (RejectCode::NoSuchKey, text));
            }
            Err(error) => self.reject(Some(id), None, error),
        }
    }
}

fn listed(stored: StoredKey, peer: &Peer) -> ListedKey {
    let StoredKey { key, device, added, used } = stored;
    let (kind, _) = key.parts();
    let device = SafeText::from(device);
    ListedKey { key: key.id(), kind, device, added, used, current: key == peer.key.key }
}
