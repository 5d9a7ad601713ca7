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

/// Something that has happened. The same events in the same order always give the same room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The room was made; always event 1 and only that.
    RoomOpened {
        /// What its maker chose.
        settings: Settings,
        /// Its maker.
        host: PlayerId,
        /// Whether it waits for a quick match.
        quick: bool,
    },
    /// Somebody sat down, ready to play; or a seated person came back under another name.
    SeatTaken {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// The seat is empty now.
    SeatFreed {
        /// Which.
        seat: Seat,
    },
    /// The seat wants the next game.
    SeatReady {
        /// Which.
        seat: Seat,
    },
    /// A game began on the empty board.
    GameBegun {
        /// Its number in the room, from 1.
        number: u32,
    },
    /// Who plays which stones: this seat has Black and moves first.
    SidesSet {
        /// The seat with the black stones.
        black: Seat,
    },
    /// A stone was placed.
    StonePlaced {
        /// By whom.
        seat: Seat,
        /// Where.
        point: Point,
    },
    /// The game ended.
    GameOver {
        /// How.
        end: GameEnd,
    },
    /// What an AI thinks of the move it has just made.
    ThoughtNoted {
        /// Who may see it now.
        audience: Audience,
        /// What it thinks.
        thought: Thought,
    },
    /// An AI has proven that a side wins, whatever the other does.
    WinForeseen {
        /// The seat that wins.
        winner: Seat,
        /// The number of the move with which it wins at the latest.
        ply: u16,
    },
    /// A player has asked for a hint.
    HintAsked {
        /// Who and when.
        mark: HintMark,
    },
    /// The hint that was asked for.
    HintGiven {
        /// The seat that asked.
        seat: Seat,
        /// The hint.
        hint: Hint,
    },
    /// After a game: all that not everybody could see while it was on.
    Disclosed {
        /// What the AI seats thought; empty if the settings keep it secret.
        thoughts: Vec<Thought>,
        /// The hints that were asked for.
        hints: Vec<HintMark>,
    },
    /// Two AI seats that had paused go on.
    WentOn {},
    /// Something this viewer may not see; it only keeps the numbers without a hole.
    Hidden {},
    /// The clocks as they stand now.
    ClockSet {
        /// Both.
        clock: Clock,
    },
    /// Moves were taken back.
    MovesTakenBack {
        /// How many stones stay.
        to: u16,
    },
    /// A player offers something to the other.
    OfferMade {
        /// The seat that offers.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// An offer was answered or taken back. Without this, it ends when the position moves on or the seats change.
    OfferClosed {
        /// The seat that had made it.
        seat: Seat,
        /// How it ended.
        how: OfferEnd,
    },
    /// A computer plays on for a person who is gone.
    StoodIn {
        /// The person's seat.
        seat: Seat,
        /// Which level or brain plays.
        bot: Bot,
    },
    /// The settings for the next games are others. People are to say again that they are ready.
    SettingsChanged {
        /// The settings.
        settings: Settings,
    },
    /// The occupants have changed seats.
    SeatsSwapped {},
    /// Somebody else may change the room now.
    HostPassed {
        /// Who.
        to: PlayerId,
    },
    /// The host has sent a player away from the seats until another game has been played.
    Kicked {
        /// Who.
        player: PlayerId,
    },
    /// Somebody has said something.
    Said {
        /// What.
        line: ChatLine,
    },
    /// Somebody asks to watch.
    WatchAsked {
        /// Who.
        player: PlayerId,
        /// Under which name.
        name: Name,
    },
    /// One of two players lets them watch.
    WatchAgreed {
        /// The seat whose player agrees.
        seat: Seat,
        /// Who asks.
        player: PlayerId,
    },
    /// They may not watch.
    WatchRefused {
        /// Who.
        player: PlayerId,
    },
    /// A player was let through a door.
    Admitted {
        /// Who, and which.
        admission: Admission,
    },
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

impl Event {
    /// Who may see this event; everybody else is sent [`Event::Hidden`].
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::RoomOpened { .. }
            | Self::SeatTaken { .. }
            | Self::SeatFreed { .. }
            | Self::SeatReady { .. }
            | Self::GameBegun { .. }
            | Self::SidesSet { .. }
            | Self::StonePlaced { .. }
            | Self::GameOver { .. }
            | Self::WinForeseen { .. }
            | Self::Disclosed { .. }
            | Self::WentOn {}
            | Self::Hidden {}
            | Self::ClockSet { .. }
            | Self::MovesTakenBack { .. }
            | Self::OfferMade { .. }
            | Self::OfferClosed { .. }
            | Self::StoodIn { .. }
            | Self::SettingsChanged { .. }
            | Self::SeatsSwapped {}
            | Self::HostPassed { .. }
            | Self::Kicked { .. } => Audience::All {},
            Self::WatchAsked { .. }
            | Self::WatchAgreed { .. }
            | Self::WatchRefused { .. }
            | Self::Admitted { .. } => Audience::Players {},
            Self::Said { line } => match line.channel {
                Channel::Players => Audience::Players {},
                Channel::Spectators => Audience::Spectators {},
            },
            Self::ThoughtNoted { audience, .. } => *audience,
            Self::HintAsked { mark } => Audience::Seat { seat: mark.seat },
            Self::HintGiven { seat, .. } => Audience::Seat { seat: *seat },
        }
    }

    /// Whether the event changes position or phase, so that commands which carry an older `at` are stale.
    #[must_use]
    pub const fn moves_at(&self) -> bool {
        match self {
            Self::GameBegun { .. }
            | Self::SidesSet { .. }
            | Self::StonePlaced { .. }
            | Self::MovesTakenBack { .. }
            | Self::GameOver { .. } => true,
            Self::RoomOpened { .. }
            | Self::SeatTaken { .. }
            | Self::SeatFreed { .. }
            | Self::SeatReady { .. }
            | Self::ThoughtNoted { .. }
            | Self::WinForeseen { .. }
            | Self::HintAsked { .. }
            | Self::HintGiven { .. }
            | Self::Disclosed { .. }
            | Self::WentOn {}
            | Self::Hidden {}
            | Self::ClockSet { .. }
            | Self::OfferMade { .. }
            | Self::OfferClosed { .. }
            | Self::StoodIn { .. }
            | Self::SettingsChanged { .. }
            | Self::SeatsSwapped {}
            | Self::HostPassed { .. }
            | Self::Kicked { .. }
            | Self::Said { .. }
            | Self::WatchAsked { .. }
            | Self::WatchAgreed { .. }
            | Self::WatchRefused { .. }
            | Self::Admitted { .. } => false,
        }
    }

    /// Whether the event changes who is in which seat, so that what was told of the people there may be old.
    #[must_use]
    pub const fn changes_seats(&self) -> bool {
        matches!(
            self,
            Self::SeatTaken { .. }
                | Self::SeatFreed { .. }
                | Self::SeatsSwapped {}
                | Self::StoodIn { .. }
                | Self::Kicked { .. }
        )
    }

    /// Whether the event changes who sits where or what is played next, so that open offers end with it.
    #[must_use]
    pub(super) const fn changes_table(&self) -> bool {
        matches!(
            self,
            Self::SeatFreed { .. }
                | Self::StoodIn { .. }
                | Self::SettingsChanged { .. }
                | Self::SeatsSwapped {}
                | Self::Kicked { .. }
        )
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
