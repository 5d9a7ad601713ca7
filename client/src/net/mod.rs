//! The connection to the server: reaching it, keeping it, and coming back to it.

mod address;
mod backoff;
mod connect;
pub mod lan;
mod loss;
mod session;

pub use address::{Address, AddressError, DEFAULT_PORT};
pub use backoff::Backoff;
pub use loss::Loss;
pub use session::{NetHandle, start};
