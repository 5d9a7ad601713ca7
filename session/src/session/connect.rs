//! Reaching a server, staying with it, and coming back to it.

use std::time::Duration;

use tengen_shared::{
    game::{Name, Seq},
    protocol::{Codec, Limits, MAX_RESUME, PlayerKey, Request, Resume, SeenRoom, ServerId},
};

use super::{Effect, News, RoomList, Session, receive::leaves_room};
use crate::{
    link::{Address, Link, LinkEvent, LinkId, LinkOrder, Loss},
    room::Muted,
};

/// How long a server may take to say who it is.
const FIRST_WORDS: Duration = Duration::from_secs(5);
/// How long a connection may take to be made, and a `hello` to be answered.
const ANSWER: Duration = Duration::from_secs(15);
/// A connection that lasts so long is a good one; after a shorter one the waits go on growing.
const STABLE: Duration = Duration::from_secs(10);
/// How long after a silence was noticed the connection is kept at least. When the program itself stood still, signs of
/// life may wait to be reported.
const DOUBT: Duration = Duration::from_millis(500);

/// Who says hello: what is kept for a server.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The name to play under.
    pub name: Name,
    /// The key of an earlier visit.
    pub key: Option<PlayerKey>,
    /// Whom the user does not want to hear there.
    pub muted: Muted,
}

/// Whether the server is the one that was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// It is the same, or the first.
    Known,
    /// It is another one: what was known of rooms is forgotten, and what was asked is not asked again.
    Stranger,
}

impl Session {
    /// Goes to the server at `address`, leaving any other connection.
    pub fn dial(&mut self, address: Address) {
        self.hang_up();
        self.backoff.reset();
        self.address = Some(address);
        self.open();
    }

    /// Leaves the server and stays away; what belonged to it is forgotten.
    pub fn rest(&mut self) {
        self.hang_up();
        self.link = Link::Idle;
        self.address = None;
        self.forget_server();
        self.server = None;
    }

    /// Something that leads to an address is under way, such as a server that is being started.
    pub fn prepare(&mut self) {
        self.link = Link::Dialling;
    }

    /// Takes in a report about the connection `link`. Returns what has come in a frame, if that means something outside
    /// the session.
    pub fn on_link(&mut self, link: LinkId, event: LinkEvent) -> Option<News> {
        if link != self.id || !self.link.is_up() {
            return None;
        }
        match event {
            LinkEvent::Opened(codec) => self.opened(codec),
            LinkEvent::Received(bytes) => return self.received(&bytes),
            LinkEvent::Alive => self.alive(),
            LinkEvent::Lost(why) if self.address.is_some() => self.fall(why),
            // Something that leads to an address is under way: there is no connection yet.
            LinkEvent::Lost(_) => {}
        }
        None
    }

    fn opened(&mut self, codec: Codec) {
        if self.link == Link::Dialling {
            self.codec = codec;
            let now = self.time.local();
            (self.began, self.state_since, self.heard) = (now, now, now);
            self.speaker = None;
            self.link = Link::Opened;
        }
    }

    pub(super) fn alive(&mut self) {
        self.heard = self.time.local();
        if matches!(self.link, Link::Silent { .. }) {
            self.link = Link::Online;
        }
    }

    /// Says hello to `server`, which was looked up, and goes on with the rooms that are followed.
    pub fn hello(&mut self, server: ServerId, visitor: Visitor) -> Option<Met> {
        // What was looked up for another server, or too late, is not for this one.
        if self.link != Link::Opened || self.speaker != Some(server) {
            return None;
        }
        let Visitor { name, key, muted } = visitor;
        let met = match self.server.replace(server) {
            // Who was muted while there was no connection is not kept yet.
            Some(before) if before == server => {
                self.effects.push(Effect::KeepMuted(self.muted.clone()));
                Met::Known
            }
            Some(_) => {
                self.forget_server();
                self.muted = muted;
                Met::Stranger
            }
            None => {
                self.muted = muted;
                Met::Known
            }
        };
        let seen =
            self.rooms.iter().map(|(room, view)| SeenRoom { room: room.clone(), seq: view.last_seq() });
        // Who is not in a room cannot leave it: those that are still to be left are gone on with, too.
        let left =
            self.outbox.waiting().filter(|frame| leaves_room(frame)).filter_map(|frame| frame.room.clone());
        let left = left.map(|room| SeenRoom { room, seq: Seq(0) });
        let seen: Vec<SeenRoom> = seen.chain(left).take(MAX_RESUME).collect();
        let resume = Resume::try_from(seen).unwrap_or_default();
        let frame = self.outbox.once(None, Request::Hello { name, key, resume });
        self.time.forget();
        self.time.ask(frame.id);
        (self.link, self.state_since) = (Link::Greeting { hello: frame.id }, self.time.local());
        self.send(&frame);
        Some(met)
    }

    /// How long until the session does something by itself; none if it never does.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let now = self.time.local();
        let until = |moment: Duration| Some(moment.saturating_sub(now));
        match &self.link {
            Link::Idle => None,
            Link::Dialling if self.address.is_none() => None,
            Link::Dialling => until(self.state_since + ANSWER),
            Link::Opened => until(self.state_since + FIRST_WORDS),
            Link::Greeting { .. } => until(self.state_since + ANSWER),
            Link::Online => until(self.heard + self.unusual()),
            Link::Silent { .. } => until((self.heard + self.patience()).max(self.state_since + DOUBT)),
            Link::Down { left, .. } => Some(*left),
        }
    }

    /// The server has spoken: what is kept for it is looked up.
    pub(super) fn first_words(&mut self, server: ServerId, limits: Limits) {
        // Whoever says it twice has said it.
        if self.link == Link::Opened && self.speaker.is_none() {
            self.heartbeat = Duration::from_millis(u64::from(limits.heartbeat_ms.clamp(500, 120_000)));
            self.speaker = Some(server);
            self.effects.push(Effect::LookUp(server));
        }
    }

    pub(super) fn pass_link(&mut self, elapsed: Duration) {
        let now = self.time.local();
        let silence = now.saturating_sub(self.heard);
        let (unusual, patience) = (self.unusual(), self.patience());
        match &mut self.link {
            Link::Idle => {}
            // What carries out the effects tells of it much earlier, if it can.
            Link::Dialling if self.address.is_some() && now.saturating_sub(self.state_since) >= ANSWER => {
                self.break_off(Loss::Silent);
            }
            Link::Dialling => {}
            Link::Opened if now.saturating_sub(self.state_since) >= FIRST_WORDS => {
                self.break_off(Loss::Silent);
            }
            Link::Opened => {}
            Link::Greeting { .. } if now.saturating_sub(self.state_since) >= ANSWER => {
                self.break_off(Loss::Silent);
            }
            Link::Online if silence >= unusual => {
                self.link = Link::Silent { last_heard: self.heard };
                self.state_since = now;
            }
            Link::Silent { .. } if silence >= patience && now.saturating_sub(self.state_since) >= DOUBT => {
                self.break_off(Loss::Silent);
            }
            Link::Greeting { .. } | Link::Online | Link::Silent { .. } => {}
            Link::Down { left, .. } => {
                *left = left.saturating_sub(elapsed);
                if left.is_zero() {
                    self.open();
                }
            }
        }
    }

    /// Gives the connection up and tries again after a while.
    pub(super) fn break_off(&mut self, why: Loss) {
        self.effects.push(Effect::Link(LinkOrder::Close { link: self.id }));
        self.fall(why);
    }

    /// Commands go through from now on.
    pub(super) fn stand(&mut self) {
        (self.link, self.state_since) = (Link::Online, self.time.local());
    }

    fn open(&mut self) {
        let Some(address) = self.address.clone() else { return };
        self.id = self.id.next();
        (self.link, self.state_since) = (Link::Dialling, self.time.local());
        self.effects.push(Effect::Link(LinkOrder::Open { link: self.id, address }));
    }

    fn hang_up(&mut self) {
        if self.link.is_up() && self.address.is_some() {
            self.effects.push(Effect::Link(LinkOrder::Close { link: self.id }));
        }
        // Nothing that is still reported of it means anything.
        self.id = self.id.next();
    }

    fn fall(&mut self, why: Loss) {
        let lasted = self.link.is_online() && self.time.local().saturating_sub(self.began) >= STABLE;
        if lasted {
            self.backoff.reset();
        }
        self.link = Link::Down { why, left: self.backoff.next_wait() };
    }

    fn forget_server(&mut self) {
        self.rooms.clear();
        self.bots.clear();
        self.outbox.clear();
        self.list = RoomList::default();
        self.player = None;
    }

    /// After so long a silence the connection is given up.
    fn patience(&self) -> Duration {
        self.heartbeat.mul_f64(2.5)
    }

    /// So long a silence is unusual.
    fn unusual(&self) -> Duration {
        self.heartbeat.mul_f64(1.1)
    }
}
