//! Who is connected to a room, and how long a seat is kept for whoever is not.

use serde::{Deserialize, Serialize};

use crate::game::{Name, Seen};

/// Whether a seated person's connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connected {
    /// At least one connection of the player follows the room.
    Here,
    /// None does; the seat is kept.
    Away,
}

/// Whether a seated person is there, and what happens if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attending {
    /// At least one connection of the player follows the room and gives signs of life.
    Here {},
    /// None does. The seat is kept; after this time, in milliseconds from the sending of the message, the other player
    /// may claim the game or let a computer play on.
    Away {
        /// 0 when the time is over.
        kept_for_ms: u32,
    },
}

impl From<Attending> for Seen {
    fn from(attending: Attending) -> Self {
        match attending {
            Attending::Here {} => Self::Here,
            Attending::Away { kept_for_ms } => Self::Away { kept_for: kept_for_ms.into() },
        }
    }
}

/// Those who watch a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spectators {
    /// How many.
    pub count: u32,
    /// The names of the first 20.
    pub names: Vec<Name>,
}
