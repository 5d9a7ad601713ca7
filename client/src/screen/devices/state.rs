//! The state of the list of devices.

use std::time::Duration;

use tengen_session::{devices::Devices, text::Lang};
use tengen_shared::protocol::ListedKey;

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
    /// The field for a code from another device, if it is open.
    pub typing: Option<TextInput>,
}

impl DevicesScreen {
    /// Opens the field for a code, with `text` in it.
    pub(super) fn type_code(&mut self, text: &str) {
        self.typing = Some(TextInput::new(text, MAX_CODE));
    }
}

impl About for DevicesScreen {
    fn context(&self) -> Context {
        if self.typing.is_some() { Context::DeviceCode } else { Context::Devices }
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
