//! A room as this client has been told of it.

use tengen_shared::{
    game::{Event, PlayerId, Room, RoomCode, Seat, Seq, Stamped},
    protocol::{Connected, Spectators},
};

/// A room that is followed: what the server has said of it, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    code: RoomCode,
    room: Option<Room>,
    /// The people in seats one and two.
    pub presence: [Option<Connected>; 2],
    /// Those who watch.
    pub spectators: Spectators,
    /// Whether the computer to move has said that it thinks, and whether it waits for a free thread.
    pub thinking: Option<Thinking>,
}

/// The computer's sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Its seat.
    pub seat: Seat,
    /// Whether it waits for a free thread.
    pub queued: bool,
}

/// What became of some events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// They were taken in, or had been before.
    Done,
    /// Something is missing: the whole room must be asked for.
    Gap,
}

impl RoomView {
    /// A room of which nothing is known yet.
    #[must_use]
    pub fn new(code: RoomCode) -> Self {
        Self { code, room: None, presence: [None; 2], spectators: Spectators::default(), thinking: None }
    }

    /// The room, once it is known.
    #[must_use]
    pub const fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The last event seen, for the server to go on from.
    #[must_use]
    pub fn seen(&self) -> Seq {
        self.room.as_ref().map_or(Seq(0), Room::seq)
    }

    /// The seats that `me` moves for.
    #[must_use]
    pub fn my_seats(&self, me: Option<PlayerId>) -> Vec<Seat> {
        match (&self.room, me) {
            (Some(room), Some(me)) => room.seats().held_by(me).collect(),
            _ => Vec::new(),
        }
    }

    /// Replaces all that was known. Messages of one connection come in order, so a snapshot is never
    /// older than what came before it.
    pub fn replace(&mut self, room: Room) {
        self.room = Some(room);
        self.thinking = None;
    }

    /// Takes in events; what was seen before is passed over.
    pub fn fold(&mut self, events: &[Stamped]) -> Fold {
        for stamped in events {
            if stamped.seq <= self.seen() {
                continue;
            }
            let folded = match &mut self.room {
                Some(room) => room.apply(stamped),
                None => Room::open(self.code.clone(), stamped).map(|room| self.room = Some(room)),
            };
            if folded.is_err() {
                return Fold::Gap;
            }
            if stamped.event.moves_at() || matches!(stamped.event, Event::SeatFreed { .. }) {
                self.thinking = None;
            }
        }
        Fold::Done
    }
}
