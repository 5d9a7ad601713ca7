//! Where the user stands in the room on the screen: which seats are theirs, who is there, what is open.

use std::time::Duration;

use tengen_shared::{
    game::{
        Asker, Clock, ClockState, Game, MadeOffer, Millis, Occupant, PlayerId, Room, Seat, SeatState,
        SideTime,
    },
    protocol::Attending,
    rules::Bot,
};

use super::Model;
use crate::{
    action::{Action, Deed},
    keymap::{Context, Keymap, is_deed},
};
use tengen_session::text::Lang;
use tengen_session::{link::Timekeeper, room::RoomView};

/// A room that is known, as the user sees it now.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// What the server has said of the room.
    pub view: &'a RoomView,
    /// The room.
    pub room: &'a Room,
    /// The user.
    pub me: Option<PlayerId>,
    /// The language in which that is said.
    pub lang: Lang,
    /// For how many seconds an AI has been waited for, if that is long.
    pub waited: Option<u64>,
    time: &'a Timekeeper,
    keymap: &'a Keymap,
}

impl Model {
    /// Where the user stands in the room on the screen or behind it, once it is known.
    #[must_use]
    pub fn standing(&self) -> Option<Standing<'_>> {
        let (_, view) = self.room_on_screen()?;
        Some(Standing {
            view,
            room: view.room()?,
            me: self.session.player(),
            lang: self.lang,
            waited: self.waited(),
            time: self.session.time(),
            keymap: &self.keymap,
        })
    }
}

impl Model {
    /// The key of `action` in `context`, for those who name it.
    #[must_use]
    pub fn key(&self, context: Context, action: Action) -> String {
        self.keymap.key_of(context, action).unwrap_or_else(|| self.lang.no_key().to_owned())
    }
}

impl<'a> Standing<'a> {
    /// The key of `action` in a room, for those who name it; that of the menu where the menu alone leads to it.
    #[must_use]
    pub fn key(&self, action: Action) -> String {
        let key = |action| self.keymap.key_of(Context::Room, action);
        let menu = || key(Action::Do(Deed::Menu)).filter(|_| is_deed(action));
        key(action).or_else(menu).unwrap_or_else(|| self.lang.no_key().to_owned())
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

    /// Who plays in `seat`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        seat_label(&self.room.seats()[seat], self.lang).unwrap_or_else(|| self.lang.nobody_yet().to_owned())
    }

    /// Who had `seat` in the present or last game.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        self.view.player(seat).and_then(|state| seat_label(state, self.lang)).unwrap_or_default()
    }

    /// Whether the person in `seat` has no connection.
    #[must_use]
    pub const fn is_away(&self, seat: Seat) -> bool {
        let [one, two] = self.view.presence;
        matches!(if matches!(seat, Seat::One) { one } else { two }, Some(Attending::Away { .. }))
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

    /// How much longer `seat` is kept for its person; `None` if they are here, or nobody sits there.
    #[must_use]
    pub fn kept_for(&self, seat: Seat) -> Option<Duration> {
        let [one, two] = self.view.presence;
        match if seat == Seat::One { one } else { two } {
            Some(Attending::Away { kept_for_ms }) => {
                let passed = self.time.local().saturating_sub(self.view.presence_at);
                Some(Duration::from_millis(kept_for_ms.into()).saturating_sub(passed))
            }
            Some(Attending::Here {}) | None => None,
        }
    }

    /// The other person's seat, if they have been away so long that the user may act.
    #[must_use]
    pub fn gone(&self) -> Option<Seat> {
        self.opponent().filter(|seat| self.kept_for(*seat).is_some_and(|left| left.is_zero()))
    }

    /// Whether the user may change the room: as its host, or since the host across the table is gone. For whom a
    /// computer stands in, they were gone when it began to; the server knows whether they still are.
    #[must_use]
    pub fn is_host(&self) -> bool {
        let (host, seats) = (Some(self.room.host()), self.room.seats());
        let across = self.seat().map(Seat::other).filter(|seat| seats.owner(*seat) == host);
        let gone = |seat: Seat| self.gone() == Some(seat) || seats[seat].stand_in.is_some();
        host == self.me || across.is_some_and(gone)
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

/// Who plays in a seat, with the computer that stands in for them; `None` for nobody.
#[must_use]
pub fn seat_label(state: &SeatState, lang: Lang) -> Option<String> {
    let occupant = state.occupant.as_ref().map(Occupant::label)?;
    Some(match state.stand_in {
        Some(bot) => lang.stand_in_name(&bot.to_string(), &occupant),
        None => occupant,
    })
}
