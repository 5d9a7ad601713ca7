//! Everything that was ever stored of a room.

use tengen_shared::{
    game::{ClockState, Event, Room, RoomCode, Seq, Stamped},
    protocol::view,
};

use super::person::Person;
use crate::{
    cluster::{Message, Subject, journal::read_message},
    journal::{Cause, Owner, Record},
};

/// The records that a finding shows.
const STORY: usize = 12;

/// Returns the room of which a message is a record.
pub(super) fn room_of(message: &Message) -> Option<&RoomCode> {
    match &message.subject {
        Subject::Log(room) if !message.body.is_empty() => Some(room),
        _ => None,
    }
}

/// The records of a room, from the first to the last.
pub(super) struct Log {
    pub(super) room: RoomCode,
    records: Vec<Record>,
}

impl Log {
    /// Reads the records, and checks that each follows the one before it.
    pub(super) fn read(room: &RoomCode, messages: &[Message]) -> Self {
        let mut records = Vec::new();
        let mut last = None;
        for message in messages.iter().filter(|message| room_of(message) == Some(room)) {
            let (record, sum, after) = read_message(room, message).unwrap();
            assert_eq!(last.unwrap_or_default(), after, "a record does not follow the one before it");
            last = Some(sum);
            records.push(record);
        }
        Self { room: room.clone(), records }
    }

    fn events(&self) -> impl Iterator<Item = &Stamped> {
        self.records.iter().flat_map(|record| &record.events)
    }

    pub(super) fn event(&self, seq: Seq) -> Option<&Stamped> {
        self.events().nth(usize::try_from(seq.0.checked_sub(1)?).ok()?)
    }

    /// Returns the events that a command has caused.
    pub(super) fn caused(&self, cause: Cause) -> Option<Vec<Seq>> {
        let record = self.records.iter().find(|record| record.cause == Some(cause))?;
        Some(record.events.iter().map(|stamped| stamped.seq).collect())
    }

    /// Checks what must be true of every log.
    pub(super) fn check(&self) {
        for (stamped, number) in self.events().zip(1..) {
            assert_eq!(stamped.seq, Seq(number));
        }
        assert!(self.events().is_sorted_by_key(|stamped| stamped.time), "the room's time goes back");
        self.check_owners();
        self.check_clocks();
    }

    /// Returns who wrote the last records, and when, for whoever looks for the cause of a finding.
    pub(super) fn story(&self) -> String {
        let line = |record: &Record| {
            let events: Vec<_> = record.events.iter().map(|stamped| (stamped.seq, stamped.time)).collect();
            format!("\n{} stored: {:?}, {:?}, {events:?}", self.room, record.owner, record.cause)
        };
        self.records.iter().rev().take(STORY).rev().map(line).collect()
    }

    /// Returns the commands that were carried out.
    pub(super) fn causes(&self) -> impl Iterator<Item = Cause> {
        self.records.iter().filter_map(|record| record.cause)
    }

    /// Returns how often the room was taken over, how many stones were placed, and how many games ended.
    pub(super) fn counts(&self) -> [usize; 3] {
        let epoch =
            self.records.last().and_then(|record| record.owner.as_ref()).map_or(0, |owner| owner.epoch);
        let count =
            |wanted: fn(&Event) -> bool| self.events().filter(|stamped| wanted(&stamped.event)).count();
        [
            usize::try_from(epoch).unwrap().saturating_sub(1),
            count(|event| matches!(event, Event::StonePlaced { .. })),
            count(|event| matches!(event, Event::GameOver { .. })),
        ]
    }

    /// Checks that nobody has written after somebody else had taken the room over.
    fn check_owners(&self) {
        let owners: Vec<&Owner> = self.records.iter().filter_map(|record| record.owner.as_ref()).collect();
        assert_eq!(owners.len(), self.records.len(), "every record names its owner");
        for pair in owners.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            let goes_on = before.epoch == after.epoch && before.node == after.node;
            assert!(goes_on || before.epoch < after.epoch, "{before:?}, then {after:?}");
        }
    }

    /// Checks that nobody's clock pays for a take-over: the new owner first holds the clocks as the last record left them.
    fn check_clocks(&self) {
        let mut room: Option<Room> = None;
        let mut is_taken_over = false;
        for (number, record) in self.records.iter().enumerate() {
            is_taken_over |= number > 0 && record.owner != self.records[number - 1].owner;
            for stamped in &record.events {
                let before = room.as_ref().and_then(|room| room.clock().copied());
                if let Some(clock) =
                    before.filter(|clock| is_taken_over && matches!(clock.state, ClockState::Runs { .. }))
                {
                    let held = clock.with_state(ClockState::Held {});
                    assert_eq!(stamped.event, Event::ClockSet { clock: held }, "a take-over is paid for");
                }
                is_taken_over = false;
                match &mut room {
                    Some(room) => room.apply(stamped).unwrap(),
                    None => room = Some(Room::open(self.room.clone(), stamped).unwrap()),
                }
            }
        }
    }

    fn replay(&self) -> Room {
        let mut events = self.events();
        let mut room = Room::open(self.room.clone(), events.next().unwrap()).unwrap();
        events.for_each(|stamped| room.apply(stamped).unwrap());
        room
    }

    /// Checks that somebody who is in the room sees it as it is stored.
    pub(super) fn check_view(&self, person: &Person) {
        let (Some(view), Some(player)) = (person.session.room(&self.room), person.session.player()) else {
            return;
        };
        let Some(seen) = view.room() else { return };
        let shown = view::snapshot(&self.replay(), player);
        let missed = self.event(Seq(seen.seq().0 + 1));
        assert!(
            seen.seq() == shown.seq(),
            "{player:?} has missed {missed:?}{}{}",
            self.story(),
            person.recent()
        );
        assert_eq!(
            seen.game().map(|game| game.position().moves()),
            shown.game().map(|game| game.position().moves())
        );
        assert_eq!(seen.clock(), shown.clock());
        assert_eq!(seen.seats(), shown.seats());
        assert_eq!(seen.scores(), shown.scores());
        assert_eq!(seen.offers(), shown.offers());
        assert_eq!(seen.settings(), shown.settings());
    }
}
