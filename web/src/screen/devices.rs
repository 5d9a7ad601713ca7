//! The user's devices on the server, and the code that brings another one in.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::devices::Devices;
use tengen_shared::protocol::KeyId;

/// The state of the screen.
#[derive(Clone, Debug, Default)]
pub struct DevicesScreen {
    pub devices: Devices,
    /// The device that is to be removed, if the user is sure.
    pub removing: Option<KeyId>,
    /// The text in the field for a code.
    pub typed: String,
}

/// What the user does with the list.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Show a code for another device.
    Code,
    /// The text in the field for a code.
    Type(String),
    /// Play here as on the device whose code is in the field.
    Pair,
    /// Open the question whether to remove this device, or with `None` close it.
    Ask(Option<KeyId>),
    Remove(KeyId),
}
