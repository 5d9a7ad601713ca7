//! Admission to a room: passphrases, and spectators who need the players' consent.

use std::{sync::Arc, time::Duration};

use tengen_shared::game::{
    Access, AccessCheck, Command, CommandId, Context, Event, Input, Millis, Passphrase, PlayerId, Reject,
    RejectCode, Stamped,
};

use tokio::time::Instant;

use super::shell::{Flow, Shell};
use crate::{
    mailbox::{Ask, Asked, Fit, RoomMsg},
    metrics::Dropped,
    passphrase_hash::PassphraseHash,
    peer::Peer,
    quota::Act,
};

/// How long a player who was refused must wait before asking again.
const ASK_AGAIN: Duration = Duration::from_secs(60);

impl Shell {
    /// Starts checking the passphrase of a command, if the room needs one. Otherwise returns the command.
    pub(super) fn try_passphrase(&mut self, mut asked: Asked) -> Option<Asked> {
        let passphrase = match &mut asked.ask {
            Ask::Decide(Command::Join { passphrase }) | Ask::Watch(passphrase) => passphrase.take(),
            _ => None,
        };
        let Some(passphrase) = passphrase else { return Some(asked) };
        let room = self.machine.room();
        let repeat = self.machine.earlier(&asked.peer.cause(asked.id)).is_some();
        let needed = !repeat && room.check_entry(asked.peer.player).is_err();
        let Some(lock) = self.machine.lock().cloned().filter(|_| needed) else { return Some(asked) };
        if !asked.peer.may_try() || !asked.peer.source.quota.take(Act::Passphrase) {
            self.app.metrics.drop_one(Dropped::Passphrase);
            let text = "too many passphrases from you or your network address: wait a few seconds";
            let code = room.code().clone();
            asked.peer.reject(Some(asked.id), Some(code), RejectCode::RateLimited, text);
            return None;
        }
        self.spawn_try(lock, passphrase, asked);
        None
    }

    /// Hashes the passphrase in a task, so that the room continues meanwhile.
    fn spawn_try(&self, lock: PassphraseHash, passphrase: Passphrase, asked: Asked) {
        let (app, code) = (self.app.clone(), self.machine.room().code().clone());
        self.app.tasks.spawn(async move {
            let (peer, id) = (asked.peer.clone(), asked.id);
            let fit = match app.lock_work(&peer.source, move |work| lock.opens(&passphrase, work)).await {
                Ok(true) => Fit::Opens,
                Ok(false) => Fit::Wrong,
                Err(error) => return peer.reject(Some(id), Some(code), error.code(), error.to_string()),
            };
            // The room may have left memory meanwhile.
            let sent =
                app.lobby.send(&app, Some(&peer), &code, RoomMsg::Tried { asked: Box::new(asked), fit });
            if let Err(error) = sent {
                let text = error.text(&code);
                peer.reject(Some(id), Some(code), error.code(), text);
            }
        });
    }

    /// Continues with a command whose passphrase was checked.
    pub(super) async fn tried(&mut self, asked: Asked, fit: Fit) -> Flow {
        match fit {
            Fit::Wrong => {
                self.app.metrics.drop_one(Dropped::WrongPassphrase);
                asked.peer.refuse(asked.id, self.machine.room().code(), &Reject::WrongPassphrase);
                Flow::Go
            }
            Fit::Opens => {
                let player = asked.peer.player;
                match self.happen(Input::Admit { player, door: AccessCheck::Passphrase }).await {
                    Ok(_) => self.ask(asked).await,
                    Err(flow) => {
                        self.refuse_for_the_journal(&asked.peer, asked.id);
                        flow
                    }
                }
            }
        }
    }

    /// Returns an error if the command's settings need a passphrase, and neither the room nor the command has one.
    pub(super) fn check_lock(&self, command: &Command, lock: Option<&PassphraseHash>) -> Result<(), Reject> {
        let wanted =
            matches!(command, Command::Change { settings, .. } if settings.access == Access::Passphrase);
        let missing = lock.is_none() && self.machine.lock().is_none();
        if wanted && missing { Err(Reject::NeedsPassphrase) } else { Ok(()) }
    }

    /// Adds an event for a new passphrase alone, which changes no setting: the settings are repeated, so that the
    /// record has an event.
    pub(super) fn with_relocking(
        &self,
        events: Vec<Stamped>,
        lock: Option<&PassphraseHash>,
        context: &Context,
    ) -> Vec<Stamped> {
        if lock.is_none() || !events.is_empty() {
            return events;
        }
        let room = self.machine.room();
        room.stamp(vec![Event::SettingsChanged { settings: *room.settings() }], context.now)
    }

    /// Handles the request of a peer who may not watch without the players' consent.
    pub(super) async fn ask_to_watch(&mut self, peer: &Arc<Peer>, id: CommandId, arrived: Millis) -> Flow {
        if !self.may_ask(peer, id) {
            return Flow::Go;
        }
        if let Err(flow) = self.free_place_among_askers(peer.player).await {
            return flow;
        }
        let flow = self.command(peer, id, &Command::AskToWatch {}, None, arrived).await;
        self.note_asker(peer);
        flow
    }

    /// Returns whether `peer` may ask to watch, so that nobody pesters the players, and sends the refusal if not.
    fn may_ask(&self, peer: &Peer, id: CommandId) -> bool {
        if self.machine.earlier(&peer.cause(id)).is_some() {
            return true;
        }
        let lately = self.refused.get(&peer.player).is_some_and(|when| when.elapsed() < ASK_AGAIN);
        let neighbours = self.askers.values().filter(|asker| {
            asker.player != peer.player && asker.source.block == peer.source.block && !asker.gone().is_set()
        });
        let crowded = neighbours.count() >= self.app.config.limits.per_address.asking;
        let text = match (lately, crowded) {
            (false, false) => return true,
            (true, _) => "the players did not let you in: ask again in a minute",
            (false, true) => {
                "others at your network address are already asking to watch: wait for the players' answer"
            }
        };
        let room = self.machine.room().code().clone();
        peer.reject(Some(id), Some(room), RejectCode::RateLimited, text);
        false
    }

    /// If the list of askers is full, removes one who has disconnected, so that nobody else is kept out. Otherwise
    /// disconnected askers stay on it, since they may be back in a moment.
    async fn free_place_among_askers(&mut self, player: PlayerId) -> Result<(), Flow> {
        let room = self.machine.room();
        if !room.asking_is_full() || room.check_watch(player) != Err(Reject::NeedsConsent) {
            return Ok(());
        }
        let is_gone = |player: &PlayerId| self.askers.get(player).is_none_or(|peer| peer.gone().is_set());
        let gone = room.asking().iter().map(|asker| asker.player).find(is_gone);
        if let Some(player) = gone {
            self.happen(Input::AskerGone { player }).await?;
            // Nobody has refused them.
            self.refused.remove(&player);
        }
        Ok(())
    }

    /// Keeps an asker until the players have decided. Tells the asker at once if no consent is needed.
    fn note_asker(&mut self, peer: &Arc<Peer>) {
        let room = self.machine.room();
        if !self.members.has(peer.conn) && room.check_watch(peer.player).is_ok() {
            peer.let_in(room.code());
        }
        self.askers.insert(peer.player, peer.clone());
        let asking = self.machine.room().asking();
        self.askers.retain(|player, _| asking.iter().any(|asker| asker.player == *player));
    }

    /// Tells askers what was decided, and removes members who may no longer watch.
    pub(super) fn update_access(&mut self, events: &[Stamped]) {
        for stamped in events {
            match &stamped.event {
                Event::Admitted { admission } if admission.door == AccessCheck::Consent => {
                    if let Some(peer) = self.askers.remove(&admission.player) {
                        peer.let_in(self.machine.room().code());
                    }
                }
                Event::WatchRefused { player } => {
                    self.refused.retain(|_, when| when.elapsed() < ASK_AGAIN);
                    self.refused.insert(*player, Instant::now());
                    if let Some(peer) = self.askers.remove(player) {
                        let room = Some(self.machine.room().code().clone());
                        let text = "the players did not let you in: play or watch elsewhere";
                        peer.reject(None, room, RejectCode::NoSpectators, text);
                    }
                }
                Event::HostPassed { to } => {
                    self.write_down_host(*to);
                    self.revoke_access();
                }
                Event::SettingsChanged { .. } | Event::SeatFreed { .. } | Event::Kicked { .. } => {
                    self.revoke_access();
                }
                _ => {}
            }
        }
    }

    /// Stores the new host. A host who has only watched so far would be forgotten at a restart.
    fn write_down_host(&self, host: PlayerId) {
        for peer in self.members.peers_of(host) {
            let app = self.app.clone();
            self.app.tasks.spawn(async move {
                if let Err(error) = app.register(&peer).await {
                    tracing::warn!(%error, "cannot store a room's new host");
                }
            });
        }
    }

    fn revoke_access(&mut self) {
        let room = self.machine.room();
        let out: Vec<(PlayerId, Reject)> = self
            .members
            .players()
            .filter_map(|player| room.check_watch(player).err().map(|reject| (player, reject)))
            .collect();
        let code = room.code().clone();
        for (player, reject) in out {
            for peer in self.members.peers_of(player) {
                peer.reject(None, Some(code.clone()), reject.code(), reject.to_string());
                self.leave(peer.conn);
            }
        }
    }
}
