//! The connection to a server: where it is, how it stands, and what was asked over it.

mod address;
mod backoff;
mod clock;
mod loss;
mod outbox;
mod port;
mod state;
mod trouble;

pub use address::{Address, AddressError, DEFAULT_PORT};
pub use backoff::Backoff;
pub use clock::Timekeeper;
pub use loss::Loss;
pub use outbox::{MAX_WAITING, Outbox, OutboxFull};
pub use port::{LinkEvent, LinkOrder};
pub use state::{Link, LinkId};
pub use trouble::KeyTrouble;
