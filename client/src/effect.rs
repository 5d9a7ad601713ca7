//! What `update` wants done in the world.

use tengen_session::link::LinkOrder;

use crate::{keeper::KeepOrder, net::lan::LanOrder, settings::Call};

/// Something that the runtime shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Something for the keeper of the small files.
    Keep(KeepOrder),
    /// Start the server inside this program if it does not run, and tell where it is.
    StartLocal,
    /// Something for the task that listens to this network.
    Lan(LanOrder),
    /// Call for the user's attention.
    Call {
        /// How.
        call: Call,
        /// What for, without control characters.
        text: String,
    },
    /// End the program.
    Exit,
}
