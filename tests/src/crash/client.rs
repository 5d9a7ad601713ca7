//! A client: a session that plays in its rooms, and reconnects whenever the server is back.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt::Display,
    sync::Arc,
    time::Instant,
};

use rand::{SeedableRng, rngs::SmallRng};
use tengen_server::journal::Cause;
use tengen_session::{
    Effect, Session, Visitor,
    link::{Address, Link, LinkEvent, LinkOrder, Loss},
};
use tengen_shared::{
    game::{CommandId, PlayerId, RoomCode, Seq},
    protocol::{Codec, Frame},
};
use tokio::{
    sync::{mpsc, watch},
    time::sleep_until,
};

use super::{
    FOLLOWERS, Fault,
    line::{self, Line},
    shared::{Notice, Order, Shared},
};
use crate::Identity;

/// The client's own data about a room, beside those of its session.
#[derive(Default)]
pub(super) struct Place {
    /// Whether this client creates the room. The other followers wait for its code.
    pub(super) makes: bool,
    pub(super) code: Option<RoomCode>,
    /// Whether both seats were taken when the client tried to join.
    pub(super) full: bool,
    pub(super) rests_until: Option<Instant>,
    /// The number of commands sent so far.
    pub(super) sent: u32,
    /// The latest commands that caused events, each with the number of commands sent before it.
    pub(super) recent: VecDeque<(Frame, u32)>,
}

/// A client with its session and its rooms.
pub(super) struct Client {
    pub(super) number: usize,
    pub(super) me: Identity,
    /// The number that the server gave to the player last.
    pub(super) known_as: Option<PlayerId>,
    /// The number that the server must keep, since a command of the player has caused events. Until then a restart
    /// may change the number.
    pub(super) kept_as: Option<PlayerId>,
    pub(super) session: Session,
    line: Option<Line>,
    pub(super) places: BTreeMap<usize, Place>,
    /// The commands that create rooms.
    pub(super) making: BTreeMap<CommandId, usize>,
    /// Answered commands to send once more on this connection.
    pub(super) repeats: Vec<Frame>,
    /// The commands that are still unanswered after a crash; `None` once all are answered.
    pub(super) awaited: Option<BTreeSet<CommandId>>,
    pub(super) start: u32,
    pub(super) rng: SmallRng,
    pub(super) shared: Arc<Shared>,
    pub(super) ways: Ways,
    /// Whether the client has asked for its rooms once more at the end. `finished` says whether it has reported
    /// that.
    pub(super) looked: bool,
    pub(super) finished: bool,
}

/// The channels to and from a client.
pub(super) struct Ways {
    pub(super) orders: watch::Receiver<Order>,
    pub(super) opened: watch::Receiver<()>,
    pub(super) tell: mpsc::Sender<Notice>,
}

/// Returns the rooms of client `number`, and whether it creates each. The followers of a room have distant numbers,
/// so that clients meet others in each of their rooms. Each client creates about the same number of rooms.
fn rooms_of(number: usize, clients: usize, rooms: usize) -> impl Iterator<Item = (usize, bool)> {
    let apart = (clients - 1) / (FOLLOWERS - 1);
    (0..rooms).flat_map(move |room| {
        let followers = (0..FOLLOWERS).map(move |place| (place, (room + place * apart) % clients));
        followers.filter(move |(_, client)| *client == number).map(move |(place, _)| (room, place == 0))
    })
}

impl Client {
    pub(super) fn new(number: usize, clients: usize, shared: Arc<Shared>, ways: Ways) -> Self {
        let codec = if number.is_multiple_of(2) { Codec::Bincode } else { Codec::Json };
        let me = Identity::new(&format!("client {number}"), codec);
        let rooms = rooms_of(number, clients, shared.ledgers.len());
        Self {
            number,
            session: Session::new(me.run),
            me,
            known_as: None,
            kept_as: None,
            line: None,
            places: rooms.map(|(room, makes)| (room, Place { makes, ..Place::default() })).collect(),
            making: BTreeMap::new(),
            repeats: Vec::new(),
            awaited: None,
            start: 0,
            rng: SmallRng::seed_from_u64(shared.seed.wrapping_mul(1_000_003).wrapping_add(number as u64)),
            shared,
            ways,
            looked: false,
            finished: false,
        }
    }

    /// Plays until the test is over.
    pub(super) async fn live(mut self) {
        let mut before = Instant::now();
        while self.ordered().await {
            self.carry_out().await;
            let rests = self.places.values().filter_map(|place| place.rests_until);
            let change = self.session.next_change().map(|change| Instant::now() + change);
            let wake = rests.chain(change).min();
            tokio::select! {
                heard = line::next(&mut self.line) => match heard {
                    Ok(Some(bytes)) => self.received(bytes),
                    Ok(None) => _ = self.session.on_link(self.session.id(), LinkEvent::Alive),
                    Err(why) => self.lost(why),
                },
                _ = self.ways.opened.changed() => self.meet_rooms(),
                _ = self.ways.orders.changed() => {}
                () = async { sleep_until(wake.unwrap_or_else(Instant::now).into()).await }, if wake.is_some() => {}
            }
            let now = Instant::now();
            self.session.pass(now - before);
            before = now;
            self.wake_up(now);
        }
    }

    /// Follows the last order; returns false once the test is over.
    async fn ordered(&mut self) -> bool {
        let order = *self.ways.orders.borrow_and_update();
        if let Some((start, addr)) = order.server().filter(|(start, _)| *start > self.start) {
            // A new server has another port; the session would try the old one again by itself.
            self.start = start;
            self.disconnect();
            self.session.dial(Address::at(addr.ip(), addr.port()));
        }
        if let Some(notice) = self.finish() {
            // The receiver is gone if the test has failed.
            let _ = self.ways.tell.send(notice).await;
        }
        order != Order::Over
    }

    /// Carries out the effects of the session.
    async fn carry_out(&mut self) {
        let codec = self.me.codec();
        loop {
            let effects = self.session.take_effects();
            let repeats = std::mem::take(&mut self.repeats);
            if effects.is_empty() && repeats.is_empty() {
                break;
            }
            for effect in effects {
                match effect {
                    Effect::Link(LinkOrder::Open { link, address }) => {
                        match Line::connect(&address, codec).await {
                            Ok(line) => {
                                self.line = Some(line);
                                self.session.on_link(link, LinkEvent::Opened(codec));
                            }
                            Err(why) => _ = self.session.on_link(link, LinkEvent::Lost(why)),
                        }
                    }
                    Effect::Link(LinkOrder::Send { bytes, .. }) => self.send(bytes).await,
                    Effect::Link(LinkOrder::Close { .. }) => {
                        // The session has closed the link, unless it only moves to the next server.
                        if let Link::Down { why, .. } = self.session.link() {
                            self.broken(why);
                        }
                        self.disconnect();
                    }
                    Effect::LookUp(server) => {
                        self.shared.meet(server);
                        let (name, key) = (self.me.name.clone(), self.me.key.clone());
                        self.session.hello(server, Visitor::new(name, key));
                    }
                    Effect::Keep { .. } | Effect::KeepMuted(_) => {}
                }
            }
            for frame in repeats {
                self.shared.tally().repeated += 1;
                self.send(codec.encode_client(&frame)).await;
            }
        }
        if let Some(line) = &mut self.line
            && let Err(why) = line.flush().await
        {
            self.lost(why);
        }
    }

    async fn send(&mut self, bytes: Vec<u8>) {
        let frame = self.me.codec().decode_client(&bytes).expect("invariant: this program has written it");
        self.note_sent(&frame);
        if let Some(line) = &mut self.line
            && let Err(why) = line.feed(bytes).await
        {
            self.lost(why);
        }
    }

    fn note_sent(&mut self, frame: &Frame) {
        let Some(number) = self.number_of(frame.id, frame.room.as_ref()) else { return };
        let cause = self.cause(frame.id);
        self.note(number, &format_args!("sends {frame:?}"));
        let first = self.shared.ledger(number).sent(cause, &frame.cmd);
        self.place(number).sent += u32::from(first);
        let waits = self.session.waiting().any(|waiting| waiting.id == frame.id);
        let mut tally = self.shared.tally();
        tally.sent += u64::from(first);
        tally.resent += u64::from(!first && waits);
    }

    /// Drops the connection, with what was still to be repeated on it: the next one begins with hello.
    fn disconnect(&mut self) {
        self.line = None;
        self.repeats.clear();
    }

    fn lost(&mut self, why: Loss) {
        self.disconnect();
        self.broken(&why);
        self.session.on_link(self.session.id(), LinkEvent::Lost(why));
    }

    /// Records that the connection is gone. This is a fault unless the server was killed.
    fn broken(&self, why: &Loss) {
        let order = *self.ways.orders.borrow();
        if order.server().is_some_and(|(start, _)| start == self.start) {
            let text = format!("client {}: the connection broke without a kill: {why}", self.number);
            self.shared.find(Fault::Unexpected, text);
        }
        self.places.keys().for_each(|room| self.note(*room, &format_args!("has lost the connection: {why}")));
    }

    pub(super) fn player(&self) -> PlayerId {
        self.known_as.unwrap_or(PlayerId(0))
    }

    pub(super) fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player(), id }
    }

    /// Returns the index of the room that a command is about.
    pub(super) fn number_of(&self, id: CommandId, code: Option<&RoomCode>) -> Option<usize> {
        self.making.get(&id).copied().or_else(|| self.number_of_room(code?))
    }

    pub(super) fn number_of_room(&self, code: &RoomCode) -> Option<usize> {
        let mut places = self.places.iter();
        places.find(|(_, place)| place.code.as_ref() == Some(code)).map(|(number, _)| *number)
    }

    pub(super) fn place(&mut self, number: usize) -> &mut Place {
        self.places.entry(number).or_default()
    }

    /// Logs an action or observation of the client, for people who investigate a fault.
    pub(super) fn note(&self, number: usize, what: &dyn Display) {
        let line = format!("start {}, client {} {what}", self.start, self.number);
        self.shared.ledger(number).log.push(line);
    }

    pub(super) fn find(&self, number: usize, fault: Fault, seq: Option<Seq>, text: &str) {
        self.shared.ledger(number).find(fault, seq, format!("client {}: {text}", self.number));
    }
}
