//! Who is connected to a room.

use serde::{Deserialize, Serialize};

use crate::game::Name;

/// Whether a seated person's connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connected {
    /// At least one connection of the player follows the room.
    Here,
    /// None does; the seat is kept.
    Away,
}

/// Those who watch a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spectators {
    /// How many.
    pub count: u32,
    /// The names of the first 20.
    pub names: Vec<Name>,
}
