//! A room as one client keeps it: what it has seen, and what of its own is on the way.

use tengen_shared::{
    game::{Corrupt, Room, RoomCode, Seq, Stamped},
    protocol::Frame,
};

use super::{Told, ledger::is_same_room};

/// The last command that was accepted and led to something; it may be sent again.
#[derive(Clone, Debug)]
pub(super) struct Last {
    pub(super) frame: Frame,
    /// Commands sent to the room since: a room remembers only so many answers.
    pub(super) since: u32,
}

/// Whether the client makes the room, or is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Maker,
    Guest,
}

/// What a client keeps of a room.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) number: usize,
    pub(super) role: Role,
    /// None until the room is made.
    pub(super) code: Option<RoomCode>,
    /// None while the client does not follow it.
    pub(super) room: Option<Room>,
    /// Commands on the way.
    pub(super) open: usize,
    pub(super) last: Option<Last>,
}

/// What a snapshot or an event does not fit with.
#[derive(Clone, Debug)]
pub(super) enum Misfit {
    /// The server's room ends before what the client has seen.
    Behind { seen: Seq, told: Seq },
    /// Both are at the same event and differ.
    Differs { fold: Box<Room>, snapshot: Box<Room> },
    /// The event cannot follow.
    Corrupt(Corrupt),
    /// The client does not follow this room.
    Uninvited,
}

impl Table {
    pub(super) fn new(number: usize, role: Role) -> Self {
        Self { number, role, code: None, room: None, open: 0, last: None }
    }

    /// The last event seen.
    pub(super) fn seen(&self) -> Option<Seq> {
        self.room.as_ref().map(Room::seq)
    }

    /// Takes in events; those seen before are passed over.
    ///
    /// # Errors
    /// If they do not fit.
    pub(super) fn fold(&mut self, events: &[Stamped]) -> Result<(), Misfit> {
        let Some(room) = &mut self.room else {
            return if events.is_empty() { Ok(()) } else { Err(Misfit::Uninvited) };
        };
        let seen = room.seq();
        for stamped in events.iter().filter(|stamped| stamped.seq > seen) {
            room.apply(stamped).map_err(Misfit::Corrupt)?;
        }
        Ok(())
    }

    /// Takes in a snapshot; the client then has the room as it is told, in any case.
    ///
    /// # Errors
    /// If it does not fit with what the client has seen.
    pub(super) fn replace(&mut self, snapshot: &Room) -> Result<(), Misfit> {
        let Some(fold) = self.room.replace(snapshot.clone()) else { return Ok(()) };
        let (seen, told) = (fold.seq(), snapshot.seq());
        if seen > told {
            return Err(Misfit::Behind { seen, told });
        }
        if seen == told && !is_same_room(&fold, snapshot) {
            return Err(Misfit::Differs { fold: Box::new(fold), snapshot: Box::new(snapshot.clone()) });
        }
        Ok(())
    }

    /// A command has been answered.
    pub(super) fn closed(&mut self, frame: Frame, told: &Told) {
        self.open = self.open.saturating_sub(1);
        match told {
            Told::Accepted { own, .. } if !own.is_empty() => self.last = Some(Last { frame, since: 0 }),
            Told::Accepted { .. } | Told::Refused(_) => {
                if let Some(last) = &mut self.last {
                    last.since += 1;
                }
            }
        }
    }
}
