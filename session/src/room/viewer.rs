//! A room from the point of view of the user: seats, presence, clocks and offers.

use std::time::Duration;

use tengen_shared::{
    game::{
        Clock, ClockState, Game, MadeOffer, Millis, Phase, PlayerId, Room, Seat, Seen, SideTime, WatchRequest,
    },
    rules::{Bot, Foul, Point, Position},
};

use super::RoomView;
use crate::link::Timekeeper;

/// A room whose state is known, as one user sees it now.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// Everything that the server has sent about the room.
    pub view: &'a RoomView,
    /// The state of the room.
    pub room: &'a Room,
    /// The user's number on the server; `None` before the first welcome.
    pub me: Option<PlayerId>,
    time: &'a Timekeeper,
}

impl<'a> Viewer<'a> {
    /// Creates the view of `me` with the clock `time`; `None` until the room's state is received.
    #[must_use]
    pub fn of(view: &'a RoomView, me: Option<PlayerId>, time: &'a Timekeeper) -> Option<Self> {
        Some(Self { view, room: view.room()?, me, time })
    }

    /// The seats for which the user moves, including that of a guest at the same keyboard.
    #[must_use]
    pub fn mine(&self) -> Vec<Seat> {
        self.view.my_seats(self.me)
    }

    /// Whether the user moves for at least one seat.
    #[must_use]
    pub fn sits(&self) -> bool {
        !self.mine().is_empty()
    }

    /// The user's seat; if the user has both, the one whose turn it is, else seat one.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let mine = self.mine();
        self.room.turn().filter(|seat| mine.contains(seat)).or(mine.first().copied())
    }

    /// Whether it is the turn of one of the user's seats.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.room.turn().is_some_and(|turn| self.mine().contains(&turn))
    }

    /// The seat of the user's opponent; `None` if the user has no seat, or the opponent is an AI or a guest of the
    /// user.
    #[must_use]
    pub fn opponent(&self) -> Option<Seat> {
        let other = self.seat()?.other();
        (self.room.seats().player(other).is_some() && !self.mine().contains(&other)).then_some(other)
    }

    /// The user's seat in which a stand-in plays, and the stand-in.
    #[must_use]
    pub fn stood_in(&self) -> Option<(Seat, Bot)> {
        let seats = self.room.seats();
        let of_mine = |seat: &Seat| self.me.is_some() && seats.owner(*seat) == self.me;
        Seat::BOTH.into_iter().filter(of_mine).find_map(|seat| Some((seat, seats[seat].stand_in?)))
    }

    /// The presence of the person in `seat`, with the time that has passed since the message taken off.
    #[must_use]
    pub fn presence_of(&self, seat: Seat) -> Seen {
        match self.view.presence()[seat].map_or(Seen::Unknown, Seen::from) {
            Seen::Away { kept_for } => {
                let passed = self.time.local().saturating_sub(self.view.presence_at);
                let passed = Millis::try_from(passed.as_millis()).unwrap_or(Millis::MAX);
                Seen::Away { kept_for: kept_for.saturating_sub(passed) }
            }
            other => other,
        }
    }

    /// Whether the person in `seat` is disconnected.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        matches!(self.presence_of(seat), Seen::Away { .. })
    }

    /// How much longer `seat` is kept for a disconnected person; `None` if they are connected or their presence is
    /// unknown.
    #[must_use]
    pub fn kept_for(&self, seat: Seat) -> Option<Duration> {
        match self.presence_of(seat) {
            Seen::Away { kept_for } => Some(Duration::from_millis(kept_for)),
            Seen::Here | Seen::Unknown => None,
        }
    }

    /// The seat of the opponent, if they have been away longer than the grace period, so that the user may claim the
    /// game.
    #[must_use]
    pub fn gone(&self) -> Option<Seat> {
        self.opponent().filter(|seat| self.presence_of(*seat) == Seen::Away { kept_for: 0 })
    }

    /// The estimated time on the server's clock, or the time of the room's last event if there is no estimate.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.time.server().unwrap_or_else(|| self.room.time())
    }

    /// The clocks of the present or last game; `None` without a game or a time limit.
    #[must_use]
    pub fn clock(&self) -> Option<&'a Clock> {
        self.room.game().and_then(Game::clock)
    }

    /// The time to show for `seat`.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Option<SideTime> {
        Some(self.clock()?.shown(seat, self.now()))
    }

    /// The seat whose clock is running, and its remaining time.
    #[must_use]
    pub fn running(&self) -> Option<(Seat, SideTime)> {
        match self.room.clock()?.state {
            ClockState::Runs { seat, .. } => Some((seat, self.shown(seat)?)),
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
        }
    }

    /// The time until the clock of the side to move runs again after a pause; `None` without such a countdown.
    #[must_use]
    pub fn countdown(&self) -> Option<Duration> {
        match self.room.clock()?.state {
            ClockState::Runs { since, .. } => {
                let left = since.saturating_sub(self.now());
                (left > 0).then(|| Duration::from_millis(left))
            }
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
        }
    }

    /// The user's seat that acted last, and the number of stones before that stone or choice.
    #[must_use]
    pub fn last_move(&self) -> Option<(Seat, u16)> {
        let game = self.room.game()?;
        let moves = self.mine().into_iter().filter_map(|seat| Some((seat, game.last_act_of(seat)?)));
        moves.max_by_key(|(_, to)| *to)
    }

    /// The points that the rules forbid the user's next stone, each with the reason; none if it is not the user's turn.
    #[must_use]
    pub fn forbidden(&self) -> Vec<(Point, Foul)> {
        self.position_to_play().into_iter().flat_map(Position::forbidden_points).collect()
    }

    /// Why the rules forbid the user's next stone at `point`; `None` if they do not, or if it is not the user's turn.
    #[must_use]
    pub fn forbidden_at(&self, point: Point) -> Option<Foul> {
        let position = self.position_to_play()?;
        position.foul_at(point).filter(|_| position.board().is_empty_at(point))
    }

    /// The position, while it is the user's turn to place a stone.
    #[must_use]
    pub fn position_to_play(&self) -> Option<&'a Position> {
        let my_turn = matches!(self.room.phase(), Phase::Turn(seat) if self.mine().contains(&seat));
        self.room.game().filter(|_| my_turn).map(Game::position)
    }

    /// The user's seat that can answer an offer, and the opponent's offer.
    #[must_use]
    pub fn offered(&self) -> Option<(Seat, MadeOffer)> {
        let other = self.opponent()?;
        Some((other.other(), self.room.offers().of(other)?))
    }

    /// The user's seat that made an offer, and the offer.
    #[must_use]
    pub fn offers(&self) -> Option<(Seat, MadeOffer)> {
        self.mine().into_iter().find_map(|seat| Some((seat, self.room.offers().of(seat)?)))
    }

    /// The user's seat that can answer, and a spectator who waits for permission.
    #[must_use]
    pub fn asker(&self) -> Option<(Seat, &'a WatchRequest)> {
        let seat = self.seat()?;
        let asker = self.room.asking().iter().find(|asker| asker.agreed != Some(seat))?;
        Some((seat, asker))
    }
}
