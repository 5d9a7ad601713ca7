//! What the browser stores for the page: the user's name and language, and for each server the keys and the muted players.

use tengen_session::{KeyOrigin, Visitor, pairs::Pairs, room::Muted, text::Lang};
use tengen_shared::{
    game::{Name, RoomCode},
    protocol::{MAX_RESUME, PublicKey, SecretKey, ServerId},
};
use wasm_bindgen::JsValue;
use web_sys::Window;

use crate::{effect::Kept, model::Model, prefs::Prefs};

const NAME: &str = "tengen.name";
const LANG: &str = "tengen.lang";
const ROOMS: &str = "tengen.rooms";
const PREFS: &str = "tengen.prefs";

/// The browser stores nothing: its settings forbid it, or its storage is full.
pub(super) struct NotKept;

/// The storage of the page's address.
pub(crate) struct Storage {
    storage: Option<web_sys::Storage>,
    /// What the browser does not store, for as long as the page is open.
    unstored: Pairs<String, String>,
    /// The server that was looked up last.
    server: Option<ServerId>,
}

/// Returns 64 bits that nobody can guess.
pub(super) fn random(window: &Window) -> Result<u64, JsValue> {
    let mut bytes = [0; 8];
    window.crypto()?.get_random_values_with_u8_array(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

impl Storage {
    pub(crate) fn of(window: &Window) -> Self {
        Self { storage: window.local_storage().ok().flatten(), unstored: Pairs::default(), server: None }
    }

    fn get(&self, name: &str) -> Option<String> {
        let stored = || self.storage.as_ref()?.get_item(name).ok()?;
        self.unstored.get(name).cloned().or_else(stored)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), NotKept> {
        let stored = self.storage.as_ref().is_some_and(|storage| storage.set_item(name, value).is_ok());
        if stored {
            self.unstored.remove(name);
            Ok(())
        } else {
            self.unstored.insert(name.to_owned(), value.to_owned());
            Err(NotKept)
        }
    }

    pub(super) fn name(&self) -> Option<Name> {
        self.get(NAME)?.parse().ok()
    }

    pub(crate) fn lang(&self) -> Option<Lang> {
        let name = self.get(LANG)?;
        Lang::ALL.into_iter().find(|lang| lang.to_string() == name)
    }

    pub(super) fn rooms(&self) -> Vec<RoomCode> {
        let text = self.get(ROOMS).unwrap_or_default();
        text.split_whitespace().filter_map(|code| code.parse().ok()).take(MAX_RESUME).collect()
    }

    pub(crate) fn prefs(&self) -> Prefs {
        self.get(PREFS).map(|text| Prefs::read(&text)).unwrap_or_default()
    }

    /// Returns what is stored for a server, with a new key if there is none.
    pub(super) fn visitor(&mut self, window: &Window, server: ServerId, model: &Model) -> Visitor {
        self.server = Some(server);
        let stored = self.get(&key_of(server)).and_then(|text| text.parse().ok());
        let key = stored.or_else(|| new_key(window));
        // A connection that is lost before the server has answered must not cost the key.
        if let Some(key) = &key {
            self.unstored.insert(key_of(server), key.expose_text());
        }
        Visitor {
            // In another tab, this device may play under another name by now.
            name: self
                .name()
                .or(model.name.clone())
                .unwrap_or_else(|| "Guest".parse().expect("invariant: this is a name")),
            key: key.expect("invariant: `start` has drawn random numbers already"),
            origin: KeyOrigin::New,
            device: model.lang.web_device().into(),
            muted: self.get(&muted_at(server)).map_or_else(Muted::default, |text| Muted::read(&text)),
        }
    }

    /// Returns the server that was looked up last, if another key is stored for it.
    pub(super) fn other_key(&self, key: &PublicKey) -> Option<ServerId> {
        let server = self.server?;
        let stored = self.get(&server_key_of(server))?;
        (stored != key.0.to_string()).then_some(server)
    }

    pub(super) fn keep(&mut self, kept: &Kept) -> Result<(), NotKept> {
        match kept {
            Kept::Identity { key, server: public } => {
                let server = self.server.ok_or(NotKept)?;
                let kept = [
                    self.set(&key_of(server), &key.expose_text()),
                    self.set(&server_key_of(server), &public.0.to_string()),
                ];
                kept.into_iter().collect()
            }
            Kept::Muted(muted) => {
                let server = self.server.ok_or(NotKept)?;
                self.set(&muted_at(server), &muted.to_string())
            }
            Kept::Rooms(rooms) => {
                let codes: Vec<&str> = rooms.iter().map(RoomCode::as_str).collect();
                self.set(ROOMS, &codes.join(" "))
            }
            Kept::Lang(lang) => self.set(LANG, &lang.to_string()),
            Kept::Name(name) => self.set(NAME, name.as_str()),
            Kept::Prefs(prefs) => self.set(PREFS, &prefs.to_string()),
        }
    }
}

fn key_of(server: ServerId) -> String {
    format!("tengen.key.{server}")
}

fn server_key_of(server: ServerId) -> String {
    format!("tengen.server.{server}")
}

fn muted_at(server: ServerId) -> String {
    format!("tengen.muted.{server}")
}

fn new_key(window: &Window) -> Option<SecretKey> {
    let mut bytes = [0; 32];
    window.crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(SecretKey::from_bytes(bytes))
}
