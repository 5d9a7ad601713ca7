//! Everything that a cluster stores, for export and import.

use std::{collections::BTreeSet, sync::Arc};

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use tengen_shared::game::{Name, PlayerId, RoomCode};

use super::{
    StreamJournal,
    frame::{Note, StateNote},
    rooms::{LogEnd, Read},
    table::{self, Change},
};
use crate::{
    cluster::{Broker, Filter, Publish, Shard, Subject},
    journal::{
        Cause, Checkpoint, FinishedGame, JournalError, Record, ServerIdentity, StoredKey, Summary, games,
    },
};

/// How many seconds no finished game may come before an export gives up.
const STALLED: u32 = 30;

/// What a cluster stores, without the data itself.
pub(crate) struct Contents {
    pub(crate) players: Vec<PlayerId>,
    pub(crate) entries: Vec<Cause>,
    /// The highest number that a player may have.
    pub(crate) last_player: u32,
}

/// A room with what it takes to go on with it.
pub(crate) struct WholeRoom {
    pub(crate) summary: Summary,
    pub(crate) checkpoint: Option<Checkpoint>,
    /// Those after the checkpoint, or the last one if it covers all.
    pub(crate) records: Vec<Record>,
    /// The games that ended with those after the checkpoint, and may not be in the list of games yet.
    pub(crate) finished: Vec<FinishedGame>,
}

/// The last import into a cluster.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Filled {
    /// A random number, by which copies of earlier streams are told apart; 0 if there was no import.
    pub(super) number: u64,
    /// Whether the import has not ended.
    pub(super) is_open: bool,
}

/// Returns what is known of the last import into a cluster.
pub(super) async fn filling(broker: &Arc<dyn Broker>) -> Result<Filled, JournalError> {
    let last = broker.last(Subject::Filling).await?;
    last.map_or_else(|| Ok(Filled::default()), |last| table::decode(&Subject::Filling, &last.body))
}

impl StreamJournal {
    /// Returns the rooms of the cluster. While nodes run, more may come.
    pub(crate) async fn rooms(&self) -> Result<Vec<RoomCode>, JournalError> {
        let mut rooms = Vec::new();
        for shard in Shard::all() {
            for message in self.store.broker.notes(Filter::Logs(shard)).await? {
                if let Subject::Log(room) = message.subject
                    && message.note.parse() != Ok(Note::Deleted)
                {
                    rooms.push(room);
                }
            }
        }
        rooms.sort();
        Ok(rooms)
    }

    /// Returns what the cluster stores besides rooms and games.
    pub(crate) async fn contents(&self) -> Result<Contents, JournalError> {
        let store = &self.store;
        let (mut players, mut entries) = (Vec::new(), Vec::new());
        for filter in [Filter::Players, Filter::Entries] {
            for message in store.broker.notes(filter).await? {
                match message.subject {
                    Subject::Player(player) => players.push(player),
                    Subject::Entry(cause) => entries.push(cause),
                    _ => {}
                }
            }
        }
        players.sort();
        entries.sort();
        let last_player = store.value(Subject::LastPlayer).await?.unwrap_or(0);
        Ok(Contents { players, entries, last_player })
    }

    /// Waits until the copy of the finished games has all that are listed now.
    ///
    /// # Errors
    /// Returns an error if no more of them come.
    pub(crate) async fn read_all_games(&self) -> Result<(), JournalError> {
        let games = &self.store.games;
        let notes = self.store.broker.notes(Filter::Games).await?;
        let last = notes.iter().map(|note| note.sequence).max().unwrap_or(0);
        let (mut reached, mut stalled) = (games.progress(), 0);
        while !games.has_read(last).await {
            let before = std::mem::replace(&mut reached, games.progress());
            stalled = if before == reached { stalled + 1 } else { 0 };
            if stalled > STALLED {
                return Err(JournalError::Broker("the finished games do not come".to_owned()));
            }
        }
        Ok(())
    }

    /// Calls `read` with the tables of the finished games.
    pub(crate) fn with_games<T>(&self, read: impl FnOnce(&Connection) -> T) -> T {
        self.store.games.with(read)
    }

    /// Returns a player's name; `None` if there is no such player.
    pub(crate) async fn name_of(&self, player: PlayerId) -> Result<Option<Name>, JournalError> {
        self.store.name_of(player).await
    }

    /// Returns a room with what it takes to go on with it; `None` if it is not there.
    pub(crate) async fn whole_room(&self, room: &RoomCode) -> Result<Option<WholeRoom>, JournalError> {
        let Some(Read { stored, covered, finished, last, .. }) = self.store.read_room(room).await? else {
            return Ok(None);
        };
        let Note::Record(_, summary) = last else { return Ok(None) };
        let covered = covered.filter(|_| stored.records.is_empty());
        let records = covered.into_iter().chain(stored.records).collect();
        Ok(Some(WholeRoom { summary, checkpoint: stored.checkpoint, records, finished }))
    }

    /// Notes that an import begins. From now on no other node can start.
    pub(crate) async fn begin_filling(&self) -> Result<(), JournalError> {
        let number = rand::random();
        self.store
            .change(Subject::Filling, |_: Option<Filled>| Change::Put(Filled { number, is_open: true }, ()))
            .await
    }

    /// Notes that the import has ended, or has changed nothing.
    pub(crate) async fn end_filling(&self) -> Result<(), JournalError> {
        let close =
            |last: Option<Filled>| Change::Put(Filled { is_open: false, ..last.unwrap_or_default() }, ());
        self.store.change(Subject::Filling, close).await
    }

    /// Makes this the cluster with this identity. Nodes that run know the former one.
    pub(crate) async fn fill_identity(&self, identity: &ServerIdentity) -> Result<(), JournalError> {
        let value = table::StoredIdentity::of(identity);
        self.store.change(Subject::Identity, |_| Change::Put(value.clone(), ())).await
    }

    /// Lets the numbers of new players begin behind `last_player`.
    pub(crate) async fn fill_last_player(&self, last_player: u32) -> Result<(), JournalError> {
        let last = |last: Option<u32>| Change::Put(last.unwrap_or(0).max(last_player), ());
        self.store.change(Subject::LastPlayer, last).await
    }

    /// Stores a player with keys that nobody else has.
    pub(crate) async fn fill_player(
        &self,
        player: PlayerId,
        name: &Name,
        keys: &[StoredKey],
    ) -> Result<(), JournalError> {
        self.store.put_player(player, name, keys).await
    }

    /// Appends a record to the log of a room that is as `summary` says in the end; a record without events if `None`, up to
    /// the event `seq`.
    pub(crate) async fn fill_record(
        &self,
        room: &RoomCode,
        end: LogEnd,
        record: Option<&Record>,
        (seq, summary): (u64, Summary),
    ) -> Result<LogEnd, JournalError> {
        let empty = Record::new(None, Vec::new());
        self.store.append_record(room, end, (record.unwrap_or(&empty), &[]), Note::Record(seq, summary)).await
    }

    /// Stores the checkpoint of a room; the last record that it covers is `covered`.
    pub(crate) async fn fill_checkpoint(
        &self,
        room: &RoomCode,
        Checkpoint { seq, state }: Checkpoint,
        covered: LogEnd,
    ) -> Result<(), JournalError> {
        let note = StateNote { seq: u64::from(seq.0), sequence: covered.sequence() };
        let publish = Publish::new(Subject::State(room.clone()), 0, state).with_note(&note);
        self.store.write(publish).await?;
        Ok(())
    }

    /// Stores a finished game.
    pub(crate) async fn fill_game(&self, room: &RoomCode, game: &FinishedGame) -> Result<(), JournalError> {
        let subject = Subject::Game(room.clone(), game.number);
        match self.store.write(Publish::new(subject, 0, table::encode(game)?)).await {
            Err(JournalError::Conflict) => Err(games::twice(room, game.number)),
            stored => stored.map(drop),
        }
    }

    /// Stores into which room a command led its sender.
    pub(crate) async fn fill_entry(&self, cause: Cause, room: &RoomCode) -> Result<(), JournalError> {
        self.store.note_entry(cause, room, false, &BTreeSet::new()).await.map(drop)
    }
}
