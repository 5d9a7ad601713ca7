//! The AI seats' thinking, kept away from the sockets.

mod pool;

pub(crate) use pool::{Job, Pool};
