//! Export from a cluster, and import into one.

use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    io::{Read, Seek as _, SeekFrom, Write},
    sync::Arc,
    time::Duration,
};

use tengen_shared::{
    game::{GameId, RoomCode, Seq},
    protocol::{HexBytes, SecretKey},
};
use tokio::time::Instant;

use super::{
    Identity, TransferError, Transferred,
    export::{self, Lines, header},
    import::{self, LinesIn},
    lines::{self, Entry, Game, Kind, Line, Player, RecordLine, Room, raw},
};
use crate::{
    cluster::{
        Broker, BrokerConfig, ClusterConfig, Duty, LogEnd, Membership, NodeName, StreamJournal, WholeRoom,
    },
    journal::{
        Checkpoint, EventLog as _, FinishedGame, Journal as _, JournalError, Players as _, Record,
        ServerIdentity, Stored, Summary, Upkeep as _, Version,
    },
    room::machine::Machine,
};

/// How long an import looks whether a node runs: until a new one is seen, and until the lease of a dead one has stood still
/// for long enough.
const LOOK: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(6));
/// The pause before looking again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// How long an import waits for its lease while the brokers elect a leader.
const LEASE_WITHIN: Duration = Duration::from_secs(60);

/// The state of the rooms that an export has, for the games that go with them.
#[derive(Default)]
struct Rooms {
    /// The number of finished games of each.
    finished: BTreeMap<RoomCode, u32>,
    /// The games that may not be in the list yet.
    late: Vec<(RoomCode, FinishedGame)>,
}

/// Writes everything that a cluster stores to `out`. Errors call `out` by `name`. Nodes may run meanwhile: then each room is
/// as it is at some moment, with the games that had ended by then.
///
/// # Errors
/// Returns an error if the broker cannot be read, no node has ever run there, or `out` cannot be written.
pub async fn export_cluster(
    broker: Arc<dyn Broker>,
    out: impl Write,
    name: &str,
    identity: Identity,
) -> Result<Transferred, TransferError> {
    let journal = StreamJournal::open_to_read(broker).await?.ok_or(TransferError::NoCluster)?;
    let mut done = Transferred::default();
    // The rooms first, because what they name must be known afterwards; but in the file they come later.
    let temporary = tempfile::tempfile().map_err(TransferError::Temporary)?;
    let mut spool = Lines::new(&temporary, name);
    let rooms = put_rooms(&journal, &mut spool, &mut done).await?;
    let spooled = spool.stop()?;
    let contents = journal.contents().await?;
    let mut out = Lines::new(out, name);
    let own = journal.identity();
    let secret = (identity == Identity::Included).then(|| HexBytes(*own.key.expose_bytes()));
    done.about_key = secret.is_some().then_some(export::HAS_KEY);
    out.put(Kind::Export, &header(own.id, contents.last_player, secret))?;
    let mut written = HashSet::new();
    for id in contents.players {
        let Some(player_name) = journal.name_of(id).await? else { continue };
        let mut keys = journal.keys(id).await?;
        // One may have changed hands meanwhile.
        keys.retain(|stored| written.insert(stored.key));
        let keys = keys.into_iter().map(Into::into).collect();
        out.put(Kind::Player, &Player { id, name: player_name, keys, key_hash: None })?;
        done.players += 1;
    }
    out.append(&temporary, spooled)?;
    for cause in contents.entries {
        let room = journal.entered(cause).await?;
        if let Some(room) = room.filter(|room| rooms.finished.contains_key(room)) {
            out.put(Kind::Entry, &Entry { cause, room })?;
        }
    }
    done.games = put_games(&journal, &mut out, rooms).await?;
    out.end()?;
    Ok(done)
}

async fn put_rooms(
    journal: &StreamJournal,
    out: &mut Lines<'_, impl Write>,
    done: &mut Transferred,
) -> Result<Rooms, TransferError> {
    let mut rooms = Rooms::default();
    for code in journal.rooms().await? {
        let whole = match journal.whole_room(&code).await {
            Ok(Some(whole)) => whole,
            // It has been deleted meanwhile.
            Ok(None) => continue,
            Err(JournalError::Damaged { room, why }) => {
                done.damaged.push((room, why));
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let late: Vec<_> = whole.finished.iter().map(|game| (code.clone(), game.clone())).collect();
        match put_room(out, &code, whole)? {
            Ok(finished) => {
                rooms.finished.insert(code, finished);
                rooms.late.extend(late);
            }
            Err(why) => done.damaged.push((code, why)),
        }
    }
    done.rooms = rooms.finished.len();
    Ok(rooms)
}

/// Writes a room. Returns the number of its finished games, or why no server could open it.
fn put_room(
    out: &mut Lines<'_, impl Write>,
    code: &RoomCode,
    WholeRoom { summary, checkpoint, records, .. }: WholeRoom,
) -> Result<Result<u32, String>, TransferError> {
    let stored = Stored {
        checkpoint: checkpoint.clone(),
        // The checkpoint covers the only record, or none of them.
        records: records.iter().filter(|record| is_behind(record, checkpoint.as_ref())).cloned().collect(),
        version: Version::NEW,
    };
    let finished = match Machine::restore(code, &stored) {
        Ok(machine) => machine.room().games_finished(),
        Err(corrupt) => return Ok(Err(corrupt.to_string())),
    };
    let checkpoint = match checkpoint.map(|Checkpoint { seq, state }| (seq, raw(&state))) {
        Some((seq, Ok(state))) => Some(lines::Checkpoint { seq, state }),
        Some((_, Err(error))) => return Ok(Err(error.to_string())),
        None => None,
    };
    let Summary { playing, played, time } = summary;
    out.put(Kind::Room, &Room { room: code.clone(), playing, played, time, checkpoint })?;
    for record in &records {
        let text = serde_json::to_string(record).and_then(|text| raw(&text));
        let record = text.map_err(|error| out.failed(error.into()))?;
        out.put(Kind::Record, &RecordLine { record })?;
    }
    Ok(Ok(finished))
}

/// Writes the games that had ended when their rooms were read. Returns their number.
async fn put_games(
    journal: &StreamJournal,
    out: &mut Lines<'_, impl Write>,
    Rooms { finished, mut late }: Rooms,
) -> Result<usize, TransferError> {
    journal.read_all_games().await?;
    let mut last = GameId(0);
    let listed = journal.with_games(|connection| {
        export::games(connection, out, |game| {
            last = last.max(game.id);
            late.retain(|(room, late)| (room, late.number) != (&game.room, game.number));
            finished.get(&game.room).is_some_and(|finished| game.number <= *finished)
        })
    })?;
    for (number, (room, game)) in (1..).zip(&late) {
        let FinishedGame { number: in_room, players, ended, listed, body } = game.clone();
        let body = raw(&body).map_err(|error| out.failed(error.into()))?;
        let id = GameId(last.0.saturating_add(number));
        out.put(Kind::Game, &Game { id, room: room.clone(), number: in_room, ended, listed, players, body })?;
    }
    Ok(listed + late.len())
}

/// Returns whether a checkpoint does not cover a record.
fn is_behind(record: &Record, checkpoint: Option<&Checkpoint>) -> bool {
    let covered = checkpoint.map_or(Seq(0), |checkpoint| checkpoint.seq);
    record.events.last().is_some_and(|last| last.seq > covered)
}

/// Reads an export into a cluster that stores nothing and of which no node runs. Errors call the input by `name`.
///
/// # Errors
/// Returns an error if the export cannot be read to its end, which is checked first, the cluster stores something, or the
/// broker cannot be written.
pub async fn import_cluster(
    broker: Arc<dyn Broker>,
    mut input: impl Read,
    name: &str,
) -> Result<Transferred, TransferError> {
    let unreadable = |source| TransferError::Read { file: name.to_owned(), source };
    let folder = tempfile::tempdir().map_err(TransferError::Temporary)?;
    let mut copy = tempfile::tempfile().map_err(TransferError::Temporary)?;
    std::io::copy(&mut input, &mut copy).map_err(unreadable)?;
    copy.seek(SeekFrom::Start(0)).map_err(TransferError::Temporary)?;
    // What a single server can read, the cluster can.
    let about_key = import::import(folder.path(), &copy, name)?.about_key;
    copy.seek(SeekFrom::Start(0)).map_err(TransferError::Temporary)?;
    let node = NodeName::of_machine(&format!("import-{:x}", rand::random::<u32>()));
    let config = ClusterConfig { node, address: None, broker: BrokerConfig::Given(broker) };
    let membership = Membership::begin(&config, None).await?;
    // Where nodes run, none may place a room here.
    membership.member.nodes.set_duty(Duty::Draining);
    let filled = fill(&membership, &copy, name).await;
    membership.end().await;
    Ok(Transferred { about_key, ..filled? })
}

async fn fill(membership: &Membership, file: &File, name: &str) -> Result<Transferred, TransferError> {
    let journal = &membership.journal;
    journal.begin_filling().await?;
    // Only now can no other node start.
    if let Err(why_not) = check_free(membership).await {
        journal.end_filling().await?;
        return Err(why_not);
    }
    let mut lines = LinesIn::new(file, name);
    let header = import::begin(&mut lines)?;
    let own = ServerIdentity::random().key;
    let key = header.secret.map_or(own, |HexBytes(bytes)| SecretKey::from_bytes(bytes));
    let last_player = header.last_player;
    let mut filling = Filling { membership, journal, open: None, last_player, done: Transferred::default() };
    filling.has_lease().await?;
    journal.fill_identity(&ServerIdentity { id: header.server, key }).await?;
    while let Some(line) = lines.next()? {
        filling.has_lease().await?;
        filling.take(line).await?;
    }
    filling.has_lease().await?;
    journal.fill_last_player(filling.last_player).await?;
    journal.end_filling().await?;
    Ok(filling.done)
}

/// Checks that no node runs, and that the cluster stores nothing.
async fn check_free(membership: &Membership) -> Result<(), TransferError> {
    let (nodes, journal) = (&membership.member.nodes, &membership.journal);
    let began = Instant::now();
    while began.elapsed() < LOOK.0 || !nodes.others().is_empty() {
        if began.elapsed() >= LOOK.1 {
            return Err(TransferError::ClusterRuns);
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    journal.read_all_games().await?;
    let has_games = journal.with_games(|connection| {
        connection.query_row("SELECT EXISTS (SELECT 1 FROM games)", [], |row| row.get::<_, bool>(0))
    })?;
    let is_empty =
        journal.rooms().await?.is_empty() && journal.contents().await?.players.is_empty() && !has_games;
    if is_empty { Ok(()) } else { Err(TransferError::ClusterNotEmpty) }
}

/// A room whose records are being stored.
struct Open {
    room: RoomCode,
    summary: Summary,
    /// The checkpoint, until it is stored, and the last record that it covers.
    covering: Option<(Checkpoint, Option<Record>)>,
    end: LogEnd,
}

/// An import in progress. Everything in it was checked before.
struct Filling<'a> {
    membership: &'a Membership,
    journal: &'a StreamJournal,
    open: Option<Open>,
    /// The highest number of a player so far.
    last_player: u32,
    done: Transferred,
}

impl Filling<'_> {
    /// Waits for the lease, without which nothing can be written.
    async fn has_lease(&self) -> Result<(), TransferError> {
        let until = Instant::now() + LEASE_WITHIN;
        while !self.membership.member.nodes.has_lease(Instant::now()) {
            if Instant::now() >= until {
                return Err(JournalError::NoLease.into());
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        Ok(())
    }

    async fn take(&mut self, line: Line) -> Result<(), JournalError> {
        if !matches!(line, Line::Record(_)) {
            self.store_checkpoint().await?;
            self.open = None;
        }
        match line {
            Line::Player(player) => {
                let (id, name, keys) = player.into_parts();
                self.journal.fill_player(id, &name, &keys).await?;
                self.last_player = self.last_player.max(id.0);
                self.done.players += 1;
            }
            Line::Room(Room { room, playing, played, time, checkpoint }) => {
                let kept = |kept: lines::Checkpoint| Checkpoint {
                    seq: kept.seq,
                    state: kept.state.get().to_owned(),
                };
                // As after an import into a folder, nobody knows any more who has been there.
                self.journal.note_shared(&room).await?;
                let covering = checkpoint.map(|checkpoint| (kept(checkpoint), None));
                let summary = Summary { playing, played, time };
                self.open = Some(Open { room, summary, covering, end: LogEnd::NONE });
                self.done.rooms += 1;
            }
            Line::Record(line) => self.record(&line).await?,
            Line::Entry(Entry { cause, room }) => self.journal.fill_entry(cause, &room).await?,
            Line::Game(Game { room, number, ended, listed, players, body, .. }) => {
                let game = FinishedGame { number, players, ended, listed, body: body.get().to_owned() };
                self.journal.fill_game(&room, &game).await?;
                self.done.games += 1;
            }
            Line::Export(_) | Line::End(_) => {}
        }
        Ok(())
    }

    async fn record(&mut self, line: &RecordLine) -> Result<(), JournalError> {
        let record: Record = serde_json::from_str(line.record.get())
            .map_err(|error| JournalError::Storage(error.to_string()))?;
        if let Some(Open { covering: Some((checkpoint, covered)), .. }) = &mut self.open
            && !is_behind(&record, Some(checkpoint))
        {
            *covered = Some(record);
            return Ok(());
        }
        self.store_checkpoint().await?;
        let Some(open) = &mut self.open else { return Ok(()) };
        let last = record.events.last().map_or(0, |last| u64::from(last.seq.0));
        let state = (last, open.summary);
        open.end = self.journal.fill_record(&open.room, open.end, Some(&record), state).await?;
        Ok(())
    }

    /// Stores the checkpoint of the room, behind the record that it must cover.
    async fn store_checkpoint(&mut self) -> Result<(), JournalError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let Some((checkpoint, covered)) = open.covering.take() else { return Ok(()) };
        let state = (u64::from(checkpoint.seq.0), open.summary);
        open.end = self.journal.fill_record(&open.room, open.end, covered.as_ref(), state).await?;
        self.journal.fill_checkpoint(&open.room, checkpoint, open.end).await
    }
}
