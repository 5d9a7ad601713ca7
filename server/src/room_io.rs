//! Everything that goes into a room and comes out of it, as plain data: no socket, no channel, no shared state.
//!
//! A room knows connections by number. The [gateway](crate::gateway) knows which socket has which number, so the two
//! need not be in the same process: in a cluster, most of these messages also travel between nodes.

mod far;

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{
        Command, CommandId, Features, GameId, Millis, Name, PerSeat, PlayerId, RoomCode, RoomPlan, Seat,
        SeatPlan, Seq, Settings,
    },
    protocol::{KeyId, RoomGlimpse, ServerMessage, view::View},
    rules::{Bot, Outlook, Point, Position, Variant, search::Cuts},
};

pub(crate) use far::{FarTicket, FromOwner, NodeTag, VisitId, Visitor, by_moves};

use crate::{
    bots::Chosen,
    cluster::NodeRun,
    journal::Cause,
    lane::Lane,
    passphrase_hash::{PassphraseHash, Recipe},
    quota::AddressBlock,
    refusal::Refusal,
};

/// A connection. Its number is never reused while its node runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ConnId {
    pub node: NodeTag,
    pub number: u64,
}

/// The person at the other end of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub conn: ConnId,
    pub player: PlayerId,
    pub name: Name,
    /// The key of the person's device.
    pub device: KeyId,
    /// The addresses that share the person's quotas.
    pub address: AddressBlock,
    /// What the client knows beyond version 1 of the protocol.
    pub features: Features,
}

/// The sender of a command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sender {
    pub who: Arc<Identity>,
    /// The smoothed round-trip time of the connection, in milliseconds.
    pub lag: Millis,
}

impl Identity {
    /// Returns the cause of a command from this connection.
    #[must_use]
    pub(crate) const fn cause(&self, id: CommandId) -> Cause {
        Cause { player: self.player, id }
    }
}

/// The number of a search that a room has requested. Its answer is ignored if the room has cancelled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobId(pub u64);

/// A question of a node itself, which no connection has asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct QuestionId {
    pub node: NodeTag,
    pub number: u64,
}

/// A message to a room.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum RoomIn {
    /// A command or request of a connection.
    Ask(Box<Asked>),
    /// A connection is back, and has seen the room up to this event.
    Resume {
        from: Sender,
        /// The last event seen; 0 for none.
        seen: Seq,
        /// Admit owners of seats and the host only: the sender's address has used up its budget for unknown codes.
        only_owners: bool,
    },
    /// End the game if nothing has happened since `before`. The answer is [`Reply::Ended`] or [`Reply::Continues`].
    EndUntouched { before: Millis, question: QuestionId },
    /// A connection has ended.
    Gone { conn: ConnId },
    /// A connection has been silent for a while.
    Silent { conn: ConnId },
    /// A silent connection is alive again.
    Heard { conn: ConnId },
    /// The round-trip time of a connection has changed.
    Lag { conn: ConnId, lag: Millis },
    /// A connection has lost events, and has read everything else.
    CaughtUp { conn: ConnId },
    /// A stranger who knows the code asks for the public view of the room. The answer is [`Reply::Glimpse`].
    Glimpse { question: QuestionId },
    // Those that follow stay within a node. They come last, because a binary layout counts the variants.
    /// Another room needs the space: leave memory if nobody is in the room.
    #[serde(skip)]
    Evict,
    /// The wall has a place: show the running game there.
    #[serde(skip)]
    ShowOnWall,
    /// Connections of another node come to the room. They count if this is the room's epoch.
    #[serde(skip)]
    Visit { visitor: Visitor, epoch: u64 },
    /// The connections of another node have gone.
    #[serde(skip)]
    NodeGone(NodeTag),
    /// Another node is to own the room: leave memory.
    #[serde(skip)]
    HandOver,
    /// This node had lost touch with its cluster: look whether another one has taken the room.
    #[serde(skip)]
    Look,
    /// The room is on another node, which tells its followers here something.
    #[serde(skip)]
    FromOwner { visit: VisitId, news: FromOwner },
    /// The node has gone that owned the room.
    #[serde(skip)]
    OwnerGone(NodeRun),
    /// A thread has begun to think about an AI's move.
    #[serde(skip)]
    AiBegan { seat: Seat, job: JobId },
    /// The node that sought an AI's move has not found it.
    #[serde(skip)]
    AiLost { job: JobId },
    /// An engine has chosen an AI's move.
    #[serde(skip)]
    AiChose {
        seat: Seat,
        /// The position, by the number of its event.
        at: Seq,
        chosen: Chosen,
        job: JobId,
    },
    /// An engine has found a hint.
    #[serde(skip)]
    HintFound {
        seat: Seat,
        /// The position, by the number of its event.
        at: Seq,
        point: Point,
        /// The engine's evaluation of the position.
        outlook: Outlook,
        job: JobId,
    },
}

/// A command with its sender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub from: Sender,
    pub id: CommandId,
    pub ask: Ask,
    /// When the server received it.
    pub arrived: Millis,
}

/// A request to a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// A command that the room decides, other than those below.
    Decide(Command),
    /// Follow the room and take a free seat.
    Join(PassphraseTry),
    /// Follow the room.
    Watch(PassphraseTry),
    /// Change the settings, perhaps with a new passphrase hash.
    Change(Settings, Option<PassphraseHash>, Seq),
    /// Show a member something.
    Show(Shown),
    /// Take a seat in a quick match. If no seat is free any more, the search continues in another room.
    Match(Search),
}

/// The passphrase with a request to enter a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum PassphraseTry {
    /// None was sent, or none is needed.
    None,
    /// Its hash, with the salt and the costs of the room's own.
    Hashed(PassphraseHash),
    /// One was sent, but it was not hashed: its sender has tried too many, or too many are being hashed.
    Unchecked,
}

/// The things that a member of a room may be shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Shown {
    /// The room in its current state.
    Snapshot,
    /// Chat before this event.
    Chat(Seq),
    /// The room's games before this one, newest first.
    Games(Option<GameId>),
    /// How an engine judges the position after this number of stones.
    Thinking(u16, Bot, Insight),
}

impl Ask {
    /// Returns whether the request may lead to a record, so that its sender must be stored first. `follows` says
    /// whether the sender may follow the room when the room handles the request.
    pub(crate) const fn may_write(&self, follows: bool) -> bool {
        match self {
            Self::Decide(Command::AskToWatch {}) | Self::Join(_) | Self::Match(_) => true,
            Self::Watch(PassphraseTry::Hashed(_)) => true,
            Self::Watch(_) | Self::Show(_) => false,
            Self::Decide(Command::Leave {}) => false,
            Self::Decide(_) | Self::Change(..) => follows,
        }
    }

    /// Returns whether the room may remember the answer.
    pub(crate) const fn is_command(&self) -> bool {
        !matches!(self, Self::Watch(_) | Self::Show(_))
    }

    /// Returns whether the sender may follow the room, or wait at its door, as a result.
    pub(crate) const fn enters(&self) -> bool {
        match self {
            Self::Join(_) | Self::Watch(_) | Self::Match(_) | Self::Decide(Command::AskToWatch {}) => true,
            Self::Decide(_) | Self::Change(..) | Self::Show(_) => false,
        }
    }
}

/// A search for a quick match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Search {
    pub variant: Variant,
    /// The rooms that have turned the searcher away. They are not asked again, so that a search always ends.
    pub passed: BTreeSet<RoomCode>,
}

impl Search {
    pub(crate) const fn of(variant: Variant) -> Self {
        Self { variant, passed: BTreeSet::new() }
    }
}

/// A room to make.
#[derive(Debug)]
pub(crate) struct NewRoom {
    /// The code that it must have; `None` for any.
    pub code: Option<RoomCode>,
    pub maker: Sender,
    pub id: CommandId,
    pub plan: RoomPlan,
    /// The plan for each seat.
    pub seats: PerSeat<SeatPlan>,
    /// The hash of the passphrase that others must know.
    pub lock: Option<PassphraseHash>,
    /// When the command arrived.
    pub arrived: Millis,
    /// For a quick match: the rooms that have turned the maker away.
    pub passed: BTreeSet<RoomCode>,
}

impl NewRoom {
    /// Returns whether AIs take both seats.
    #[must_use]
    pub(crate) fn for_ai(&self) -> bool {
        self.seats.iter().all(|(_, plan)| matches!(plan, SeatPlan::Ai { .. }))
    }
}

/// The relation of a connection to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// It has asked to watch, and waits for the players' answer.
    Asks,
    /// It receives the room's events.
    Follows {
        view: View,
        /// The lane for its commands.
        lane: Lane,
    },
}

/// The receivers of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum To {
    One(ConnId),
    /// All followers, or all of one view.
    All {
        view: Option<View>,
        except: Option<ConnId>,
    },
}

/// A message from a room.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum RoomOut {
    /// The answer to a command. It is never lost while its connection lasts.
    Answer { to: ConnId, message: ServerMessage },
    /// Events, or a snapshot. A connection that cannot take it gets nothing more until it has caught up, and then a
    /// [`RoomOut::Resync`].
    State { to: To, message: ServerMessage },
    /// A snapshot for a connection that has caught up.
    Resync { to: ConnId, message: ServerMessage },
    /// News that may be lost.
    News(ServerMessage),
    /// The relation of a connection to the room has changed; `None` if it has ended.
    Stands { conn: ConnId, standing: Option<Standing> },
    /// What it takes to enter the room from now on: nothing, or a passphrase hashed in this way.
    Entrance(Option<Recipe>),
    /// A player must be stored in the journal.
    Store { conn: ConnId },
    /// A search for a quick match was turned away and continues elsewhere.
    TurnedAway { to: Sender, id: CommandId, search: Search, arrived: Millis },
    /// A member asks for the room's finished games before this one.
    Games { to: ConnId, id: CommandId, before: Option<GameId> },
    /// A member asks how an engine judges a position.
    Explain { to: ConnId, id: CommandId, question: Box<Explanation> },
    /// The answer to a question of the server.
    Reply { question: QuestionId, reply: Reply },
    /// A message of another node's connection has been handled.
    Handled(FarTicket),
    // Those that follow stay within a node.
    /// Connections of another node come to the room.
    #[serde(skip)]
    Visited(Visitor),
    /// The connections of another node have gone.
    #[serde(skip)]
    Left(NodeTag),
}

impl RoomIn {
    /// Returns the command in a message of a connection.
    pub(crate) fn asks(&self) -> Option<(ConnId, CommandId)> {
        match self {
            Self::Ask(asked) => Some((asked.from.who.conn, asked.id)),
            _ => None,
        }
    }
}

impl RoomOut {
    /// Returns the command that gets its answer with this message, here or from whoever delivers it.
    pub(crate) fn answers(&self) -> Option<(ConnId, CommandId)> {
        match self {
            Self::Answer { to, message } => Some((*to, message.answers()?)),
            Self::TurnedAway { to, id, .. } => Some((to.who.conn, *id)),
            Self::Games { to, id, .. } | Self::Explain { to, id, .. } => Some((*to, *id)),
            _ => None,
        }
    }
}

/// What a member wants to see of an engine.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Explanation {
    #[serde(with = "far::by_moves")]
    pub position: Position,
    /// The number of stones in the position.
    pub ply: u16,
    pub bot: Bot,
    pub insight: Insight,
}

/// A view of an engine's search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Insight {
    Tree(Cuts),
    /// The parts of the static evaluation after these moves.
    Parts(Vec<Point>),
}

/// The answer to a question of the server.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Glimpse(#[serde(with = "far::as_json")] RoomGlimpse),
    /// The room has ended its game, and leaves memory.
    Ended,
    Continues,
}

/// The way out of a room.
pub(crate) trait Port: Send {
    /// Takes a message. It must not block.
    fn put(&mut self, message: RoomOut);

    /// Ends the room's stream of messages. Connections that still follow it enter its successor, or are put out for the
    /// reason `why_not`.
    fn close(self: Box<Self>, why_not: Option<&Refusal>);
}
