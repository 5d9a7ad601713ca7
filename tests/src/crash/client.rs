//! A client: it plays in its rooms, and comes back by itself whenever the server is there again.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use tengen_server::journal::Cause;
use tengen_shared::{
    game::{Command, CommandId, PlayerId, Room, RoomCode},
    protocol::{Cmd, Codec, Frame, Request},
};
use tokio::{
    sync::{mpsc, watch},
    time::sleep_until,
};

use super::{
    FOLLOWERS, Fault,
    actions::{Action, Door, choose},
    ledger::Entry,
    line::{Broken, Line},
    opening, outage,
    shared::{News, Order, Shared, count},
    table::{Role, Table},
};
use crate::Identity;

/// Commands that a client has on the way in one room at most.
const MOST_OPEN: usize = 2;
/// One in so many chances is taken to do something that the room does not wait for.
const MISCHIEF: u32 = 30;
/// One in so many moves under a clock takes so long that a short clock runs out.
const DAWDLE: u32 = 40;
const DAWDLE_FOR: Duration = Duration::from_millis(1_300);

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Making the room.
    Create,
    /// An action.
    Act(Action),
    /// Looking at the room, to compare.
    Look,
    /// Asking again what was answered before the crash.
    Repeat,
}

/// A command without an answer.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) frame: Frame,
    pub(super) table: usize,
    pub(super) what: What,
    /// Whether it was sent again after a crash.
    pub(super) again: bool,
    /// Whether the client followed the room when it sent this.
    pub(super) followed: bool,
}

/// A client.
pub(super) struct Client {
    pub(super) number: usize,
    pub(super) me: Identity,
    pub(super) player: PlayerId,
    pub(super) tables: BTreeMap<usize, Table>,
    pub(super) codes: BTreeMap<RoomCode, usize>,
    /// Snapshots of rooms whose making is not answered yet.
    pub(super) strays: BTreeMap<RoomCode, Room>,
    pub(super) pending: BTreeMap<u32, Pending>,
    /// What waits for an answer since the crash; none once all is answered.
    pub(super) catching_up: Option<BTreeSet<u32>>,
    pub(super) start: u32,
    pub(super) rng: SmallRng,
    pub(super) shared: Arc<Shared>,
    pub(super) outgoing: Vec<Frame>,
    pub(super) news: Vec<News>,
    pub(super) orders: watch::Receiver<Order>,
    /// When something is to be thought about in a room though nothing is heard of it.
    pub(super) wakes: BTreeMap<usize, Instant>,
    opened: mpsc::Receiver<usize>,
    tell: mpsc::Sender<News>,
    looked: bool,
}

/// The ways to and from a client.
pub(super) struct Ways {
    pub(super) orders: watch::Receiver<Order>,
    pub(super) opened: mpsc::Receiver<usize>,
    pub(super) tell: mpsc::Sender<News>,
}

/// The rooms of client `number`, if there are so many clients. The followers of a room lie far apart, so that clients
/// meet others in each of their rooms, and each makes about as many as the others.
pub(super) fn rooms_of(number: usize, clients: usize, rooms: usize) -> impl Iterator<Item = (usize, Role)> {
    let apart = (clients - 1) / (FOLLOWERS - 1);
    (0..rooms).flat_map(move |room| {
        let followers = (0..FOLLOWERS).map(move |place| (place, (room + place * apart) % clients));
        followers
            .filter(move |(_, client)| *client == number)
            .map(move |(place, _)| (room, if place == 0 { Role::Maker } else { Role::Guest }))
    })
}

/// Whether the command makes its sender enter or leave the room.
pub(super) const fn is_door(cmd: &Cmd) -> bool {
    matches!(
        cmd,
        Cmd::Room(Command::Join { .. }) | Cmd::Request(Request::Watch { .. }) | Cmd::Room(Command::Leave {})
    )
}

impl Client {
    pub(super) fn new(number: usize, clients: usize, shared: Arc<Shared>, ways: Ways) -> Self {
        let codec = if number.is_multiple_of(2) { Codec::Bincode } else { Codec::Json };
        let rooms = rooms_of(number, clients, shared.ledgers.len());
        Self {
            number,
            me: Identity::new(&format!("client {number}"), codec),
            player: PlayerId(0),
            tables: rooms.map(|(room, role)| (room, Table::new(room, role))).collect(),
            codes: BTreeMap::new(),
            strays: BTreeMap::new(),
            pending: BTreeMap::new(),
            catching_up: None,
            start: 0,
            rng: SmallRng::seed_from_u64(shared.seed.wrapping_mul(1_000_003).wrapping_add(number as u64)),
            shared,
            outgoing: Vec::new(),
            news: Vec::new(),
            orders: ways.orders,
            wakes: BTreeMap::new(),
            opened: ways.opened,
            tell: ways.tell,
            looked: false,
        }
    }

    /// Plays, from one start of the server to the next, until it is over.
    pub(super) async fn live(mut self) {
        loop {
            let known = self.start;
            let new = |order: &Order| {
                *order == Order::Over || order.server().is_some_and(|(start, _)| start > known)
            };
            let Ok(order) = self.orders.wait_for(new).await.map(|order| *order) else { return };
            let Some((start, addr)) = order.server() else { return };
            self.start = start;
            if let Err(broken) = self.talk(addr).await {
                self.broken(&broken);
            }
        }
    }

    async fn talk(&mut self, addr: SocketAddr) -> Result<(), Broken> {
        let mut line = Line::connect(addr, self.me.codec()).await?;
        self.come_back();
        loop {
            line.send(std::mem::take(&mut self.outgoing)).await?;
            for news in std::mem::take(&mut self.news) {
                // Nobody listens any more when the test is given up.
                let _ = self.tell.send(news).await;
            }
            let wake = self.wakes.values().min().copied();
            tokio::select! {
                message = line.next() => self.take(message?),
                Some(room) = self.opened.recv() => self.is_opened(room),
                () = async { sleep_until(wake.unwrap_or_else(Instant::now).into()).await }, if wake.is_some() => {
                    self.wake_up();
                }
                changed = self.orders.changed() => {
                    changed.map_err(|_| Broken("given up".to_owned()))?;
                    self.finish();
                }
            }
        }
    }

    /// Thinks about the room again at `when`, or earlier if something was to be thought about then.
    pub(super) fn wake_at(&mut self, room: usize, when: Instant) {
        let known = self.wakes.entry(room).or_insert(when);
        *known = when.min(*known);
    }

    fn wake_up(&mut self) {
        let now = Instant::now();
        let due: Vec<usize> =
            self.wakes.iter().filter(|(_, when)| **when <= now).map(|(room, _)| *room).collect();
        for room in due {
            self.wakes.remove(&room);
            if let Some(table) = self.tables.get_mut(&room) {
                table.dawdles = false;
                if table.door == Door::Closed {
                    table.door = Door::Open;
                }
            }
            self.think(room);
        }
    }

    fn broken(&mut self, broken: &Broken) {
        self.outgoing.clear();
        self.tables.values_mut().for_each(Table::disconnected);
        let order = *self.orders.borrow();
        if order.server().is_some_and(|(start, _)| start == self.start) {
            let text = format!("client {}: the connection broke without a kill: {}", self.number, broken.0);
            self.shared.find(Fault::Unexpected, text);
        }
        for room in self.tables.keys() {
            self.shared.ledger(*room).log.push((self.number, self.start, Entry::Broken));
        }
    }

    /// Somebody else has made a room that this client is to follow.
    fn is_opened(&mut self, room: usize) {
        let code = self.shared.ledger(room).code.clone();
        if let (Some(code), Some(table)) = (code, self.tables.get_mut(&room)) {
            table.code = Some(code.clone());
            self.codes.insert(code, room);
            self.think(room);
        }
    }

    pub(super) fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player, id }
    }

    /// Sends a command to a room.
    pub(super) fn send(&mut self, room: usize, cmd: impl Into<Cmd>, what: What) {
        let Some(table) = self.tables.get_mut(&room) else { return };
        table.open += 1;
        table.sent += 1;
        let followed = table.room.is_some();
        let frame = Frame { id: self.me.next_id(), room: table.code.clone(), cmd: cmd.into() };
        let cause = self.cause(frame.id);
        {
            let mut ledger = self.shared.ledger(room);
            ledger.sent(cause, &frame.cmd);
            ledger.log.push((self.number, self.start, Entry::Sent(frame.id)));
            if is_door(&frame.cmd) {
                ledger.arrivals.push((self.player, outage::now()));
            }
        }
        count(&self.shared.tally.sent);
        self.outgoing.push(frame.clone());
        self.pending.insert(frame.id.n(), Pending { frame, table: room, what, again: false, followed });
    }

    fn is_playing(&self) -> bool {
        matches!(*self.orders.borrow(), Order::Play { .. } | Order::Down)
    }

    /// Does something in the room, if it is time to.
    pub(super) fn think(&mut self, room: usize) {
        if self.catching_up.is_some() || !self.is_playing() {
            return;
        }
        let Some(table) = self.tables.get_mut(&room) else { return };
        if table.code.is_none() {
            if table.role == Role::Maker && table.open == 0 {
                let cmd = opening::create(room, &mut self.rng);
                self.send(room, cmd, What::Create);
            }
            return;
        }
        let timed = table.room.as_ref().is_some_and(|room| room.clock().is_some());
        let begins = table.view(self.player).is_awaited() && table.open == 0;
        if timed && begins && !table.dawdles && self.rng.random_ratio(1, DAWDLE) {
            table.dawdles = true;
            self.wake_at(room, Instant::now() + DAWDLE_FOR);
        }
        let Some(table) = self.tables.get(&room) else { return };
        let view = table.view(self.player);
        // Behind what makes the client enter or leave nothing is sent until that is answered.
        let following = table.room.is_some();
        let most = if following { MOST_OPEN } else { 1 };
        let awaited = view.is_awaited() && table.open == 0;
        if table.open >= most || self.is_at_the_door(room) || !(awaited || self.rng.random_ratio(1, MISCHIEF))
        {
            return;
        }
        if let Some((action, cmd)) = choose(&view, &mut self.rng) {
            self.send(room, cmd, What::Act(action));
        }
    }

    fn is_at_the_door(&self, room: usize) -> bool {
        self.pending.values().any(|pending| pending.table == room && is_door(&pending.frame.cmd))
    }

    /// Once nothing is on the way any more, looks at every room for the last time, and reports.
    pub(super) fn finish(&mut self) {
        let finishing = matches!(*self.orders.borrow(), Order::Finish { .. });
        if !finishing || self.catching_up.is_some() || !self.pending.is_empty() {
            return;
        }
        if self.looked {
            self.news.push(News::Finished);
            return;
        }
        self.looked = true;
        let rooms: Vec<(usize, bool)> = self
            .tables
            .values()
            .filter(|table| table.code.is_some())
            .map(|table| (table.number, table.room.is_some()))
            .collect();
        for (room, follows) in rooms {
            let cmd = if follows {
                Cmd::Request(Request::Snapshot {})
            } else {
                Cmd::Request(Request::Watch { passphrase: None })
            };
            self.send(room, cmd, What::Look);
        }
        if self.pending.is_empty() {
            self.news.push(News::Finished);
        }
    }

    /// Notes that something was sent again.
    pub(super) fn sent_again(&self, pending: &Pending) {
        let tally = &self.shared.tally;
        let counter = if pending.what == What::Repeat { &tally.repeated } else { &tally.resent };
        counter.fetch_add(1, Ordering::Relaxed);
        let mut ledger = self.shared.ledger(pending.table);
        ledger.sent(self.cause(pending.frame.id), &pending.frame.cmd);
        // Making a room once more brings its maker in.
        if is_door(&pending.frame.cmd) || pending.what == What::Create {
            ledger.arrivals.push((self.player, outage::now()));
        }
        ledger.log.push((self.number, self.start, Entry::SentAgain(pending.frame.id)));
    }
}
