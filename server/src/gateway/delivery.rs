//! Delivers the messages of one room to the connections of this process.

use std::{collections::BTreeMap, sync::Arc};

use tengen_shared::{
    game::{RejectCode, RoomCode, Seq},
    protocol::{GAMES_PAGE, ServerMessage, view::View},
};
use tokio::sync::watch;

use super::explain::explain;
use crate::{
    app::App,
    history,
    lane::Lane,
    mailbox::{Entrance, Envelope, Handle},
    metrics::Dropped,
    outbox::{Broadcast, Sending},
    peer::Peer,
    quick::{quick_match, search_on},
    refusal::Refusal,
    room_io::{Ask, ConnId, Port, RoomIn, RoomOut, Standing, To},
};

/// The most followers of a room to whom it sends on its own thread. More would keep the thread from other rooms.
const FEW: usize = 8;
/// The number of connections to wake at a time. Their sends take about half a millisecond, for which others wait.
const WAVE: usize = 64;

struct Follower {
    peer: Arc<Peer>,
    standing: Standing,
    /// Whether its outbox has overflowed. It then gets nothing until it has caught up, and a snapshot after that.
    behind: bool,
}

/// The way from one room to the connections of this process.
pub(crate) struct Delivery {
    app: Arc<App>,
    code: RoomCode,
    room: Handle,
    /// Tells those who send a passphrase how to hash it.
    entrance: watch::Sender<Entrance>,
    followers: BTreeMap<ConnId, Follower>,
}

impl Delivery {
    /// Creates the way out of a room that nobody follows yet.
    pub(crate) const fn new(
        app: Arc<App>,
        code: RoomCode,
        room: Handle,
        entrance: watch::Sender<Entrance>,
    ) -> Self {
        Self { app, code, room, entrance, followers: BTreeMap::new() }
    }

    /// Returns whether nobody follows the room here.
    pub(crate) fn is_empty(&self) -> bool {
        self.followers.is_empty()
    }

    fn peer(&self, conn: ConnId) -> Option<Arc<Peer>> {
        let follower = self.followers.get(&conn).map(|follower| follower.peer.clone());
        follower.or_else(|| self.app.gateway.peer(conn))
    }

    fn stands(&mut self, conn: ConnId, standing: Option<Standing>) {
        let Some(standing) = standing else {
            if let Some(follower) = self.followers.remove(&conn) {
                follower.peer.set_standing(&self.code, None);
            }
            return;
        };
        let peer = self.peer(conn).filter(|peer| peer.set_standing(&self.code, Some(standing)));
        let Some(peer) = peer else {
            // The connection ended while its command waited, so nobody has told the room.
            self.room.clone().tell(RoomIn::Gone { conn });
            return;
        };
        let new = || Follower { peer, standing, behind: false };
        self.followers.entry(conn).or_insert_with(new).standing = standing;
    }

    /// Sends what a later snapshot can replace.
    fn state(&mut self, to: To, message: ServerMessage) {
        let broadcast = Broadcast::new(message);
        let (code, app, few) = (&self.code, &self.app, self.followers.len() <= FEW);
        let mut unwoken = Vec::new();
        match to {
            To::One(conn) => {
                if let Some(follower) = self.followers.get_mut(&conn) {
                    follower.offer(&broadcast, Sending::Now, code, app);
                }
            }
            To::All { view, except } => {
                for (conn, follower) in &mut self.followers {
                    if Some(*conn) == except || !follower.sees(view) {
                        continue;
                    }
                    if few || follower.plays() {
                        follower.offer(&broadcast, Sending::Now, code, app);
                    } else {
                        follower.offer(&broadcast, Sending::Unwoken, code, app);
                        unwoken.push(follower.peer.clone());
                    }
                }
            }
        }
        self.wake(unwoken);
    }

    /// Wakes many connections in waves, so that other rooms need not wait for all of them.
    fn wake(&self, peers: Vec<Arc<Peer>>) {
        if peers.is_empty() {
            return;
        }
        self.app.tasks.spawn(async move {
            for wave in peers.chunks(WAVE) {
                wave.iter().for_each(|peer| peer.outbox.wake());
                tokio::task::yield_now().await;
            }
        });
    }

    fn news(&self, message: ServerMessage) {
        let broadcast = Broadcast::new(message);
        for follower in self.followers.values().filter(|follower| !follower.behind && follower.sees(None)) {
            // The next news or a snapshot replaces it.
            let _ = follower.peer.outbox.offer(&broadcast, Sending::Queued);
        }
    }

    fn resync(&mut self, conn: ConnId, message: ServerMessage) {
        let Some(follower) = self.followers.get_mut(&conn).filter(|follower| follower.behind) else { return };
        follower.behind = false;
        self.app.metrics.resyncs.inc();
        follower.offer(&Broadcast::new(message), Sending::Now, &self.code, &self.app);
    }

    fn store(&self, conn: ConnId) {
        let Some(peer) = self.peer(conn) else { return };
        let app = self.app.clone();
        self.app.tasks.spawn(async move {
            if let Err(error) = app.register(&peer).await {
                tracing::warn!(%error, "cannot store a room's new host");
            }
        });
    }
}

impl Follower {
    fn sees(&self, wanted: Option<View>) -> bool {
        match self.standing {
            Standing::Asks => false,
            Standing::Follows { view, .. } => wanted.is_none_or(|wanted| wanted == view),
        }
    }

    const fn plays(&self) -> bool {
        matches!(self.standing, Standing::Follows { lane: Lane::Players, .. })
    }

    fn offer(&mut self, broadcast: &Broadcast, sending: Sending, room: &RoomCode, app: &App) {
        if !self.behind && self.peer.outbox.offer(broadcast, sending).is_err() {
            self.behind = true;
            app.metrics.drop_one(Dropped::Outbox);
            self.peer.outbox.owe(room.clone());
        }
    }
}

impl Port for Delivery {
    fn put(&mut self, message: RoomOut) {
        match message {
            RoomOut::Answer { to, message } => {
                if let Some(peer) = self.peer(to) {
                    peer.answer(&message);
                }
            }
            RoomOut::State { to, message } => self.state(to, message),
            RoomOut::Resync { to, message } => self.resync(to, message),
            RoomOut::News(message) => self.news(message),
            RoomOut::Stands { conn, standing } => self.stands(conn, standing),
            RoomOut::Entrance(recipe) => {
                self.entrance.send_replace(recipe.map_or(Entrance::Free, Entrance::Passphrase));
            }
            RoomOut::Store { conn } => self.store(conn),
            RoomOut::TurnedAway { to, id, search, arrived } => {
                if let Some(peer) = self.peer(to.who.conn) {
                    quick_match(&self.app, &peer, id, search, arrived);
                }
            }
            RoomOut::Games { to, id, before } => {
                let Some(peer) = self.peer(to) else { return };
                let (app, code) = (self.app.clone(), self.code.clone());
                // The room does not wait for the journal.
                self.app.tasks.spawn(async move {
                    let page = |before| app.journal.games_of_room(&code, before, GAMES_PAGE);
                    history::answer_list(&peer, id, before, page).await;
                });
            }
            RoomOut::Explain { to, id, question } => {
                if let Some(peer) = self.peer(to) {
                    explain(&self.app, &peer, id, &self.code, *question);
                }
            }
            RoomOut::Reply { question, reply } => self.app.gateway.reply(question, reply),
            // These concern other nodes.
            RoomOut::Handled(_) | RoomOut::Visited(_) | RoomOut::Left(_) => {}
        }
    }

    fn close(self: Box<Self>, why_not: Option<&Refusal>) {
        let follows = |follower: &Follower| follower.sees(None) && !self.app.stop.is_cancelled();
        for follower in self.followers.values() {
            follower.peer.set_standing(&self.code, None);
            if !follows(follower) {
                continue;
            }
            if let Some(why_not) = why_not {
                // A client that is refused without an id would try to enter again at once.
                follower.peer.answer(&why_not.clone().put_out(self.code.clone()));
            } else {
                let resume =
                    RoomIn::Resume { from: follower.peer.sender(), seen: Seq(0), only_owners: false };
                return_to_sender(&self.app, &self.code, resume.into(), None);
            }
        }
    }
}

/// Handles a message that a room has not read before it left memory: sends it to the room's successor, or refuses it if
/// there can be none.
pub(crate) fn return_to_sender(
    app: &Arc<App>,
    code: &RoomCode,
    envelope: Envelope,
    why_not: Option<&Refusal>,
) {
    let (conn, id) = match &envelope.message {
        // The room that waited for a quick match was never made, or is gone. Another one may wait.
        RoomIn::Ask(asked)
            if matches!(asked.ask, Ask::Match(_))
                && why_not.is_some_and(|why_not| why_not.code == RejectCode::NoSuchRoom) =>
        {
            return search_on(app, code, envelope);
        }
        RoomIn::Ask(asked) => (asked.from.who.conn, Some(asked.id)),
        RoomIn::Resume { from, .. } => (from.who.conn, None),
        RoomIn::Glimpse { question } | RoomIn::EndUntouched { question, .. } => {
            return app.gateway.withdraw(*question);
        }
        RoomIn::Visit { visitor, .. } => {
            if let Some(member) = &app.member {
                member.close_visit(visitor, code, why_not);
            }
            return;
        }
        RoomIn::Gone { .. }
        | RoomIn::NodeGone(_)
        | RoomIn::HandOver
        | RoomIn::Look
        | RoomIn::FromOwner { .. }
        | RoomIn::OwnerGone(_)
        | RoomIn::Silent { .. }
        | RoomIn::Heard { .. }
        | RoomIn::Lag { .. }
        | RoomIn::CaughtUp { .. }
        | RoomIn::Evict
        | RoomIn::ShowOnWall
        | RoomIn::AiBegan { .. }
        | RoomIn::AiLost { .. }
        | RoomIn::AiChose { .. }
        | RoomIn::HintFound { .. } => return,
    };
    let Some(peer) = app.gateway.peer(conn) else { return };
    let refusal = match why_not {
        Some(why_not) => Some(why_not.clone()),
        None => app.lobby.send(app, Some(&peer), code, envelope).err().map(|error| error.about(code)),
    };
    if let Some(refusal) = refusal {
        peer.reject(id, Some(code.clone()), refusal);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::{game::PlayerId, protocol::SafeText};

    use super::*;
    use crate::{
        bots::Pool,
        config::Config,
        journal::{MemoryJournal, ServerIdentity},
        mailbox::Mailbox,
        metrics::Metrics,
        outbox::Taken,
    };

    const CONN: ConnId = ConnId::here(7);
    const WATCHES: Standing = Standing::Follows { view: View::SPECTATOR, lane: Lane::Spectators };

    /// Returns the way out of a room, the room's mailbox, and a peer who can hold a message or two.
    fn delivery() -> (Delivery, Mailbox, Arc<Peer>) {
        let pools = [(); 4].map(|()| Pool::without_threads());
        let journal = Arc::new(MemoryJournal::new(ServerIdentity::random()));
        let app = App::new(Config::in_memory(), journal, pools, Arc::new(Metrics::new()), 0, None);
        let (handle, mailbox) = Handle::open(8, 8);
        let peer = Peer::in_test(CONN, PlayerId(1), 150);
        app.gateway.connected(peer.clone());
        let code = "amber-fox-42".parse().unwrap();
        let delivery = Delivery::new(Arc::new(app), code, handle, mailbox.entrance.clone());
        (delivery, mailbox, peer)
    }

    fn news(number: usize) -> ServerMessage {
        let text = SafeText::from(format!("{number}").repeat(100).as_str());
        let code = tengen_shared::game::RejectCode::Busy;
        ServerMessage::Rejected { id: None, room: None, code, text, data: None }
    }

    fn frames(peer: &Peer) -> usize {
        match peer.outbox.take() {
            Taken::Frames(frames) => frames.len(),
            Taken::Drained(_) | Taken::Shut(_) => 0,
        }
    }

    #[tokio::test]
    async fn a_crowd_is_woken_for_an_event() {
        let (mut delivery, _mailbox, _) = delivery();
        let crowd: Vec<Arc<Peer>> = (100..300)
            .map(|number| Peer::in_test(ConnId::here(number), PlayerId(1), 150))
            .inspect(|peer| {
                delivery.app.gateway.connected(peer.clone());
                delivery.put(RoomOut::Stands { conn: peer.who.conn, standing: Some(WATCHES) });
            })
            .collect();
        delivery.put(RoomOut::State { to: To::All { view: None, except: None }, message: news(1) });
        for peer in crowd {
            peer.outbox.wait().await;
            assert_eq!(frames(&peer), 1);
        }
    }

    #[tokio::test]
    async fn a_room_hears_of_a_connection_that_ended_while_its_command_waited() {
        let (mut delivery, mut mailbox, peer) = delivery();
        assert!(peer.end().is_empty(), "no room knows it yet");
        delivery.put(RoomOut::Stands { conn: CONN, standing: Some(WATCHES) });
        let told = mailbox.recv().await.message;
        assert!(matches!(told, RoomIn::Gone { conn: CONN }), "{told:?}");
        delivery.put(RoomOut::State { to: To::One(CONN), message: news(1) });
        assert_eq!(frames(&peer), 0);
    }

    #[tokio::test]
    async fn who_has_lost_an_event_gets_nothing_but_answers_until_the_room_sends_a_snapshot() {
        let (mut delivery, _mailbox, peer) = delivery();
        delivery.put(RoomOut::Stands { conn: CONN, standing: Some(WATCHES) });
        assert!(peer.follows(&delivery.code));
        let to = To::All { view: Some(View::SPECTATOR), except: None };
        for number in 1..=3 {
            delivery.put(RoomOut::State { to, message: news(number) });
        }
        delivery.put(RoomOut::Answer { to: CONN, message: news(4) });
        assert_eq!(frames(&peer), 2, "the first event and the answer");
        delivery.put(RoomOut::State { to, message: news(5) });
        assert!(matches!(peer.outbox.take(), Taken::Drained(owed) if owed.rooms == [delivery.code.clone()]));
        delivery.put(RoomOut::Resync { to: CONN, message: news(6) });
        delivery.put(RoomOut::State { to: To::One(CONN), message: news(7) });
        assert_eq!(frames(&peer), 1, "the snapshot; there is no space for more");
        delivery.put(RoomOut::Stands { conn: CONN, standing: None });
        assert!(!peer.follows(&delivery.code) && peer.may_enter_another(1));
    }
}
