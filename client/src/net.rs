//! Sockets: the connection to the server, and the servers of this network.

mod connect;
pub mod lan;
mod task;

pub use task::{NetHandle, start};
