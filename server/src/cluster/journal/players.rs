//! Players and their keys.
//!
//! A player's record has their keys; another value says to whom the keys with a short name belong. A key counts if both
//! agree. So a key changes hands, or goes, with one write.

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{Millis, Name, PlayerId},
    protocol::{HexBytes, KeyId, KeyKind},
};

use super::{Store, table::Change};
use crate::{
    cluster::Subject,
    journal::{JournalError, Key, KeyAddition, KeyRemoval, StoredKey, StoredPlayer},
};

/// Numbers of players reserved per write. After a restart, those not yet given out are skipped.
const RESERVED: u32 = 100;

/// A player as they are stored.
#[derive(Clone, Serialize, Deserialize)]
struct Person {
    name: Name,
    keys: Vec<Entry>,
}

/// A key in a player's record.
#[derive(Clone, Serialize, Deserialize)]
struct Entry {
    kind: KeyKind,
    key: HexBytes<32>,
    device: String,
    added: Millis,
    used: Millis,
}

/// The owner of a key.
#[derive(Clone, Serialize, Deserialize)]
struct Holder {
    kind: KeyKind,
    key: HexBytes<32>,
    player: PlayerId,
}

impl Holder {
    fn key(&self) -> Key {
        Key::of(self.kind, self.key.0)
    }
}

impl From<&StoredKey> for Entry {
    fn from(stored: &StoredKey) -> Self {
        let (kind, key) = stored.key.parts();
        let StoredKey { device, added, used, .. } = stored;
        Self { kind, key: HexBytes(*key), device: device.clone(), added: *added, used: *used }
    }
}

impl From<&Entry> for StoredKey {
    fn from(entry: &Entry) -> Self {
        let Entry { kind, key, device, added, used } = entry;
        Self { key: Key::of(*kind, key.0), device: device.clone(), added: *added, used: *used }
    }
}

impl Person {
    fn stored_keys(&self) -> Vec<StoredKey> {
        let mut keys: Vec<StoredKey> = self.keys.iter().map(StoredKey::from).collect();
        keys.sort_by_key(|stored| (stored.added, stored.key));
        keys
    }

    fn find(&self, key: &Key) -> Option<StoredKey> {
        self.stored_keys().into_iter().find(|stored| stored.key == *key)
    }

    fn without(mut self, gone: &[Key]) -> Self {
        self.keys.retain(|entry| !gone.contains(&StoredKey::from(entry).key));
        self
    }

    fn with(self, key: &StoredKey) -> Self {
        let mut person = self.without(&[key.key]);
        person.keys.push(key.into());
        person
    }
}

impl Store {
    /// Returns the player to whom a key belongs if the player's record agrees.
    async fn holder(&self, key: Key) -> Result<Option<PlayerId>, JournalError> {
        let holders: Option<Vec<Holder>> = self.value(Subject::Key(key.id())).await?;
        let found = holders.unwrap_or_default().into_iter().find(|holder| holder.key() == key);
        Ok(found.map(|holder| holder.player))
    }

    /// Lets a key belong to a player from now on, if the player's record agrees.
    async fn hold(&self, key: Key, player: PlayerId) -> Result<(), JournalError> {
        let (kind, bytes) = key.parts();
        self.change(Subject::Key(key.id()), |holders: Option<Vec<Holder>>| {
            let mut holders = holders.unwrap_or_default();
            holders.retain(|holder| holder.key() != key);
            holders.push(Holder { kind, key: HexBytes(*bytes), player });
            Change::Put(holders, ())
        })
        .await
    }

    /// Stores a player with keys that nobody else has.
    pub(super) async fn put_player(
        &self,
        player: PlayerId,
        name: &Name,
        keys: &[StoredKey],
    ) -> Result<(), JournalError> {
        let person = Person { name: name.clone(), keys: keys.iter().map(Entry::from).collect() };
        self.change(Subject::Player(player), |_| Change::Put(person.clone(), ())).await?;
        for stored in keys {
            self.hold(stored.key, player).await?;
        }
        Ok(())
    }

    pub(super) async fn name_of(&self, player: PlayerId) -> Result<Option<Name>, JournalError> {
        Ok(self.person(player).await?.map(|person| person.name))
    }

    async fn person(&self, player: PlayerId) -> Result<Option<Person>, JournalError> {
        self.value(Subject::Player(player)).await
    }

    pub(super) async fn player(&self, key: Key) -> Result<Option<StoredPlayer>, JournalError> {
        let Some(id) = self.holder(key).await? else { return Ok(None) };
        let person = self.person(id).await?;
        Ok(person.and_then(|person| {
            let key_used = person.find(&key)?.used;
            Some(StoredPlayer { id, name: person.name, key_used })
        }))
    }

    pub(super) async fn secret_keys(&self, id: KeyId) -> Result<Vec<Key>, JournalError> {
        let holders: Option<Vec<Holder>> = self.value(Subject::Key(id)).await?;
        let mut keys = Vec::new();
        for holder in holders.unwrap_or_default() {
            let key = holder.key();
            if holder.kind == KeyKind::Secret && self.player(key).await?.is_some() {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    pub(super) async fn keys(&self, player: PlayerId) -> Result<Vec<StoredKey>, JournalError> {
        let mut keys = Vec::new();
        for stored in self.person(player).await?.map(|person| person.stored_keys()).unwrap_or_default() {
            // Another player may have it by now.
            if self.holder(stored.key).await? == Some(player) {
                keys.push(stored);
            }
        }
        Ok(keys)
    }

    pub(super) async fn new_player(&self) -> Result<PlayerId, JournalError> {
        let mut numbers = self.numbers.lock().await;
        if numbers.0 >= numbers.1 {
            let last = self
                .change(Subject::LastPlayer, |last: Option<u32>| {
                    let last = last.unwrap_or(0);
                    Change::Put(last.saturating_add(RESERVED), last)
                })
                .await?;
            *numbers = (last.saturating_add(1), last.saturating_add(RESERVED + 1));
        }
        let number = numbers.0;
        numbers.0 += 1;
        Ok(PlayerId(number))
    }

    pub(super) async fn add_player(
        &self,
        player: PlayerId,
        name: Name,
        key: StoredKey,
    ) -> Result<(), JournalError> {
        let taken = || {
            Err(JournalError::Storage(format!("player {} or their key belongs to somebody else", player.0)))
        };
        if let Some(owner) = self.player(key.key).await? {
            return if owner.id == player { Ok(()) } else { taken() };
        }
        let is_new = self
            .change(Subject::Player(player), |known: Option<Person>| match known {
                Some(known) if known.find(&key.key).is_none() => Change::Keep(false),
                // The owner of the key was not noted the last time.
                Some(_) => Change::Keep(true),
                None => Change::Put(Person { name: name.clone(), keys: vec![Entry::from(&key)] }, true),
            })
            .await?;
        if is_new { self.hold(key.key, player).await } else { taken() }
    }

    pub(super) async fn add_key(
        &self,
        player: PlayerId,
        voucher: Key,
        key: StoredKey,
        most: usize,
    ) -> Result<KeyAddition, JournalError> {
        let known = self.keys(player).await?;
        let addition = self
            .change(Subject::Player(player), |person: Option<Person>| {
                let Some(person) = person else { return Change::Keep(KeyAddition::NotVouched) };
                // Keys that now belong to others do not count.
                let own = |stored: &StoredKey| known.iter().any(|known| known.key == stored.key);
                let own: Vec<StoredKey> = person.stored_keys().into_iter().filter(own).collect();
                match KeyAddition::of(&own, voucher, key.key, most) {
                    KeyAddition::Added => Change::Put(person.with(&key), KeyAddition::Added),
                    other => Change::Keep(other),
                }
            })
            .await?;
        if addition == KeyAddition::Added {
            self.hold(key.key, player).await?;
        }
        Ok(addition)
    }

    pub(super) async fn remove_key(
        &self,
        player: PlayerId,
        id: KeyId,
        used: Key,
    ) -> Result<KeyRemoval, JournalError> {
        let known = self.keys(player).await?;
        self.change(Subject::Player(player), |person: Option<Person>| {
            let Some(person) = person else { return Change::Keep(KeyRemoval::Unknown) };
            let own: Vec<StoredKey> =
                known.iter().filter(|stored| person.find(&stored.key).is_some()).cloned().collect();
            match KeyRemoval::of(&own, id, used) {
                KeyRemoval::Gone(gone) => Change::Put(person.without(&gone), KeyRemoval::Gone(gone)),
                other => Change::Keep(other),
            }
        })
        .await
    }

    pub(super) async fn note_use(&self, key: Key, day: Millis) -> Result<(), JournalError> {
        let Some(player) = self.holder(key).await? else { return Ok(()) };
        self.change(Subject::Player(player), |person: Option<Person>| {
            match person.and_then(|person| Some((person.find(&key)?, person))) {
                Some((stored, person)) if stored.used != day => {
                    Change::Put(person.with(&StoredKey { used: day, ..stored }), ())
                }
                _ => Change::Keep(()),
            }
        })
        .await
    }

    pub(super) async fn rename_player(&self, player: PlayerId, name: Name) -> Result<(), JournalError> {
        self.change(Subject::Player(player), |person: Option<Person>| match person {
            Some(person) => Change::Put(Person { name: name.clone(), ..person }, ()),
            None => Change::Keep(()),
        })
        .await
    }
}
