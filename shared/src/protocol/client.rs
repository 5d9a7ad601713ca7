//! What a client sends: one frame shape, one command in each.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use thiserror::Error;

use super::key::PlayerKey;
use crate::{
    game::{
        Command, CommandId, GameId, Name, Passphrase, PerSeat, PlayerId, RoomCode, SeatPlan, Seq, Settings,
    },
    rules::{Bot, Variant},
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

/// What a client sends: a request to the server, or a command that a room decides. In JSON both are one flat list of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub enum Cmd {
    /// What no room decides.
    Request(Request),
    /// What the room of the frame decides.
    Room(Command),
}

/// What a client asks of the server. The order is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Request {
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
        seats: PerSeat<SeatPlan>,
        /// The secret that lets others in; wanted if the settings say so, and only then.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Takes a seat in a room that waits for a quick match, or waits in a new one.
    QuickMatch {
        /// The game wanted.
        variant: Variant,
    },
    /// Follows a room without a seat.
    Watch {
        /// The secret of the room, if it has one and the sender has not said it before.
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Asks for the whole room again.
    Snapshot {},
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
        /// The number of the game.
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
