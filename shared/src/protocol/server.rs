//! Messages from the server.

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    key::{PlayerKey, ServerId},
    listing::ListUpdate,
    pairing::PairingCode,
    presence::{Attending, Spectators},
    proof::{Challenge, ListedKey, Signature},
    record::GameSummary,
    safe_text::SafeText,
    wall::WallUpdate,
};
use crate::{
    game::{
        CommandId, GameId, GameRecord, Millis, Name, PerSeat, PlayerId, Reject, RejectCode, Room, RoomCode,
        Said, Seat, Seq, Stamped,
    },
    rules::{
        Bot, Point, Variant,
        search::{Parts, Tree},
    },
};

/// The limits that a client must respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The maximum length of a client's frame, in bytes.
    pub frame_bytes: u32,
    /// The maximum number of rooms that one connection may follow.
    pub rooms: u16,
    /// The maximum rate of commands over a longer time, per second.
    pub commands_per_second: u16,
    /// The maximum number of commands at once after a pause.
    pub command_burst: u16,
    /// The interval of the server's pings, in milliseconds. After a silence of about two and a half intervals,
    /// either side treats the other as dead.
    pub heartbeat_ms: u32,
}

/// What a program needs to know about a refusal, besides its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalData {
    /// The time after which the command may succeed, in milliseconds.
    WaitMs(u32),
    /// The room's present `at`.
    At(Seq),
    /// The levels and engines that can play the board.
    Bots(Vec<Bot>),
}

/// Reads the data of a refusal. In JSON, data of a newer server is left out, so that the text is kept.
fn known_data<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RefusalData>, D::Error> {
    if !from.is_human_readable() {
        return Option::deserialize(from);
    }
    let data = Option::<serde_json::Value>::deserialize(from)?;
    Ok(data.and_then(|data| serde_json::from_value(data).ok()))
}

impl RefusalData {
    /// Returns the data of a room's refusal; `None` if there is none.
    #[must_use]
    pub fn of(reject: &Reject) -> Option<Self> {
        match reject {
            Reject::TooEarly { wait_ms } => Some(Self::WaitMs(u32::try_from(*wait_ms).unwrap_or(u32::MAX))),
            Reject::Stale(at) => Some(Self::At(*at)),
            Reject::NoSuchBot { choices, .. } => Some(Self::Bots(choices.iter().collect())),
            _ => None,
        }
    }
}

/// A message from the server. The order of the variants is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// Introduces the server; always the first message.
    Server {
        /// The short identity of the server, under which a client keeps its key for it.
        id: ServerId,
        /// The version of the server.
        version: SafeText,
        /// The limits that the client must respect.
        limits: Limits,
        /// The server's public key and its random bytes for this connection; `None` from a server that has no key pair.
        #[serde(default)]
        identity: Option<Challenge>,
        /// Other addresses of the same server, such as `192.168.1.21:5151`, in the order in which this client should try
        /// them if this one no longer answers. Empty for a server of one machine.
        #[serde(default)]
        addresses: Vec<SafeText>,
    },
    /// The answer to `hello`.
    Welcome {
        /// The command that this answers.
        id: CommandId,
        /// The player's public number.
        player: PlayerId,
        /// The secret key to show at the next visit; `None` for a player who has proved a key pair.
        #[serde(default)]
        key: Option<PlayerKey>,
        /// The name in use.
        name: Name,
        /// The server's clock. The times of events refer to it.
        now: Millis,
        /// The server's proof of its own key pair, for a player who has proved one.
        #[serde(default)]
        signature: Option<Signature>,
    },
    /// The server carried out a command and stored the result.
    Accepted {
        /// The command that this answers.
        id: CommandId,
        /// The room of the command, or the new room that it created.
        room: Option<RoomCode>,
        /// The number of the room's last event after the command; 0 outside rooms.
        seq: Seq,
        /// The events of the command, as far as the viewer may see them.
        events: Vec<Stamped>,
    },
    /// The server refused a command. Nothing has changed.
    Rejected {
        /// The command that this answers. `None` if the frame's id could not be read, or if the server refuses to
        /// resume a room.
        id: Option<CommandId>,
        /// The room of the command.
        room: Option<RoomCode>,
        /// The reason, for programs.
        code: RejectCode,
        /// The reason and what to do, for people.
        text: SafeText,
        /// Data for programs, such as a waiting time; `None` for most reasons.
        #[serde(default, deserialize_with = "known_data")]
        data: Option<RefusalData>,
    },
    /// New events of a room.
    Events {
        /// The code of the room.
        room: RoomCode,
        /// The events in order, as far as the viewer may see them.
        events: Vec<Stamped>,
    },
    /// A whole room, as far as the viewer may see it. It replaces everything that the client knew of the room.
    Snapshot {
        /// The room.
        room: Box<Room>,
    },
    /// The presence of the people in a room. This message may be lost.
    Presence {
        /// The code of the room.
        room: RoomCode,
        /// The presence in seats one and two; `None` for a seat that is empty or in which an AI plays.
        seats: PerSeat<Option<Attending>>,
        /// The people who watch.
        spectators: Spectators,
    },
    /// An AI has begun to search. This message may be lost.
    Thinking {
        /// The code of the room.
        room: RoomCode,
        /// The seat of the AI.
        seat: Seat,
        /// Whether the search waits for a free thread.
        queued: bool,
    },
    /// A change of the room list.
    Rooms {
        /// The new, changed or gone rooms.
        update: ListUpdate,
    },
    /// The answer to `ping`.
    Pong {
        /// The command that this answers.
        id: CommandId,
        /// The server's clock.
        now: Millis,
    },
    /// The answer to `list_bots`.
    Bots {
        /// The command that this answers.
        id: CommandId,
        variant: Variant,
        /// The levels that can play it, weakest first, followed by the engines.
        bots: Vec<Bot>,
    },
    /// The answer to `explain`.
    Explanation {
        /// The command that this answers.
        id: CommandId,
        /// The code of the room.
        room: RoomCode,
        /// The number of stones on the board.
        ply: u16,
        /// The level or engine that searched.
        bot: Bot,
        tree: Box<Tree>,
    },
    /// The answer to `list_chat`.
    Chat {
        /// The command that this answers.
        id: CommandId,
        /// The code of the room.
        room: RoomCode,
        /// Lines of the viewer's channel, in order; empty if no older line is kept.
        lines: Vec<Said>,
    },
    /// The answer to `list_games`.
    Games {
        /// The command that this answers.
        id: CommandId,
        /// The games, latest first; fewer than 20 on the last page.
        games: Vec<GameSummary>,
    },
    /// The answer to `show_game`.
    Game {
        /// The command that this answers.
        id: CommandId,
        /// The number of the game.
        game: GameId,
        /// The game.
        record: Box<GameRecord>,
    },
    /// The players let this player in, who can watch the room now. This message may be lost.
    LetIn {
        /// The code of the room.
        room: RoomCode,
    },
    /// The connection no longer follows this room, because the player may not watch it any more. A client that does not
    /// know [`Feature::PutOut`](crate::game::Feature::PutOut) gets [`ServerMessage::Rejected`] without an id instead.
    PutOut {
        /// The code of the room.
        room: RoomCode,
        /// The reason, for programs.
        code: RejectCode,
        /// The reason and what to do, for people.
        text: SafeText,
    },
    /// The answer to `pair`.
    PairingCode {
        /// The command that this answers.
        id: CommandId,
        /// The code to type on the other device. It works once.
        code: PairingCode,
        /// How long the code works, in milliseconds.
        valid_ms: u32,
    },
    /// The answer to `list_keys`.
    Keys {
        /// The command that this answers.
        id: CommandId,
        /// The player's keys, in the order in which they were added.
        keys: Vec<ListedKey>,
    },
    /// A change of the wall.
    Wall {
        /// The new, changed or gone games.
        update: WallUpdate,
    },
    /// The answer to `take_apart`.
    Parts {
        /// The command that this answers.
        id: CommandId,
        /// The code of the room.
        room: RoomCode,
        /// The number of stones in the position of the game.
        ply: u16,
        /// The level or engine that evaluates.
        bot: Bot,
        /// The moves from there to the evaluated position.
        path: Vec<Point>,
        parts: Box<Parts>,
    },
}

impl ServerMessage {
    /// Returns the command that this message answers; `None` if it answers none.
    #[must_use]
    pub const fn answers(&self) -> Option<CommandId> {
        match self {
            Self::Welcome { id, .. }
            | Self::Accepted { id, .. }
            | Self::Pong { id, .. }
            | Self::Bots { id, .. }
            | Self::Explanation { id, .. }
            | Self::Chat { id, .. }
            | Self::Games { id, .. }
            | Self::Game { id, .. }
            | Self::PairingCode { id, .. }
            | Self::Keys { id, .. }
            | Self::Parts { id, .. } => Some(*id),
            Self::Rejected { id, .. } => *id,
            Self::Server { .. }
            | Self::Events { .. }
            | Self::Snapshot { .. }
            | Self::Presence { .. }
            | Self::Thinking { .. }
            | Self::Rooms { .. }
            | Self::LetIn { .. }
            | Self::PutOut { .. }
            | Self::Wall { .. } => None,
        }
    }
}
