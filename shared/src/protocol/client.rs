//! Messages from the client: one frame shape, with one command in each frame.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use thiserror::Error;

use super::{
    key::PlayerKey,
    proof::{KeyId, Proof},
};
use crate::{
    game::{
        Command, CommandId, Features, GameId, Name, Passphrase, PerSeat, PlayerId, RoomCode, SeatPlan, Seq,
        Settings,
    },
    rules::{Bot, Point, Variant, search::Cuts},
};

/// The maximum number of rooms that one connection may follow, and so resume.
pub const MAX_RESUME: usize = 16;

/// A frame from a client. The server answers every frame exactly once, with the frame's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The identity of the command: the client's run and a number that rises by one.
    pub id: CommandId,
    /// The room of the command. Every room command needs it, as do some requests, such as `watch`.
    #[serde(default)]
    pub room: Option<RoomCode>,
    /// The request or command.
    pub cmd: Cmd,
}

/// A room that a returning client follows, and the last event that the client has seen in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenRoom {
    /// The code of the room.
    pub room: RoomCode,
    /// The number of the last event seen; 0 if the client has seen no event.
    pub seq: Seq,
}

/// The rooms that a returning client follows, at most 16.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<SeenRoom>", into = "Vec<SeenRoom>")]
pub struct Resume(Vec<SeenRoom>);

/// The error for more rooms than a connection may follow.
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

/// A client's message: a request to the server, or a command for a room to decide. In JSON, requests and commands share
/// one set of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub enum Cmd {
    /// A request, which no room decides.
    Request(Request),
    /// A command that the room of the frame decides.
    Room(Command),
}

/// A request to the server. The order of the variants is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Request {
    /// Introduces the player. Only `ping` may come before it.
    Hello {
        /// The name to play under.
        name: Name,
        /// The secret key of an earlier visit. Without it and without `proof`, the server creates a new player with a
        /// secret key.
        #[serde(default)]
        key: Option<PlayerKey>,
        /// The proof of a key pair, in place of a secret key.
        #[serde(default)]
        proof: Option<Box<Proof>>,
        /// The rooms to follow again.
        #[serde(default)]
        resume: Resume,
        /// What the client knows beyond version 1.
        #[serde(default)]
        features: Features,
    },
    /// Asks for a `pong`, as a sign of life.
    Ping {},
    /// Asks for the room list, and for its changes from now on.
    ListRooms {},
    /// Unsubscribes from the room list.
    UnlistRooms {},
    /// Creates a room and follows it.
    Create {
        /// The settings of the room.
        settings: Settings,
        /// The plans for seats one and two.
        seats: PerSeat<SeatPlan>,
        /// The passphrase of the room; required if the settings ask for one, and not allowed otherwise.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Takes a seat in a room that waits for a quick match, or waits in a new room.
    QuickMatch {
        /// The variant to play.
        variant: Variant,
    },
    /// Follows a room without a seat.
    Watch {
        /// The passphrase, if the room has one and the sender has not given it before.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Asks for a snapshot of the room.
    Snapshot {},
    /// Asks for an engine's search of a position of the room's current or last game.
    Explain {
        /// The number of stones on the board.
        ply: u16,
        /// The level or engine that searches.
        bot: Bot,
        /// Whether the search uses alpha-beta cutoffs.
        #[serde(default)]
        cuts: Cuts,
    },
    /// Asks which levels and engines can play a variant.
    ListBots {
        /// The variant to play.
        variant: Variant,
    },
    /// Asks for older chat lines.
    ListChat {
        /// Only lines before this event.
        before: Seq,
    },
    /// Asks for a page of finished games, latest first.
    ListGames {
        /// Which games to list.
        of: GamesOf,
        /// Only games with smaller numbers, for the next page.
        #[serde(default)]
        before: Option<GameId>,
    },
    /// Asks for a finished game, to replay it.
    ShowGame {
        /// The number of the game.
        game: GameId,
    },
    /// Asks for a code that brings another device of the player in.
    Pair {},
    /// Asks for the player's keys.
    ListKeys {},
    /// Removes a key of the player, and closes the connections that use it.
    RevokeKey {
        /// The short name of the key.
        key: KeyId,
    },
    /// Asks for the running games that everybody may watch, at most 16, and for their changes from now on.
    WatchWall {},
    /// Unsubscribes from these games.
    UnwatchWall {},
    /// Asks what an engine's static evaluation of a position is made of.
    TakeApart {
        /// The number of stones in a position of the room's current or last game.
        ply: u16,
        /// The level or engine that evaluates.
        bot: Bot,
        /// The moves of its search that lead from there to the evaluated position.
        path: Vec<Point>,
    },
}

/// The set of games to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GamesOf {
    /// The games of the frame's room, which the sender must follow.
    Room {},
    /// The sender's own games.
    Me {},
    /// The player's games in listed rooms, or all games if the player is the sender.
    Player { player: PlayerId },
}
