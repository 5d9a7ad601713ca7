//! The keys of a profile. They are in numbered slots for each server, and a client locks the slot that it
//! uses.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use tengen_session::{
    KeyOrigin,
    link::{Address, KeyTrouble},
    room::Muted,
};
use tengen_shared::{
    game::{MAX_NAME_CHARS, Name},
    protocol::{PublicKey, SecretKey, ServerId},
};

use super::{files, known_servers};

/// The maximum number of clients of a profile that can hold a slot for one server. Further clients have no key.
const MAX_SLOTS: u8 = 64;

/// The keys of a profile, and the slot that this program holds.
#[derive(Debug)]
pub struct KeyRing {
    folder: PathBuf,
    /// Held until the program ends. Only a named profile has a lock, because it has a single slot.
    profile_lock: Option<File>,
    /// The slot to try first.
    preferred: u8,
    held: Option<HeldSlot>,
}

/// A slot that this program holds. Dropping it releases the lock.
#[derive(Debug)]
struct HeldSlot {
    server: ServerId,
    number: u8,
    /// Whether to write the key. A key file that exists but is unreadable stays for the user to repair.
    writable: bool,
    _lock: Option<File>,
}

/// The content of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSlot {
    /// The number of the slot, from 1. It is 0 if the program has no slot and stores nothing.
    pub number: u8,
    /// The key of an earlier visit, or a new one.
    pub key: SecretKey,
    /// The secret key that an older client has left in this slot, if there is one.
    pub origin: KeyOrigin,
    /// The name last used in this slot, or else one made from the name in the first slot.
    pub name: Option<Name>,
    /// The players that the user has muted on this server.
    pub muted: Muted,
    /// A problem to show to the user.
    pub notice: Option<KeyTrouble>,
}

impl OpenSlot {
    /// Returns a slot with `key` in which nothing else is stored.
    #[must_use]
    pub fn with(key: SecretKey) -> Self {
        Self { number: 0, key, origin: KeyOrigin::New, name: None, muted: Muted::default(), notice: None }
    }

    /// Returns a slot with a new key in which nothing else is stored.
    #[must_use]
    pub fn fresh() -> Self {
        Self::with(new_key())
    }
}

impl KeyRing {
    pub(super) fn new(folder: PathBuf, profile_lock: Option<File>) -> Self {
        Self { folder, profile_lock, preferred: 1, held: None }
    }

    /// Tries the slot with this number first. A client that gets its number again is then the same player
    /// again.
    #[must_use]
    pub fn prefer(self, number: u8) -> Self {
        Self { preferred: number, ..self }
    }

    /// Takes the preferred or the first free slot for `server`, or keeps the one already held. It always
    /// succeeds: if the files are unusable, the user is a new player and the notice says why.
    pub fn open(&mut self, server: ServerId) -> OpenSlot {
        if self.held.as_ref().is_none_or(|held| held.server != server) {
            self.held = None;
            match self.take_slot(server) {
                Ok(slot) => self.held = Some(slot),
                Err(trouble) => return OpenSlot { notice: Some(trouble), ..OpenSlot::fresh() },
            }
        }
        let number = self.held.as_ref().map_or(1, |held| held.number);
        let (key, notice) = self.read_key(server, number);
        let key = key.unwrap_or_else(new_key);
        let lost = matches!(notice, Some(KeyTrouble::Unreadable { .. } | KeyTrouble::Stuck { .. }));
        if let Some(held) = &mut self.held {
            held.writable = !lost;
        }
        let name = name_for(&self.folder, number);
        let muted = files::read_small(&self.muted_file(server, number));
        // Without a readable file, no player is muted. The user notices that and mutes them again.
        let muted = Muted::read(&muted.ok().flatten().unwrap_or_default());
        let origin = self.read_origin(server, number);
        OpenSlot { number, key, origin, name, muted, notice }
    }

    /// Stores the key, and the name if there is one, in the held slot. Does nothing if the program holds no
    /// slot or must not overwrite the key.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn keep(&self, key: &SecretKey, name: Option<&Name>) -> io::Result<()> {
        let Some(held) = self.held.as_ref().filter(|held| held.writable) else { return Ok(()) };
        files::write_atomically(
            &self.key_file(held.server, held.number),
            &format!("{}\n", key.expose_text()),
        )?;
        match name {
            Some(name) => keep_name(&self.folder, held.number, name),
            None => Ok(()),
        }
    }

    /// Stores the muted players in the held slot. Does nothing without a slot.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn keep_muted(&self, muted: &Muted) -> io::Result<()> {
        let Some(held) = &self.held else { return Ok(()) };
        files::write_atomically(&self.muted_file(held.server, held.number), &muted.to_string())
    }

    /// Stores the key of the server that the held slot is for. Returns its address or number if another key was stored for
    /// it.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn note_server(&self, key: PublicKey, address: Option<&Address>) -> io::Result<Option<String>> {
        let server = self.held.as_ref().map(|held| held.server.to_string());
        known_servers::note(&self.folder, address.map(Address::to_string).into_iter().chain(server), key)
    }

    fn take_slot(&self, server: ServerId) -> Result<HeldSlot, KeyTrouble> {
        let unusable = |error: io::Error| KeyTrouble::Unusable(error.to_string());
        let folder = self.server_folder(server);
        files::make_folder(&folder).map_err(unusable)?;
        if self.profile_lock.is_some() {
            return Ok(HeldSlot { server, number: 1, writable: true, _lock: None });
        }
        for number in std::iter::once(self.preferred).chain(1..=MAX_SLOTS) {
            let lock = files::try_lock(&folder.join(format!("{number}.lock"))).map_err(unusable)?;
            if let Some(lock) = lock {
                return Ok(HeldSlot { server, number, writable: true, _lock: Some(lock) });
            }
        }
        Err(KeyTrouble::TooMany(MAX_SLOTS))
    }

    /// Returns the secret key that a client left before there were key pairs. A damaged one counts as none.
    fn read_origin(&self, server: ServerId, number: u8) -> KeyOrigin {
        let path = self.server_folder(server).join(format!("{number}.key"));
        let key = files::read_small(&path).ok().flatten().and_then(|text| text.trim().parse().ok());
        key.map_or(KeyOrigin::New, KeyOrigin::Secret)
    }

    fn read_key(&self, server: ServerId, number: u8) -> (Option<SecretKey>, Option<KeyTrouble>) {
        let path = self.key_file(server, number);
        match files::read_small(&path) {
            Ok(None) => (None, None),
            Ok(Some(text)) => match text.trim().parse() {
                Ok(key) => (Some(key), None),
                Err(_) => (None, Some(damaged(path))),
            },
            Err(error) => (None, Some(KeyTrouble::Unreadable { path, why: error.to_string() })),
        }
    }

    fn server_folder(&self, server: ServerId) -> PathBuf {
        self.folder.join("keys").join(server.to_string())
    }

    fn key_file(&self, server: ServerId, number: u8) -> PathBuf {
        self.server_folder(server).join(format!("{number}.pair"))
    }

    fn muted_file(&self, server: ServerId, number: u8) -> PathBuf {
        self.server_folder(server).join(format!("{number}.muted"))
    }
}

fn new_key() -> SecretKey {
    SecretKey::from_bytes(rand::random())
}

fn damaged(path: PathBuf) -> KeyTrouble {
    match files::set_aside(&path) {
        Ok(aside) => KeyTrouble::Damaged { aside },
        Err(error) => KeyTrouble::Stuck { path, why: error.to_string() },
    }
}

fn name_file(folder: &Path, number: u8) -> PathBuf {
    folder.join(format!("name-{number}"))
}

/// Stores the name of a slot.
pub(super) fn keep_name(folder: &Path, number: u8, name: &Name) -> io::Result<()> {
    files::write_atomically(&name_file(folder, number), &format!("{name}\n"))
}

/// Returns the name last used in a slot. A slot without a name gets the first slot's name and its own number,
/// so that the user can tell two windows apart.
pub(super) fn name_for(folder: &Path, number: u8) -> Option<Name> {
    if let Some(name) = slot_name(folder, number) {
        return Some(name);
    }
    let end = format!(" {number}");
    let first: String = slot_name(folder, 1)?.to_string().chars().take(MAX_NAME_CHARS - end.len()).collect();
    format!("{first}{end}").parse().ok()
}

fn slot_name(folder: &Path, number: u8) -> Option<Name> {
    Name::choose(files::read_small(&name_file(folder, number)).ok()??.trim()).ok()
}
