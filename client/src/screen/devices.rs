//! The list of the user's devices on a server, and the field for a code from another device.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::DevicesScreen;
pub(crate) use state::days;
