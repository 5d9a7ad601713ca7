//! Coming back: hello with the key, the rooms with what was seen of them, and what has no answer, in order.

use rand::RngExt;
use tengen_shared::protocol::{Cmd, Frame, Resume, SeenRoom};

use super::{
    client::{Client, Pending, What, is_door},
    ledger::Entry,
    table::Table,
};

/// Answers that may have come since: a room remembers 64 of a run.
const MOST_SINCE: u32 = 30;

impl Client {
    /// Prepares all that is said first on a new connection.
    pub(super) fn come_back(&mut self) {
        let followed = self.tables.values().filter_map(|table| Some((table.code.clone()?, table.seen()?)));
        let resume: Vec<SeenRoom> = followed.map(|(room, seq)| SeenRoom { room, seq }).collect();
        for table in self.tables.values() {
            let entry = Entry::Connected { seen: table.seen() };
            self.shared.ledger(table.number).log.push((self.number, self.start, entry));
        }
        let resume = Resume::try_from(resume).expect("a client has no more rooms than may be resumed");
        let cmd = Cmd::Hello { name: self.me.name.clone(), key: self.me.key, resume };
        self.outgoing = vec![Frame { id: self.me.next_id(), room: None, cmd }];
        // As if their answers had been lost.
        let repeats: Vec<Pending> = self.tables.values().filter_map(repeat_of).collect();
        for pending in repeats {
            if self.rng.random_ratio(1, 2) {
                self.pending.entry(pending.frame.id.n()).or_insert(pending);
            }
        }
        for pending in self.pending.values_mut() {
            pending.again = true;
        }
        for pending in self.pending.values() {
            self.sent_again(pending);
            self.outgoing.push(pending.frame.clone());
        }
        self.look();
        self.catching_up = Some(self.pending.keys().copied().collect());
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
            self.send(room, Cmd::Snapshot {}, What::Look);
        }
    }
}

/// The last accepted command of a room, if it can be repeated without harm.
fn repeat_of(table: &Table) -> Option<Pending> {
    let last = table.last.as_ref().filter(|last| last.since < MOST_SINCE && table.room.is_some())?;
    if matches!(last.frame.cmd, Cmd::Leave {}) {
        return None;
    }
    Some(Pending { frame: last.frame.clone(), table: table.number, what: What::Repeat, again: true })
}
