//! Messages to a room, and the handle that sends them.

mod handle;

use std::{collections::BTreeSet, sync::Arc};

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{
        Command, CommandId, GameId, Millis, Opening, Passphrase, PerSeat, RoomCode, Seat, SeatPlan, Seq,
        Settings,
    },
    protocol::RoomGlimpse,
    rules::{Bot, Outlook, Point, Variant, search::Cuts},
};
use tokio::sync::oneshot;

pub(crate) use handle::{Handle, Mailbox, SendError};

use crate::{
    bots::Chosen,
    lane::{Lane, Ticket},
    passphrase_hash::PassphraseHash,
    peer::{ConnId, Peer},
};

/// A message to a room.
#[derive(Debug)]
pub(crate) enum RoomMsg {
    /// A command from a peer.
    Ask(Box<Asked>),
    /// A peer has reconnected, and has seen the room up to this event.
    Resume {
        peer: Arc<Peer>,
        /// The last event seen; 0 for none.
        seen: Seq,
        /// Admit members only: the peer's address has used up its budget for unknown codes.
        guessed: bool,
    },
    /// Another room needs the space: leave memory if nobody is in the room.
    Evict,
    /// End the game if nothing has happened since `before`.
    EndUntouched {
        before: Millis,
        /// Sent when the game has ended; dropped if it continues.
        done: oneshot::Sender<()>,
    },
    /// A connection has ended.
    Gone { conn: ConnId },
    /// A connection has been silent for a while.
    Silent { conn: ConnId },
    /// A silent connection is alive again.
    Heard { conn: ConnId },
    /// A passphrase was checked against the room's hash.
    Tried {
        /// The command that contained it.
        asked: Box<Asked>,
        fit: Fit,
    },
    /// A peer that had fallen behind has read everything.
    CaughtUp { conn: ConnId },
    /// A stranger who knows the code asks for the public view of the room.
    Glimpse {
        /// Receives the answer; dropped if the room cannot be opened.
        answer: oneshot::Sender<RoomGlimpse>,
    },
    /// A thread has begun to think about an AI's move.
    AiBegan {
        seat: Seat,
        /// The position, by the number of its event.
        at: Seq,
    },
    /// An engine has chosen an AI's move.
    AiChose {
        seat: Seat,
        /// The position, by the number of its event.
        at: Seq,
        chosen: Chosen,
        /// Set if the search was cancelled; the answer is then ignored.
        stop: StopFlag,
    },
    /// An engine has found a hint.
    HintFound {
        seat: Seat,
        /// The position, by the number of its event.
        at: Seq,
        point: Point,
        /// The engine's evaluation of the position.
        outlook: Outlook,
        /// Set if the search was cancelled; the answer is then ignored.
        stop: StopFlag,
    },
}

/// A command with its sender.
#[derive(Debug)]
pub(crate) struct Asked {
    pub peer: Arc<Peer>,
    pub id: CommandId,
    pub ask: Ask,
    /// When the server received it.
    pub arrived: Millis,
    /// Dropped when the command is answered, for a session that waits for the answer.
    pub(crate) done: Option<oneshot::Sender<()>>,
    /// Set if the command waits in the spectators' lane.
    pub(crate) ticket: Option<Ticket>,
}

impl Asked {
    /// Returns the lane in which the command waits.
    pub(crate) fn lane(&self) -> Lane {
        if self.ticket.is_some() { Lane::Spectators } else { Lane::Players }
    }
}

/// Whether a passphrase matches a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Opens,
    Wrong,
}

/// A request to a room.
#[derive(Debug)]
pub(crate) enum Ask {
    /// A command that the room decides.
    Decide(Command),
    /// Follow the room, perhaps with its passphrase.
    Watch(Option<Passphrase>),
    /// Change the settings, perhaps with a new passphrase hash.
    Change(Settings, Option<PassphraseHash>, Seq),
    /// Show a member something.
    Show(Shown),
    /// Take a seat in a quick match. If no seat is free any more, the search continues in another room.
    Match(Search),
}

/// The things that a member of a room may be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    /// The room in its current state.
    Snapshot,
    /// Chat before this event.
    Chat(Seq),
    /// The room's games before this one, newest first.
    Games(Option<GameId>),
    /// An engine's search of the position after this number of stones.
    Thinking(u16, Bot, Cuts),
}

impl Ask {
    /// Returns whether the request may lead to a record, so that its sender must be stored first. `follows` says
    /// whether the sender follows the room.
    pub(crate) const fn may_write(&self, follows: bool) -> bool {
        match self {
            Self::Decide(Command::Join { .. } | Command::AskToWatch {}) => true,
            Self::Watch(Some(_)) | Self::Match(_) => true,
            Self::Watch(None) | Self::Show(_) => false,
            Self::Decide(Command::Leave {}) => false,
            Self::Decide(_) | Self::Change(..) => follows,
        }
    }
}

/// A search for a quick match.
#[derive(Debug)]
pub(crate) struct Search {
    pub variant: Variant,
    /// The rooms that have turned the searcher away. They are not asked again; otherwise two of them could pass the
    /// search back and forth for ever.
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
    pub peer: Arc<Peer>,
    pub id: CommandId,
    pub opening: Opening,
    /// The plan for each seat.
    pub seats: PerSeat<SeatPlan>,
    /// The hash of the passphrase that others must know.
    pub lock: Option<PassphraseHash>,
    /// When the command arrived.
    pub arrived: Millis,
    /// Dropped when the room is open with its maker in it, or when it cannot be opened.
    pub(crate) done: Option<oneshot::Sender<()>>,
}

impl NewRoom {
    /// Returns whether AIs take both seats.
    #[must_use]
    pub(crate) fn for_ai(&self) -> bool {
        self.seats.iter().all(|(_, plan)| matches!(plan, SeatPlan::Ai { .. }))
    }
}

/// The origin of a room in memory.
#[derive(Debug)]
pub(crate) enum Origin {
    New(Box<NewRoom>),
    /// It is in the journal, or does not exist.
    Stored,
}
