//! The checker: compares the journal of a room with the commands and answers of its clients.

use std::collections::{BTreeMap, BTreeSet};

use tengen_server::journal::{Cause, Record};
use tengen_shared::{
    game::{ClockState, Event, GameId, GameRecord, Millis, Room, RunId, Seq, Stamped},
    protocol::{GameSummary, view},
};

use super::{
    Fault, Finding, Ledger, Told,
    ledger::{Look, Sent, bare, is_same},
};

/// The maximum difference between the clocks of two processes on one machine, in milliseconds.
const SLACK_MS: Millis = 5;

/// A game in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// The public number of the game.
    pub id: GameId,
    /// The stored record of the game.
    pub record: GameRecord,
}

/// The time from the end of one server to the start of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When the old server was dead.
    pub down: Millis,
    /// When the new server was started.
    pub up: Millis,
}

/// The journal's data for a room.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The records in order: all of them, or those after the checkpoint.
    pub records: Vec<Record>,
    /// The last checkpoint.
    pub checkpoint: Option<Room>,
    /// The finished games of the room.
    pub games: Vec<KeptGame>,
}

/// The numbers of things that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    pub(super) events: u64,
    /// Snapshots that were compared with the result of the records.
    pub(super) snapshots: u64,
    /// Games that ended, and those among them that the history has as a client saw them.
    pub(super) games: u64,
    pub(super) history: u64,
    /// Clocks that were held after a crash.
    pub(super) clocks: u64,
}

impl Checked {
    pub(super) fn add(&mut self, more: Self) {
        self.events += more.events;
        self.snapshots += more.snapshots;
        self.games += more.games;
        self.history += more.history;
        self.clocks += more.clocks;
    }
}

/// Returns all faults of a room, except those that its clients have found themselves.
#[must_use]
pub fn check(ledger: &Ledger, stream: &Stream, outages: &[Outage]) -> Vec<Finding> {
    check_all(ledger, stream, outages).0
}

pub(super) fn check_all(ledger: &Ledger, stream: &Stream, outages: &[Outage]) -> (Vec<Finding>, Checked) {
    let found = Ledger { code: ledger.code.clone(), ..Ledger::default() };
    let mut check = Check { ledger, stream, outages, found, checked: Checked::default() };
    check.causes();
    check.answers();
    check.events();
    check.fold();
    check.clocks();
    (check.found.findings, check.checked)
}

struct Check<'a> {
    ledger: &'a Ledger,
    stream: &'a Stream,
    outages: &'a [Outage],
    found: Ledger,
    checked: Checked,
}

/// Returns the numbers of a record's first and last event.
fn ends(record: &Record) -> (Seq, Seq) {
    let seq = |stamped: Option<&Stamped>| stamped.map_or(Seq(0), |stamped| stamped.seq);
    (seq(record.events.first()), seq(record.events.last()))
}

impl Check<'_> {
    /// Returns the number of the first event in the records. Earlier events are only in the checkpoint.
    fn begins(&self) -> Seq {
        self.stream.records.first().map_or(Seq(u32::MAX), |record| ends(record).0)
    }

    /// Checks that each cause appears once and in the order of its run, and that its command was sent and not
    /// refused.
    fn causes(&mut self) {
        let mut runs: BTreeMap<RunId, (u32, Seq)> = BTreeMap::new();
        let mut seen: BTreeMap<Cause, Seq> = BTreeMap::new();
        for record in &self.stream.records {
            let (Some(cause), (seq, _)) = (record.cause, ends(record)) else { continue };
            let n = cause.id.n();
            if let Some(first) = seen.insert(cause, seq) {
                let text = format!("{cause:?} was carried out at event {} and again", first.0);
                self.found.find(Fault::Doubled, Some(seq), text);
            } else if let Some((before, at)) = runs.get(&cause.id.run()).filter(|(before, _)| *before > n) {
                let text = format!("{cause:?} comes after number {before}, which is at event {}", at.0);
                self.found.find(Fault::OutOfOrder, Some(seq), text);
            }
            runs.insert(cause.id.run(), (n, seq));
            match self.ledger.commands.get(&cause).map(|sent| &sent.told) {
                None => {
                    self.found.find(Fault::Invented, Some(seq), format!("{cause:?} was never sent"));
                }
                Some(Some(Told::Refused(code))) => {
                    let text = format!("{cause:?} was refused ({code:?}) and carried out");
                    self.found.find(Fault::Invented, Some(seq), text);
                }
                Some(None | Some(Told::Accepted { .. })) => {}
            }
        }
    }

    /// Checks that every acknowledged command caused the events that its sender received.
    fn answers(&mut self) {
        let records = self.stream.records.iter();
        let by_cause: BTreeMap<Cause, &Record> =
            records.filter_map(|record| Some((record.cause?, record))).collect();
        let begins = self.begins();
        for (cause, sent) in &self.ledger.commands {
            let Some(Told::Accepted { last, own }) = &sent.told else { continue };
            match (by_cause.get(cause), own.first()) {
                (None, Some(first)) if *first >= begins || self.stream.checkpoint.is_none() => {
                    let text = format!("{cause:?} {:?} was acknowledged and is not there", sent.cmd);
                    self.found.find(Fault::Lost, Some(*first), text);
                }
                (None, _) => {}
                (Some(record), _) => self.answer(*cause, sent, (own, *last), record),
            }
        }
    }

    fn answer(&mut self, cause: Cause, sent: &Sent, (own, last): (&[Seq], Seq), record: &Record) {
        let there: Vec<Seq> = record.events.iter().map(|stamped| stamped.seq).collect();
        // A repeated answer leaves out events that are far back.
        let fits = if sent.times > 1 { there.ends_with(own) } else { there == own };
        if !fits || there.last() != Some(&last) {
            let text = format!("{cause:?} {:?} was told {own:?}, to {last:?}; there is {there:?}", sent.cmd);
            self.found.find(Fault::Changed, Some(last), text);
        }
    }

    /// Checks that every event that any client received is in the journal with the same content.
    fn events(&mut self) {
        let records = self.stream.records.iter().flat_map(|record| &record.events);
        let there: BTreeMap<Seq, &Stamped> = records.map(|stamped| (stamped.seq, stamped)).collect();
        let kept = self.stream.checkpoint.as_ref().map_or(Seq(0), Room::seq);
        for (seq, told) in &self.ledger.events {
            match there.get(seq) {
                Some(found) if is_same(found, told) => {}
                Some(found) => {
                    let text = format!("a client was told {told:?} and there is {found:?}");
                    self.found.find(Fault::Changed, Some(*seq), text);
                }
                None if *seq <= kept && *seq < self.begins() => {}
                None => {
                    let text = format!("a client was told {told:?}, which is not there");
                    self.found.find(Fault::Lost, Some(*seq), text);
                }
            }
        }
    }

    /// Checks that the records give the room of every snapshot, of the checkpoint, and of the games in the history.
    fn fold(&mut self) {
        let mut looks: BTreeMap<Seq, Vec<&Look>> = BTreeMap::new();
        for look in &self.ledger.looks {
            looks.entry(look.room.seq()).or_default().push(look);
        }
        let mut events = self.stream.records.iter().flat_map(|record| &record.events).peekable();
        let opened = match (events.next_if(|first| first.seq == Seq(1)), &self.ledger.code) {
            (Some(first), Some(code)) => Room::open(code.clone(), first).ok(),
            _ => self.stream.checkpoint.clone(),
        };
        let Some(mut room) = opened else {
            return self.found.find(Fault::Lost, None, "the journal does not have the room");
        };
        let base = room.seq();
        while events.next_if(|next| next.seq <= base).is_some() {}
        loop {
            self.compare(&room, &looks.remove(&room.seq()).unwrap_or_default());
            let Some(next) = events.next() else { break };
            if let Err(corrupt) = room.apply(next) {
                return self.found.find(Fault::Disagrees, Some(next.seq), corrupt.to_string());
            }
            self.checked.events += 1;
        }
        for seq in looks.into_keys().filter(|seq| *seq > room.seq()) {
            self.found.find(Fault::Lost, Some(seq), "a client has seen the room at this event");
        }
        self.games(&room);
    }

    /// Compares `room`, as the records give it, with the checkpoint and the snapshots at the same event.
    fn compare(&mut self, room: &Room, looks: &[&Look]) {
        if let Some(kept) = self.stream.checkpoint.as_ref().filter(|kept| kept.seq() == room.seq()) {
            self.agree(room, kept, "the checkpoint");
        }
        for look in looks {
            self.checked.snapshots += 1;
            self.agree(
                &view::snapshot(room, look.viewer),
                &look.room,
                &format!("what {:?} saw", look.viewer),
            );
        }
    }

    fn agree(&mut self, expected: &Room, found: &Room, what: &str) {
        if expected != found {
            let text = format!("the records against {what}: {expected:?} against {found:?}");
            self.found.find(Fault::Disagrees, Some(expected.seq()), text);
        }
    }

    /// Checks the clocks. It uses all events that any client or record has, because most clocks are set before the
    /// checkpoint.
    fn clocks(&mut self) {
        let records = self.stream.records.iter().flat_map(|record| &record.events);
        let all: BTreeMap<Seq, &Stamped> =
            self.ledger.events.values().chain(records).map(|stamped| (stamped.seq, stamped)).collect();
        let opened = self.ledger.code.clone().zip(all.get(&Seq(1)));
        let Some(Ok(mut room)) = opened.map(|(code, first)| Room::open(code, first)) else { return };
        for stamped in all.into_values().skip(1) {
            // After a gap, nothing is known about the clocks: nobody may have received the event that held them, and
            // a checkpoint may have replaced it.
            if stamped.seq != room.seq().next() {
                return;
            }
            self.held(&room, stamped);
            // An event may refer to a seat or player of an event that is hidden; then apply it as hidden, too.
            let hidden = Stamped { event: Event::Hidden {}, ..stamped.clone() };
            if room.apply(stamped).or_else(|_| room.apply(&hidden)).is_err() {
                return;
            }
        }
    }

    /// Checks that the first event after a crash holds running clocks, and charges nobody for the time without a
    /// server.
    fn held(&mut self, room: &Room, next: &Stamped) {
        let (Some(old), Some(outage)) = (room.clock(), self.crash(room.time(), next.time)) else { return };
        let ClockState::Runs { seat, since } = old.state else { return };
        let new = match &next.event {
            Event::ClockSet { clock } if clock.state == ClockState::Held {} => clock,
            other => {
                let text = format!("the clock of {seat:?} was not held after the crash: {other:?}");
                return self.found.find(Fault::Clock, Some(next.seq), text);
            }
        };
        self.checked.clocks += 1;
        let [had, has] = [old, new].map(|clock| clock.rule.until_flag(clock.left(seat)));
        let most = outage.down.saturating_sub(since) + SLACK_MS;
        let waiting = seat.other();
        if old.left(waiting) != new.left(waiting) || has > had || had - has > most {
            let text = format!("at most {most} ms were used before the crash; {old:?} became {new:?}");
            self.found.find(Fault::Clock, Some(next.seq), text);
        }
    }

    /// Returns the first outage between two events.
    fn crash(&self, before: Millis, after: Millis) -> Option<Outage> {
        self.outages.iter().copied().find(|outage| before <= outage.down && outage.down < after)
    }

    /// Checks that the history has each finished game once, as it was played, and that clients were shown no other
    /// game.
    fn games(&mut self, room: &Room) {
        let kept = &self.stream.games;
        let numbers: BTreeSet<u32> = kept.iter().map(|game| game.record.number).collect();
        self.checked.games = u64::from(room.games_finished());
        if (kept.len(), numbers.len()) != (room.games_finished() as usize, kept.len()) {
            let text = format!("{} games have ended and these are kept: {numbers:?}", room.games_finished());
            self.found.find(Fault::History, None, text);
        }
        for (number, played) in &self.ledger.ended {
            let game = kept.iter().find(|game| game.record.number == *number);
            if game.is_some_and(|game| bare(game.record.clone()) == *played) {
                self.checked.history += 1;
            } else {
                self.found.find(Fault::History, None, format!("{played:?} was played, and {game:?} is kept"));
            }
        }
        for (id, told) in &self.ledger.games {
            let game = kept.iter().find(|game| game.id == *id);
            if game.is_none_or(|game| GameSummary::new(*id, &game.record) != *told) {
                self.found.find(
                    Fault::History,
                    None,
                    format!("a client was told of {told:?}; there is {game:?}"),
                );
            }
        }
    }
}
