//! The keys of a profile: per server in numbered slots, each locked while a client uses it.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use tengen_session::{link::KeyTrouble, room::Muted};
use tengen_shared::{
    game::Name,
    protocol::{PlayerKey, ServerId},
};

use super::files;

/// The most clients that may run on one machine against one server.
const MAX_SLOTS: u8 = 64;

/// The keys of a profile, and the slot that this program holds.
#[derive(Debug)]
pub struct KeyRing {
    folder: PathBuf,
    /// Held until the program ends; a named profile has one slot only.
    profile_lock: Option<File>,
    /// The slot that is taken first if it is free.
    preferred: u8,
    held: Option<HeldSlot>,
}

/// A slot in use. The lock is given back when it is dropped.
#[derive(Debug)]
struct HeldSlot {
    server: ServerId,
    number: u8,
    /// Whether its key may be written: one that is there and cannot be read is left to the user.
    writable: bool,
    _lock: Option<File>,
}

/// What was found in a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenSlot {
    /// The slot's number, from 1; 0 if none could be had and nothing will be kept.
    pub number: u8,
    /// The key of an earlier visit.
    pub key: Option<PlayerKey>,
    /// The name last used here.
    pub name: Option<Name>,
    /// Whom the user does not want to hear there.
    pub muted: Muted,
    /// Something that the user should know.
    pub notice: Option<KeyTrouble>,
}

impl KeyRing {
    pub(super) fn new(folder: PathBuf, profile_lock: Option<File>) -> Self {
        Self { folder, profile_lock, preferred: 1, held: None }
    }

    /// Takes the slot of this number first if it is free: a program that has its number again is the same player again.
    #[must_use]
    pub fn prefer(self, number: u8) -> Self {
        Self { preferred: number, ..self }
    }

    /// Takes the first free slot for `server`, or keeps the one already held. It always succeeds: if the
    /// files cannot be used, the player is a new one and the notice says why.
    pub fn open(&mut self, server: ServerId) -> OpenSlot {
        if self.held.as_ref().is_none_or(|held| held.server != server) {
            self.held = None;
            match self.take_slot(server) {
                Ok(slot) => self.held = Some(slot),
                Err(trouble) => return OpenSlot { notice: Some(trouble), ..OpenSlot::default() },
            }
        }
        let number = self.held.as_ref().map_or(1, |held| held.number);
        let (key, notice) = self.read_key(server, number);
        let lost = matches!(notice, Some(KeyTrouble::Unreadable { .. } | KeyTrouble::Stuck { .. }));
        if let Some(held) = &mut self.held {
            held.writable = !lost;
        }
        let name = name_for(&self.folder, number);
        let muted = files::read_small(&self.muted_file(server, number));
        // A file that cannot be read mutes nobody: that is heard soon enough.
        let muted = Muted::read(&muted.ok().flatten().unwrap_or_default());
        OpenSlot { number, key, name, muted, notice }
    }

    /// Keeps the key, and the name if there is one, in the slot that is held.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn keep(&self, key: &PlayerKey, name: Option<&Name>) -> io::Result<()> {
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

    /// Keeps whom the user does not want to hear, in the slot that is held.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_muted(&self, muted: &Muted) -> io::Result<()> {
        let Some(held) = &self.held else { return Ok(()) };
        files::write_atomically(&self.muted_file(held.server, held.number), &muted.to_string())
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

    fn read_key(&self, server: ServerId, number: u8) -> (Option<PlayerKey>, Option<KeyTrouble>) {
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
        self.server_folder(server).join(format!("{number}.key"))
    }

    fn muted_file(&self, server: ServerId, number: u8) -> PathBuf {
        self.server_folder(server).join(format!("{number}.muted"))
    }
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

/// Keeps the name of a slot.
pub(super) fn keep_name(folder: &Path, number: u8, name: &Name) -> io::Result<()> {
    files::write_atomically(&name_file(folder, number), &format!("{name}\n"))
}

/// Returns the name last used in a slot. A slot without a name gets the first slot's name and its own number, so that
/// two windows can be told apart.
pub(super) fn name_for(folder: &Path, number: u8) -> Option<Name> {
    slot_name(folder, number).or_else(|| format!("{} {number}", slot_name(folder, 1)?).parse().ok())
}

fn slot_name(folder: &Path, number: u8) -> Option<Name> {
    files::read_small(&name_file(folder, number)).ok()??.trim().parse().ok()
}
