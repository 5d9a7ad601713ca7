//! The journal of a cluster: everything is stored in the broker's streams, and every node reads and writes there.
//!
//! A room's records lie under one subject, and each is appended behind the one that its writer knows as the last. So of
//! two nodes that both believe they own a room, one is refused. An append without an answer, or with a refusal, is
//! resolved by reading.

mod archive;
mod checkpoint;
mod copy;
mod draft;
mod entries;
mod frame;
mod players;
mod quick;
mod rooms;
#[cfg(test)]
mod simulation;
mod table;
#[cfg(test)]
mod tests;
mod upkeep;

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use tengen_shared::{
    game::{GameId, Millis, Name, PlayerId, RoomCode},
    protocol::KeyId,
};
use tokio::time::Instant;

use super::{Broker, BrokerError, Filter, Message, NodeName, NodeRun, Nodes, Publish, Subject, broker};
use crate::journal::{
    Append, Archive, Cause, Checkpoint, EventLog, Journal, JournalError, Key, KeyAddition, KeyRemoval, Later,
    Old, Players, ServerIdentity, Stored, StoredGame, StoredKey, StoredPlayer, Upkeep, Version, WhichGames,
};
#[cfg(test)]
use crate::journal::{Record, encoding::Sum};
use archive::GameCache;
pub(crate) use copy::WholeRoom;
use draft::Draft;
pub(crate) use quick::QuickPlace;
#[cfg(test)]
pub(crate) use quick::waiting_rooms;
pub(crate) use rooms::LogEnd;

/// How long to try to read or write: longer than the broker takes to elect a leader, up to 9 seconds.
const PATIENCE: Duration = Duration::from_secs(15);
/// The pause before something is read again.
const READ_AGAIN: Duration = Duration::from_millis(100);

/// The journal of one node of a cluster.
pub struct StreamJournal {
    identity: ServerIdentity,
    store: Arc<Store>,
}

/// Where a room is, or belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    Here,
    There(Tenure),
}

/// The time for which a node owns a room, between two take-overs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tenure {
    pub owner: NodeRun,
    /// Rises with each take-over.
    pub epoch: u64,
}

/// What the operations of the journal share.
struct Store {
    broker: Arc<dyn Broker>,
    nodes: Arc<Nodes>,
    games: GameCache,
    /// The numbers of players that this node may still give out: the next one, and the first that it may not.
    numbers: tokio::sync::Mutex<(u32, u32)>,
    /// Old rooms that this node looks after, as found when a round of upkeep began.
    old: Mutex<Vec<RoomCode>>,
    /// Rooms with finished games that are not in the list of games yet, and how many records have those. They get no
    /// checkpoint, which would remove the record with the game.
    unlisted: Mutex<HashMap<RoomCode, usize>>,
    closed: AtomicBool,
    written: Written,
}

/// How often this node has written.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) stored: AtomicU64,
    /// Refused, or it is not known what has become of them.
    pub(crate) failed: AtomicU64,
}

impl From<BrokerError> for JournalError {
    fn from(error: BrokerError) -> Self {
        Self::Broker(error.to_string())
    }
}

/// Returns the record in a message of a room's log, its checksum, and that of the record before it.
#[cfg(test)]
pub(super) fn read_message(room: &RoomCode, message: &Message) -> Result<(Record, Sum, Sum), JournalError> {
    let (record, _, sum, after) = Store::decode(room, message)?;
    Ok((record, sum, after))
}

impl StreamJournal {
    /// Opens the journal of a node. Copies of the finished games are kept in the file `games`, or in memory.
    ///
    /// # Errors
    /// Returns an error if the broker does not answer, or the file cannot be used.
    pub async fn open(
        broker: Arc<dyn Broker>,
        nodes: Arc<Nodes>,
        games: Option<&Path>,
    ) -> Result<Self, JournalError> {
        let identity = table::identity(&broker).await?;
        Self::open_as(identity, broker, nodes, games).await
    }

    /// Opens the journal to read it, without becoming a node; `None` if no node has ever run.
    pub(crate) async fn open_to_read(broker: Arc<dyn Broker>) -> Result<Option<Self>, JournalError> {
        let Some(identity) = table::stored_identity(&broker).await? else { return Ok(None) };
        let nodes = Arc::new(Nodes::new(NodeRun::begin(NodeName::of_machine("reader"))));
        Self::open_as(identity, broker, nodes, None).await.map(Some)
    }

    async fn open_as(
        identity: ServerIdentity,
        broker: Arc<dyn Broker>,
        nodes: Arc<Nodes>,
        games: Option<&Path>,
    ) -> Result<Self, JournalError> {
        let filling = copy::filling(&broker).await?;
        if filling.is_open {
            return Err(JournalError::HalfImported);
        }
        let games = GameCache::open(games, identity.id.0 ^ filling.number, &broker)?;
        let store = Store {
            broker,
            nodes,
            games,
            numbers: tokio::sync::Mutex::default(),
            old: Mutex::default(),
            unlisted: Mutex::default(),
            closed: AtomicBool::new(false),
            written: Written::default(),
        };
        Ok(Self { identity, store: Arc::new(store) })
    }

    /// Waits, but not for long, until the copy of the finished games has all that are listed now.
    ///
    /// # Errors
    /// Returns an error if the broker does not answer.
    pub async fn has_all_games(&self) -> Result<(), JournalError> {
        let notes = self.store.broker.notes(Filter::Games).await?;
        let last = notes.iter().map(|note| note.sequence).max().unwrap_or(0);
        self.store.games.has_read(last).await;
        Ok(())
    }

    /// Returns how often this node has written.
    pub(crate) fn written(&self) -> &Written {
        &self.store.written
    }

    /// Runs an operation on the store.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Store>) -> F) -> Later<T>
    where
        F: Future<Output = Result<T, JournalError>> + Send + 'static,
    {
        Box::pin(work(self.store.clone()))
    }
}

impl Store {
    /// Checks that this node may write.
    fn check_open(&self) -> Result<(), JournalError> {
        if self.closed.load(Ordering::Acquire) {
            return Err(JournalError::Closed);
        }
        if !self.nodes.has_lease(Instant::now()) {
            return Err(JournalError::NoLease);
        }
        Ok(())
    }

    fn unlisted(&self) -> MutexGuard<'_, HashMap<RoomCode, usize>> {
        self.unlisted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the last message of a subject.
    async fn last(&self, subject: Subject) -> Result<Option<Message>, JournalError> {
        patiently(|| self.broker.last(subject.clone())).await
    }

    /// Returns the messages of a subject from a sequence number on. The last ones may be missing.
    async fn read(&self, subject: Subject, from: u64) -> Result<Vec<Message>, JournalError> {
        patiently(|| self.broker.read(subject.clone(), from)).await
    }

    /// Appends a message. A missing answer, and a refusal, are resolved by reading.
    ///
    /// # Errors
    /// Returns `Conflict` if somebody else has written to the subject, and another error if that is not certain.
    async fn write(&self, publish: Publish) -> Result<u64, JournalError> {
        self.check_open()?;
        let written = Draft::new(&*self.broker, publish).write().await;
        let count = match &written {
            Ok(_) => &self.written.stored,
            Err(_) => &self.written.failed,
        };
        count.fetch_add(1, Ordering::Relaxed);
        written
    }
}

/// Reads until the broker answers, but not for ever: it may be electing a leader.
async fn patiently<T>(read: impl Fn() -> broker::Later<T>) -> Result<T, JournalError> {
    let until = Instant::now() + PATIENCE;
    loop {
        match read().await {
            Err(error @ BrokerError::Away(_)) if Instant::now() < until => {
                tracing::debug!(%error, "reading again");
                tokio::time::sleep(READ_AGAIN).await;
            }
            found => return Ok(found?),
        }
    }
}

impl EventLog for StreamJournal {
    fn append(&self, append: Append) -> Later<Version> {
        self.run(|store| async move { store.append(append).await })
    }

    fn load(&self, room: &RoomCode) -> Later<Option<Stored>> {
        let room = room.clone();
        self.run(|store| async move { store.take_over(&room).await })
    }

    fn view(&self, room: &RoomCode) -> Later<Option<Stored>> {
        let room = room.clone();
        self.run(|store| async move { store.view(&room).await })
    }

    fn is_current(&self, room: &RoomCode, version: Version) -> Later<bool> {
        let room = room.clone();
        self.run(|store| async move { store.is_current(&room, version).await })
    }

    fn checkpoint(&self, room: &RoomCode, checkpoint: Checkpoint) -> Later<()> {
        let room = room.clone();
        self.run(|store| async move { store.checkpoint(&room, checkpoint).await })
    }

    fn delete(&self, room: &RoomCode) -> Later<()> {
        let room = room.clone();
        self.run(|store| async move { store.delete(&room).await })
    }

    /// Always true: only the broker knows.
    fn has_room(&self, _room: &RoomCode) -> bool {
        true
    }

    fn find_room(&self, room: &RoomCode) -> Later<bool> {
        let room = room.clone();
        self.run(|store| async move { store.has_room(&room).await })
    }

    fn entered(&self, cause: Cause) -> Later<Option<RoomCode>> {
        self.run(|store| async move { store.entered(cause).await })
    }

    /// Always 0: every room goes on from its own newest event, because no two machines' clocks are compared.
    fn newest(&self) -> Later<Millis> {
        self.run(|_| async { Ok(0) })
    }

    /// Returns whether this node has its lease, which it writes to the broker twice a second.
    fn is_healthy(&self) -> bool {
        self.store.nodes.has_lease(Instant::now())
    }
}

impl Upkeep for StreamJournal {
    fn note_shared(&self, room: &RoomCode) -> Later<()> {
        let room = room.clone();
        self.run(|store| async move { store.note_shared(&room).await })
    }

    fn old_rooms(&self, old: Old, after: Option<RoomCode>, most: usize) -> Later<Vec<RoomCode>> {
        self.run(|store| async move { store.old_rooms(old, after, most).await })
    }

    fn delete_old(&self, old: Old, room: &RoomCode) -> Later<bool> {
        let room = room.clone();
        self.run(|store| async move { store.delete_old(old, &room).await })
    }

    fn note_day(&self, day: u32, back: [u32; 3]) -> Later<[Option<Millis>; 3]> {
        self.run(|store| async move { store.note_day(day, back).await })
    }
}

impl Players for StreamJournal {
    fn player(&self, key: Key) -> Later<Option<StoredPlayer>> {
        self.run(|store| async move { store.player(key).await })
    }

    fn secret_keys(&self, id: KeyId) -> Later<Vec<Key>> {
        self.run(|store| async move { store.secret_keys(id).await })
    }

    fn keys(&self, player: PlayerId) -> Later<Vec<StoredKey>> {
        self.run(|store| async move { store.keys(player).await })
    }

    fn new_player(&self) -> Later<PlayerId> {
        self.run(|store| async move { store.new_player().await })
    }

    fn add_player(&self, player: PlayerId, name: Name, key: StoredKey) -> Later<()> {
        self.run(|store| async move { store.add_player(player, name, key).await })
    }

    fn add_key(&self, player: PlayerId, voucher: Key, key: StoredKey, most: usize) -> Later<KeyAddition> {
        self.run(|store| async move { store.add_key(player, voucher, key, most).await })
    }

    fn remove_key(&self, player: PlayerId, id: KeyId, used: Key) -> Later<KeyRemoval> {
        self.run(|store| async move { store.remove_key(player, id, used).await })
    }

    fn note_use(&self, key: Key, day: Millis) -> Later<()> {
        self.run(|store| async move { store.note_use(key, day).await })
    }

    fn rename_player(&self, player: PlayerId, name: Name) -> Later<()> {
        self.run(|store| async move { store.rename_player(player, name).await })
    }
}

impl Archive for StreamJournal {
    fn games_of_room(&self, room: &RoomCode, before: Option<GameId>, most: usize) -> Later<Vec<StoredGame>> {
        let room = room.clone();
        self.run(|store| async move { store.games.of_room(room, before, most).await })
    }

    fn games_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        most: usize,
        which: WhichGames,
    ) -> Later<Vec<StoredGame>> {
        self.run(|store| async move { store.games.of_player(player, before, most, which).await })
    }

    fn game(&self, game: GameId) -> Later<Option<StoredGame>> {
        self.run(|store| async move { store.games.one(game).await })
    }
}

impl Journal for StreamJournal {
    fn identity(&self) -> &ServerIdentity {
        &self.identity
    }

    fn close(&self) -> Later<()> {
        self.store.closed.store(true, Ordering::Release);
        self.store.games.stop();
        self.run(|_| async { Ok(()) })
    }
}
