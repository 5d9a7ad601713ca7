//! The two places of a room and who sits in them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PerSeat, id::PlayerId, name::Name};
use crate::rules::{Bot, Stone};

/// One of the two places of a room; the number 1 or 2 in every codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    /// Seat one, which begins game one.
    One,
    /// Seat two.
    Two,
}

/// A number that is no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no seat {0}: a room has seats 1 and 2")]
pub struct NoSuchSeat(u8);

impl Seat {
    /// Both seats.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// The seat that plays `stone` where `black` plays Black.
    #[must_use]
    pub const fn of_stone(stone: Stone, black: Self) -> Self {
        match stone {
            Stone::Black => black,
            Stone::White => black.other(),
        }
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            other => Err(NoSuchSeat(other)),
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::One => 1,
            Seat::Two => 2,
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// A player.
    Person {
        /// The player.
        player: PlayerId,
        /// The name at the time of sitting down.
        name: Name,
    },
    /// A second person at a player's keyboard.
    Guest {
        /// The player whose connection moves for the guest.
        host: PlayerId,
        /// The guest's name.
        name: Name,
    },
    /// The computer.
    Ai {
        /// Which level or brain plays.
        #[serde(alias = "level")]
        bot: Bot,
    },
}

impl Occupant {
    /// The player whose commands move for this occupant; `None` for the computer.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person { player, .. } | Self::Guest { host: player, .. } => Some(*player),
            Self::Ai { .. } => None,
        }
    }

    /// The level or brain, if the computer sits here.
    #[must_use]
    pub const fn bot(&self) -> Option<Bot> {
        match self {
            Self::Ai { bot } => Some(*bot),
            Self::Person { .. } | Self::Guest { .. } => None,
        }
    }

    /// Whether both are the same scorer: the same player under any name, the same named guest at the
    /// same keyboard, or the same level or brain.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Person { player: a, .. }, Self::Person { player: b, .. }) => a == b,
            _ => self == other,
        }
    }

    /// The name to show.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Person { name, .. } | Self::Guest { name, .. } => name.to_string(),
            Self::Ai { bot } => format!("AI {bot}"),
        }
    }
}

/// A seat with its occupant, if any, who plays for them if they are gone, and whether the next game is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// Who sits here.
    pub occupant: Option<Occupant>,
    /// Ready for the next game; always true for the computer.
    pub ready: bool,
    /// Who plays in place of a person who is gone. The seat stays theirs, and is given back between games.
    #[serde(default)]
    pub stand_in: Option<Bot>,
}

impl SeatState {
    /// Somebody who has just sat down, ready to play.
    #[must_use]
    pub const fn taken_by(occupant: Occupant) -> Self {
        Self { occupant: Some(occupant), ready: true, stand_in: None }
    }

    /// The level or brain that plays here, be it in its own right or for somebody who is gone.
    #[must_use]
    pub fn bot(&self) -> Option<Bot> {
        self.stand_in.or_else(|| self.occupant.as_ref().and_then(Occupant::bot))
    }
}

/// Who sits in both seats.
pub type Seats = PerSeat<SeatState>;

impl PerSeat<SeatState> {
    /// The first seat in which `player` sits in person.
    #[must_use]
    pub fn of_person(&self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(
            |seat| matches!(&self[*seat].occupant, Some(Occupant::Person { player: p, .. }) if *p == player),
        )
    }

    /// The first empty seat.
    #[must_use]
    pub fn first_empty(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self[*seat].occupant.is_none())
    }

    /// The seats that `player` moves for.
    pub fn held_by(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |seat| self.player(*seat) == Some(player))
    }

    /// The player who moves for `seat`; `None` if it is empty or the computer's, or a computer stands in.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<PlayerId> {
        self.owner(seat).filter(|_| self[seat].stand_in.is_none())
    }

    /// The player to whom `seat` belongs, even while a computer stands in.
    #[must_use]
    pub fn owner(&self, seat: Seat) -> Option<PlayerId> {
        self[seat].occupant.as_ref().and_then(Occupant::player)
    }

    /// The level or brain that plays for `seat`; `None` if it is empty or a person plays.
    #[must_use]
    pub fn bot(&self, seat: Seat) -> Option<Bot> {
        self[seat].bot()
    }

    /// Whether two different people play, so that what concerns both needs the consent of both.
    #[must_use]
    pub fn two_people(&self) -> bool {
        match PerSeat::of(|seat| self.player(seat)) {
            PerSeat([Some(one), Some(two)]) => one != two,
            _ => false,
        }
    }

    /// Whether a computer stands in for somebody.
    #[must_use]
    pub fn any_stand_in(&self) -> bool {
        self.0.iter().any(|seat| seat.stand_in.is_some())
    }

    /// Whether the computer sits in both seats.
    #[must_use]
    pub fn all_ai(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.bot(seat).is_some())
    }

    /// Whether a person sits here, or a guest at a person's keyboard.
    #[must_use]
    pub fn any_person(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.player(seat).is_some())
    }

    /// Whether both seats are taken and ready.
    #[must_use]
    pub fn all_ready(&self) -> bool {
        self.0.iter().all(|seat| seat.occupant.is_some() && seat.ready)
    }
}
