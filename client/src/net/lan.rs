//! The servers on this network, their rooms, and the search for a room by its code.
//!
//! [`start`] starts the task that owns the sockets. It takes [`LanOrder`]s and reports [`LanEvent`]s. The
//! task uses the network only between [`LanOrder::Watch`] and [`LanOrder::Stop`], and during a search
//! ([`LanOrder::Seek`]).

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

pub use browse::MDNS_THREAD;
pub use seek::{SearchResult, find_room};

/// The capacity of the queue of orders, and of the queue of events.
const QUEUE: usize = 64;
/// The time limit for the end of the task.
const STOP_TIME: Duration = Duration::from_millis(500);

/// A server that announces itself on this network. Anybody on the network can send such data, so do not trust
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanServer {
    /// The identity that it claims.
    pub id: ServerId,
    /// The name that it announces.
    pub name: SafeText,
    pub version: SafeText,
    /// The preferred address.
    pub address: Address,
    /// The other addresses, best first.
    pub others: Vec<Address>,
}

/// The reason why the rooms of a server are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The server does not answer.
    NoAnswer,
    /// The server is full, or it has received too many requests.
    Busy,
    /// The answer is too long. The user can see the rooms after connecting.
    TooMuch,
    /// The program at this address is not a Tengen server, or a version that this client does not understand.
    NotTengen,
}

/// An order to the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanOrder {
    /// Listen for servers, and request their rooms again and again.
    Watch,
    /// Stop listening. The task forgets the servers without a [`LanEvent::Gone`].
    Stop,
    /// Search for a room, with or without listening. The task reports one [`LanEvent::Sought`]. A new search
    /// replaces the one under way.
    Seek {
        /// The code of the room.
        code: RoomCode,
        /// Servers to ask besides those on this network, such as the last one and this machine.
        first: Vec<Address>,
    },
}

/// A report of the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanEvent {
    /// The task is listening on the network.
    Listening,
    /// There is no network, or the task cannot listen on it. It keeps trying.
    NoNetwork,
    /// A server has appeared, or its data have changed.
    Found(LanServer),
    /// The rooms of a server. The task reports them at first and after each change.
    Rooms {
        /// The server, which the task reported as [`LanEvent::Found`] before.
        id: ServerId,
        /// The rooms, sorted by code, or the reason why they are unknown.
        rooms: Result<Vec<RoomListing>, AskError>,
    },
    /// A server has gone.
    Gone {
        /// The server.
        id: ServerId,
    },
    /// A search has ended.
    Sought {
        /// The code of the room.
        code: RoomCode,
        /// The result of the search.
        outcome: SearchResult,
    },
}

/// The handle of the task.
#[derive(Debug)]
pub struct LanHandle {
    orders: mpsc::Sender<LanOrder>,
    /// The reports of the task.
    pub events: mpsc::Receiver<LanEvent>,
    task: JoinHandle<()>,
}

/// Starts the task, which waits for orders.
#[must_use]
pub fn start() -> LanHandle {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (events_out, events) = mpsc::channel(QUEUE);
    LanHandle { orders, events, task: tokio::spawn(task::run(orders_in, events_out)) }
}

impl LanHandle {
    /// Hands an order to the task. If 64 orders are waiting already, the order is lost.
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
    /// Returns all addresses, best first.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.others)
    }
}

impl SearchResult {
    /// Returns the address of the server and the view of the room, if a server has the room.
    #[must_use]
    pub fn found(&self) -> Option<(&Address, &RoomGlimpse)> {
        match self {
            Self::Found { address, room } => Some((address, room)),
            Self::Nowhere | Self::Busy | Self::NoServer => None,
        }
    }
}
