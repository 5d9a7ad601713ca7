//! The connection to the server: reaching it, keeping it, and coming back to it.

mod connect;
pub mod lan;
mod session;

pub use session::{NetHandle, start};
