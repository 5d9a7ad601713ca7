//! A room as this client has been told of it.

use std::time::Duration;

use tengen_shared::{
    game::{Event, Game, PerSeat, PlayerId, Room, RoomCode, Said, Seat, SeatState, Seats, Seq, Stamped},
    protocol::{Attending, Spectators},
    rules::Variant,
};

use crate::room::Talk;

/// The board that is shown of a room: that of its game while stones lie on it, even if the next game has another.
#[must_use]
pub fn board_shown(room: &Room) -> Variant {
    let next = room.settings().variant;
    let game = room.game().filter(|game| room.is_playing() || game.ply() > 0);
    game.map_or(next, |game| game.position().variant())
}

/// A room that is followed: what the server has said of it, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    code: RoomCode,
    room: Option<Room>,
    /// The people in seats one and two, as far as that was told of those who sit there now.
    pub(crate) presence: PerSeat<Option<Attending>>,
    /// When that was said, in the local time.
    pub(crate) presence_at: Duration,
    /// Those who watch.
    pub spectators: Spectators,
    /// Whether the computer to move has said that it thinks, and whether it waits for a free thread.
    pub thinking: Option<Thinking>,
    /// What was said.
    pub talk: Talk,
    /// Who played the game that ended last, if its end was seen: seats may change hands before the next.
    ended: Option<Ended>,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ended {
    number: u32,
    players: Seats,
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
        let (presence, spectators) = (PerSeat::default(), Spectators::default());
        Self {
            code,
            room: None,
            presence,
            presence_at: Duration::ZERO,
            spectators,
            thinking: None,
            talk: Talk::default(),
            ended: None,
        }
    }

    /// The room's code.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// The room, once it is known.
    #[must_use]
    pub const fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// Who had `seat` in the present or last game, as far as that was seen; `None` for nobody.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&SeatState> {
        let room = self.room.as_ref()?;
        let number = room.game().map(Game::number);
        match &self.ended {
            Some(Ended { number: ended, players }) if Some(*ended) == number => Some(&players[seat]),
            _ => Some(&room.seats()[seat]),
        }
    }

    /// The people in seats one and two, as far as that was told of those who sit there now.
    #[must_use]
    pub const fn presence(&self) -> PerSeat<Option<Attending>> {
        self.presence
    }

    /// The number of the last event that was taken in, 0 before the first.
    #[must_use]
    pub fn last_seq(&self) -> Seq {
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
        self.talk.replace(room.chat());
        // Who is there is told apart, and may have changed meanwhile.
        self.presence = PerSeat::default();
        self.room = Some(room);
        self.thinking = None;
    }

    /// Takes in events; what was seen before is passed over.
    pub fn fold(&mut self, events: &[Stamped]) -> Fold {
        for stamped in events {
            if stamped.seq <= self.last_seq() {
                continue;
            }
            let folded = match &mut self.room {
                Some(room) => room.apply(stamped),
                None => Room::open(self.code.clone(), stamped).map(|room| self.room = Some(room)),
            };
            if folded.is_err() {
                return Fold::Gap;
            }
            if let Event::Said { line } = &stamped.event {
                self.talk.hear(Said { seq: stamped.seq, time: stamped.time, line: line.clone() });
            }
            if matches!(stamped.event, Event::GameOver { .. }) {
                self.note_end();
            }
            if stamped.event.changes_seats() {
                self.presence = PerSeat::default();
            }
            if stamped.event.moves_at() || matches!(stamped.event, Event::SeatFreed { .. }) {
                self.thinking = None;
            }
        }
        Fold::Done
    }

    fn note_end(&mut self) {
        self.ended = self
            .room
            .as_ref()
            .and_then(|room| Some(Ended { number: room.game()?.number(), players: room.seats().clone() }));
    }
}
