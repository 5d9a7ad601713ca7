//! Commands that make a room, or set its passphrase.

use std::{collections::BTreeSet, sync::Arc};

use tengen_shared::game::{
    Access, CommandId, Features, Millis, Passphrase, PerSeat, RejectCode, RoomPlan, SeatPlan, Settings,
};

use super::{
    Session,
    asking::{ask_room, take_passphrase_token},
};
use crate::{
    passphrase_hash::PassphraseHash,
    peer::Peer,
    quick::make_room,
    refusal::Refusal,
    room_io::{Ask, NewRoom, PassphraseTry},
};

impl Session {
    pub(super) async fn create(
        &self,
        peer: &Arc<Peer>,
        id: CommandId,
        settings: Settings,
        seats: PerSeat<SeatPlan>,
        passphrase: Option<Passphrase>,
        arrived: Millis,
    ) {
        if self.made_before(peer, id).await {
            return;
        }
        if let Err(refusal) = peer.who.features.check(Features::for_settings(&settings)) {
            return self.reject(Some(id), None, refusal);
        }
        if settings.access == Access::Passphrase && passphrase.is_none() {
            let text = "this access needs a passphrase: send one, or choose another access";
            return self.reject(Some(id), None, (RejectCode::Passphrase, text));
        }
        let lock = match self.lock_for(peer, &settings, passphrase).await {
            Ok(lock) => lock,
            Err(refusal) => return self.reject(Some(id), None, refusal),
        };
        if !self.is_registered(peer, id).await {
            return;
        }
        let plan = RoomPlan { settings, host: peer.who.player, quick: false };
        let answered = self.outbox.answer_to(id);
        match make_room(
            &self.app,
            peer,
            NewRoom {
                code: None,
                maker: peer.sender(),
                id,
                plan,
                seats,
                lock,
                arrived,
                passed: BTreeSet::new(),
            },
        ) {
            // The next command waits, so that limits count this room and a repeat finds it.
            Ok(_) => self.wait(answered).await,
            Err(error) => self.reject(Some(id), None, error),
        }
    }

    /// Leads the sender of a repeated command back into the room that it made before a crash. Returns whether the command
    /// was answered.
    async fn made_before(&self, peer: &Arc<Peer>, id: CommandId) -> bool {
        match self.app.journal.entered(peer.who.cause(id)).await {
            Ok(None) => false,
            Ok(Some(room)) => {
                // If the room does not know the command after all, the sender sees it at least.
                let again = Ask::Watch(PassphraseTry::None);
                ask_room(&self.app, peer, (id, room), again, self.app.now()).await;
                true
            }
            Err(error) => {
                self.reject(Some(id), None, error);
                true
            }
        }
    }

    /// Hashes the passphrase of a room, if one was sent.
    ///
    /// # Errors
    /// Returns an error if the passphrase cannot be used, or cannot be hashed now.
    pub(super) async fn lock_for(
        &self,
        peer: &Peer,
        settings: &Settings,
        passphrase: Option<Passphrase>,
    ) -> Result<Option<PassphraseHash>, Refusal> {
        let Some(passphrase) = passphrase else { return Ok(None) };
        if settings.access != Access::Passphrase {
            let text = "these settings take no passphrase: leave it out, or choose the access \"passphrase\"";
            return Err((RejectCode::Passphrase, text).into());
        }
        passphrase.check_new().map_err(|error| Refusal::from((RejectCode::Passphrase, error.to_string())))?;
        if !take_passphrase_token(&self.app, peer) {
            let text = "too many passphrases from you or your network address: wait a few seconds";
            return Err((RejectCode::RateLimited, text).into());
        }
        let lock = self.app.lock_work(&self.source, move |work| PassphraseHash::new(&passphrase, work)).await;
        lock.map(Some).map_err(Refusal::from)
    }
}
