//! What reaches a room, and the handle through which it does.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{
        Command, CommandId, GameId, Millis, Opening, Passphrase, RoomCode, Seat, SeatPlan, Seq, Settings,
    },
    protocol::RoomGlimpse,
    rules::{Bot, Outlook, Point, Variant},
};
use tokio::{
    runtime,
    sync::{mpsc, oneshot},
};

use crate::{
    bots::Chosen,
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
    MakeRoom,
    /// The game is to end if nothing has happened since.
    EndUntouched {
        /// Since when.
        before: Millis,
        /// Dropped when that is done.
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

/// The two lanes of a room's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// For those who sit in the room, and for the server itself: taken first.
    Players,
    /// For everybody else.
    Spectators,
}

/// Counts a command that waits in the lane for spectators, until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket(Arc<AtomicUsize>);

impl Ticket {
    pub(crate) fn new(waiting: &Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::AcqRel);
        Self(waiting.clone())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
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
    /// To follow the room and take a seat, perhaps with its passphrase.
    Join(Option<Passphrase>),
    /// To follow the room, perhaps with its passphrase.
    Watch(Option<Passphrase>),
    /// To change the settings, perhaps with a new lock.
    Change(Settings, Option<Lock>, Seq),
    /// To be sent what was said before this event.
    Chat(Seq),
    /// To be sent the games of the room before this one, latest first.
    Games(Option<GameId>),
    /// To be sent the whole room.
    Snapshot,
    /// To be shown how a bot thinks about the position after so many stones.
    Explain(u16, Bot),
    /// To take a seat as a quick match; if there is none to be had by now, another room must be found.
    Match(Search),
}

impl Ask {
    /// Whether it may lead to a record, so that its sender must be written down first; `follows` says whether they follow
    /// the room.
    pub(crate) const fn may_write(&self, follows: bool) -> bool {
        match self {
            Self::Join(_) | Self::Watch(Some(_)) | Self::Match(_) | Self::Decide(Command::AskToWatch {}) => {
                true
            }
            Self::Watch(None) | Self::Chat(_) | Self::Games(_) | Self::Snapshot | Self::Explain(..) => false,
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
    pub seats: [SeatPlan; 2],
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
        self.seats.iter().all(|plan| matches!(plan, SeatPlan::Ai { .. }))
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

/// A way to send to a room.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    players: mpsc::Sender<RoomMsg>,
    spectators: mpsc::Sender<RoomMsg>,
}

/// A room's end of both lanes.
#[derive(Debug)]
pub(crate) struct Mailbox {
    players: mpsc::Receiver<RoomMsg>,
    spectators: mpsc::Receiver<RoomMsg>,
}

impl Mailbox {
    /// The next message. Spectators' commands come when nothing else waits.
    pub(crate) async fn recv(&mut self) -> Option<RoomMsg> {
        tokio::select! {
            biased;
            msg = self.players.recv() => msg,
            msg = self.spectators.recv() => msg,
        }
    }

    /// Takes no more messages and gives those that wait.
    pub(crate) async fn drain(&mut self) -> Vec<RoomMsg> {
        let mut left = Vec::new();
        for lane in [&mut self.players, &mut self.spectators] {
            lane.close();
            while let Some(msg) = lane.recv().await {
                left.push(msg);
            }
        }
        left
    }
}

/// Why a message did not reach a room.
#[derive(Debug)]
pub(crate) enum SendError {
    /// Its mailbox is full.
    Full,
    /// It has left memory; here is the message back.
    Gone(Box<RoomMsg>),
}

impl Handle {
    /// A mailbox for so many messages in each lane, and the handle to it.
    pub(crate) fn open(players: usize, spectators: usize) -> (Self, Mailbox) {
        let (players, for_players) = mpsc::channel(players);
        let (spectators, for_spectators) = mpsc::channel(spectators);
        (Self { players, spectators }, Mailbox { players: for_players, spectators: for_spectators })
    }

    fn lane(&self, lane: Lane) -> &mpsc::Sender<RoomMsg> {
        match lane {
            Lane::Players => &self.players,
            Lane::Spectators => &self.spectators,
        }
    }

    /// Puts a message into the mailbox.
    ///
    /// # Errors
    /// If it is full, or the room has left memory.
    pub(crate) fn try_send(&self, msg: RoomMsg) -> Result<(), SendError> {
        let lane = if let RoomMsg::Ask(asked) = &msg { asked.lane() } else { Lane::Players };
        self.lane(lane).try_send(msg).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Full,
            mpsc::error::TrySendError::Closed(msg) => SendError::Gone(Box::new(msg)),
        })
    }

    /// Whether nothing waits in this lane.
    #[must_use]
    pub(crate) fn is_empty(&self, lane: Lane) -> bool {
        let lane = self.lane(lane);
        lane.capacity() == lane.max_capacity()
    }

    /// Puts a message into the players' lane, behind a task if it is full, so that it is never lost while the
    /// room lives.
    pub(crate) fn tell(self, msg: RoomMsg) {
        if let Err(mpsc::error::TrySendError::Full(msg)) = self.players.try_send(msg) {
            tokio::spawn(async move { self.players.send(msg).await });
        }
    }

    /// The same from a thread outside the runtime, which does not wait either.
    pub(crate) fn tell_from_thread(self, runtime: &runtime::Handle, msg: RoomMsg) {
        let _context = runtime.enter();
        self.tell(msg);
    }

    /// Whether both lead to the same room task.
    #[must_use]
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.players.same_channel(&other.players)
    }
}
