//! The commands that most tests need, completed from the state that the peer sees.

use tengen_shared::{
    game::{Command, PerSeat, RoomCode, Seat, SeatPlan, Settings, ThinkTime},
    protocol::{Cmd, Request},
    rules::Variant,
};

use super::{Answer, Peer};

/// Returns the default settings for `variant`, with an AI that answers at once.
///
/// # Panics
/// Never panics.
#[must_use]
pub fn settings(variant: Variant) -> Settings {
    Settings { think_time: ThinkTime::try_from(0).expect("no time is a time"), ..Settings::new(variant) }
}

impl Peer {
    /// Creates a room and returns its code.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn create(&mut self, settings: Settings, seats: [SeatPlan; 2]) -> RoomCode {
        let made = self
            .ask(None, Request::Create { settings, seats: PerSeat(seats), passphrase: None })
            .await
            .expect("a room");
        made.room.expect("its code")
    }

    /// Joins a room.
    pub async fn join(&mut self, code: &RoomCode) -> Answer {
        self.ask(Some(code), Command::Join { passphrase: None }).await
    }

    /// Watches a room.
    pub async fn watch(&mut self, code: &RoomCode) -> Answer {
        self.ask(Some(code), Request::Watch { passphrase: None }).await
    }

    /// Returns the seat in which this player sits in person.
    ///
    /// # Panics
    /// Panics if the player has no seat.
    #[must_use]
    pub fn seat(&self, code: &RoomCode) -> Seat {
        self.room(code).seats().of_person(self.player).expect("a seat")
    }

    /// Returns the command that places a stone for `seat` in the position that this peer sees.
    ///
    /// # Panics
    /// Panics if `point` is not a valid point.
    #[must_use]
    pub fn placing(&self, code: &RoomCode, seat: Seat, point: &str) -> Cmd {
        Cmd::Room(Command::Place { seat, point: point.parse().expect("a point"), at: self.room(code).at() })
    }

    /// Places a stone from this player's own seat.
    pub async fn place(&mut self, code: &RoomCode, point: &str) -> Answer {
        let cmd = self.placing(code, self.seat(code), point);
        self.ask(Some(code), cmd).await
    }

    /// Places a stone for `seat`.
    pub async fn place_for(&mut self, code: &RoomCode, seat: Seat, point: &str) -> Answer {
        let cmd = self.placing(code, seat, point);
        self.ask(Some(code), cmd).await
    }

    /// Gets ready for the next game.
    pub async fn ready(&mut self, code: &RoomCode) -> Answer {
        let (seat, at) = (self.seat(code), self.room(code).at());
        self.ask(Some(code), Command::Ready { seat, at }).await
    }

    /// Resigns the current game.
    pub async fn resign(&mut self, code: &RoomCode) -> Answer {
        let (seat, game) = (self.seat(code), self.game_number(code));
        self.ask(Some(code), Command::Resign { seat, game }).await
    }

    /// Returns the number of the current game; 0 before the first.
    #[must_use]
    pub fn game_number(&self, code: &RoomCode) -> u32 {
        self.room(code).game().map_or(0, tengen_shared::game::Game::number)
    }

    /// Returns the points played in the current game, separated by blanks.
    #[must_use]
    pub fn moves(&self, code: &RoomCode) -> String {
        let moves = self.room(code).game().map_or(&[][..], |game| game.position().moves());
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Returns the wins, draws and losses of this player in the room.
    #[must_use]
    pub fn score(&self, code: &RoomCode) -> [u32; 3] {
        let occupant = self.room(code).seats()[self.seat(code)].occupant.clone();
        let entry = occupant.and_then(|who| self.room(code).scores().of(&who).cloned()).expect("a score");
        [entry.wins, entry.draws, entry.losses]
    }
}

/// Creates a room with `one` in seat one and `two` in seat two, and waits for the first game.
///
/// # Panics
/// Panics if the server refuses.
pub async fn person_room(one: &mut Peer, two: &mut Peer, variant: Variant) -> RoomCode {
    let code = one.create(settings(variant), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    two.join(&code).await.expect("a seat");
    one.wait_room(&code, "the first game", tengen_shared::game::Room::is_playing).await;
    code
}

/// Returns the seat to move, as this peer sees it.
///
/// # Panics
/// Panics if no game is on.
#[must_use]
pub fn seat_to_move(peer: &Peer, code: &RoomCode) -> Seat {
    peer.room(code).turn().expect("a game is on")
}

/// Plays `points`, separated by blanks, each from the seat to move; `one` and `two` have a seat each.
///
/// # Panics
/// Panics if the server refuses a move.
pub async fn place_all(one: &mut Peer, two: &mut Peer, code: &RoomCode, points: &str) {
    for point in points.split_whitespace() {
        let to_move = seat_to_move(one, code);
        let (mover, other) =
            if one.seat(code) == to_move { (&mut *one, &mut *two) } else { (&mut *two, &mut *one) };
        let done = mover.place(code, point).await.expect("a legal move");
        other.wait_room(code, "the other side's move", |room| room.seq() >= done.seq).await;
    }
}
