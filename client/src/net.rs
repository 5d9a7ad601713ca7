//! Networking: the connection to the server, and the search for servers on this network.

mod connect;
pub mod lan;
mod task;

pub use task::{NetHandle, start};
