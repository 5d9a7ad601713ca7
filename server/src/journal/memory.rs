//! The journal in memory: for tests, and the model that the other house is compared with.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tengen_shared::game::{Millis, Name, PlayerId, RoomCode};

use super::{
    Append, Cause, Checkpoint, Journal, JournalError, KeyHash, Later, Record, Stored, StoredPlayer, Summary,
    Version,
};

/// A journal that is gone when the server stops.
#[derive(Debug)]
pub struct MemoryJournal {
    server_id: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    rooms: HashMap<RoomCode, (Stored, Summary)>,
    entries: HashMap<Cause, RoomCode>,
    players: Vec<(KeyHash, Name)>,
    closed: bool,
}

impl MemoryJournal {
    /// An empty journal for a server of this identity.
    #[must_use]
    pub fn new(server_id: u64) -> Self {
        Self { server_id, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn at_once<T: Send + 'static>(result: Result<T, JournalError>) -> Later<T> {
    Box::pin(std::future::ready(result))
}

impl State {
    fn forget_entries(&mut self) {
        let rooms = &self.rooms;
        self.entries.retain(|_, room| rooms.contains_key(room));
    }

    fn append(&mut self, append: Append) -> Result<Version, JournalError> {
        if self.closed {
            return Err(JournalError::Closed);
        }
        let end = self.rooms.get(&append.room).map_or(Version::NEW, |(stored, _)| stored.version);
        if end != append.after {
            return Err(JournalError::Conflict);
        }
        if let (true, Some(cause)) = (append.entry, append.record.cause) {
            self.entries.entry(cause).or_insert_with(|| append.room.clone());
        }
        let version = Version::after(&append.record.events, end);
        let fresh = Stored { checkpoint: None, records: Vec::new(), version };
        let (stored, summary) = self.rooms.entry(append.room).or_insert((fresh, append.summary));
        stored.records.push(Record::clone(&append.record));
        stored.version = version;
        *summary = append.summary;
        Ok(version)
    }
}

impl Journal for MemoryJournal {
    fn append(&self, append: Append) -> Later<Version> {
        at_once(self.state().append(append))
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        at_once(Ok(self.state().rooms.get(room).map(|(stored, _)| stored.clone())))
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        if let Some((stored, _)) = self.state().rooms.get_mut(room) {
            stored.records.retain(|record| record.events.iter().any(|event| event.seq > checkpoint.seq));
            stored.checkpoint = Some(checkpoint);
        }
        at_once(Ok(()))
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        let mut state = self.state();
        state.rooms.remove(room);
        state.forget_entries();
        at_once(Ok(()))
    }

    fn playing(&self) -> Later<Vec<RoomCode>> {
        let state = self.state();
        let playing = state.rooms.iter().filter(|(_, (_, summary))| summary.playing);
        at_once(Ok(playing.map(|(room, _)| room.clone()).collect()))
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        at_once(Ok(self.state().entries.get(&cause).cloned()))
    }

    fn purge(&self, before: Millis) -> Later<usize> {
        let mut state = self.state();
        let count = state.rooms.len();
        state.rooms.retain(|_, (_, summary)| summary.playing || summary.time >= before);
        state.forget_entries();
        at_once(Ok(count - state.rooms.len()))
    }

    fn player(&self, key: KeyHash) -> Later<Option<StoredPlayer>> {
        let state = self.state();
        let found = state.players.iter().zip(1..).find(|((hash, _), _)| *hash == key);
        at_once(Ok(found.map(|((_, name), id)| StoredPlayer { id: PlayerId(id), name: name.clone() })))
    }

    fn add_player(&self, name: Name, key: KeyHash) -> Later<PlayerId> {
        let mut state = self.state();
        state.players.push((key, name));
        let count = u32::try_from(state.players.len());
        at_once(count.map(PlayerId).map_err(|_| JournalError::Storage("too many players".to_owned())))
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        let index = usize::try_from(player.0).ok().and_then(|id| id.checked_sub(1));
        let mut state = self.state();
        if let Some((_, known)) = index.and_then(|index| state.players.get_mut(index)) {
            *known = name;
        }
        drop(state);
        at_once(Ok(()))
    }

    fn server_id(&self) -> u64 {
        self.server_id
    }

    fn is_healthy(&self) -> bool {
        true
    }

    fn close(&self) -> Later<()> {
        self.state().closed = true;
        at_once(Ok(()))
    }
}
