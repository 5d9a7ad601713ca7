//! Coming back: hello with the key, the rooms with what was seen of them, and what has no answer, in order.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use rand::RngExt;
use tengen_shared::{
    game::{Command, PlayerId},
    protocol::{Cmd, Frame, Request, Resume, SeenRoom},
};

use super::{
    actions::Door,
    client::{Client, Pending, What, is_door},
    ledger::Entry,
    outage,
    shared::Order,
    table::{Recent, Table},
    victim::GRACE_MS,
};

/// One in so many commands that the server still remembers is sent again.
const ONE_REPEATED_IN: u32 = 8;
/// One in so many rooms is left alone for a while after a crash.
const ONE_AWAY_IN: u32 = 12;

impl Client {
    /// Prepares all that is said first on a new connection.
    pub(super) fn come_back(&mut self) {
        self.stay_away();
        let followed = self.tables.values().filter_map(|table| Some((table.code.clone()?, table.seen()?)));
        let resume: Vec<SeenRoom> = followed.map(|(room, seq)| SeenRoom { room, seq }).collect();
        for table in self.tables.values() {
            let entry = Entry::Connected { seen: table.seen() };
            let mut ledger = self.shared.ledger(table.number);
            ledger.log.push((self.number, self.start, entry));
            if table.seen().is_some() {
                ledger.arrivals.push((self.player, outage::now()));
            }
        }
        let resume = Resume::try_from(resume).expect("a client has no more rooms than may be resumed");
        let cmd = Cmd::Request(Request::Hello { name: self.me.name.clone(), key: self.me.key, resume });
        self.outgoing = vec![Frame { id: self.me.next_id(), room: None, cmd }];
        // As if their answers had been lost.
        let repeats: Vec<Pending> =
            self.tables.values().flat_map(|table| repeats_of(table, self.player)).collect();
        for pending in repeats {
            if self.rng.random_ratio(1, ONE_REPEATED_IN) {
                self.pending.entry(pending.frame.id.n()).or_insert(pending);
            }
        }
        for pending in self.pending.values_mut() {
            pending.again = true;
            // It follows again what it has seen, be it only since a door let it in without an answer.
            pending.followed = self.tables.get(&pending.table).is_some_and(|table| table.room.is_some());
        }
        for pending in self.pending.values() {
            self.sent_again(pending);
            self.outgoing.push(pending.frame.clone());
        }
        self.look();
        self.catching_up = Some(self.pending.keys().copied().collect());
    }

    /// Leaves some rooms alone for longer than a seat is kept, as if this client had gone home.
    fn stay_away(&mut self) {
        let finishing = matches!(*self.orders.borrow(), Order::Finish { .. });
        let busy: BTreeSet<usize> = self.pending.values().map(|pending| pending.table).collect();
        let idle = |table: &&mut Table| !busy.contains(&table.number) && table.room.is_some() && !finishing;
        let mut away = Vec::new();
        for table in self.tables.values_mut().filter(idle) {
            if self.rng.random_ratio(1, ONE_AWAY_IN) {
                (table.room, table.door) = (None, Door::Closed);
                away.push(table.number);
            }
        }
        for room in away {
            let until = GRACE_MS + self.rng.random_range(50..2 * GRACE_MS);
            self.wake_at(room, Instant::now() + Duration::from_millis(until));
        }
    }

    /// Asks for every room that is followed, to be compared with what was seen of it.
    fn look(&mut self) {
        // Who is about to leave a room may not look at it any more.
        let busy = |room: usize| {
            let about = |pending: &Pending| pending.what == What::Look || is_door(&pending.frame.cmd);
            self.pending.values().any(|pending| pending.table == room && about(pending))
        };
        let followed = self.tables.values().filter(|table| table.room.is_some() && !busy(table.number));
        let rooms: Vec<usize> = followed.map(|table| table.number).collect();
        for room in rooms {
            self.send(room, Request::Snapshot {}, What::Look);
        }
    }
}

/// The answered commands of a room that can be repeated without harm.
fn repeats_of(table: &Table, me: PlayerId) -> impl Iterator<Item = Pending> {
    let followed = table.room.is_some();
    let owns_seat = table.owns_seat(me);
    let harmless = move |recent: &&Recent| match &recent.frame.cmd {
        Cmd::Room(Command::Leave {}) => false,
        // A room keeps whoever comes through this door only with a seat.
        Cmd::Room(Command::Join { .. }) | Cmd::Request(Request::Create { .. }) => {
            owns_seat && recent.has_events()
        }
        Cmd::Request(
            Request::Watch { .. }
            | Request::Snapshot {}
            | Request::ListChat { .. }
            | Request::ListGames { .. },
        ) => false,
        _ => true,
    };
    let number = table.number;
    let again = move |recent: &Recent| Pending {
        frame: recent.frame.clone(),
        table: number,
        what: What::Repeat,
        again: true,
        followed,
    };
    table.remembered().filter(move |recent| followed && harmless(recent)).map(again)
}
