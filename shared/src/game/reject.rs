//! Why a command is refused, as a stable code and a text that says what to do.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{id::Seq, seat::Seat};
use crate::rules::{Bot, BotChoices, PlayError, Variant};

/// A refusal by the room. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reject {
    /// The board refuses the point.
    #[error(transparent)]
    Point(#[from] PlayError),
    /// It is the other seat's turn.
    #[error("it is not your turn: wait for the other side to move")]
    NotYourTurn,
    /// The seat belongs to somebody else, or to nobody.
    #[error("seat {} is not yours: only the player in it may do this", u8::from(*.0))]
    NotYourSeat(Seat),
    /// The sender has no seat.
    #[error("you are watching: take a free seat to play")]
    Spectator,
    /// The command was about an older position.
    #[error("the position has moved on (it is at event {}): look again and repeat if you still want to", .0.0)]
    Stale(Seq),
    /// No game is being played.
    #[error("no game is on: both seats must be taken and ready")]
    NoGame,
    /// A game is being played.
    #[error("a game is on: finish or resign it first")]
    GameOn,
    /// Both seats are taken.
    #[error("both seats are taken: watch, or ask for another room")]
    RoomFull,
    /// The seat is taken.
    #[error("seat {} is taken: choose a free one", u8::from(*.0))]
    SeatTaken(Seat),
    /// The seat is empty.
    #[error("seat {} is empty already: it can be taken", u8::from(*.0))]
    SeatEmpty(Seat),
    /// The player sits in the room already.
    #[error("you sit in seat {} already: to play both sides at one keyboard, name a guest", u8::from(*.0))]
    AlreadySeated(Seat),
    /// A guest needs a player at the same keyboard.
    #[error("a guest needs a host: sit down first, then name the guest for the other seat")]
    GuestNeedsHost,
    /// The level or brain cannot play this board.
    #[error("{bot} cannot play {variant}: choose one of {choices}")]
    NoSuchBot {
        /// What was asked for.
        bot: Bot,
        /// What is played.
        variant: Variant,
        /// Who can play it.
        choices: BotChoices,
    },
    /// The maker asked for more than one seat in person.
    #[error("you can sit in one seat only: make the other one open, a guest or an AI")]
    OneSeatEach,
    /// The settings allow no hint here.
    #[error("there are no hints in this game: {0}")]
    NoHints(&'static str),
    /// Only the host may do this.
    #[error("only the host of this room may do this: ask them, or make a room of your own")]
    NotHost,
    /// What a brain thinks is not to be known while this game is on.
    #[error("the thinking is shown after this game: {0}")]
    NotYet(&'static str),
    /// The flag has fallen.
    #[error("the time is up: the game is over")]
    TimeUp,
    /// The room has no clock.
    #[error("there is no clock in this game: choose one in the settings before a game")]
    NoClock,
    /// The clocks are as asked for already.
    #[error("the clocks {0} already: nothing is left to be done")]
    ClockState(&'static str),
    /// The offer was answered, taken back, or has expired.
    #[error("this offer is gone: it was answered or taken back, or the position has moved on")]
    NoSuchOffer,
    /// The same was offered in this position.
    #[error("you have offered this once already: wait until the position has moved on")]
    OfferedAlready,
    /// The computer agrees to no draw.
    #[error("the computer agrees to no draw: play on, resign, or begin anew")]
    NoDrawWithAi,
    /// There is nothing to take back.
    #[error("you have no move to take back: you have not moved in this game")]
    NothingToTakeBack,
    /// The asker was not to move there.
    #[error("you were not to move when {to} stones lay on the board: name a position in which you moved")]
    NotYourPosition {
        /// The position asked for.
        to: u16,
    },
    /// Both have moved.
    #[error("both sides have moved: a game can be aborted before that only; you can resign, or offer a draw")]
    TooLateToAbort,
    /// Somebody else plays this game.
    #[error("somebody else plays this game too: offer a draw or a takeback, or resign")]
    NotAlone,
    /// The other player is there.
    #[error("the other player is here: play on with them")]
    OpponentHere,
    /// The other player may still come back.
    #[error("the other player has {} more seconds to come back: wait until then", wait_ms.div_ceil(1_000))]
    TooEarly {
        /// How much longer, in milliseconds.
        wait_ms: u64,
    },
    /// The host has sent the player away.
    #[error("the host has sent you away from this table: you may sit again after the next game")]
    Barred,
    /// Only people can be sent away.
    #[error("seat {} has nobody to be sent away: a computer is sent away by freeing its seat", u8::from(*.0))]
    NobodyToKick(Seat),
    /// The host cannot send themselves away.
    #[error("you are the host of this room: stand up instead")]
    KickSelf,
    /// The room has a passphrase.
    #[error("this room has a passphrase: send it along")]
    NeedsPassphrase,
    /// It is another one.
    #[error("this is not the passphrase of the room: ask whoever invited you")]
    WrongPassphrase,
    /// Nobody may watch.
    #[error("nobody may watch in this room: watch another one, or take a seat if one is free")]
    NoSpectators,
    /// Only whom the players let in may watch.
    #[error("the players must let you in: ask to watch, and come again when they have agreed")]
    NeedsConsent,
    /// Anybody may watch, or this player may already.
    #[error("you need not ask here: you can just watch")]
    NoNeedToAsk,
    /// Too many ask to watch.
    #[error("too many others are asking to watch: try again later")]
    TooManyAsk,
    /// Nobody of this number asks to watch.
    #[error("nobody with this number is asking to watch: look who asks now")]
    NobodyAsks,
    /// A computer has both seats.
    #[error("there is nothing to agree on: {0}")]
    NoConsent(&'static str),
    /// A computer plays this game for the asker.
    #[error("a computer plays this game for you: you can take your seat back when it is over")]
    StoodIn,
    /// The game does not have that many stones.
    #[error("there is no position after {asked} stones: this game has positions after 0 to {last}")]
    NoSuchPly {
        /// The number asked for.
        asked: u16,
        /// The last there is.
        last: u16,
    },
}

/// The stable code of a refusal. New codes may appear; treat an unknown one as `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectCode {
    /// The point is not on the board.
    OffBoard,
    /// The point has a stone.
    Occupied,
    /// It is the other seat's turn.
    NotYourTurn,
    /// The seat belongs to somebody else.
    NotYourSeat,
    /// The sender only watches.
    Spectator,
    /// The command was about an older position; a snapshot follows.
    Stale,
    /// No game is being played.
    NoGame,
    /// A game is being played.
    GameOn,
    /// Both seats are taken.
    RoomFull,
    /// The seat is taken.
    SeatTaken,
    /// The seat is empty.
    SeatEmpty,
    /// The sender sits already.
    AlreadySeated,
    /// The seats asked for make no sense together.
    BadSeats,
    /// The level or brain cannot play this board.
    NoSuchBot,
    /// No room has this code.
    NoSuchRoom,
    /// The command needs a room, or the sender is not in it.
    NotInRoom,
    /// The first command must be `hello`, and only the first.
    BadHello,
    /// The message has the right shape but a value that is not allowed.
    BadValue,
    /// The bytes are no message.
    Malformed,
    /// The message names a command that this server does not know.
    UnknownCommand,
    /// A text frame on a binary connection, or the reverse.
    WrongFrame,
    /// The command's number is too old to be judged again.
    OldCommand,
    /// Too many commands in too short a time.
    RateLimited,
    /// The sender follows, or has made, as many rooms as allowed.
    TooMany,
    /// The server is busy with this; try again.
    Busy,
    /// The journal could not be written; nothing has changed.
    Storage,
    /// The server is stopping.
    Stopping,
    /// The settings allow no hint here.
    NoHints,
    /// Only the maker of the room may do this.
    NotHost,
    /// The thinking cannot be shown: not yet, or not of this.
    NotExplained,
    /// The sender's flag has fallen.
    TimeUp,
    /// The room has no clock, or it is as asked for already.
    NoClock,
    /// The offer is gone.
    NoSuchOffer,
    /// It cannot be offered, or not again.
    NoOffer,
    /// This cannot be taken back.
    NoTakeback,
    /// Both sides have moved.
    TooLate,
    /// Somebody else plays this game too.
    NotAlone,
    /// The other player is there, or may still come back.
    TooEarly,
    /// The host has sent the sender away.
    Barred,
    /// This player cannot be sent away.
    NoKick,
    /// The passphrase is missing or wrong.
    Passphrase,
    /// Nobody may watch here.
    NoSpectators,
    /// The players must let the sender in first.
    NeedsConsent,
    /// Nobody asks to watch, or need not ask.
    NotAsking,
    /// No game has this number, or it is not for the sender.
    NoSuchGame,
    /// A code that this program does not know.
    #[serde(other)]
    Unknown,
}

impl Reject {
    /// The stable code of this refusal.
    #[must_use]
    pub const fn code(&self) -> RejectCode {
        match self {
            Self::Point(PlayError::OffBoard { .. }) => RejectCode::OffBoard,
            Self::Point(PlayError::Occupied { .. }) => RejectCode::Occupied,
            Self::Point(PlayError::Decided) | Self::NoGame => RejectCode::NoGame,
            Self::NotYourTurn => RejectCode::NotYourTurn,
            Self::NotYourSeat(_) => RejectCode::NotYourSeat,
            Self::Spectator => RejectCode::Spectator,
            Self::Stale(_) => RejectCode::Stale,
            Self::GameOn => RejectCode::GameOn,
            Self::RoomFull => RejectCode::RoomFull,
            Self::SeatTaken(_) => RejectCode::SeatTaken,
            Self::SeatEmpty(_) => RejectCode::SeatEmpty,
            Self::AlreadySeated(_) => RejectCode::AlreadySeated,
            Self::GuestNeedsHost | Self::OneSeatEach => RejectCode::BadSeats,
            Self::NoSuchBot { .. } => RejectCode::NoSuchBot,
            Self::NoHints(_) => RejectCode::NoHints,
            Self::NotHost => RejectCode::NotHost,
            Self::NotYet(_) | Self::NoSuchPly { .. } => RejectCode::NotExplained,
            Self::TimeUp => RejectCode::TimeUp,
            Self::NoClock | Self::ClockState(_) => RejectCode::NoClock,
            Self::NoSuchOffer => RejectCode::NoSuchOffer,
            Self::OfferedAlready | Self::NoDrawWithAi | Self::NoConsent(_) => RejectCode::NoOffer,
            Self::NothingToTakeBack | Self::NotYourPosition { .. } => RejectCode::NoTakeback,
            Self::TooLateToAbort => RejectCode::TooLate,
            Self::NotAlone => RejectCode::NotAlone,
            Self::OpponentHere | Self::TooEarly { .. } => RejectCode::TooEarly,
            Self::Barred => RejectCode::Barred,
            Self::NobodyToKick(_) | Self::KickSelf => RejectCode::NoKick,
            Self::NeedsPassphrase | Self::WrongPassphrase => RejectCode::Passphrase,
            Self::NoSpectators => RejectCode::NoSpectators,
            Self::NeedsConsent => RejectCode::NeedsConsent,
            Self::NoNeedToAsk | Self::NobodyAsks => RejectCode::NotAsking,
            Self::TooManyAsk => RejectCode::TooMany,
            Self::StoodIn => RejectCode::NotYourSeat,
        }
    }
}
