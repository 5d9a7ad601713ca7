//! What the server sends.

use serde::{Deserialize, Serialize};

use super::{
    key::{PlayerKey, ServerId},
    listing::ListUpdate,
    presence::{Attending, Spectators},
    record::GameSummary,
    safe_text::SafeText,
};
use crate::{
    game::{
        CommandId, GameId, GameRecord, Millis, Name, PerSeat, PlayerId, RejectCode, Room, RoomCode, Said,
        Seat, Seq, Stamped,
    },
    rules::{Bot, Variant, search::Tree},
};

/// The limits that a client must keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The longest frame that the server takes, in bytes.
    pub frame_bytes: u32,
    /// The rooms that one connection may follow.
    pub rooms: u16,
    /// Commands per second that may be sent over a longer time.
    pub commands_per_second: u16,
    /// Commands that may be sent at once after a pause.
    pub command_burst: u16,
    /// How often the server pings, in milliseconds. A peer silent for about two and a half times as
    /// long is taken for dead, by either side.
    pub heartbeat_ms: u32,
}

/// A message of the server. The order is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// The server speaks first.
    Server {
        /// Its identity, by which a client chooses the key to show.
        id: ServerId,
        /// Its version.
        version: SafeText,
        /// What it takes.
        limits: Limits,
    },
    /// The answer to `hello`.
    Welcome {
        /// The command answered.
        id: CommandId,
        /// The player's public number.
        player: PlayerId,
        /// The secret to show next time.
        key: PlayerKey,
        /// The name in use.
        name: Name,
        /// The server's clock, by which the times of events are to be read.
        now: Millis,
    },
    /// A command was carried out, and is written down.
    Accepted {
        /// The command answered.
        id: CommandId,
        /// The room it was about or has made.
        room: Option<RoomCode>,
        /// The room's last event after the command; 0 outside rooms.
        seq: Seq,
        /// The events it led to.
        events: Vec<Stamped>,
    },
    /// A command was refused, and has changed nothing.
    Rejected {
        /// The command answered; none if the frame's id could not be read.
        id: Option<CommandId>,
        /// The room it was about.
        room: Option<RoomCode>,
        /// Why, for programs.
        code: RejectCode,
        /// Why and what to do, for people.
        text: SafeText,
    },
    /// Something has happened in a room.
    Events {
        /// The room.
        room: RoomCode,
        /// What, in order.
        events: Vec<Stamped>,
    },
    /// The whole of a room as this viewer may see it; replaces what was known of it.
    Snapshot {
        /// The room.
        room: Box<Room>,
    },
    /// Who is connected to a room. May be lost.
    Presence {
        /// The room.
        room: RoomCode,
        /// The people in seats one and two; none for an empty seat or the computer's.
        seats: PerSeat<Option<Attending>>,
        /// Those who watch.
        spectators: Spectators,
    },
    /// The computer has begun to think. May be lost.
    Thinking {
        /// The room.
        room: RoomCode,
        /// Its seat.
        seat: Seat,
        /// Whether it waits for a free thread.
        queued: bool,
    },
    /// News of the room list.
    Rooms {
        /// What is new.
        update: ListUpdate,
    },
    /// The answer to `ping`.
    Pong {
        /// The command answered.
        id: CommandId,
        /// The server's clock.
        now: Millis,
    },
    /// The answer to `list_bots`.
    Bots {
        /// The command answered.
        id: CommandId,
        /// The variant asked about.
        variant: Variant,
        /// Who can play it: its levels, weakest first, then the brains that know this board.
        bots: Vec<Bot>,
    },
    /// The answer to `explain`.
    Explanation {
        /// The command answered.
        id: CommandId,
        /// The room.
        room: RoomCode,
        /// The number of stones on the board.
        ply: u16,
        /// Whose thinking it is.
        bot: Bot,
        /// The thinking.
        tree: Box<Tree>,
    },
    /// The answer to `list_chat`.
    Chat {
        /// The command answered.
        id: CommandId,
        /// The room.
        room: RoomCode,
        /// What was said on the viewer's channel, in order; empty if nothing older is kept.
        lines: Vec<Said>,
    },
    /// The answer to `list_games`.
    Games {
        /// The command answered.
        id: CommandId,
        /// The games, latest first; fewer than 20 if there are no more.
        games: Vec<GameSummary>,
    },
    /// The answer to `show_game`.
    Game {
        /// The command answered.
        id: CommandId,
        /// Its number.
        game: GameId,
        /// The game.
        record: Box<GameRecord>,
    },
    /// The players have let this player in: the room can be watched now. May be lost.
    LetIn {
        /// The room.
        room: RoomCode,
    },
}
