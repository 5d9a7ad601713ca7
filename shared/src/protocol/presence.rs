//! Presence: who is connected to a room, and how long a seat is kept for an absent player.

use serde::{Deserialize, Serialize};

use crate::game::{Name, PlayerId, Seen};

/// Whether a seated person is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connected {
    /// At least one connection of the player follows the room.
    Here,
    /// No connection of the player follows the room. The seat is kept.
    Away,
}

/// The presence of a seated person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attending {
    /// At least one connection of the player follows the room and gives signs of life.
    Here {},
    /// No connection does. The seat is kept. After this time, the other player may claim the game or let an AI play
    /// on.
    Away {
        /// The time left, in milliseconds from the sending of the message; 0 when it is over.
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

/// The people who watch a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spectators {
    /// The number of people who watch.
    pub count: u32,
    /// The names of the first 20 people.
    pub names: Vec<Name>,
    /// The numbers of these people, in the same order; empty from a server that does not know the field.
    #[serde(default)]
    pub players: Vec<PlayerId>,
}
