//! The two seats of a room and their occupants.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PerSeat, id::PlayerId, name::Name};
use crate::rules::{Bot, Stone};

/// One of the two seats of a room. It is serialised as the number 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    /// Seat one, which begins game one.
    One,
    /// Seat two, which begins game two under the default rule.
    Two,
}

/// The error for a number other than 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no seat {0}: a room has seats 1 and 2")]
pub struct NoSuchSeat(u8);

impl Seat {
    /// Both seats, seat one first.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// Returns the other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// Returns the seat that plays `stone`, if `black` is the seat that plays Black.
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

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// A player with a connection of their own.
    Person {
        /// The player's number on the server.
        player: PlayerId,
        /// The player's name when they sat down.
        name: Name,
    },
    /// A second person at a player's keyboard.
    Guest {
        /// The player whose connection sends the guest's moves.
        host: PlayerId,
        /// The guest's name, which the host chose.
        name: Name,
    },
    /// An AI that runs on the server.
    Ai {
        /// The level or engine of the AI.
        #[serde(alias = "level")]
        bot: Bot,
    },
}

impl Occupant {
    /// Returns the player who sends the commands for this occupant; `None` for an AI.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person { player, .. } | Self::Guest { host: player, .. } => Some(*player),
            Self::Ai { .. } => None,
        }
    }

    /// Returns the level or engine; `None` for a person.
    #[must_use]
    pub const fn bot(&self) -> Option<Bot> {
        match self {
            Self::Ai { bot } => Some(*bot),
            Self::Person { .. } | Self::Guest { .. } => None,
        }
    }

    /// Whether both have the same score entry: the same player under any name, the same guest name at the same
    /// keyboard, or the same level or engine.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Person { player: a, .. }, Self::Person { player: b, .. }) => a == b,
            _ => self == other,
        }
    }

    /// Gives what is of player `was` to `now`.
    pub(super) fn replace_player(&mut self, was: PlayerId, now: PlayerId) {
        match self {
            Self::Person { player, .. } | Self::Guest { host: player, .. } if *player == was => *player = now,
            Self::Person { .. } | Self::Guest { .. } | Self::Ai { .. } => {}
        }
    }

    /// Returns the name to show.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Person { name, .. } | Self::Guest { name, .. } => name.to_string(),
            Self::Ai { bot } => format!("AI {bot}"),
        }
    }
}

/// A seat: its occupant, whether they are ready, and the AI that stands in for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// The occupant; `None` if the seat is empty.
    pub occupant: Option<Occupant>,
    /// Whether the occupant is ready for the next game; always true for an AI.
    pub ready: bool,
    /// The AI that plays on for a person who is gone. The person still owns the seat, and can take it back between
    /// games.
    #[serde(default)]
    pub stand_in: Option<Bot>,
}

impl SeatState {
    /// Creates the state of a seat whose occupant has just sat down, ready to play.
    #[must_use]
    pub const fn taken_by(occupant: Occupant) -> Self {
        Self { occupant: Some(occupant), ready: true, stand_in: None }
    }

    /// Returns the level or engine that plays here, as the occupant or as a stand-in.
    #[must_use]
    pub fn bot(&self) -> Option<Bot> {
        self.stand_in.or_else(|| self.occupant.as_ref().and_then(Occupant::bot))
    }
}

/// The state of both seats.
pub type Seats = PerSeat<SeatState>;

impl PerSeat<SeatState> {
    /// Returns the first seat that `player` occupies in person, even while a stand-in plays there. A guest's seat does
    /// not count.
    #[must_use]
    pub fn of_person(&self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(
            |seat| matches!(&self[*seat].occupant, Some(Occupant::Person { player: p, .. }) if *p == player),
        )
    }

    /// Returns the first empty seat.
    #[must_use]
    pub fn first_empty(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self[*seat].occupant.is_none())
    }

    /// Returns the seats for which `player` moves, including that of their guest.
    pub fn held_by(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |seat| self.player(*seat) == Some(player))
    }

    /// Returns the player who moves for `seat`; `None` if the seat is empty or an AI plays there.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<PlayerId> {
        self.owner(seat).filter(|_| self[seat].stand_in.is_none())
    }

    /// Returns the player who owns `seat`, even while a stand-in plays there.
    #[must_use]
    pub fn owner(&self, seat: Seat) -> Option<PlayerId> {
        self[seat].occupant.as_ref().and_then(Occupant::player)
    }

    /// Returns the level or engine that plays for `seat`; `None` if the seat is empty or a person plays.
    #[must_use]
    pub fn bot(&self, seat: Seat) -> Option<Bot> {
        self[seat].bot()
    }

    /// Whether two different people play, so that some actions need the consent of both.
    #[must_use]
    pub fn two_people(&self) -> bool {
        match PerSeat::of(|seat| self.player(seat)) {
            PerSeat([Some(one), Some(two)]) => one != two,
            _ => false,
        }
    }

    /// Whether a stand-in plays in any seat.
    #[must_use]
    pub fn any_stand_in(&self) -> bool {
        self.0.iter().any(|seat| seat.stand_in.is_some())
    }

    /// Whether an AI plays in both seats, as the occupant or as a stand-in.
    #[must_use]
    pub fn all_ai(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.bot(seat).is_some())
    }

    /// Whether a person or a guest plays in at least one seat. A seat with a stand-in does not count.
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
