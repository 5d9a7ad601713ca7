//! A room as one client keeps it: what it has seen, and what of its own is on the way.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use tengen_shared::{
    game::{Corrupt, PlayerId, Room, RoomCode, Seat, Seq, Stamped},
    protocol::{Attending, Frame},
};

use super::{
    Told,
    actions::{Door, View},
    sight::{Sight, changes_place, misfit},
};

/// Answers that the server remembers of a run in a room, less those that may be on the way.
const REMEMBERED: u32 = 60;

/// An answered command; it may be sent again.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    pub(super) frame: Frame,
    pub(super) told: Told,
    /// How many commands had been sent to the room by then.
    number: u32,
}

impl Recent {
    /// Whether it has led to anything.
    pub(super) fn has_events(&self) -> bool {
        matches!(&self.told, Told::Accepted { own, .. } if !own.is_empty())
    }
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
    sight: Sight,
    pub(super) door: Door,
    /// The number of finished games when the host had sent this client away.
    pub(super) barred_at: Option<u32>,
    /// For seats one and two when the person in it will have been gone for too long.
    gone_at: [Option<Instant>; 2],
    /// Whether the client takes its time over its move.
    pub(super) dawdles: bool,
    /// Commands on the way.
    pub(super) open: usize,
    /// Commands sent so far.
    pub(super) sent: u32,
    /// The last answered commands, oldest first.
    recent: VecDeque<Recent>,
}

/// What a snapshot or an event does not fit with.
#[derive(Clone, Debug)]
pub(super) enum Misfit {
    /// The server's room ends before what the client has seen.
    Behind { seen: Seq, told: Seq },
    /// Both are at the same event and differ so.
    Differs(String),
    /// The event cannot follow.
    Corrupt(Corrupt),
    /// The client does not follow this room.
    Uninvited,
}

impl Table {
    pub(super) fn new(number: usize, role: Role) -> Self {
        Self {
            number,
            role,
            code: None,
            room: None,
            sight: Sight::Whole,
            door: Door::Open,
            barred_at: None,
            gone_at: [None; 2],
            dawdles: false,
            open: 0,
            sent: 0,
            recent: VecDeque::new(),
        }
    }

    /// The last event seen.
    pub(super) fn seen(&self) -> Option<Seq> {
        self.room.as_ref().map(Room::seq)
    }

    /// The room as `me` sees it now.
    pub(super) fn view(&self, me: PlayerId) -> View<'_> {
        let now = Instant::now();
        View {
            room: self.room.as_ref(),
            me,
            door: self.door,
            barred: self.room.as_ref().is_some_and(|room| self.barred_at == Some(room.games_finished())),
            gone: self.gone_at.map(|at| at.is_some_and(|at| at <= now)),
            dawdles: self.dawdles,
        }
    }

    /// Whether a seat belongs to `me`, so that the room keeps its connection whatever the settings are.
    pub(super) fn owns_seat(&self, me: PlayerId) -> bool {
        let owner = |room: &Room, seat: Seat| room.seats().owner(seat) == Some(me);
        self.room.as_ref().is_some_and(|room| Seat::BOTH.iter().any(|seat| owner(room, *seat)))
    }

    /// Takes in events; those seen before are passed over.
    ///
    /// # Errors
    /// If they do not fit.
    pub(super) fn fold(&mut self, events: &[Stamped], me: PlayerId) -> Result<(), Misfit> {
        let Some(room) = &mut self.room else {
            return if events.is_empty() { Ok(()) } else { Err(Misfit::Uninvited) };
        };
        let before = room.clone();
        for stamped in events.iter().filter(|stamped| stamped.seq > before.seq()) {
            let last = room.clone();
            room.apply(stamped).map_err(Misfit::Corrupt)?;
            if changes_place(&last, room, me) {
                self.sight = Sight::Mixed;
            }
        }
        Ok(())
    }

    /// Takes in a snapshot; the client then has the room as it is told, in any case.
    ///
    /// # Errors
    /// If it does not fit with what the client has seen.
    pub(super) fn replace(&mut self, snapshot: &Room, me: PlayerId) -> Result<(), Misfit> {
        let sight = std::mem::replace(&mut self.sight, Sight::Whole);
        let Some(fold) = self.room.replace(snapshot.clone()) else { return Ok(()) };
        let (seen, told) = (fold.seq(), snapshot.seq());
        if seen > told {
            return Err(Misfit::Behind { seen, told });
        }
        let differs = (seen == told).then(|| misfit(&fold, snapshot, me, sight)).flatten();
        differs.map_or(Ok(()), |text| Err(Misfit::Differs(text)))
    }

    /// Takes in who is there; gives when somebody will have been gone for too long, if nobody comes.
    pub(super) fn attended(&mut self, seats: &[Option<Attending>; 2]) -> Option<Instant> {
        let now = Instant::now();
        self.gone_at = seats.map(|seat| match seat {
            Some(Attending::Away { kept_for_ms }) => Some(now + Duration::from_millis(kept_for_ms.into())),
            Some(Attending::Here {}) | None => None,
        });
        self.gone_at.into_iter().flatten().min()
    }

    /// It was too early to act for somebody who is gone; gives when to try again.
    pub(super) fn too_early(&mut self) -> Instant {
        let later = Instant::now() + Duration::from_millis(50);
        self.gone_at = self.gone_at.map(|at| at.map(|at| at.max(later)));
        later
    }

    /// The connection is gone, and with it what was known of others.
    pub(super) fn disconnected(&mut self) {
        self.gone_at = [None; 2];
    }

    /// A command has been answered, and is not one that only looks.
    pub(super) fn closed(&mut self, frame: Frame, told: Told) {
        self.recent.push_back(Recent { frame, told, number: self.sent });
        while self.recent.front().is_some_and(|oldest| oldest.number + REMEMBERED < self.sent) {
            self.recent.pop_front();
        }
    }

    /// The answered commands that the server still remembers, or at least must not judge anew since a later one of them
    /// is written down.
    pub(super) fn remembered(&self) -> impl Iterator<Item = &Recent> {
        let last = self.recent.iter().rposition(Recent::has_events).unwrap_or(0);
        self.recent.iter().take(last + 1).filter(|recent| recent.number + REMEMBERED >= self.sent)
    }
}
