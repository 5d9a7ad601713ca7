//! Refusals of commands: a stable code, and a text that says what to do.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use thiserror::Error;

use super::{features::Feature, id::Seq, name::NameError, seat::Seat};
use crate::rules::{Area, Bot, BotChoices, Opening, PlayError, Point, Variant};

/// A refusal by the room. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reject {
    /// The rules do not allow a stone at this point.
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
    /// The sender must choose in the opening, not place a stone.
    #[error("choose a colour first: the opening asks for it before the next stone")]
    MustChoose,
    /// The opening offers no such choice now.
    #[error("this opening does not offer that now: choose black or white")]
    NoSuchChoice,
    /// There is nothing to choose.
    #[error("there is nothing to choose now: place a stone")]
    NothingToChoose,
    /// The opening does not allow a stone at this point.
    #[error("{point} is not allowed by the opening: {}", area_advice(*area))]
    OutsideArea {
        point: Point,
        /// Where the stone may be.
        area: Area,
    },
    /// The opening cannot be played on this board.
    #[error(
        "openings need {win_length} in a row on {side}x{side} or more: choose another board",
        side = Opening::LEAST.0,
        win_length = Opening::LEAST.1
    )]
    OpeningNeedsBoard,
    /// The sender's client has not said that it knows the rules of the room.
    #[error("your program does not know these rules ({0}): update it")]
    NeedsFeature(Feature),
    /// The client of somebody with a seat has not said that it knows these rules.
    #[error("a player's program does not know these rules ({0}): choose others")]
    PlayersNeedFeature(Feature),
    /// The position has changed since the sender saw it. The number is the room's `at`.
    #[error("the position has changed (event {}): look again before you repeat this", .0.0)]
    Stale(Seq),
    /// No game is being played.
    #[error("no game in progress: both players must take a seat and be ready")]
    NoGame,
    /// A game is being played.
    #[error("a game is in progress: finish it or resign first")]
    GameOn,
    /// Both seats are taken.
    #[error("both seats are taken: watch, or choose another room")]
    RoomFull,
    /// Somebody sits in this seat.
    #[error("seat {} is taken: choose a free one", u8::from(*.0))]
    SeatTaken(Seat),
    /// Nobody sits in this seat.
    #[error("seat {} is already free: it can be taken", u8::from(*.0))]
    SeatEmpty(Seat),
    /// The sender already sits in this seat.
    #[error("you already have seat {}: to play both sides, add a guest", u8::from(*.0))]
    AlreadySeated(Seat),
    /// Only a seated player can name a guest.
    #[error("a guest needs a host: take a seat first, then add the guest")]
    GuestNeedsHost,
    /// The level or engine cannot play this board.
    #[error("{bot} cannot play {variant}: choose one of {choices}")]
    NoSuchBot {
        /// The requested level or engine.
        bot: Bot,
        /// The variant of the room.
        variant: Variant,
        /// The levels and engines that can play it.
        choices: BotChoices,
    },
    /// The name of a guest looks like a word of the program.
    #[error(transparent)]
    Name(NameError),
    /// The host of a new room asked for both seats in person.
    #[error("you can take only one seat: the other one can be open, a guest or an AI")]
    OneSeatEach,
    /// The settings allow no hint here. The text says why.
    #[error("hints are not available: {0}")]
    NoHints(&'static str),
    /// Only the host may do this.
    #[error("only the host of this room may do this: ask them, or create your own room")]
    NotHost,
    /// Nobody may see an engine's search while this game is on. The text says why.
    #[error("the analysis is available after the game: {0}")]
    NotYet(&'static str),
    /// The flag of the side to move has fallen.
    #[error("time is up: the game is over")]
    TimeUp,
    /// The game has no clock.
    #[error("this game has no clock: choose one in the settings before a game")]
    NoClock,
    /// The clocks are already in the requested state, which the text names.
    #[error("the clocks {0} already: nothing needs to change")]
    ClockState(&'static str),
    /// Two people have paused as often or as long as a game allows.
    #[error("a game has at most three pauses and ten minutes of pause: continue the game")]
    NoPauseLeft,
    /// The offer was answered or withdrawn, or it has expired.
    #[error("this request is closed: it was answered or cancelled, or the position changed")]
    NoSuchOffer,
    /// The sender has made the same offer in this position before.
    #[error("you have already asked: wait until the position changes")]
    OfferedAlready,
    /// The AI does not accept draws.
    #[error("the AI does not accept draws: resign or restart")]
    NoDrawWithAi,
    /// The sender has not moved in this game.
    #[error("you have no move to take back: place a stone first")]
    NothingToTakeBack,
    /// The sender was not to move in this position.
    #[error("it was not your turn after {to} stones: name a position in which you moved")]
    NotYourPosition {
        /// The requested position, as a number of stones.
        to: u16,
    },
    /// Both sides have moved, so nobody can abort.
    #[error("both sides have moved, so you cannot abort: resign, or offer a draw")]
    TooLateToAbort,
    /// Somebody else plays this game too.
    #[error("you cannot restart a game against a person: offer a draw or resign")]
    NotAlone,
    /// The other player is connected.
    #[error("the other player is still connected: continue the game")]
    OpponentHere,
    /// The other player may still come back.
    #[error("the other player has {} s to return: try again after that", wait_ms.div_ceil(1_000))]
    TooEarly {
        /// The rest of the grace period, in milliseconds.
        wait_ms: u64,
    },
    /// The host has removed the sender from their seat.
    #[error("the host removed you from your seat: you may sit again after the next game")]
    Barred,
    /// No person sits in this seat, so nobody can be removed.
    #[error("seat {} has no other person: only another person can be removed", u8::from(*.0))]
    NobodyToKick(Seat),
    /// The host cannot remove themselves.
    #[error("you are the host of this room: stand up instead")]
    KickSelf,
    /// Nobody with this number has played in the room.
    #[error("nobody with this number has played here: choose somebody on the scoreboard")]
    NeverPlayed,
    /// A person cannot be recognized as themselves, and the host cannot be either person.
    #[error("choose two other people: one who is gone, and one who is here")]
    RecognizeSelf,
    /// The player who is to be somebody else is connected.
    #[error("this player is still connected: only somebody who is gone can be recognized")]
    StillHere,
    /// The person who is to be a player who is gone is not in the room.
    #[error("this person is not in the room: ask them to join or to watch")]
    NotHere,
    /// The person has a seat already, so they cannot get another.
    #[error("this person has a seat already: they must leave it first")]
    HasSeat,
    /// The room has a passphrase, and the sender has not given it.
    #[error("this room needs a passphrase: ask the host for it")]
    NeedsPassphrase,
    /// The passphrase is wrong.
    #[error("wrong passphrase: ask the person who invited you")]
    WrongPassphrase,
    /// Nobody may watch this room.
    #[error("this room does not allow spectators: watch another room")]
    NoSpectators,
    /// The players must let the sender watch first.
    #[error("the players decide who may watch: ask them first")]
    NeedsConsent,
    /// Anybody may watch, or the sender already has permission.
    #[error("you do not need to ask: you can watch now")]
    NoNeedToAsk,
    /// The maximum number of people already ask to watch.
    #[error("too many people are asking to watch: try again later")]
    TooManyAsk,
    /// No person with this number asks to watch.
    #[error("this person is no longer asking to watch: no answer is needed")]
    NobodyAsks,
    /// No second person plays, or the host must do this. The text says how.
    #[error("no agreement is needed: {0}")]
    NoConsent(&'static str),
    /// A stand-in plays this game for the sender.
    #[error("an AI has taken your seat: take it back first")]
    StoodIn,
    /// The game has fewer moves than the requested position.
    #[error("there is no position after {asked} stones: choose a number from 0 to {last}")]
    NoSuchPly {
        /// The requested position, as a number of stones.
        asked: u16,
        /// The number of stones in the last position.
        last: u16,
    },
}

/// The stable code of a refusal. New versions may add codes; a program reads an unknown one as `Unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RejectCode {
    /// The point is not on the board.
    OffBoard,
    /// The point already has a stone.
    Occupied,
    /// It is the other seat's turn.
    NotYourTurn,
    /// The seat does not belong to the sender, or a stand-in plays there.
    NotYourSeat,
    /// The sender has no seat.
    Spectator,
    /// The position has changed since the sender saw it; a snapshot follows.
    Stale,
    /// No game is being played.
    NoGame,
    /// A game is being played.
    GameOn,
    /// Both seats are taken.
    RoomFull,
    /// Somebody sits in this seat.
    SeatTaken,
    /// Nobody sits in this seat.
    SeatEmpty,
    /// The sender already has a seat.
    AlreadySeated,
    /// The requested occupants contradict each other.
    BadSeats,
    /// The level or engine cannot play this board.
    NoSuchBot,
    /// No room has this code.
    NoSuchRoom,
    /// The command names no room, or the sender does not follow it.
    NotInRoom,
    /// Another command than `ping` came before `hello`, or `hello` came twice.
    BadHello,
    /// The message has the right form, but a value is not allowed.
    BadValue,
    /// The bytes are not a message.
    Malformed,
    /// This server does not know the command.
    UnknownCommand,
    /// A text frame came on a binary connection, or the reverse.
    WrongFrame,
    /// Later commands of this run were answered, and this answer is no longer known.
    OldCommand,
    /// Too many commands in too short a time.
    RateLimited,
    /// The sender, their address or the server has as many rooms or players as allowed.
    TooMany,
    /// The server or the room has too much to do. Try again with a new id.
    Busy,
    /// The journal could not store the command; the room has not changed.
    Storage,
    /// The server is stopping.
    Stopping,
    /// The settings allow no hint here.
    NoHints,
    /// Only the host may do this.
    NotHost,
    /// The search cannot be shown, or not yet. The text says why.
    NotExplained,
    /// The flag of the side to move has fallen.
    TimeUp,
    /// The game has no clock, or the clocks are already in the requested state.
    NoClock,
    /// The offer was answered or withdrawn, or it has expired.
    NoSuchOffer,
    /// This cannot be offered now, or not again in this position.
    NoOffer,
    /// These moves cannot be taken back.
    NoTakeback,
    /// Both sides have moved.
    TooLate,
    /// Somebody else plays this game too.
    NotAlone,
    /// The other player is connected, or may still come back.
    TooEarly,
    /// The host has removed the sender from their seat.
    Barred,
    /// This player cannot be removed.
    NoKick,
    /// This person is not here, or has never played here.
    NoSuchPlayer,
    /// The passphrase is missing or wrong.
    Passphrase,
    /// Nobody may watch this room.
    NoSpectators,
    /// The players must let the sender watch first.
    NeedsConsent,
    /// This person does not ask to watch, or need not ask.
    NotAsking,
    /// No game has this number, or the sender may not see it.
    NoSuchGame,
    /// The proof of a key pair is missing or wrong.
    BadProof,
    /// The pairing code is wrong, used or too old.
    BadPairingCode,
    /// The player has no such key, or cannot do without it.
    NoSuchKey,
    /// The rules forbid this move to Black, or the opening does not allow it.
    Forbidden,
    /// The opening asks for a choice, or not for this one.
    Choice,
    /// The room is played by rules that the client has not named in `hello`.
    NeedsFeature,
    /// A code that this program does not know.
    #[serde(other)]
    Unknown,
}

/// Returns where a stone of an opening may be, as advice.
fn area_advice(area: Area) -> String {
    match area {
        Area::Anywhere => "place it on an empty point".to_owned(),
        Area::Centre => "place it in the centre".to_owned(),
        Area::FromCentre(least) => format!("place it at least {least} lines from the centre"),
    }
}

impl Reject {
    /// Returns the stable code of this refusal.
    #[must_use]
    pub const fn code(&self) -> RejectCode {
        match self {
            Self::Point(PlayError::OffBoard { .. }) => RejectCode::OffBoard,
            Self::Point(PlayError::Occupied { .. }) => RejectCode::Occupied,
            Self::Point(PlayError::Forbidden { .. }) => RejectCode::Forbidden,
            Self::Point(PlayError::Decided) | Self::NoGame => RejectCode::NoGame,
            Self::OutsideArea { .. } => RejectCode::Forbidden,
            Self::MustChoose | Self::NoSuchChoice | Self::NothingToChoose => RejectCode::Choice,
            Self::OpeningNeedsBoard => RejectCode::BadValue,
            Self::NeedsFeature(_) | Self::PlayersNeedFeature(_) => RejectCode::NeedsFeature,
            Self::NotYourTurn => RejectCode::NotYourTurn,
            Self::NotYourSeat(_) => RejectCode::NotYourSeat,
            Self::Spectator => RejectCode::Spectator,
            Self::Stale(_) => RejectCode::Stale,
            Self::GameOn => RejectCode::GameOn,
            Self::RoomFull => RejectCode::RoomFull,
            Self::SeatTaken(_) => RejectCode::SeatTaken,
            Self::SeatEmpty(_) => RejectCode::SeatEmpty,
            Self::AlreadySeated(_) | Self::HasSeat => RejectCode::AlreadySeated,
            Self::Name(_) => RejectCode::BadValue,
            Self::GuestNeedsHost | Self::OneSeatEach => RejectCode::BadSeats,
            Self::NoSuchBot { .. } => RejectCode::NoSuchBot,
            Self::NoHints(_) => RejectCode::NoHints,
            Self::NotHost => RejectCode::NotHost,
            Self::NotYet(_) | Self::NoSuchPly { .. } => RejectCode::NotExplained,
            Self::TimeUp => RejectCode::TimeUp,
            Self::NoClock | Self::ClockState(_) => RejectCode::NoClock,
            Self::NoSuchOffer => RejectCode::NoSuchOffer,
            Self::OfferedAlready | Self::NoDrawWithAi | Self::NoConsent(_) | Self::NoPauseLeft => {
                RejectCode::NoOffer
            }
            Self::NothingToTakeBack | Self::NotYourPosition { .. } => RejectCode::NoTakeback,
            Self::TooLateToAbort => RejectCode::TooLate,
            Self::NotAlone => RejectCode::NotAlone,
            Self::OpponentHere | Self::StillHere | Self::TooEarly { .. } => RejectCode::TooEarly,
            Self::Barred => RejectCode::Barred,
            Self::NobodyToKick(_) | Self::KickSelf => RejectCode::NoKick,
            Self::NeverPlayed | Self::RecognizeSelf | Self::NotHere => RejectCode::NoSuchPlayer,
            Self::NeedsPassphrase | Self::WrongPassphrase => RejectCode::Passphrase,
            Self::NoSpectators => RejectCode::NoSpectators,
            Self::NeedsConsent => RejectCode::NeedsConsent,
            Self::NoNeedToAsk | Self::NobodyAsks => RejectCode::NotAsking,
            Self::TooManyAsk => RejectCode::TooMany,
            Self::StoodIn => RejectCode::NotYourSeat,
        }
    }
}
