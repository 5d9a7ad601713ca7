//! The user's devices on a server, and the code that brings another one in.

use std::time::Duration;

use tengen_shared::{
    game::CommandId,
    protocol::{KeyId, KeyKind, ListedKey, PairingCode},
};

use crate::text::Lang;

/// How often to ask for the list again while a code is valid, since another device may use it at any time.
const REFRESH: Duration = Duration::from_secs(3);

/// Returns what a device calls itself, and whether it is this one.
#[must_use]
pub fn label(key: &ListedKey, lang: Lang) -> String {
    let name = match (key.device.as_str(), key.kind) {
        ("", KeyKind::Secret) => lang.device_old_client(),
        ("", KeyKind::Pair) => lang.device_unnamed(),
        (name, _) => name,
    };
    if key.current { format!("{} ({name})", lang.device_here()) } else { name.to_owned() }
}

/// How much of the list is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: ask the server.
    Nothing,
    /// The list.
    All(Vec<ListedKey>),
    /// The server does not send it, for this reason.
    Refused(String),
}

/// The code for another device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    None,
    Asked(CommandId),
    Valid { code: PairingCode, left: Duration },
}

/// The state of this device with a code from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pairing {
    No,
    /// The next `hello` shows the code to the server.
    Ready(PairingCode),
    /// The last `hello` has shown it.
    Shown(PairingCode),
}

/// The devices that the server knows the user by. Every device has a key of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devices {
    known: Known,
    /// The command that asks for the list.
    asked: Option<CommandId>,
    /// The time until a known list is old.
    old_in: Duration,
    /// The code for another device.
    code: Code,
    pairing: Pairing,
}

impl Default for Devices {
    fn default() -> Self {
        let (old_in, code, pairing) = (Duration::ZERO, Code::None, Pairing::No);
        Self { known: Known::Nothing, asked: None, old_in, code, pairing }
    }
}

impl Devices {
    /// Returns what is known of the list.
    #[must_use]
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// Returns the keys of the list; none until it arrives.
    #[must_use]
    pub fn keys(&self) -> &[ListedKey] {
        if let Known::All(keys) = &self.known { keys } else { &[] }
    }

    /// Returns the code to type on another device, and how much longer it is valid.
    #[must_use]
    pub const fn code(&self) -> Option<(PairingCode, Duration)> {
        match self.code {
            Code::Valid { code, left } => Some((code, left)),
            Code::None | Code::Asked(_) => None,
        }
    }

    /// Whether to ask for the list now.
    #[must_use]
    pub const fn wants_list(&self) -> bool {
        let is_old = match self.known {
            Known::Nothing => true,
            Known::All(_) => self.code().is_some() && self.old_in.is_zero(),
            Known::Refused(_) => false,
        };
        is_old && self.asked.is_none()
    }

    /// Returns the time until the list is old, or the code is no longer valid.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let (_, left) = self.code()?;
        Some(if self.asked.is_none() { left.min(self.old_in) } else { left })
    }

    /// Advances the time by `elapsed`.
    pub fn pass(&mut self, elapsed: Duration) {
        self.old_in = self.old_in.saturating_sub(elapsed);
        if let Code::Valid { left, .. } = &mut self.code {
            *left = left.saturating_sub(elapsed);
            if left.is_zero() {
                self.code = Code::None;
            }
        }
    }

    /// Notes that command `id` asks for the list.
    pub const fn asked_list(&mut self, id: CommandId) {
        self.asked = Some(id);
    }

    /// Notes that command `id` asks for a code.
    pub const fn asked_code(&mut self, id: CommandId) {
        self.code = Code::Asked(id);
    }

    /// Takes in the list. Returns the device that has used the code, if there is one.
    pub fn take_list(&mut self, id: CommandId, keys: Vec<ListedKey>) -> Option<ListedKey> {
        if self.asked != Some(id) {
            return None;
        }
        self.asked = None;
        self.old_in = REFRESH;
        let before = match std::mem::replace(&mut self.known, Known::All(keys)) {
            Known::All(before) => before,
            Known::Nothing | Known::Refused(_) => return None,
        };
        let is_new = |key: &&ListedKey| !before.iter().any(|known| known.key == key.key);
        let joined = self.keys().iter().find(is_new).cloned();
        if joined.is_some() {
            self.code = Code::None;
        }
        joined
    }

    /// Takes in the code, which is valid for the time `left`.
    pub fn take_code(&mut self, id: CommandId, code: PairingCode, left: Duration) {
        if self.code == Code::Asked(id) {
            self.code = Code::Valid { code, left };
        }
    }

    /// Notes that the server has refused command `id`. Returns true if it is one that asks for the list, so that the
    /// reason stays visible.
    pub fn refused(&mut self, id: CommandId, why: &str) -> bool {
        if self.code == Code::Asked(id) {
            self.code = Code::None;
        }
        let is_list = self.asked == Some(id);
        if is_list {
            self.asked = None;
            self.known = Known::Refused(why.to_owned());
        }
        is_list
    }

    /// Removes a key that the server has removed, and returns it.
    pub fn removed(&mut self, key: KeyId) -> Option<ListedKey> {
        let Known::All(keys) = &mut self.known else { return None };
        let index = keys.iter().position(|known| known.key == key)?;
        Some(keys.remove(index))
    }

    /// Plays here as on the device that has shown `code`, from the next connection on. Forgets the list.
    pub fn pair(&mut self, code: PairingCode) {
        *self = Self { pairing: Pairing::Ready(code), ..Self::default() };
    }

    /// Returns the code for `hello`. Later ones go without it, because it works once.
    pub const fn take_pairing(&mut self) -> Option<PairingCode> {
        let Pairing::Ready(code) = self.pairing else { return None };
        self.pairing = Pairing::Shown(code);
        Some(code)
    }

    /// Returns the code that the last `hello` has shown, once the server has accepted it or the connection is lost.
    pub const fn end_pairing(&mut self) -> Option<PairingCode> {
        let Pairing::Shown(code) = self.pairing else { return None };
        self.pairing = Pairing::No;
        Some(code)
    }

    /// Forgets the list, so that it is asked for again.
    pub fn reload(&mut self) {
        self.known = Known::Nothing;
    }
}
