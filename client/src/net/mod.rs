//! Sockets: the connection to the server, and the servers of this network.

mod connect;
pub mod lan;
mod port;
mod task;

pub use port::{NetEvent, NetOrder};
pub use task::{NetHandle, start};
