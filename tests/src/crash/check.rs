//! The checker: compares what the clients of a room asked and were told with what the journal has of it.

use std::collections::BTreeMap;

use tengen_server::journal::{Cause, Record};
use tengen_shared::{
    game::{Door, EndReason, Event, GameEnd, Room, RunId, Seq, Stamped},
    protocol::view,
};

use super::{
    Clocks, Fault, Finding, KeptGame, Ledger, Outage, Told,
    check_story::check_story,
    ledger::{Look, Sent},
    score::Count,
    sight::{difference, is_same},
    story::Story,
};

/// What the journal has of a room.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The records in order: all of them, or those after the checkpoint.
    pub records: Vec<Record>,
    /// The last checkpoint.
    pub checkpoint: Option<Room>,
    /// The room's finished games.
    pub games: Vec<KeptGame>,
}

/// What the check has gone over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    pub(super) events: u64,
    pub(super) games: u64,
    pub(super) snapshots: u64,
    /// Snapshots from before the records, compared with what all clients were told.
    pub(super) old_snapshots: u64,
    pub(super) scores: u64,
    /// Games that are in the history as they were played.
    pub(super) history: u64,
    /// Checkpoints that are what the clients were told up to them.
    pub(super) checkpoints: u64,
    /// Rooms of which every event is known, from the first.
    pub(super) whole_stories: u64,
    pub(super) clocks: Clocks,
}

impl Checked {
    pub(super) fn add(&mut self, more: Self) {
        self.events += more.events;
        self.games += more.games;
        self.snapshots += more.snapshots;
        self.old_snapshots += more.old_snapshots;
        self.scores += more.scores;
        self.history += more.history;
        self.checkpoints += more.checkpoints;
        self.whole_stories += more.whole_stories;
        self.clocks.add(more.clocks);
    }
}

/// Everything that is wrong with a room, beside what its clients have found themselves.
#[must_use]
pub fn check(ledger: &Ledger, stream: &Stream, outages: &[Outage]) -> Vec<Finding> {
    check_all(ledger, stream, outages).0
}

pub(super) fn check_all(ledger: &Ledger, stream: &Stream, outages: &[Outage]) -> (Vec<Finding>, Checked) {
    let mut check = Check { ledger, stream, found: Ledger::default() };
    check.found.code.clone_from(&ledger.code);
    check.causes();
    check.answers();
    check.events();
    check.orphans();
    let (mut checked, room) = check.fold();
    if let Some(room) = room {
        let (found, told) = check_story(ledger, stream, outages, &room);
        check.found.findings.extend(found);
        checked.add(told);
    }
    (check.found.findings, checked)
}

struct Check<'a> {
    ledger: &'a Ledger,
    stream: &'a Stream,
    found: Ledger,
}

/// The numbers of a record's first and last event.
fn ends(record: &Record) -> (Seq, Seq) {
    let seq = |stamped: Option<&Stamped>| stamped.map_or(Seq(0), |stamped| stamped.seq);
    (seq(record.events.first()), seq(record.events.last()))
}

impl Check<'_> {
    /// The first event that the records have; those before it are in the checkpoint only.
    fn begins(&self) -> Seq {
        self.stream.records.first().map_or(Seq(u32::MAX), |record| ends(record).0)
    }

    /// Every cause once, in the order of its run, and of a command that was sent and not refused.
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

    /// Every acknowledged command led to what its sender was told.
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
        // A repeated answer comes without events that lie far back.
        let fits = if sent.times > 1 { there.ends_with(own) } else { there == own };
        if !fits || there.last() != Some(&last) {
            let text = format!("{cause:?} {:?} was told {own:?}, to {last:?}; there is {there:?}", sent.cmd);
            self.found.find(Fault::Changed, Some(last), text);
        }
    }

    /// Every event that anybody was told of is there, with the same content.
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

    /// Nothing that only a command can lead to has happened without one.
    fn orphans(&mut self) {
        let before = Seq(self.begins().0.saturating_sub(1));
        let records = if self.stream.records.is_empty() { None } else { self.count_to(before) };
        let mut count = records.unwrap_or_default();
        for record in &self.stream.records {
            for stamped in &record.events {
                let needs = needs_command(&stamped.event, &count);
                if record.cause.is_none() && needs {
                    let text = format!("nobody has asked for {stamped:?}");
                    self.found.find(Fault::Invented, Some(stamped.seq), text);
                }
                count.take(stamped);
            }
        }
    }

    /// The events give what every snapshot shows, and the score is that of the games.
    fn fold(&mut self) -> (Checked, Option<Room>) {
        let mut looks: BTreeMap<Seq, Vec<&Look>> = BTreeMap::new();
        for look in &self.ledger.looks {
            looks.entry(look.room.seq()).or_default().push(look);
        }
        let Some(code) = self.ledger.code.clone() else { return (Checked::default(), None) };
        let mut events = self.stream.records.iter().flat_map(|record| &record.events).peekable();
        let mut checked = Checked::default();
        let opened = match events.next_if(|first| first.seq == Seq(1)) {
            Some(first) => Room::open(code, first).ok(),
            None => self.stream.checkpoint.clone(),
        };
        let Some(mut room) = opened else {
            self.found.find(Fault::Lost, None, "the journal does not have the room");
            return (checked, None);
        };
        let base = room.seq();
        let mut count = self.count_to(base).unwrap_or_else(|| Count::of(&room));
        while events.next_if(|next| next.seq <= base).is_some() {}
        loop {
            let looks = looks.remove(&room.seq()).unwrap_or_default();
            self.compare(&room, &looks, &count);
            checked.snapshots += looks.len() as u64;
            let Some(next) = events.next() else { break };
            if let Err(corrupt) = room.apply(next) {
                self.found.find(Fault::Disagrees, Some(next.seq), corrupt.to_string());
                return (checked, None);
            }
            count.take(next);
            checked.events += 1;
        }
        for seq in looks.into_keys().filter(|seq| *seq > room.seq()) {
            self.found.find(Fault::Lost, Some(seq), "a client has seen the room at this event");
        }
        self.score(&count, &room);
        (checked.games, checked.scores) = (count.games, 1);
        (checked, Some(room))
    }

    /// Who sits where and has scored what after event `last`, if all events until then are known.
    fn count_to(&self, last: Seq) -> Option<Count> {
        let story = Story::new(self.ledger, self.stream);
        let mut count = Count::default();
        for number in 1..=last.0 {
            count.take(story.event(Seq(number))?);
        }
        Some(count)
    }

    /// The checkpoint and the snapshots at the event where the records have led to `room`.
    fn compare(&mut self, room: &Room, looks: &[&Look], count: &Count) {
        if let Some(kept) = self.stream.checkpoint.as_ref().filter(|kept| kept.seq() == room.seq()) {
            self.agree(room, kept, count, "the checkpoint");
        }
        for look in looks {
            let expected = view::snapshot(room, look.viewer);
            self.agree(&expected, &look.room, count, &format!("what {:?} saw", look.viewer));
        }
    }

    fn agree(&mut self, expected: &Room, found: &Room, count: &Count, what: &str) {
        let Some(difference) = difference(expected, found) else { return };
        let text = format!("the records against {what}: {difference}");
        self.found.find(Fault::Disagrees, Some(expected.seq()), text);
        self.score(count, found);
    }

    /// The room's scoreboard is that of the games so far.
    fn score(&mut self, count: &Count, room: &Room) {
        for difference in count.differences(room) {
            self.found.find(Fault::Score, Some(room.seq()), difference);
        }
    }
}

/// Whether an event comes by a command of a player only, given who sits where.
fn needs_command(event: &Event, seats: &Count) -> bool {
    match event {
        Event::RoomOpened { .. }
        | Event::SeatTaken { .. }
        | Event::SeatFreed { .. }
        | Event::SeatReady { .. }
        | Event::HintAsked { .. }
        | Event::WentOn {}
        | Event::MovesTakenBack { .. }
        | Event::OfferMade { .. }
        | Event::OfferClosed { .. }
        | Event::StoodIn { .. }
        | Event::SettingsChanged { .. }
        | Event::SeatsSwapped {}
        | Event::HostPassed { .. }
        | Event::Kicked { .. }
        | Event::Said { .. }
        | Event::WatchAsked { .. }
        | Event::WatchAgreed { .. }
        | Event::WatchRefused { .. } => true,
        // A passphrase opens its door before the command that it came with.
        Event::Admitted { admission } => admission.door == Door::Consent,
        Event::StonePlaced { seat, .. } => seats.has_player(*seat),
        Event::GameOver { end: GameEnd { reason, .. } } => match reason {
            EndReason::Resignation
            | EndReason::Agreement
            | EndReason::Abandonment
            | EndReason::Aborted
            | EndReason::Restarted => true,
            EndReason::Line | EndReason::BoardFull | EndReason::Time => false,
        },
        // What the room itself adds, and what is never written down.
        Event::GameBegun { .. }
        | Event::SidesSet { .. }
        | Event::ThoughtNoted { .. }
        | Event::WinForeseen { .. }
        | Event::HintGiven { .. }
        | Event::Disclosed { .. }
        | Event::ClockSet { .. }
        | Event::Hidden {} => false,
    }
}
