//! Connecting, detecting a lost connection, and reconnecting.

use std::time::Duration;

use tengen_shared::{
    game::{Features, Name, Seq},
    protocol::{
        Challenge, Codec, KeyClaim, Limits, MAX_RESUME, Meeting, PairingCode, PlayerKey, Proof, Request,
        Resume, SafeText, SecretKey, SeenRoom, ServerId,
    },
};

use super::{Effect, News, RoomList, Session, Speaker, Wall, receive::leaves_room};
use crate::{
    alone::Alone,
    link::{Addresses, Link, LinkEvent, LinkId, LinkOrder, Loss},
    pairs::Pairs,
    room::Muted,
};

/// How long after the connection is made the server's first message and the stored key and name may take.
const FIRST_WORDS: Duration = Duration::from_secs(5);
/// How long making a connection, and then the answer to `hello`, may take.
const ANSWER: Duration = Duration::from_secs(15);
/// A connection that lasts this long resets the back-off. After a shorter one, the waits keep growing.
const STABLE: Duration = Duration::from_secs(10);
/// How long a connection stays open after its silence is noticed. If this program was suspended, its input may still be
/// waiting to be read.
const DOUBT: Duration = Duration::from_millis(500);
/// How long after [`Session::wake`] the server may take to answer.
const WAKE_ANSWER: Duration = Duration::from_secs(3);

/// What is stored for a server, for use in `hello`.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The name to play under.
    pub name: Name,
    /// The user's key for this server: that of an earlier visit, or a random one.
    pub key: SecretKey,
    /// What shows a server that does not know the key whose it is.
    pub origin: KeyOrigin,
    /// What the user's list of keys calls this key, such as `terminal, linux`.
    pub device: SafeText,
    /// The players whom the user mutes on this server.
    pub muted: Muted,
}

impl Visitor {
    /// Returns a visitor with this key, of whom nothing else is stored.
    #[must_use]
    pub fn new(name: Name, key: SecretKey) -> Self {
        let (origin, device, muted) = (KeyOrigin::New, SafeText::default(), Muted::default());
        Self { name, key, origin, device, muted }
    }
}

/// What shows a server that does not know a key whose it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyOrigin {
    /// Nothing: a server that does not know the key makes a new player.
    #[default]
    New,
    /// The secret key that an older client used in its place.
    Secret(PlayerKey),
    /// A code from another device of the user.
    Paired(PairingCode),
}

impl KeyOrigin {
    fn claim(self, meeting: &Meeting) -> Option<KeyClaim> {
        match self {
            Self::New => None,
            Self::Secret(key) => Some(meeting.claim_by_secret(&key)),
            Self::Paired(code) => Some(meeting.claim_by_code(&code)),
        }
    }
}

/// Whether `hello` reached the same server as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// The same server, or the first one, or `hello` was not sent at all.
    Known,
    /// A different server: rooms and waiting commands are discarded.
    Stranger,
}

impl Session {
    /// Connects to a server and closes any other connection. Rooms and waiting commands are kept until a different server
    /// answers.
    pub fn dial(&mut self, addresses: impl Into<Addresses>) {
        self.hang_up();
        self.backoff.reset();
        let named = addresses.into();
        self.addresses = Some(match self.addresses.take() {
            Some(before) => before.renamed(named),
            None => named,
        });
        self.open();
    }

    /// Disconnects without reconnecting, and forgets everything about the server.
    pub fn rest(&mut self) {
        self.hang_up();
        self.link = Link::Idle;
        self.addresses = None;
        self.forget_server();
        self.server = None;
    }

    /// Shows the session as dialling while its address is not known yet, for example while a local server starts.
    /// [`Session::dial`] follows.
    pub fn prepare(&mut self) {
        self.link = Link::Dialling;
    }

    /// Takes in a report about the connection `link`. Returns the content of a frame if the caller may need it.
    pub fn on_link(&mut self, link: LinkId, event: LinkEvent) -> Option<News> {
        if link != self.id || !self.link.is_active() {
            return None;
        }
        match event {
            LinkEvent::Opened(codec) => self.opened(codec),
            LinkEvent::Received(bytes) => return self.received(&bytes),
            LinkEvent::Alive => self.alive(),
            LinkEvent::Lost(why) if self.addresses.is_some() => self.fall(why),
            // The session is waiting for an address, so there is no connection to lose.
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
        self.answer_by = None;
        if matches!(self.link, Link::Silent { .. }) {
            self.link = Link::Online;
        }
    }

    /// Says hello to `server`, which was looked up, and goes on with the rooms that are followed.
    pub fn hello(&mut self, server: ServerId, visitor: Visitor) -> Option<Met> {
        // What was looked up for another server, or too late, is not for this one.
        let speaker = self.speaker.filter(|speaker| self.link == Link::Opened && speaker.id == server)?;
        let Visitor { name, key, origin, device, muted } = visitor;
        let challenge = speaker.challenge;
        let met = match self.server.replace(challenge.public_key) {
            // Changes to the muted players while offline have not been stored yet.
            Some(before) if before == challenge.public_key => {
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
        // The server accepts `leave` only from somebody in the room, so rooms with a waiting `leave` are resumed too.
        let left =
            self.outbox.waiting().filter(|frame| leaves_room(frame)).filter_map(|frame| frame.room.clone());
        let left = left.map(|room| SeenRoom { room, seq: Seq(0) });
        let seen: Vec<SeenRoom> = seen.chain(left).take(MAX_RESUME).collect();
        let resume = Resume::try_from(seen).unwrap_or_default();
        let meeting = Meeting {
            server: challenge,
            player: key.public(),
            nonce: key.nonce(self.outbox.run(), self.id.0),
        };
        let proof = Proof {
            public_key: meeting.player,
            nonce: meeting.nonce,
            signature: meeting.sign_as_player(&key),
            device,
            claim: origin.claim(&meeting),
        };
        let proof = Some(Box::new(proof));
        let hello = Request::Hello { name, key: None, proof, resume, features: Features::all() };
        let frame = self.outbox.once(None, hello);
        self.meeting = Some((meeting, key));
        self.time.forget();
        self.time.ask(frame.id);
        (self.link, self.state_since) = (Link::Greeting { hello: frame.id }, self.time.local());
        self.send(&frame);
        Some(met)
    }

    /// Finds out at once whether the connection still lives, for example because the device has slept or has changed its
    /// network. Until anything comes, the connection counts as silent. If it is lost, it is made anew at once.
    pub fn wake(&mut self) {
        match self.link {
            Link::Online | Link::Silent { .. } => {
                // A clock that stopped while the device slept has lost the server's time.
                self.time.doubt();
                self.answer_by = Some(self.time.local() + WAKE_ANSWER);
                self.doubt();
            }
            Link::Down { retry_in: Some(_), .. } => self.open(),
            Link::Idle
            | Link::Dialling
            | Link::Opened
            | Link::Greeting { .. }
            | Link::Down { retry_in: None, .. } => {}
        }
    }

    /// Counts the connection as silent until the server answers, and asks it to. A carrier that does not report the
    /// server's pings, such as a browser, hears nothing else while nothing happens.
    fn doubt(&mut self) {
        if !matches!(self.link, Link::Silent { .. }) {
            self.link = Link::Silent { last_heard_at: self.heard };
            self.state_since = self.time.local();
        }
        let ping = self.outbox.once(None, Request::Ping {});
        self.time.ask(ping.id);
        self.send(&ping);
    }

    /// Returns the time until the session acts by itself; `None` if it never does.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let alone = self.alone.as_ref().and_then(Alone::due);
        let alone = alone.map(|due| due.saturating_sub(self.time.local()));
        [alone, self.link_change()].into_iter().flatten().min()
    }

    fn link_change(&self) -> Option<Duration> {
        let now = self.time.local();
        let until = |moment: Duration| Some(moment.saturating_sub(now));
        match &self.link {
            Link::Idle => None,
            Link::Dialling if self.addresses.is_none() => None,
            Link::Dialling => until(self.state_since + ANSWER),
            Link::Opened => until(self.state_since + FIRST_WORDS),
            Link::Greeting { .. } => until(self.state_since + ANSWER),
            Link::Online => until(self.heard + self.unusual()),
            Link::Silent { .. } => {
                let patience = (self.heard + self.patience()).max(self.state_since + DOUBT);
                until(self.answer_by.map_or(patience, |answer_by| answer_by.min(patience)))
            }
            Link::Down { retry_in: left, .. } => *left,
        }
    }

    /// The server has identified itself: asks for what is stored for it.
    pub(super) fn first_words(
        &mut self,
        id: ServerId,
        limits: Limits,
        challenge: Option<Challenge>,
        others: &[SafeText],
    ) {
        // A repeated message is ignored.
        if self.link == Link::Opened && self.speaker.is_none() {
            self.heartbeat = Duration::from_millis(u64::from(limits.heartbeat_ms.clamp(500, 120_000)));
            let Some(challenge) = challenge else { return self.break_off(Loss::TooOld) };
            if let Some(addresses) = &mut self.addresses {
                // The user did not name this address, and meant the server that did.
                if !addresses.is_named() && self.server.is_some_and(|known| known != challenge.public_key) {
                    return self.break_off(Loss::OtherServer);
                }
                addresses.tell(others.iter().filter_map(|other| other.as_str().parse().ok()));
            }
            self.speaker = Some(Speaker { id, challenge });
            self.effects.push(Effect::LookUp(id));
        }
    }

    pub(super) fn pass_link(&mut self, elapsed: Duration) {
        let now = self.time.local();
        let silence = now.saturating_sub(self.heard);
        let (unusual, patience) = (self.unusual(), self.patience());
        match &mut self.link {
            Link::Idle => {}
            // The owner of the socket usually reports this much earlier.
            Link::Dialling if self.addresses.is_some() && now.saturating_sub(self.state_since) >= ANSWER => {
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
            Link::Online if silence >= unusual => self.doubt(),
            Link::Silent { .. } if silence >= patience && now.saturating_sub(self.state_since) >= DOUBT => {
                self.break_off(Loss::Silent);
            }
            Link::Silent { .. } if self.answer_by.is_some_and(|answer_by| now >= answer_by) => {
                self.break_off(Loss::Silent);
            }
            Link::Greeting { .. } | Link::Online | Link::Silent { .. } => {}
            Link::Down { retry_in: None, .. } => {}
            Link::Down { retry_in: Some(left), .. } => {
                *left = left.saturating_sub(elapsed);
                if left.is_zero() {
                    self.open();
                }
            }
        }
    }

    /// Closes the connection, and reconnects after the back-off.
    pub(super) fn break_off(&mut self, why: Loss) {
        self.effects.push(Effect::Link(LinkOrder::Close { link: self.id }));
        self.fall(why);
    }

    /// From now on, commands are sent at once.
    pub(super) fn stand(&mut self) {
        (self.link, self.state_since) = (Link::Online, self.time.local());
        if let Some(addresses) = &mut self.addresses {
            addresses.reached();
        }
    }

    fn open(&mut self) {
        let Some(address) = self.address().cloned() else { return };
        self.id = self.id.next();
        (self.link, self.state_since) = (Link::Dialling, self.time.local());
        self.effects.push(Effect::Link(LinkOrder::Open { link: self.id, address }));
    }

    fn hang_up(&mut self) {
        if self.link.is_active() && self.addresses.is_some() {
            self.effects.push(Effect::Link(LinkOrder::Close { link: self.id }));
        }
        // Later reports about this connection are ignored.
        self.id = self.id.next();
        self.answer_by = None;
    }

    fn fall(&mut self, why: Loss) {
        self.answer_by = None;
        let was_online = self.link.is_online();
        let lasted = was_online && self.time.local().saturating_sub(self.began) >= STABLE;
        if lasted {
            self.backoff.reset();
        }
        // A server that was just there is sought where it was first, unless it stands still or stops there.
        let stays = was_online && why.may_pass();
        if let Some(addresses) = &mut self.addresses
            && why.is_of_one_address()
            && !stays
            && addresses.advance()
            // Servers that let the client in and then close would be tried without a pause.
            && (lasted || !was_online)
        {
            return self.open();
        }
        // A device that was removed is a new player from now on.
        let retry_in = (why != Loss::Removed).then(|| self.backoff.next_wait());
        self.link = Link::Down { why, retry_in };
    }

    fn forget_server(&mut self) {
        self.rooms.clear();
        self.bots = Pairs::default();
        self.outbox.clear();
        self.list = RoomList::default();
        self.wall = Wall::default();
        self.player = None;
    }

    /// The silence after which the connection is closed.
    fn patience(&self) -> Duration {
        self.heartbeat.mul_f64(2.5)
    }

    /// The silence that is longer than usual, and is shown to the user.
    fn unusual(&self) -> Duration {
        self.heartbeat.mul_f64(1.1)
    }
}
