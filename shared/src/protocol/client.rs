//! What a client sends: one frame shape, one command in each.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::key::PlayerKey;
use crate::{
    game::{
        ChatText, Claim, CommandId, GameId, Name, Offer, Passphrase, PlayerId, Reply, RoomCode, Seat,
        SeatPlan, Seq, Settings,
    },
    rules::{Bot, Point, Variant},
};

/// The most rooms that one connection may follow, and so resume.
pub const MAX_RESUME: usize = 16;

/// A client's frame. Every one gets exactly one answer with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The command's identity: the client's run and a number that rises by one.
    pub id: CommandId,
    /// The room it is about; wanted by every command from `join` on.
    #[serde(default)]
    pub room: Option<RoomCode>,
    /// What is asked.
    pub cmd: Cmd,
}

/// A room that a returning client follows, and the last event it has seen of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenRoom {
    /// The room.
    pub room: RoomCode,
    /// The number of the last event seen; 0 for none.
    pub seq: Seq,
}

/// The rooms that a returning client follows, at most 16.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<SeenRoom>", into = "Vec<SeenRoom>")]
pub struct Resume(Vec<SeenRoom>);

/// More rooms than a connection may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} rooms to resume are too many: a connection follows at most 16")]
pub struct TooManyRooms(usize);

impl TryFrom<Vec<SeenRoom>> for Resume {
    type Error = TooManyRooms;

    fn try_from(rooms: Vec<SeenRoom>) -> Result<Self, Self::Error> {
        if rooms.len() <= MAX_RESUME { Ok(Self(rooms)) } else { Err(TooManyRooms(rooms.len())) }
    }
}

impl From<Resume> for Vec<SeenRoom> {
    fn from(resume: Resume) -> Self {
        resume.0
    }
}

/// A command on the wire. The order is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cmd {
    /// Who is there; always the first command of a connection.
    Hello {
        /// The name to play under.
        name: Name,
        /// The key of an earlier visit; none makes a new player.
        #[serde(default)]
        key: Option<PlayerKey>,
        /// The rooms to follow again.
        #[serde(default)]
        resume: Resume,
    },
    /// Asks for a sign of life.
    Ping {},
    /// The rooms with somebody in them, now and from now on.
    ListRooms {},
    /// No more news of the room list.
    UnlistRooms {},
    /// Makes a room and follows it.
    Create {
        /// Variant, first move and think time.
        settings: Settings,
        /// Who shall sit in seats one and two.
        seats: [SeatPlan; 2],
        /// The secret that lets others in; wanted if the settings say so, and only then.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Takes a seat in a room that waits for a quick match, or waits in a new one.
    QuickMatch {
        /// The game wanted.
        variant: Variant,
    },
    /// Follows a room and takes its first free seat.
    Join {
        /// The secret of the room, if it has one and the sender has not said it before.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Follows a room without a seat.
    Watch {
        /// The secret of the room, if it has one and the sender has not said it before.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Asks for the whole room again.
    Snapshot {},
    /// Takes a seat, for oneself or for a second person at the same keyboard.
    Sit {
        /// The seat wanted.
        seat: Seat,
        /// The second person's name.
        #[serde(default)]
        guest: Option<Name>,
    },
    /// Frees a seat.
    Stand {
        /// The seat.
        seat: Seat,
    },
    /// Stops following a room and stands up, unless a game is on.
    Leave {},
    /// Gives a seat to the computer, or changes who plays for it.
    SetAi {
        /// The seat.
        seat: Seat,
        /// Which level or brain plays.
        #[serde(alias = "level")]
        bot: Bot,
    },
    /// Wants the next game.
    Ready {
        /// The seat that is ready.
        seat: Seat,
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Places a stone.
    Place {
        /// The seat that moves.
        seat: Seat,
        /// Where to.
        point: Point,
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Gives the game up.
    Resign {
        /// The seat that gives up.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Asks for a suggested move.
    Hint {
        /// The seat that asks, which must be to move.
        seat: Seat,
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Lets two AI seats that have paused play on.
    GoOn {},
    /// Asks how a brain thinks about a position of the room's present or last game.
    Explain {
        /// The number of stones on the board.
        ply: u16,
        /// Whose thinking: a level, or a brain with its depth.
        bot: Bot,
    },
    /// Asks which levels and brains can play a variant.
    ListBots {
        /// The variant.
        variant: Variant,
    },
    /// Offers something to the other player: a takeback, a draw, a pause, its end, other settings, other seats.
    Offer {
        /// The seat that offers.
        seat: Seat,
        /// What.
        offer: Offer,
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Answers the other player's offer.
    Answer {
        /// The seat that answers.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
        /// Yes or no.
        reply: Reply,
    },
    /// Takes one's own offer back.
    Withdraw {
        /// The seat that had offered.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
    },
    /// Ends a game in which not both have moved; it counts for nothing.
    Abort {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Begins a game anew that nobody else plays; it counts for nothing.
    Restart {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Ends a game whose other player has been gone too long.
    Claim {
        /// The seat that claims.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// As a win or as a draw.
        claim: Claim,
    },
    /// Lets a computer play on for the other player, who has been gone too long.
    StandIn {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// Which level or brain shall play.
        bot: Bot,
    },
    /// Gives the other player 15 seconds.
    GiveTime {
        /// The seat that gives.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Changes the settings of the next games; for the host.
    Change {
        /// The settings.
        settings: Settings,
        /// A new secret; none keeps the old one, if the settings want one.
        #[serde(default)]
        passphrase: Option<Passphrase>,
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Changes the seats; for the host.
    Swap {
        /// The room's `at` as last seen.
        at: Seq,
    },
    /// Sends a player away from the seats; for the host.
    Kick {
        /// The seat in which the player sits.
        seat: Seat,
    },
    /// Says something: players to players, spectators to spectators.
    Say {
        /// What.
        text: ChatText,
    },
    /// Asks the players of a room to be let in to watch.
    AskToWatch {},
    /// Lets somebody watch, or not.
    Admit {
        /// The seat that answers.
        seat: Seat,
        /// Who asks.
        player: PlayerId,
        /// Yes or no.
        reply: Reply,
    },
    /// Asks for what was said before.
    ListChat {
        /// Only lines before this event.
        before: Seq,
    },
    /// Asks for finished games, latest first.
    ListGames {
        /// Whose.
        of: GamesOf,
        /// Only games with smaller numbers, to turn the page.
        #[serde(default)]
        before: Option<GameId>,
    },
    /// Asks for a finished game, to be replayed.
    ShowGame {
        /// Which.
        game: GameId,
    },
}

/// Whose games are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GamesOf {
    /// Those of the room that the command names, which the sender must be in.
    Room {},
    /// The sender's own.
    Me {},
    /// Those that a player has played in rooms on the list.
    Player {
        /// Who.
        player: PlayerId,
    },
}
