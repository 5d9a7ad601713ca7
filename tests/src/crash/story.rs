//! The story of a room: its events one after another, from the records that are left and from all that clients were told.

use std::collections::BTreeMap;

use tengen_shared::game::{Event, Room, RoomCode, Seq, Stamped};

use super::{Ledger, Stream};

/// An event with the room before and after it.
pub(super) struct Step<'a> {
    pub(super) before: &'a Room,
    pub(super) stamped: &'a Stamped,
    pub(super) after: &'a Room,
}

/// How much of a room's story is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Every event.
    All,
    /// Some happened while nobody was there to be told, and their records are gone.
    Parts,
}

/// All events of a room that are known to anybody.
pub(super) struct Story<'a> {
    code: Option<RoomCode>,
    events: BTreeMap<Seq, &'a Stamped>,
    /// Pictures of the room with which the story goes on behind a hole.
    pictures: BTreeMap<Seq, &'a Room>,
}

impl<'a> Story<'a> {
    pub(super) fn new(ledger: &'a Ledger, stream: &'a Stream) -> Self {
        let mut events: BTreeMap<Seq, &Stamped> =
            ledger.events.iter().map(|(seq, stamped)| (*seq, stamped)).collect();
        let records = stream.records.iter().flat_map(|record| &record.events);
        events.extend(records.map(|stamped| (stamped.seq, stamped)));
        let looks = ledger.looks.iter().map(|look| (look.room.seq(), &*look.room));
        let mut pictures: BTreeMap<Seq, &Room> = looks.collect();
        pictures.extend(stream.checkpoint.iter().map(|kept| (kept.seq(), kept)));
        Self { code: ledger.code.clone(), events, pictures }
    }

    /// The event with this number, if anybody knows it.
    pub(super) fn event(&self, seq: Seq) -> Option<&'a Stamped> {
        self.events.get(&seq).copied()
    }

    /// Goes through the story; `step` is given each event, and `hole` the room behind each hole.
    ///
    /// # Errors
    /// If an event does not fit behind those before it.
    pub(super) fn tell(
        &self,
        mut step: impl FnMut(Step<'_>),
        mut hole: impl FnMut(&Room),
    ) -> Result<Known, String> {
        let mut known = Known::All;
        let opened = self.events.get(&Seq(1)).zip(self.code.clone());
        let mut room = opened.and_then(|(first, code)| Room::open(code, first).ok());
        loop {
            let at = room.as_ref().map_or(Seq(0), Room::seq);
            let next = room.as_ref().and_then(|_| self.events.get(&at.next()));
            let (Some(before), Some(stamped)) = (&room, next) else {
                let Some((_, picture)) = self.pictures.range(at.next()..).next() else { break };
                known = Known::Parts;
                hole(picture);
                room = Some((*picture).clone());
                continue;
            };
            let mut after = before.clone();
            apply(&mut after, stamped)?;
            step(Step { before, stamped, after: &after });
            room = Some(after);
        }
        Ok(known)
    }
}

/// Takes in an event. A note about something that nobody was told of is passed over.
fn apply(room: &mut Room, stamped: &Stamped) -> Result<(), String> {
    let Err(corrupt) = room.apply(stamped) else { return Ok(()) };
    let note = matches!(stamped.event, Event::HintAsked { .. } | Event::HintGiven { .. });
    let hidden = Stamped { event: Event::Hidden {}, ..stamped.clone() };
    if note && room.apply(&hidden).is_ok() { Ok(()) } else { Err(corrupt.to_string()) }
}
