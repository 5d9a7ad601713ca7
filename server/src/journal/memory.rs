//! The journal in memory: for tests, and as the model that the SQLite journal is compared with.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tengen_shared::{
    game::{DAY_MS, GameId, Millis, Name, PlayerId, RoomCode, Seq},
    protocol::KeyId,
};

use super::{
    Append, Archive, Cause, Checkpoint, EventLog, FinishedGame, Journal, JournalError, Key, KeyAddition,
    KeyRemoval, LOOKED_THROUGH, Later, Old, OldKind, Players, ServerIdentity, Stored, StoredGame, StoredKey,
    StoredPlayer, Summary, Upkeep, Version, WhichGames,
    encoding::{self, Encoded},
    games,
};

/// A journal that is lost when the server stops.
#[derive(Debug)]
pub struct MemoryJournal {
    identity: ServerIdentity,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    rooms: HashMap<RoomCode, Kept>,
    entries: HashMap<Cause, RoomCode>,
    shared: HashSet<RoomCode>,
    days: BTreeSet<u32>,
    players: BTreeMap<PlayerId, Name>,
    keys: BTreeMap<Key, (PlayerId, StoredKey)>,
    last_player: u32,
    games: BTreeMap<GameId, (RoomCode, FinishedGame)>,
    last_game: u32,
    closed: bool,
}

#[derive(Debug)]
struct Kept {
    checkpoint: Option<Checkpoint>,
    /// The numbers of the last events of the records after it, and the records in the form in which they would be on
    /// disk.
    records: Vec<(Option<Seq>, Encoded)>,
    version: Version,
    summary: Summary,
}

impl MemoryJournal {
    /// Creates an empty journal for a server of this identity.
    #[must_use]
    pub fn new(identity: ServerIdentity) -> Self {
        Self { identity, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stored_game(id: GameId, room: &RoomCode, game: &FinishedGame) -> StoredGame {
    StoredGame { id, room: room.clone(), listed: game.listed, body: game.body.clone() }
}

fn at_once<T: Send + 'static>(result: Result<T, JournalError>) -> Later<T> {
    Box::pin(std::future::ready(result))
}

impl State {
    /// Removes entries, sharing marks and games of rooms that no longer exist.
    fn tidy(&mut self) {
        let rooms = &self.rooms;
        self.entries.retain(|_, room| rooms.contains_key(room));
        self.shared.retain(|room| rooms.contains_key(room));
        self.games.retain(|_, (room, _)| rooms.contains_key(room));
    }

    /// Returns the keys of a player, oldest first.
    fn keys_of(&self, player: PlayerId) -> Vec<StoredKey> {
        let own = self.keys.values().filter(|(owner, _)| *owner == player);
        let mut keys: Vec<StoredKey> = own.map(|(_, key)| key.clone()).collect();
        keys.sort_by_key(|stored| (stored.added, stored.key));
        keys
    }

    fn delete(&mut self, room: &RoomCode) {
        self.rooms.remove(room);
        self.tidy();
    }

    fn is_old(&self, old: Old, room: &RoomCode) -> bool {
        let Some(Kept { summary, .. }) = self.rooms.get(room) else { return false };
        let of_kind = match old.kind {
            OldKind::Unshared => {
                !self.shared.contains(room) && self.games.values().all(|(place, _)| place != room)
            }
            OldKind::Playing => summary.playing,
            OldKind::Finished => !summary.playing,
        };
        of_kind && summary.time < old.before
    }

    fn newest_games(
        &self,
        before: Option<GameId>,
        most: usize,
        wanted: impl Fn(&RoomCode, &FinishedGame) -> bool,
    ) -> Vec<StoredGame> {
        let earlier = self.games.iter().rev().filter(|(id, _)| before.is_none_or(|before| **id < before));
        let wanted = earlier.filter(|(_, (room, game))| wanted(room, game));
        wanted.take(most).map(|(id, (room, game))| stored_game(*id, room, game)).collect()
    }

    fn append(&mut self, append: Append) -> Result<Version, JournalError> {
        if self.closed {
            return Err(JournalError::Closed);
        }
        let end = self.rooms.get(&append.room).map_or(Version::NEW, |kept| kept.version);
        if end.seq != append.after.seq {
            return Err(JournalError::Conflict);
        }
        if let Some(cause) = append.entering()
            && let Some(before) = self.entries.get(&cause).filter(|before| **before != append.room)
        {
            return Err(JournalError::EnteredBefore(before.clone()));
        }
        let encoded = encoding::encode(&append.record, append.after.sum).map_err(JournalError::Storage)?;
        let there = |game: &&FinishedGame| {
            self.games.values().any(|(room, known)| *room == append.room && known.number == game.number)
        };
        if let Some(game) = append.finished.iter().find(there) {
            return Err(games::twice(&append.room, game.number));
        }
        if let Some(cause) = append.entering() {
            self.entries.insert(cause, append.room.clone());
        }
        for game in append.finished {
            self.last_game += 1;
            self.games.insert(GameId(self.last_game), (append.room.clone(), game));
        }
        let version = Version::after(&append.record.events, end, encoded.sum);
        let fresh = Kept { checkpoint: None, records: Vec::new(), version, summary: append.summary };
        let kept = self.rooms.entry(append.room).or_insert(fresh);
        kept.records.push((append.record.events.last().map(|event| event.seq), encoded));
        (kept.version, kept.summary) = (version, append.summary);
        Ok(version)
    }
}

impl EventLog for MemoryJournal {
    fn append(&self, append: Append) -> Later<Version> {
        at_once(self.state().append(append))
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        let read = |kept: &Kept| {
            let records = kept.records.iter().map(|(_, encoded)| encoding::decode_cbor(&encoded.body));
            let records: Result<Vec<_>, String> = records.map(|decoded| Ok(decoded?.record)).collect();
            let records = records.map_err(|why| JournalError::Damaged { room: room.clone(), why })?;
            Ok(Stored { checkpoint: kept.checkpoint.clone(), records, version: kept.version })
        };
        at_once(self.state().rooms.get(room).map(read).transpose())
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        let fits = |kept: &Kept| {
            let covered = kept.checkpoint.as_ref().map_or(Seq(0), |checkpoint| checkpoint.seq);
            (covered..=Seq(u32::try_from(kept.version.seq).unwrap_or(u32::MAX))).contains(&checkpoint.seq)
        };
        if let Some(kept) = self.state().rooms.get_mut(room).filter(|kept| fits(kept)) {
            kept.records.retain(|(last, _)| last.is_some_and(|last| last > checkpoint.seq));
            kept.checkpoint = Some(checkpoint);
        }
        at_once(Ok(()))
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        self.state().delete(room);
        at_once(Ok(()))
    }

    fn has_room(&self, room: &RoomCode) -> bool {
        self.state().rooms.contains_key(room)
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        at_once(Ok(self.state().entries.get(&cause).cloned()))
    }

    fn newest(&self) -> Later<Millis> {
        at_once(Ok(self.state().rooms.values().map(|kept| kept.summary.time).max().unwrap_or(0)))
    }

    fn is_healthy(&self) -> bool {
        true
    }
}

impl Upkeep for MemoryJournal {
    fn note_shared(&self, room: &RoomCode) -> Later<()> {
        self.state().shared.insert(room.clone());
        at_once(Ok(()))
    }

    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>> {
        let state = self.state();
        let behind = |room: &&RoomCode| after.as_ref().is_none_or(|after| *room > after);
        let rooms = state.rooms.keys().filter(behind).filter(|room| state.is_old(old, room));
        let mut rooms: Vec<RoomCode> = rooms.cloned().collect();
        drop(state);
        rooms.sort();
        rooms.truncate(most);
        at_once(Ok(rooms))
    }

    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool> {
        let mut state = self.state();
        let is_old = state.is_old(old, room);
        if is_old {
            state.delete(room);
        }
        drop(state);
        at_once(Ok(is_old))
    }

    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]> {
        let mut state = self.state();
        state.days.insert(day);
        let began = |back: u32| {
            let found = state.days.range(..=day).rev().nth(usize::try_from(back).unwrap_or(usize::MAX));
            found.map(|day| Millis::from(*day) * DAY_MS)
        };
        let began = back.map(began);
        drop(state);
        at_once(Ok(began))
    }
}

impl Players for MemoryJournal {
    fn player(&self, key: Key) -> Later<Option<StoredPlayer>> {
        let state = self.state();
        let found = state.keys.get(&key).and_then(|(id, stored)| {
            let name = state.players.get(id)?.clone();
            Some(StoredPlayer { id: *id, name, key_used: stored.used })
        });
        at_once(Ok(found))
    }

    fn secret_keys(&self, id: KeyId) -> Later<Vec<Key>> {
        let state = self.state();
        let meant = |key: &&Key| matches!(key, Key::Secret(_)) && key.id() == id;
        at_once(Ok(state.keys.keys().filter(meant).copied().collect()))
    }

    fn keys(&self, player: PlayerId) -> Later<Vec<StoredKey>> {
        at_once(Ok(self.state().keys_of(player)))
    }

    fn new_player(&self) -> Later<PlayerId> {
        let mut state = self.state();
        state.last_player += 1;
        at_once(Ok(PlayerId(state.last_player)))
    }

    fn add_player(&self, player: PlayerId, name: Name, key: StoredKey) -> Later<()> {
        let mut state = self.state();
        let owner = state.keys.get(&key.key).map(|(owner, _)| *owner);
        let stored = match owner {
            None if !state.players.contains_key(&player) => {
                state.players.insert(player, name);
                state.keys.insert(key.key, (player, key));
                Ok(())
            }
            Some(owner) if owner == player => Ok(()),
            _ => Err(JournalError::Storage(format!(
                "player {} or their key belongs to somebody else",
                player.0
            ))),
        };
        drop(state);
        at_once(stored)
    }

    fn add_key(&self, player: PlayerId, voucher: Key, key: StoredKey, most: usize) -> Later<KeyAddition> {
        let mut state = self.state();
        let addition = KeyAddition::of(&state.keys_of(player), voucher, key.key, most);
        if addition == KeyAddition::Added {
            state.keys.insert(key.key, (player, key));
        }
        drop(state);
        at_once(Ok(addition))
    }

    fn remove_key(&self, player: PlayerId, id: KeyId, used: Key) -> Later<KeyRemoval> {
        let mut state = self.state();
        let removal = KeyRemoval::of(&state.keys_of(player), id, used);
        if let KeyRemoval::Gone(gone) = &removal {
            state.keys.retain(|key, _| !gone.contains(key));
        }
        drop(state);
        at_once(Ok(removal))
    }

    fn note_use(&self, key: Key, day: Millis) -> Later<()> {
        let mut state = self.state();
        if let Some((_, stored)) = state.keys.get_mut(&key) {
            stored.used = day;
        }
        drop(state);
        at_once(Ok(()))
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        let mut state = self.state();
        if let Some(known) = state.players.get_mut(&player) {
            *known = name;
        }
        drop(state);
        at_once(Ok(()))
    }
}

impl Archive for MemoryJournal {
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>> {
        at_once(Ok(self.state().newest_games(before, most, |place, _| place == room)))
    }

    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>> {
        let of_player = |_: &RoomCode, game: &FinishedGame| game.players.contains(&player);
        at_once(Ok(match which {
            WhichGames::All => self.state().newest_games(before, most, of_player),
            WhichGames::Listed => {
                let newest = self.state().newest_games(before, LOOKED_THROUGH, of_player);
                newest.into_iter().filter(|game| game.listed).take(most).collect()
            }
        }))
    }

    fn game(&self, game: GameId) -> Later<Option<StoredGame>> {
        at_once(Ok(self.state().games.get(&game).map(|(room, kept)| stored_game(game, room, kept))))
    }
}

impl Journal for MemoryJournal {
    fn identity(&self) -> &ServerIdentity {
        &self.identity
    }

    fn close(&self) -> Later<()> {
        self.state().closed = true;
        at_once(Ok(()))
    }
}
