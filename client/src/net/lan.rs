//! Servers and rooms on this network: who announces itself, what can be played there, and where a code leads.
//!
//! [`start`] starts the task that owns the sockets; it takes [`LanOrder`]s and reports [`LanEvent`]s. Nothing is sent
//! or heard before it is told to [`LanOrder::Watch`], and nothing any more after [`LanOrder::Rest`].

mod browse;
mod http;
mod neighbours;
mod seek;
mod task;

use std::time::Duration;

use tengen_session::link::Address;
use tengen_shared::{
    game::RoomCode,
    protocol::{RoomGlimpse, RoomListing, SafeText, ServerId},
};
use tokio::{sync::mpsc, task::JoinHandle, time::timeout};

pub use browse::LISTENER;
pub use seek::{Sought, find_room};

/// How many orders and how many events may wait.
const QUEUE: usize = 64;
/// How long the task may take to end.
const STOP_TIME: Duration = Duration::from_millis(500);

/// A server that announces itself on this network. All of it is hearsay: whoever is on the network can say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanServer {
    /// Its identity.
    pub id: ServerId,
    /// What it calls itself.
    pub name: SafeText,
    /// Its version.
    pub version: SafeText,
    /// Where it is best reached.
    pub address: Address,
    /// Where else it can be reached, best first.
    pub others: Vec<Address>,
}

/// Why a server's rooms cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// It does not answer.
    NoAnswer,
    /// It has other things to do for now.
    Busy,
    /// It has more rooms than are shown here; they can be seen once connected.
    TooMuch,
    /// What answers is no Tengen server, or one that this program does not understand.
    Strange,
}

/// An order to the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanOrder {
    /// Listen for servers, and keep looking at their rooms.
    Watch,
    /// Leave off; what was found is forgotten without a word.
    Rest,
    /// Find out where a room is: answered by one [`LanEvent::Sought`], also while resting. A search that is
    /// under way is given up for a new one.
    Seek {
        /// The room's code.
        code: RoomCode,
        /// Servers to ask besides those on this network, such as the last one and this machine.
        first: Vec<Address>,
    },
}

/// What the task reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanEvent {
    /// The network can be heard from now on.
    Listening,
    /// There is no network here on which anybody could be heard. It may come back.
    Quiet,
    /// A server is new, or something about it has changed.
    Found(LanServer),
    /// The rooms of a server, at first and when they have changed.
    Rooms {
        /// The server, which was [`LanEvent::Found`] before.
        id: ServerId,
        /// Its rooms by code, or why they cannot be shown.
        rooms: Result<Vec<RoomListing>, AskError>,
    },
    /// A server has gone.
    Gone {
        /// Which.
        id: ServerId,
    },
    /// A search has ended.
    Sought {
        /// What was searched for.
        code: RoomCode,
        /// What came of it.
        outcome: Sought,
    },
}

/// The runtime's end of the task.
#[derive(Debug)]
pub struct LanHandle {
    orders: mpsc::Sender<LanOrder>,
    /// What the task reports.
    pub events: mpsc::Receiver<LanEvent>,
    task: JoinHandle<()>,
}

/// Starts the task; it rests until it gets an order.
#[must_use]
pub fn start() -> LanHandle {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (events_out, events) = mpsc::channel(QUEUE);
    LanHandle { orders, events, task: tokio::spawn(task::run(orders_in, events_out)) }
}

impl LanHandle {
    /// Hands an order to the task. It takes orders at once, so only an absurd number of them at a time is lost.
    pub fn order(&self, order: LanOrder) {
        let _ = self.orders.try_send(order);
    }

    /// Ends the task.
    pub async fn stop(self) {
        let Self { orders, events, mut task } = self;
        drop((orders, events));
        if timeout(STOP_TIME, &mut task).await.is_err() {
            task.abort();
        }
    }
}

impl LanServer {
    /// Every address, best first.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.others)
    }
}

impl Sought {
    /// Where the room is, if it was found.
    #[must_use]
    pub fn found(&self) -> Option<(&Address, &RoomGlimpse)> {
        match self {
            Self::Found { address, room } => Some((address, room)),
            Self::Nowhere | Self::Busy | Self::NoServer => None,
        }
    }
}
