//! What the clients were told.

use std::collections::BTreeMap;

use tengen_session::News;
use tengen_shared::{
    game::{CommandId, Event, RejectCode, RoomCode, Seq, Stamped},
    protocol::ServerMessage,
};

use super::{log::Log, person::Person};
use crate::journal::Cause;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    /// Accepted, with these events.
    Accepted(RoomCode, Vec<Seq>),
    Refused(RejectCode),
}

/// What the clients were told.
#[derive(Default)]
pub(super) struct Ledger {
    /// The events as they were shown to somebody.
    events: Vec<(RoomCode, Stamped)>,
    answers: BTreeMap<Cause, Told>,
}

/// Returns whether a refusal leaves open whether the command was carried out.
const fn is_open(code: RejectCode) -> bool {
    matches!(code, RejectCode::Storage | RejectCode::OldCommand | RejectCode::Stopping)
}

impl Ledger {
    /// Takes in a message to a client.
    pub(super) fn hear(&mut self, person: &Person, news: &News) {
        let Some(message) = &news.message else { panic!("a message that nobody knows") };
        match message {
            ServerMessage::Accepted { id, room: Some(room), events, .. } => {
                self.told(room, events, news.gap());
                let seqs = events.iter().map(|stamped| stamped.seq).collect();
                self.answered(person, *id, Told::Accepted(room.clone(), seqs));
            }
            ServerMessage::Rejected { id: Some(id), code, .. } => {
                self.answered(person, *id, Told::Refused(*code));
            }
            ServerMessage::Events { room, events } => self.told(room, events, news.gap()),
            _ => {}
        }
    }

    fn told(&mut self, room: &RoomCode, events: &[Stamped], has_gap: bool) {
        assert!(!has_gap, "an event is missing before {events:?}");
        self.events.extend(events.iter().map(|stamped| (room.clone(), stamped.clone())));
    }

    fn answered(&mut self, person: &Person, id: CommandId, told: Told) {
        let Some(player) = person.session.player() else { return };
        if matches!(told, Told::Refused(code) if is_open(code)) {
            return;
        }
        let cause = Cause { player, id };
        match (self.answers.get(&cause), &told) {
            (None, _) => _ = self.answers.insert(cause, told),
            // Older events may have left memory.
            (Some(Told::Accepted(room, before)), Told::Accepted(again, now)) => {
                assert!(
                    room == again && now.iter().all(|seq| before.contains(seq)),
                    "{cause:?}: {before:?}, then {now:?}"
                );
            }
            // A refusal is remembered for those only who sit, and a room may forget it when it leaves memory.
            (Some(Told::Refused(_)), _) => _ = self.answers.insert(cause, told),
            (Some(before), now) => {
                panic!("{cause:?} was told {before:?} and then {now:?}{}", person.recent());
            }
        }
    }

    /// Checks that what the clients were told is what was stored.
    pub(super) fn check(&self, log: &Log, people: &[Person]) {
        for (_, told) in self.events.iter().filter(|(room, _)| *room == log.room) {
            let stored = log.event(told.seq).unwrap_or_else(|| panic!("{told:?} was told and is not stored"));
            let is_same = told.event == Event::Hidden {} || told.event == stored.event;
            assert!(is_same && told.time == stored.time, "{told:?} was told, and {stored:?} is stored");
        }
        for (cause, told) in &self.answers {
            match (told, log.caused(*cause)) {
                (Told::Accepted(room, seqs), stored) if *room == log.room && !seqs.is_empty() => {
                    assert_eq!(stored.as_ref(), Some(seqs), "{cause:?}");
                }
                (Told::Refused(code), Some(stored)) => {
                    let sender = people.iter().find(|person| person.session.player() == Some(cause.player));
                    let recent = sender.map(Person::recent).unwrap_or_default();
                    panic!(
                        "{cause:?} was refused as {code:?}, and {stored:?} are stored{}{recent}",
                        log.story()
                    );
                }
                _ => {}
            }
        }
    }
}
