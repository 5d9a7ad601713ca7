//! A room as the room list shows it.

use serde::{Deserialize, Serialize};

use super::presence::Connected;
use crate::{
    game::{Access, Name, Occupant, PerSeat, Phase, Room, RoomCode, Seat, SpectatorRule},
    rules::{Bot, Variant},
};

/// One seat in the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListedSeat {
    /// Free to take.
    Empty {},
    /// A person, or a guest at a person's keyboard.
    Person {
        /// The name.
        name: Name,
        /// Whether the connection stands.
        connected: Connected,
    },
    /// The computer.
    Ai {
        /// Which level or brain plays.
        bot: Bot,
    },
}

/// What a listed room is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListState {
    /// A seat is free.
    Open,
    /// A game is on.
    Playing,
    /// Both seats are taken and the next game has not begun.
    Between,
}

/// A line of the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomListing {
    /// The code to join or watch with.
    pub room: RoomCode,
    /// The game that is played there.
    pub variant: Variant,
    /// Seats one and two.
    pub seats: PerSeat<ListedSeat>,
    /// What the room is doing.
    pub state: ListState,
    /// Whether it waits for a quick match.
    pub quick: bool,
    /// Games played to an end.
    pub games: u32,
    /// People who watch.
    pub watching: u32,
    /// Whether a passphrase is wanted; unlisted rooms are on no list.
    pub access: Access,
}

/// A room as a stranger who knows its code may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RoomGlimpse {
    /// A room that shows itself, or that anybody with the code may enter.
    Open(RoomListing),
    /// A room that lets nobody in as they come: that it is there is all that can be told.
    Closed {
        /// Its code.
        room: RoomCode,
        /// Who may enter.
        access: Access,
    },
}

/// News of the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListUpdate {
    /// The list begins anew with these rooms; more may follow as changes.
    Full {
        /// The rooms.
        rooms: Vec<RoomListing>,
    },
    /// Rooms that are new or have changed, and rooms that are gone.
    Changes {
        /// New or changed rooms.
        changed: Vec<RoomListing>,
        /// Rooms that are gone.
        gone: Vec<RoomCode>,
    },
}

impl RoomListing {
    /// The line for `room`, with who is connected and how many watch.
    #[must_use]
    pub fn new(room: &Room, connected: PerSeat<Option<Connected>>, watching: u32) -> Self {
        let listed = |seat: Seat, connected: Option<Connected>| match &room.seats()[seat].occupant {
            None => ListedSeat::Empty {},
            Some(Occupant::Ai { bot }) => ListedSeat::Ai { bot: *bot },
            Some(Occupant::Person { name, .. } | Occupant::Guest { name, .. }) => {
                ListedSeat::Person { name: name.clone(), connected: connected.unwrap_or(Connected::Away) }
            }
        };
        let state = match room.phase() {
            Phase::Turn(_) => ListState::Playing,
            Phase::Waiting | Phase::Over if room.seats().first_empty().is_some() => ListState::Open,
            Phase::Waiting | Phase::Over => ListState::Between,
        };
        Self {
            room: room.code().clone(),
            variant: room.settings().variant,
            seats: PerSeat::of(|seat| listed(seat, connected[seat])),
            state,
            quick: room.is_quick(),
            games: room.games_finished(),
            watching,
            access: room.settings().access,
        }
    }
}

impl RoomGlimpse {
    /// What a stranger may see of a room that is on no list now: its line, if they could follow the room and read the
    /// same there.
    #[must_use]
    pub fn unlisted(room: &Room, listing: RoomListing) -> Self {
        let settings = room.settings();
        let enters = settings.access != Access::Passphrase;
        let sits = room.seats().first_empty().is_some();
        if enters && (sits || settings.spectators == SpectatorRule::Allowed) {
            Self::Open(listing)
        } else {
            Self::Closed { room: room.code().clone(), access: settings.access }
        }
    }

    /// The room's code.
    #[must_use]
    pub const fn room(&self) -> &RoomCode {
        match self {
            Self::Open(listing) => &listing.room,
            Self::Closed { room, .. } => room,
        }
    }
}
