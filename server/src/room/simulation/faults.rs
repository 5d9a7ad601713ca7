//! A journal that fails on demand, and keeps every record that was written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_shared::{
    game::{GameId, Millis, Name, PlayerId, RoomCode},
    protocol::KeyId,
};

use crate::journal::{
    Append, Archive, Cause, Checkpoint, EventLog, Journal, JournalError, Key, KeyAddition, KeyRemoval, Later,
    MemoryJournal, Old, Players, Record, ServerIdentity, Stored, StoredGame, StoredKey, StoredPlayer, Upkeep,
    Version, WhichGames,
};

/// How the journal fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Fault {
    #[default]
    None,
    /// Appends are not written, and fail.
    NotWritten,
    /// Appends are written but fail, as if the process died in between.
    WrittenUnacknowledged,
    /// No room can be loaded.
    Unreadable,
    /// The room panics, as by a bug of its own.
    Panic,
}

#[derive(Debug, Default)]
struct State {
    fault: Fault,
    checkpoints_fail: bool,
    written: Vec<Record>,
}

#[derive(Debug)]
pub(super) struct FaultyJournal {
    inner: MemoryJournal,
    state: Mutex<State>,
}

impl FaultyJournal {
    pub(super) fn new() -> Self {
        Self { inner: MemoryJournal::new(ServerIdentity::random()), state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_fault(&self, fault: Fault) {
        self.state().fault = fault;
    }

    pub(super) fn fail_checkpoints(&self, fail: bool) {
        self.state().checkpoints_fail = fail;
    }

    /// Returns every record that was ever written, in order.
    pub(super) fn written(&self) -> Vec<Record> {
        self.state().written.clone()
    }
}

fn failed<T: Send + 'static>() -> Later<T> {
    Box::pin(std::future::ready(Err(JournalError::Storage("the disk is full".to_owned()))))
}

impl EventLog for FaultyJournal {
    fn append(&self, append: Append) -> Later<Version> {
        let mut state = self.state();
        if state.fault == Fault::NotWritten {
            return failed();
        }
        assert!(state.fault != Fault::Panic, "on purpose");
        let unheard = state.fault == Fault::WrittenUnacknowledged;
        let record = Record::clone(&append.record);
        let inner = &self.inner;
        let done = futures_util::FutureExt::now_or_never(inner.append(append)).unwrap();
        if done.is_ok() {
            state.written.push(record);
        }
        if unheard {
            return failed();
        }
        Box::pin(std::future::ready(done))
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        if self.state().fault == Fault::Unreadable { failed() } else { self.inner.load(room) }
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        if self.state().checkpoints_fail { failed() } else { self.inner.checkpoint(room, checkpoint) }
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        self.inner.delete(room)
    }

    fn has_room(&self, room: &RoomCode) -> bool {
        self.inner.has_room(room)
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        self.inner.entered(cause)
    }

    fn newest(&self) -> Later<Millis> {
        self.inner.newest()
    }

    fn is_healthy(&self) -> bool {
        true
    }
}

impl Upkeep for FaultyJournal {
    fn note_shared(&self, room: &RoomCode) -> Later<()> {
        self.inner.note_shared(room)
    }

    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>> {
        self.inner.old_rooms(old, after, most)
    }

    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool> {
        self.inner.delete_old(old, room)
    }

    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]> {
        self.inner.note_day(day, back)
    }
}

impl Players for FaultyJournal {
    fn player(&self, key: Key) -> Later<Option<StoredPlayer>> {
        self.inner.player(key)
    }

    fn secret_keys(&self, id: KeyId) -> Later<Vec<Key>> {
        self.inner.secret_keys(id)
    }

    fn keys(&self, player: PlayerId) -> Later<Vec<StoredKey>> {
        self.inner.keys(player)
    }

    fn new_player(&self) -> Later<PlayerId> {
        self.inner.new_player()
    }

    fn add_player(&self, player: PlayerId, name: Name, key: StoredKey) -> Later<()> {
        self.inner.add_player(player, name, key)
    }

    fn add_key(&self, player: PlayerId, voucher: Key, key: StoredKey, most: usize) -> Later<KeyAddition> {
        self.inner.add_key(player, voucher, key, most)
    }

    fn remove_key(&self, player: PlayerId, id: KeyId, used: Key) -> Later<KeyRemoval> {
        self.inner.remove_key(player, id, used)
    }

    fn note_use(&self, key: Key, day: Millis) -> Later<()> {
        self.inner.note_use(key, day)
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        self.inner.rename_player(player, name)
    }
}

impl Archive for FaultyJournal {
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>> {
        self.inner.games_of_room(room, before, most)
    }

    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>> {
        self.inner.games_of_player(player, before, most, which)
    }

    fn game(&self, game: GameId) -> Later<Option<StoredGame>> {
        self.inner.game(game)
    }
}

impl Journal for FaultyJournal {
    fn identity(&self) -> &ServerIdentity {
        self.inner.identity()
    }

    fn close(&self) -> Later<()> {
        self.inner.close()
    }
}
