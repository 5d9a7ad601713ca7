//! The room list, and the public view of a room.

use serde::{Deserialize, Serialize};

use super::presence::Connected;
use crate::{
    game::{Access, Features, Name, Occupant, PerSeat, Phase, Room, RoomCode, Seat, SpectatorRule},
    rules::{Bot, Opening, Variant},
};

/// One seat of a room in the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListedSeat {
    Empty {},
    /// A person, or a guest at a person's keyboard.
    Person {
        /// The name of the person or guest.
        name: Name,
        /// Whether the person is connected.
        connected: Connected,
    },
    Ai {
        /// The level or engine of the AI.
        bot: Bot,
    },
}

/// The state of a room in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListState {
    /// A seat is free, and no game is on.
    Open,
    /// A game is on.
    Playing,
    /// Both seats are taken, and the next game has not begun.
    Between,
}

/// A row of the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomListing {
    /// The code with which a person joins or watches the room.
    pub room: RoomCode,
    /// The rules of the room's games.
    pub variant: Variant,
    /// The occupants of seats one and two.
    pub seats: PerSeat<ListedSeat>,
    /// The state of the room.
    pub state: ListState,
    /// Whether the room waits for the opponent of a quick match.
    pub quick: bool,
    /// The number of finished games that count.
    pub games: u32,
    /// The number of people who watch.
    pub watching: u32,
    /// How people enter the room. Unlisted rooms are on no list.
    pub access: Access,
    /// The opening rule of the room's games.
    #[serde(default)]
    pub opening: Opening,
    /// Whether anybody may watch. The server does not send this.
    #[serde(skip)]
    pub is_public: bool,
    /// What a client must know to play or watch here. The server hides the row from others, and does not send this.
    #[serde(skip)]
    pub needs: Features,
}

/// The public view of a room: for a person who knows its code and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RoomGlimpse {
    /// A room that is on the list, or that anybody with the code can follow or join.
    Open(RoomListing),
    /// A room that may turn people away. Only its existence and its access rule are public.
    Closed {
        /// The code of the room.
        room: RoomCode,
        /// How people enter the room.
        access: Access,
    },
}

/// A change of the room list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListUpdate {
    /// The first part of the list, which replaces everything before it. More rooms may follow as changes.
    Full {
        /// The rooms of this part.
        rooms: Vec<RoomListing>,
    },
    /// Rooms that are new, changed or gone.
    Changes {
        /// The rooms that are new or have changed.
        changed: Vec<RoomListing>,
        /// The rooms that are gone.
        gone: Vec<RoomCode>,
    },
}

impl RoomListing {
    /// Creates the row of `room` from the presence of the people in its seats and the number of spectators.
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
            Phase::Turn(_) | Phase::Choice(_) => ListState::Playing,
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
            opening: room.settings().opening,
            is_public: room.is_public(),
            needs: Features::for_room(room),
        }
    }
}

impl RoomGlimpse {
    /// Returns the public view of a room that is not on the list now. It has the whole row only if everybody with
    /// the code can enter and then either sit or watch, and so see the same there.
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

    /// Returns the code of the room.
    #[must_use]
    pub const fn room(&self) -> &RoomCode {
        match self {
            Self::Open(listing) => &listing.room,
            Self::Closed { room, .. } => room,
        }
    }
}
