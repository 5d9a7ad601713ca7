//! The user's devices on the server, and the code that brings another one in.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::devices::Devices;
use tengen_shared::protocol::{KeyId, PairingCode};

/// The state of the screen.
#[derive(Clone, Debug, Default)]
pub struct DevicesScreen {
    pub devices: Devices,
    /// The device that is to be removed, if the user is sure.
    pub removing: Option<KeyId>,
    /// The text in the field for a code.
    pub typed: String,
    /// The state of the pairing with another device.
    pub pairing: Pairing,
}

/// The state of the pairing with another device, by its code.
#[derive(Clone, Copy, Debug, Default)]
pub enum Pairing {
    /// It has none.
    #[default]
    No,
    /// The next `hello` shows it to the server.
    Ready(PairingCode),
    /// The last `hello` has shown it.
    Shown,
}

impl DevicesScreen {
    /// Returns the code for `hello`. Later ones go without it, because it works once.
    pub(crate) fn take_code(&mut self) -> Option<PairingCode> {
        let Pairing::Ready(code) = self.pairing else { return None };
        self.pairing = Pairing::Shown;
        Some(code)
    }
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
    /// Remove a device.
    Remove(KeyId),
}
