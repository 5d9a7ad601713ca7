//! What a client sends: one frame shape, one command in each.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::key::PlayerKey;
use crate::{
    game::{Command, CommandId, Name, RoomCode, Seat, SeatPlan, Seq, Settings},
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
    },
    /// Takes a seat in a room that waits for a quick match, or waits in a new one.
    QuickMatch {
        /// The game wanted.
        variant: Variant,
    },
    /// Follows a room and takes its first free seat.
    Join {},
    /// Follows a room without a seat.
    Watch {},
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
}

/// The commands' names on the wire, in the order of the binary layout.
pub const COMMANDS: [&str; 20] = [
    "hello",
    "ping",
    "list_rooms",
    "unlist_rooms",
    "create",
    "quick_match",
    "join",
    "watch",
    "snapshot",
    "sit",
    "stand",
    "leave",
    "set_ai",
    "ready",
    "place",
    "resign",
    "hint",
    "go_on",
    "explain",
    "list_bots",
];

impl From<Command> for Cmd {
    fn from(command: Command) -> Self {
        match command {
            Command::Join {} => Self::Join {},
            Command::Sit { seat, guest } => Self::Sit { seat, guest },
            Command::Stand { seat } => Self::Stand { seat },
            Command::Leave {} => Self::Leave {},
            Command::SetAi { seat, bot } => Self::SetAi { seat, bot },
            Command::Ready { seat, at } => Self::Ready { seat, at },
            Command::Place { seat, point, at } => Self::Place { seat, point, at },
            Command::Resign { seat, game } => Self::Resign { seat, game },
            Command::Hint { seat, at } => Self::Hint { seat, at },
            Command::GoOn {} => Self::GoOn {},
        }
    }
}
