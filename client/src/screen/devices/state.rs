//! The state of the list of devices.

use std::time::Duration;

use tengen_session::{devices::Devices, text::Lang};
use tengen_shared::protocol::{ListedKey, PairingCode};

use crate::{
    input::TextInput,
    keymap::Context,
    screen::about::{About, titled},
    zone::Zone,
};

/// The maximum number of characters of the field: a code with spaces or hyphens between all its digits.
const MAX_CODE: usize = 24;

/// The list of the user's devices on the present server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DevicesScreen {
    /// The devices, and the code for another one.
    pub devices: Devices,
    /// The index of the device under the cursor.
    pub cursor: usize,
    /// How far this device is with a code from another one.
    pub pairing: Pairing,
}

/// How far this device is with a code from another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// It has none.
    #[default]
    No,
    /// The user types it.
    Typing(TextInput),
    /// The next `hello` shows it to the server.
    Ready(PairingCode),
    /// The last `hello` has shown it.
    Shown(PairingCode),
}

impl Pairing {
    /// Returns the field with a code that the server does not accept, so that the user can mend it.
    pub(super) fn mend(code: PairingCode) -> Self {
        Self::Typing(TextInput::new(&code.to_string(), MAX_CODE))
    }
}

impl DevicesScreen {
    /// Opens the field for a code.
    pub(super) fn type_code(&mut self) {
        self.pairing = Pairing::Typing(TextInput::new("", MAX_CODE));
    }

    /// Returns the code that the last `hello` has shown.
    pub(super) const fn shown_code(&self) -> Option<PairingCode> {
        if let Pairing::Shown(code) = self.pairing { Some(code) } else { None }
    }

    /// Returns the code for `hello`. Later ones go without it, because it works once.
    pub fn take_code(&mut self) -> Option<PairingCode> {
        let Pairing::Ready(code) = self.pairing else { return None };
        self.pairing = Pairing::Shown(code);
        Some(code)
    }
}

impl About for DevicesScreen {
    fn context(&self) -> Context {
        match self.pairing {
            Pairing::Typing(_) => Context::DeviceCode,
            Pairing::No | Pairing::Ready(_) | Pairing::Shown(_) => Context::Devices,
        }
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_devices())
    }

    fn next_change(&self) -> Option<Duration> {
        self.devices.next_change()
    }
}

/// Returns the days on which the device was added and last used.
pub(crate) fn days(key: &ListedKey, lang: Lang, zone: &Zone) -> [String; 2] {
    [key.added, key.used].map(|time| if time == 0 { lang.never().to_owned() } else { zone.day(time) })
}
