//! A room as this client knows it.

use std::time::Duration;

use tengen_shared::{
    game::{Event, Game, PerSeat, PlayerId, Room, RoomCode, Said, Seat, SeatState, Seats, Seq, Stamped},
    protocol::{Attending, Spectators},
    rules::Variant,
};

use crate::room::Talk;

/// Returns the board to show: that of the game while it is on or has stones, else that of the next game.
#[must_use]
pub fn board_shown(room: &Room) -> Variant {
    let next = room.settings().variant;
    let game = room.game().filter(|game| room.is_playing() || game.ply() > 0);
    game.map_or(next, |game| game.position().variant())
}

/// A followed room: only what the server has sent about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    code: RoomCode,
    room: Option<Room>,
    /// The presence of the people in seats one and two. It is `None` for a seat without a person, before the first
    /// message about it, and after a change of seats until the next one.
    pub(crate) presence: PerSeat<Option<Attending>>,
    /// The local time at which the presence was received.
    pub(crate) presence_at: Duration,
    /// The number of spectators, and the names that the server gives.
    pub spectators: Spectators,
    /// The thinking AI, once the server has reported that it thinks; `None` after its move.
    pub thinking: Option<Thinking>,
    /// The chat of the room.
    pub talk: Talk,
    /// The last game that this client saw end, with its players. The seats may change hands before the next game.
    ended: Option<Ended>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ended {
    number: u32,
    players: Seats,
}

/// The server's report that an AI is thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The seat of the AI.
    pub seat: Seat,
    /// Whether the AI still waits for a free thread.
    pub queued: bool,
}

/// The result of applying events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// All events are applied, now or earlier.
    Done,
    /// An event is missing, so the client must ask for a snapshot.
    Gap,
}

impl RoomView {
    /// Creates the view of a room about which nothing has been received.
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

    /// The code of the room.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// The room; `None` until its first event or snapshot arrives.
    #[must_use]
    pub const fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// Returns the occupant of `seat` in the present or last game. It stays the same if the seats change after a game
    /// that this client saw end. Returns `None` until the room is received.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&SeatState> {
        let room = self.room.as_ref()?;
        let number = room.game().map(Game::number);
        match &self.ended {
            Some(Ended { number: ended, players }) if Some(*ended) == number => Some(&players[seat]),
            _ => Some(&room.seats()[seat]),
        }
    }

    /// The presence of the people in seats one and two. It is `None` for a seat without a person, before the first
    /// message about it, and after a change of seats until the next one.
    #[must_use]
    pub const fn presence(&self) -> PerSeat<Option<Attending>> {
        self.presence
    }

    /// The number of the last event applied; 0 before the first.
    #[must_use]
    pub fn last_seq(&self) -> Seq {
        self.room.as_ref().map_or(Seq(0), Room::seq)
    }

    /// Returns the seats for which `me` moves.
    #[must_use]
    pub fn my_seats(&self, me: Option<PlayerId>) -> Vec<Seat> {
        match (&self.room, me) {
            (Some(room), Some(me)) => room.seats().held_by(me).collect(),
            _ => Vec::new(),
        }
    }

    /// Replaces the room with a snapshot. Messages of one connection arrive in order, so a snapshot is never older than
    /// the events before it.
    pub fn replace(&mut self, room: Room) {
        self.talk.replace(room.chat());
        // The server sends presence separately, and it may have changed.
        self.presence = PerSeat::default();
        self.room = Some(room);
        self.thinking = None;
    }

    /// Applies events and skips those that were applied before.
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
