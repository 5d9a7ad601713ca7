//! The check of a room's whole story, also where its records are gone: clocks, games, snapshots and the checkpoint.

use std::{cell::RefCell, collections::BTreeMap};

use tengen_shared::game::{MAX_CHAT_LINES, Room, Seq};

use super::{
    Fault, Finding, Ledger, Outage, Stream,
    check::Checked,
    clocks::ClockCheck,
    ledger::Look,
    past::PastCheck,
    sight::{Sight, misfit, public_misfit},
    story::{Known, Step, Story},
};

/// What is compared with the room behind an event of which only what clients were told is left.
struct Pictures<'a> {
    looks: BTreeMap<Seq, Vec<&'a Look>>,
    kept: Option<&'a Room>,
    old: u64,
    checkpoints: u64,
    found: Ledger,
}

impl Pictures<'_> {
    fn step(&mut self, step: &Step<'_>) {
        let (room, seq) = (step.after, step.after.seq());
        for look in self.looks.remove(&seq).unwrap_or_default() {
            self.old += 1;
            if let Some(text) = misfit(room, &look.room, look.viewer, Sight::Mixed) {
                let text = format!("what all were told against what {:?} saw: {text}", look.viewer);
                self.found.find(Fault::Disagrees, Some(seq), text);
            }
        }
        if let Some(kept) = self.kept.filter(|kept| kept.seq() == seq) {
            self.checkpoints += 1;
            if let Some(text) = public_misfit(room, kept, MAX_CHAT_LINES / 2) {
                let text = format!("what all were told against the checkpoint: {text}");
                self.found.find(Fault::Disagrees, Some(seq), text);
            }
        }
    }
}

/// Goes through all events that anybody knows of; `room` is where they lead.
pub(super) fn check_story(
    ledger: &Ledger,
    stream: &Stream,
    outages: &[Outage],
    room: &Room,
) -> (Vec<Finding>, Checked) {
    let story = Story::new(ledger, stream);
    let begins = stream.records.first().and_then(|record| record.events.first()).map(|stamped| stamped.seq);
    let mut looks: BTreeMap<Seq, Vec<&Look>> = BTreeMap::new();
    // The others are compared with the records.
    for look in ledger.looks.iter().filter(|look| begins.is_none_or(|begins| look.room.seq() < begins)) {
        looks.entry(look.room.seq()).or_default().push(look);
    }
    let found = Ledger { code: ledger.code.clone(), ..Ledger::default() };
    let kept = stream.checkpoint.as_ref();
    let mut pictures = Pictures { looks, kept, old: 0, checkpoints: 0, found };
    let (clocks, mut past) = (RefCell::new(ClockCheck::new(ledger, outages)), PastCheck::default());
    let told = story.tell(
        |step| {
            clocks.borrow_mut().step(&step);
            past.step(&step);
            pictures.step(&step);
        },
        |room| clocks.borrow_mut().skip(room),
    );
    let (clocks, Pictures { mut found, old, checkpoints, .. }) = (clocks.into_inner(), pictures);
    found.findings.extend(clocks.found.findings);
    let mut checked = Checked { old_snapshots: old, checkpoints, clocks: clocks.seen, ..Checked::default() };
    match told {
        Err(corrupt) => found.find(Fault::Disagrees, None, format!("what was told: {corrupt}")),
        Ok(known) => {
            checked.whole_stories = u64::from(known == Known::All);
            checked.history = past.compare(&stream.games, &ledger.games, known, room, &mut found);
        }
    }
    (found.findings, checked)
}
