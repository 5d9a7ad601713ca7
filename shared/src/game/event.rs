//! What has happened in a room.

use serde::{Deserialize, Serialize};

use super::{
    access::Admission,
    chat::{Channel, ChatLine},
    clock::Clock,
    end::GameEnd,
    id::{Millis, PlayerId, Seq},
    name::Name,
    offer::{Offer, OfferEnd},
    seat::{Occupant, Seat},
    settings::Settings,
    thought::{Hint, HintMark, Thought},
};
use crate::rules::{Bot, Point};

/// Declares the events: each with its fields, who may see it, and what it changes.
macro_rules! events {
    ($(
        $(#[$doc:meta])*
        $name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* } for $audience:expr, changes [$($change:ident),*];
    )+) => {
        /// Something that has happened. The same events in the same order always give the same room.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Event {
            $($(#[$doc])* $name { $($(#[$about])* $field: $type,)* },)+
        }

        impl Event {
            /// Who may see this event; everybody else is sent [`Event::Hidden`].
            #[must_use]
            #[allow(unused_variables, reason = "most audiences do not depend on the fields")]
            pub const fn audience(&self) -> Audience {
                match self {
                    $(Self::$name { $($field),* } => $audience,)+
                }
            }

            const fn changes(&self) -> &'static [Change] {
                match self {
                    $(Self::$name { .. } => &[$(Change::$change),*],)+
                }
            }
        }
    };
}

const EVERYBODY: Audience = Audience::All {};
const PLAYERS: Audience = Audience::Players {};

events! {
    /// The room was made; always event 1 and only that.
    RoomOpened {
        /// What its maker chose.
        settings: Settings,
        /// Its maker.
        host: PlayerId,
        /// Whether it waits for a quick match.
        quick: bool,
    } for EVERYBODY, changes [];
    /// Somebody sat down, ready to play; or a seated person came back under another name.
    SeatTaken {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    } for EVERYBODY, changes [Seats];
    /// The seat is empty now.
    SeatFreed {
        /// Which.
        seat: Seat,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// The seat wants the next game.
    SeatReady {
        /// Which.
        seat: Seat,
    } for EVERYBODY, changes [];
    /// A game began on the empty board.
    GameBegun {
        /// Its number in the room, from 1.
        number: u32,
    } for EVERYBODY, changes [At];
    /// Who plays which stones: this seat has Black and moves first.
    SidesSet {
        /// The seat with the black stones.
        black: Seat,
    } for EVERYBODY, changes [At];
    /// A stone was placed.
    StonePlaced {
        /// By whom.
        seat: Seat,
        /// Where.
        point: Point,
    } for EVERYBODY, changes [At];
    /// The game ended.
    GameOver {
        /// How.
        end: GameEnd,
    } for EVERYBODY, changes [At];
    /// What an AI thinks of the move it has just made.
    ThoughtNoted {
        /// Who may see it now.
        audience: Audience,
        /// What it thinks.
        thought: Thought,
    } for *audience, changes [];
    /// An AI has proven that a side wins, whatever the other does.
    WinForeseen {
        /// The seat that wins.
        winner: Seat,
        /// The number of the move with which it wins at the latest.
        ply: u16,
    } for EVERYBODY, changes [];
    /// A player has asked for a hint.
    HintAsked {
        /// Who and when.
        mark: HintMark,
    } for Audience::Seat { seat: mark.seat }, changes [];
    /// The hint that was asked for.
    HintGiven {
        /// The seat that asked.
        seat: Seat,
        /// The hint.
        hint: Hint,
    } for Audience::Seat { seat: *seat }, changes [];
    /// After a game: all that not everybody could see while it was on.
    Disclosed {
        /// What the AI seats thought; empty if the settings keep it secret.
        thoughts: Vec<Thought>,
        /// The hints that were asked for.
        hints: Vec<HintMark>,
    } for EVERYBODY, changes [];
    /// Two AI seats that had paused go on.
    WentOn {} for EVERYBODY, changes [];
    /// Something this viewer may not see; it only keeps the numbers without a hole.
    Hidden {} for EVERYBODY, changes [];
    /// The clocks as they stand now.
    ClockSet {
        /// Both.
        clock: Clock,
    } for EVERYBODY, changes [];
    /// Moves were taken back.
    MovesTakenBack {
        /// How many stones stay.
        to: u16,
    } for EVERYBODY, changes [At];
    /// A player offers something to the other.
    OfferMade {
        /// The seat that offers.
        seat: Seat,
        /// What.
        offer: Offer,
    } for EVERYBODY, changes [];
    /// An offer was answered or taken back. Without this, it ends when the position moves on or the seats change.
    OfferClosed {
        /// The seat that had made it.
        seat: Seat,
        /// How it ended.
        how: OfferEnd,
    } for EVERYBODY, changes [];
    /// A computer plays on for a person who is gone.
    StoodIn {
        /// The person's seat.
        seat: Seat,
        /// Which level or brain plays.
        bot: Bot,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// The settings for the next games are others. People are to say again that they are ready.
    SettingsChanged {
        /// The settings.
        settings: Settings,
    } for EVERYBODY, changes [EndsOffers];
    /// The occupants have changed seats.
    SeatsSwapped {} for EVERYBODY, changes [Seats, EndsOffers];
    /// Somebody else may change the room now.
    HostPassed {
        /// Who.
        to: PlayerId,
    } for EVERYBODY, changes [];
    /// The host has sent a player away from the seats until another game has been played.
    Kicked {
        /// Who.
        player: PlayerId,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// Somebody has said something.
    Said {
        /// What.
        line: ChatLine,
    } for channel_audience(line.channel), changes [];
    /// Somebody asks to watch.
    WatchAsked {
        /// Who.
        player: PlayerId,
        /// Under which name.
        name: Name,
    } for PLAYERS, changes [];
    /// One of two players lets them watch.
    WatchAgreed {
        /// The seat whose player agrees.
        seat: Seat,
        /// Who asks.
        player: PlayerId,
    } for PLAYERS, changes [];
    /// They may not watch.
    WatchRefused {
        /// Who.
        player: PlayerId,
    } for PLAYERS, changes [];
    /// A player was let through a door.
    Admitted {
        /// Who, and which.
        admission: Admission,
    } for PLAYERS, changes [];
}

/// What an event can change beside what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The position or the phase.
    At,
    /// Who is in which seat.
    Seats,
    /// Open offers, which end with it.
    EndsOffers,
}

/// Who may see an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody in the room.
    All {},
    /// Those who sit.
    Players {},
    /// Those who watch.
    Spectators {},
    /// Whoever moves for one seat.
    Seat {
        /// Which.
        seat: Seat,
    },
    /// Nobody yet.
    Nobody {},
}

const fn channel_audience(channel: Channel) -> Audience {
    match channel {
        Channel::Players => Audience::Players {},
        Channel::Spectators => Audience::Spectators {},
    }
}

impl Event {
    /// Whether the event changes position or phase, so that commands which carry an older `at` are stale.
    #[must_use]
    pub fn moves_at(&self) -> bool {
        self.changes().contains(&Change::At)
    }

    /// Whether the event changes who is in which seat, so that what was told of the people there may be old.
    #[must_use]
    pub fn changes_seats(&self) -> bool {
        self.changes().contains(&Change::Seats)
    }

    /// Whether the event changes who sits where or what is played next, so that open offers end with it.
    #[must_use]
    pub(super) fn ends_offers(&self) -> bool {
        self.changes().contains(&Change::EndsOffers)
    }
}

/// An event with its number in the room and its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped {
    /// The event's number.
    pub seq: Seq,
    /// When it happened, never before the event in front of it.
    pub time: Millis,
    /// What happened.
    pub event: Event,
}
