//! Who is let into a room: passphrases, and spectators whom the players must agree to.

use std::{sync::Arc, time::Duration};

use tengen_shared::game::{
    Access, Command, CommandId, Context, Door, Event, Input, Millis, Passphrase, PlayerId, Reject,
    RejectCode, Stamped,
};

use tokio::time::Instant;

use super::shell::{Flow, Shell};
use crate::{
    lock::Lock,
    mailbox::{Ask, Asked, Fit, RoomMsg},
    metrics::Dropped,
    peer::Peer,
    quota::Act,
};

/// How long somebody whom the players did not let in waits before they may be asked again.
const ASK_AGAIN: Duration = Duration::from_secs(60);

impl Shell {
    /// Tries a passphrase that came with a command, if one is needed. Gives the command back if none is.
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
            let text =
                "you, or others at your network address, have tried many passphrases: wait a few seconds";
            let code = room.code().clone();
            asked.peer.reject(Some(asked.id), Some(code), RejectCode::RateLimited, text);
            return None;
        }
        self.spawn_try(lock, passphrase, asked);
        None
    }

    /// The room goes on while the passphrase is hashed.
    fn spawn_try(&self, lock: Lock, passphrase: Passphrase, asked: Asked) {
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

    /// A passphrase was tried.
    pub(super) async fn tried(&mut self, asked: Asked, fit: Fit) -> Flow {
        match fit {
            Fit::Wrong => {
                self.app.metrics.drop_one(Dropped::WrongPassphrase);
                asked.peer.refuse(asked.id, self.machine.room().code(), &Reject::WrongPassphrase);
                Flow::Go
            }
            Fit::Opens => {
                let player = asked.peer.player;
                match self.happen(Input::Admit { player, door: Door::Passphrase }).await {
                    Ok(_) => self.ask(asked).await,
                    Err(flow) => {
                        self.refuse_for_the_journal(&asked.peer, asked.id);
                        flow
                    }
                }
            }
        }
    }

    /// Whether the settings that a command wants fit the lock that comes with them.
    pub(super) fn check_lock(&self, command: &Command, lock: Option<&Lock>) -> Result<(), Reject> {
        let wanted =
            matches!(command, Command::Change { settings, .. } if settings.access == Access::Passphrase);
        let missing = lock.is_none() && self.machine.lock().is_none();
        if wanted && missing { Err(Reject::NeedsPassphrase) } else { Ok(()) }
    }

    /// A new passphrase alone changes no setting; then the settings are said again, so that the record has an event.
    pub(super) fn with_relocking(
        &self,
        events: Vec<Stamped>,
        lock: Option<&Lock>,
        context: &Context,
    ) -> Vec<Stamped> {
        if lock.is_none() || !events.is_empty() {
            return events;
        }
        let room = self.machine.room();
        room.stamp(vec![Event::SettingsChanged { settings: *room.settings() }], context.now)
    }

    /// Somebody who may not watch asks the players.
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

    /// Whether `peer` may ask to watch, so that nobody is pestered; a refusal is sent.
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
            (true, _) => "the players have not let you in just now: ask again in a minute",
            (false, true) => {
                "others at your network address ask to watch here already: wait for the players' answer"
            }
        };
        let room = self.machine.room().code().clone();
        peer.reject(Some(id), Some(room), RejectCode::RateLimited, text);
        false
    }

    /// If as many ask as may, takes one who has gone off the list, so that nobody else is kept out. Otherwise those who
    /// have gone stay on it: they may be back in a moment.
    async fn free_place_among_askers(&mut self, player: PlayerId) -> Result<(), Flow> {
        let room = self.machine.room();
        if !room.asking_is_full() || room.check_watch(player) != Err(Reject::NeedsConsent) {
            return Ok(());
        }
        let is_gone = |player: &PlayerId| self.askers.get(player).is_none_or(|peer| peer.gone().is_set());
        let gone = room.asking().iter().map(|asker| asker.player).find(is_gone);
        if let Some(player) = gone {
            self.happen(Input::AskerGone { player }).await?;
            // Nobody has turned them away.
            self.refused.remove(&player);
        }
        Ok(())
    }

    /// Keeps who asks to watch, to tell them when the players have agreed; at once, if nobody's word is wanted.
    fn note_asker(&mut self, peer: &Arc<Peer>) {
        let room = self.machine.room();
        if !self.members.has(peer.conn) && room.check_watch(peer.player).is_ok() {
            peer.let_in(room.code());
        }
        self.askers.insert(peer.player, peer.clone());
        let asking = self.machine.room().asking();
        self.askers.retain(|player, _| asking.iter().any(|asker| asker.player == *player));
    }

    /// Tells those at the door what was decided about them, and shows those out who may not watch any more.
    pub(super) fn mind_doors(&mut self, events: &[Stamped]) {
        for stamped in events {
            match &stamped.event {
                Event::Admitted { admission } if admission.door == Door::Consent => {
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
                    self.show_out();
                }
                Event::SettingsChanged { .. } | Event::SeatFreed { .. } | Event::Kicked { .. } => {
                    self.show_out();
                }
                _ => {}
            }
        }
    }

    /// Whoever is the host now may only have watched, and would be forgotten at a restart.
    fn write_down_host(&self, host: PlayerId) {
        for peer in self.members.peers_of(host) {
            let app = self.app.clone();
            self.app.tasks.spawn(async move {
                if let Err(error) = app.register(&peer).await {
                    tracing::warn!(%error, "a room's new host could not be written down");
                }
            });
        }
    }

    fn show_out(&mut self) {
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
