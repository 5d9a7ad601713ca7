//! The side effects that `update` requests.

use tengen_session::link::LinkOrder;

use crate::{keeper::KeepOrder, net::lan::LanOrder, settings::Call};

/// A side effect that the runtime must carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Hand an order to the keeper of the small files.
    Keep(KeepOrder),
    /// Start the server inside this program if it is not running, and report its address.
    StartLocal,
    /// Hand an order to the task that finds servers on this network.
    Lan(LanOrder),
    /// Call for the user's attention.
    Call {
        /// The way to call.
        call: Call,
        /// The reason for the call, without control characters.
        text: String,
    },
    /// End the program.
    Exit,
}
