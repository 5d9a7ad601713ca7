//! The events of a room.

use serde::{Deserialize, Serialize};

use super::{
    access::AccessGrant,
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
use crate::rules::{Bot, Choice, Point};

/// Declares the events, each with its fields, its audience and its changes.
macro_rules! events {
    ($(
        $(#[$doc:meta])*
        $name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* } for $audience:expr, changes [$($change:ident),*];
    )+) => {
        /// An event of a room. Applying the same events in the same order always gives the same room.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Event {
            $($(#[$doc])* $name { $($(#[$about])* $field: $type,)* },)+
        }

        impl Event {
            /// Returns who may see this event. Everybody else receives [`Event::Hidden`].
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
    /// The room was created. This is always event 1, and no other event.
    RoomOpened {
        /// The settings that the host chose.
        settings: Settings,
        /// The player who created the room.
        host: PlayerId,
        /// Whether the room waits for the opponent of a quick match.
        quick: bool,
    } for EVERYBODY, changes [];
    /// An occupant sat down, ready to play. Or a seated person changed their name, or took their seat back from a
    /// stand-in and is not ready yet.
    SeatTaken {
        /// The seat that was taken.
        seat: Seat,
        /// Who sits there now.
        occupant: Occupant,
    } for EVERYBODY, changes [Seats];
    /// A seat became empty.
    SeatFreed {
        /// The seat that is empty now.
        seat: Seat,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// The occupant agreed to begin the next game.
    SeatReady {
        /// The seat of the occupant.
        seat: Seat,
    } for EVERYBODY, changes [];
    /// A game began with an empty board.
    GameBegun {
        /// The number of the game in the room, from 1.
        number: u32,
    } for EVERYBODY, changes [At];
    /// The colours were assigned for the game.
    SidesSet {
        /// The seat that has Black and moves first.
        black: Seat,
    } for EVERYBODY, changes [At];
    /// A stone was placed.
    StonePlaced {
        /// The seat that moved.
        seat: Seat,
        /// The point of the stone.
        point: Point,
    } for EVERYBODY, changes [At];
    /// The game ended.
    GameOver {
        /// The result and its reason.
        end: GameEnd,
    } for EVERYBODY, changes [At];
    /// An AI evaluated the move that it has just made.
    ThoughtNoted {
        /// Who may see the evaluation now.
        audience: Audience,
        /// The evaluation, with the number of the move.
        thought: Thought,
    } for *audience, changes [];
    /// An AI proved that one side can force a win.
    WinForeseen {
        /// The seat that wins.
        winner: Seat,
        /// The number of the move with which it wins at the latest.
        ply: u16,
    } for EVERYBODY, changes [];
    /// A player asked for a hint.
    HintAsked {
        /// The seat that asked, and the position.
        mark: HintMark,
    } for Audience::Seat { seat: mark.seat }, changes [];
    /// An AI answered a request for a hint.
    HintGiven {
        /// The seat that asked.
        seat: Seat,
        /// The suggested move and what the position is then worth.
        hint: Hint,
    } for Audience::Seat { seat: *seat }, changes [];
    /// After a game, everything that was hidden from some people during it.
    Disclosed {
        /// The evaluations of the AIs; empty if the settings keep them secret.
        thoughts: Vec<Thought>,
        /// The requests for hints.
        hints: Vec<HintMark>,
    } for EVERYBODY, changes [];
    /// Two AI seats continue after their pause.
    WentOn {} for EVERYBODY, changes [];
    /// An event that this viewer may not see. It keeps the event numbers without a gap.
    Hidden {} for EVERYBODY, changes [];
    /// The clocks changed. A game began, a side moved, moves were taken back, or the clocks were stopped, resumed
    /// or given time.
    ClockSet {
        /// The clocks of both sides.
        clock: Clock,
    } for EVERYBODY, changes [];
    /// One or more moves were taken back.
    MovesTakenBack {
        /// The number of stones that stay.
        to: u16,
        /// The number of choices in the opening that stay.
        #[serde(default)]
        choices: u8,
    } for EVERYBODY, changes [At];
    /// A player made an offer to the other.
    OfferMade {
        /// The seat that made the offer.
        seat: Seat,
        /// The content of the offer.
        offer: Offer,
    } for EVERYBODY, changes [];
    /// An offer was answered or withdrawn. Offers also end without this event, when the position, the seats or the
    /// settings change.
    OfferClosed {
        /// The seat that made the offer.
        seat: Seat,
        /// How the offer ended.
        how: OfferEnd,
    } for EVERYBODY, changes [];
    /// An AI plays on for a person who is gone.
    StoodIn {
        /// The seat of that person.
        seat: Seat,
        /// The level or engine of the AI.
        bot: Bot,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// The settings for the next games have changed. If two people play, both must say again that they are ready.
    SettingsChanged {
        /// All settings, the unchanged ones too.
        settings: Settings,
    } for EVERYBODY, changes [EndsOffers];
    /// The occupants have changed seats.
    SeatsSwapped {} for EVERYBODY, changes [Seats, EndsOffers];
    /// The right to change the room passed to somebody else.
    HostPassed {
        /// The new host.
        to: PlayerId,
    } for EVERYBODY, changes [];
    /// The host removed a player from their seat. The player cannot sit down again until a game has been finished.
    Kicked {
        /// The player who was removed.
        player: PlayerId,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// The host recognized a returning person. The seats, the score and the access grants of `was` are now those of
    /// `now`, under the old name.
    Recognized {
        /// The player who was gone.
        was: PlayerId,
        /// The same person's present number.
        now: PlayerId,
    } for EVERYBODY, changes [Seats, EndsOffers];
    /// Somebody wrote a chat line.
    Said {
        /// The line, with its channel and its speaker.
        line: ChatLine,
    } for channel_audience(line.channel), changes [];
    /// A person asks for permission to watch.
    WatchAsked {
        /// The person who asks.
        player: PlayerId,
        /// Their name when they asked.
        name: Name,
    } for PLAYERS, changes [];
    /// One of two players gave permission to watch.
    WatchAgreed {
        /// The seat of that player.
        seat: Seat,
        /// The person who asked.
        player: PlayerId,
    } for PLAYERS, changes [];
    /// A request to watch was refused.
    WatchRefused {
        /// The person who asked.
        player: PlayerId,
    } for PLAYERS, changes [];
    /// A person passed an access check of the room, which they need not pass again.
    Admitted {
        /// The person, and the check that they passed.
        admission: AccessGrant,
    } for PLAYERS, changes [];
    /// A game began whose colours are chosen in the opening. It comes in place of [`Event::SidesSet`].
    OpeningBegun {
        /// The seat that places the first stones.
        first: Seat,
    } for EVERYBODY, changes [At];
    /// A player made a choice in the opening. A colour ends the opening.
    OpeningChosen {
        /// The seat that chose.
        seat: Seat,
        choice: Choice,
    } for EVERYBODY, changes [At];
}

/// An effect of an event beyond its own content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The position or the phase. Commands for an earlier position become stale.
    At,
    /// The people in the seats. Earlier presence may be out of date.
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
    /// The players in the seats.
    Players {},
    /// The people in the room who have no seat.
    Spectators {},
    /// The player who moves for one seat.
    Seat {
        /// The seat of that player.
        seat: Seat,
    },
    /// Nobody yet; [`Event::Disclosed`] may show it after the game.
    Nobody {},
}

const fn channel_audience(channel: Channel) -> Audience {
    match channel {
        Channel::Players => Audience::Players {},
        Channel::Spectators => Audience::Spectators {},
    }
}

impl Event {
    /// Whether the event changes the position or the phase, so that commands with an earlier `at` are stale.
    #[must_use]
    pub fn moves_at(&self) -> bool {
        self.changes().contains(&Change::At)
    }

    /// Whether the event changes the people in the seats, so that earlier presence may be out of date.
    #[must_use]
    pub fn changes_seats(&self) -> bool {
        self.changes().contains(&Change::Seats)
    }

    /// Whether the event changes the seats or the next game, so that open offers end.
    #[must_use]
    pub(super) fn ends_offers(&self) -> bool {
        self.changes().contains(&Change::EndsOffers)
    }
}

/// An event with its number and its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped {
    /// The number of the event in the room, from 1 without gaps.
    pub seq: Seq,
    /// When it happened; never earlier than the previous event.
    pub time: Millis,
    /// What happened, as far as the viewer may see it.
    pub event: Event,
}
