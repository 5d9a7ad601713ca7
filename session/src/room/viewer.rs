//! A room as one of those who follow it sees it now.

use std::time::Duration;

use tengen_shared::{
    game::{Asker, Clock, ClockState, Game, MadeOffer, Millis, PlayerId, Room, Seat, Seen, SideTime},
    rules::Bot,
};

use super::RoomView;
use crate::link::Timekeeper;

/// A room that is known, and whoever looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// What the server has said of the room.
    pub view: &'a RoomView,
    /// The room.
    pub room: &'a Room,
    /// The user.
    pub me: Option<PlayerId>,
    time: &'a Timekeeper,
}

impl<'a> Viewer<'a> {
    /// What `me` sees of a room by the clock `time`; none while the room is not known.
    #[must_use]
    pub fn of(view: &'a RoomView, me: Option<PlayerId>, time: &'a Timekeeper) -> Option<Self> {
        Some(Self { view, room: view.room()?, me, time })
    }

    /// The seats that the user moves for.
    #[must_use]
    pub fn mine(&self) -> Vec<Seat> {
        self.view.my_seats(self.me)
    }

    /// Whether the user moves for a seat.
    #[must_use]
    pub fn sits(&self) -> bool {
        !self.mine().is_empty()
    }

    /// The user's seat; of two at one keyboard the one that is to move.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let mine = self.mine();
        self.room.turn().filter(|seat| mine.contains(seat)).or(mine.first().copied())
    }

    /// Whether the user is to move.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.room.turn().is_some_and(|turn| self.mine().contains(&turn))
    }

    /// The seat of another person whom the user plays against.
    #[must_use]
    pub fn opponent(&self) -> Option<Seat> {
        let other = self.seat()?.other();
        (self.room.seats().player(other).is_some() && !self.mine().contains(&other)).then_some(other)
    }

    /// The seat that belongs to the user but in which a computer plays.
    #[must_use]
    pub fn stood_in(&self) -> Option<(Seat, Bot)> {
        let seats = self.room.seats();
        let of_mine = |seat: &Seat| self.me.is_some() && seats.owner(*seat) == self.me;
        Seat::BOTH.into_iter().filter(of_mine).find_map(|seat| Some((seat, seats[seat].stand_in?)))
    }

    /// What the server has told of the person in `seat`.
    #[must_use]
    pub fn presence_of(&self, seat: Seat) -> Seen {
        match self.view.presence()[seat].map_or(Seen::Untold, Seen::from) {
            Seen::Away { kept_for } => {
                let passed = self.time.local().saturating_sub(self.view.presence_at);
                let passed = Millis::try_from(passed.as_millis()).unwrap_or(Millis::MAX);
                Seen::Away { kept_for: kept_for.saturating_sub(passed) }
            }
            other => other,
        }
    }

    /// Whether the person in `seat` has no connection.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        matches!(self.presence_of(seat), Seen::Away { .. })
    }

    /// How much longer `seat` is kept for its person; `None` if they are here, or nobody sits there.
    #[must_use]
    pub fn kept_for(&self, seat: Seat) -> Option<Duration> {
        match self.presence_of(seat) {
            Seen::Away { kept_for } => Some(Duration::from_millis(kept_for)),
            Seen::Here | Seen::Untold => None,
        }
    }

    /// The other person's seat, if they have been away so long that the user may act.
    #[must_use]
    pub fn gone(&self) -> Option<Seat> {
        self.opponent().filter(|seat| self.presence_of(*seat) == Seen::Away { kept_for: 0 })
    }

    /// What the server's clock shows now; before it was told, when the room last changed.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.time.server().unwrap_or_else(|| self.room.time())
    }

    /// The clocks of the present or last game.
    #[must_use]
    pub fn clock(&self) -> Option<&'a Clock> {
        self.room.game().and_then(Game::clock)
    }

    /// What `seat` has left on its clock, to be shown.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Option<SideTime> {
        Some(self.clock()?.shown(seat, self.now()))
    }

    /// The seat whose clock runs, and what it has left.
    #[must_use]
    pub fn running(&self) -> Option<(Seat, SideTime)> {
        match self.room.clock()?.state {
            ClockState::Runs { seat, .. } => Some((seat, self.shown(seat)?)),
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
        }
    }

    /// The user's seat that moved last, and the number of stones before that move.
    #[must_use]
    pub fn last_move(&self) -> Option<(Seat, u16)> {
        let game = self.room.game()?;
        let moves = self.mine().into_iter().filter_map(|seat| Some((seat, game.last_move_of(seat)?)));
        moves.max_by_key(|(_, to)| *to)
    }

    /// What the other person offers, and the user's seat that is to answer.
    #[must_use]
    pub fn offered(&self) -> Option<(Seat, MadeOffer)> {
        let other = self.opponent()?;
        Some((other.other(), self.room.offers().of(other)?))
    }

    /// What the user offers.
    #[must_use]
    pub fn offers(&self) -> Option<(Seat, MadeOffer)> {
        self.mine().into_iter().find_map(|seat| Some((seat, self.room.offers().of(seat)?)))
    }

    /// Somebody who asks to watch and waits for the user's answer, and the user's seat that gives it.
    #[must_use]
    pub fn asker(&self) -> Option<(Seat, &'a Asker)> {
        let seat = self.seat()?;
        let asker = self.room.asking().iter().find(|asker| asker.agreed != Some(seat))?;
        Some((seat, asker))
    }
}
