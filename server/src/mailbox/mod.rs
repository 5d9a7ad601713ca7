//! What reaches a room, and the handle through which it does.

mod handle;

use std::{collections::BTreeSet, sync::Arc};

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{
        Command, CommandId, GameId, Millis, Opening, Passphrase, PerSeat, RoomCode, Seat, SeatPlan, Seq,
        Settings,
    },
    protocol::RoomGlimpse,
    rules::{Bot, Outlook, Point, Variant},
};
use tokio::sync::oneshot;

pub(crate) use handle::{Handle, Mailbox, SendError};

use crate::{
    bots::Chosen,
    lane::{Lane, Ticket},
    lock::Lock,
    peer::{ConnId, Peer},
};

/// What reaches a room.
#[derive(Debug)]
pub(crate) enum RoomMsg {
    /// A command of a peer.
    Ask(Box<Asked>),
    /// A peer is back and has seen the room up to this event.
    Resume {
        /// The peer.
        peer: Arc<Peer>,
        /// The last event seen; 0 for none.
        seen: Seq,
        /// Admit members only: the peer's address has used up its budget for unknown codes.
        guessed: bool,
    },
    /// Memory is wanted for another room: this one is to leave if nobody is in it.
    Evict,
    /// The game is to end if nothing has happened since.
    EndUntouched {
        /// The time since which nothing may have happened.
        before: Millis,
        /// Sent when it has ended, dropped if it goes on.
        done: oneshot::Sender<()>,
    },
    /// A connection has ended.
    Gone {
        /// Which.
        conn: ConnId,
    },
    /// A connection has given no signs of life for a while.
    Silent {
        /// Which.
        conn: ConnId,
    },
    /// It does again.
    Heard {
        /// Which.
        conn: ConnId,
    },
    /// A passphrase has been tried on the room's lock.
    Tried {
        /// The command that it came with.
        asked: Box<Asked>,
        /// Whether it fits.
        fit: Fit,
    },
    /// A peer that had fallen behind has taken everything.
    CaughtUp {
        /// Its connection.
        conn: ConnId,
    },
    /// A stranger who knows the code asks what room this is.
    Glimpse {
        /// Where the answer goes; dropped if the room cannot be opened.
        answer: oneshot::Sender<RoomGlimpse>,
    },
    /// A thread has begun to think.
    AiBegan {
        /// For which seat.
        seat: Seat,
        /// In which position.
        at: Seq,
    },
    /// The computer has chosen.
    AiChose {
        /// For which seat.
        seat: Seat,
        /// In which position.
        at: Seq,
        /// What.
        chosen: Chosen,
        /// Set if the thinking was called off: then the answer is not wanted any more.
        stop: StopFlag,
    },
    /// A hint has been found.
    HintFound {
        /// For which seat.
        seat: Seat,
        /// In which position.
        at: Seq,
        /// Where to.
        point: Point,
        /// What the position is then worth.
        outlook: Outlook,
        /// Set if the search was called off.
        stop: StopFlag,
    },
}

/// A command with its sender.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Who asks.
    pub peer: Arc<Peer>,
    /// Under which id.
    pub id: CommandId,
    /// What.
    pub ask: Ask,
    /// When it arrived.
    pub arrived: Millis,
    /// Dropped when the command is answered, for a session that waits for that.
    pub(crate) done: Option<oneshot::Sender<()>>,
    /// Set if the command waits in the spectators' lane.
    pub(crate) ticket: Option<Ticket>,
}

impl Asked {
    /// The lane in which the command waits.
    pub(crate) fn lane(&self) -> Lane {
        if self.ticket.is_some() { Lane::Spectators } else { Lane::Players }
    }
}

/// Whether a passphrase opens a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It does.
    Opens,
    /// It does not.
    Wrong,
}

/// What a peer may ask of a room.
#[derive(Debug)]
pub(crate) enum Ask {
    /// Something that the room decides.
    Decide(Command),
    /// To follow the room, perhaps with its passphrase.
    Watch(Option<Passphrase>),
    /// To change the settings, perhaps with a new lock.
    Change(Settings, Option<Lock>, Seq),
    /// To be shown something, which only members are.
    Show(Shown),
    /// To take a seat as a quick match; if there is none to be had by now, another room must be found.
    Match(Search),
}

/// What a member of a room may be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    /// The room as it is now.
    Snapshot,
    /// What was said before this event.
    Chat(Seq),
    /// The games of the room before this one, latest first.
    Games(Option<GameId>),
    /// How a bot thinks about the position after so many stones.
    Thinking(u16, Bot),
}

impl Ask {
    /// Whether it may lead to a record, so that its sender must be written down first; `follows` says whether they follow
    /// the room.
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
    /// What is to be played.
    pub variant: Variant,
    /// The rooms that have turned the searcher away: they are not asked again, or two of them could go on for ever.
    pub passed: BTreeSet<RoomCode>,
}

impl Search {
    /// A search that begins.
    pub(crate) const fn of(variant: Variant) -> Self {
        Self { variant, passed: BTreeSet::new() }
    }
}

/// A room to be made.
#[derive(Debug)]
pub(crate) struct NewRoom {
    /// Who makes it.
    pub peer: Arc<Peer>,
    /// By which command.
    pub id: CommandId,
    /// What it is made from.
    pub opening: Opening,
    /// Who shall sit where.
    pub seats: PerSeat<SeatPlan>,
    /// The lock that others must open.
    pub lock: Option<Lock>,
    /// When the command arrived.
    pub arrived: Millis,
    /// Dropped when the room is open and its maker is in it, or when it cannot be opened.
    pub(crate) done: Option<oneshot::Sender<()>>,
}

impl NewRoom {
    /// Whether computers shall have both seats.
    #[must_use]
    pub(crate) fn for_ai(&self) -> bool {
        self.seats.iter().all(|(_, plan)| matches!(plan, SeatPlan::Ai { .. }))
    }
}

/// Where a room comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// It is made now.
    New(Box<NewRoom>),
    /// It is in the journal, or nowhere.
    Stored,
}
