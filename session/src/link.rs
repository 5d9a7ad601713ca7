//! The connection to a server: its address, its state, and the commands that wait for an answer.

mod address;
mod addresses;
mod backoff;
mod clock;
mod loss;
mod outbox;
mod port;
mod state;
mod trouble;

pub use address::{Address, AddressError, DEFAULT_PORT};
pub use addresses::Addresses;
pub use backoff::Backoff;
pub use clock::Timekeeper;
pub use loss::Loss;
pub use outbox::{MAX_WAITING, Outbox, OutboxFull};
pub use port::{LinkEvent, LinkOrder};
pub use state::{Link, LinkId};
pub use trouble::KeyTrouble;
