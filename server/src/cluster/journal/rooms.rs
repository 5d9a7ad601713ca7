//! The records of rooms: appended, loaded with the room's ownership, replaced by checkpoints, deleted.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use tengen_shared::game::{RoomCode, Seq};

use super::{
    Store, StreamJournal, Tenure, Whereabouts,
    frame::{self, Note, StateNote},
};
use crate::{
    cluster::{Message, NodeRun, Place, Publish, Subject},
    journal::{
        Append, Checkpoint, FinishedGame, JournalError, Owner, Record, Stored, Summary, Version,
        encoding::{self, Encoded, Sum},
        games,
    },
};

/// How often to read a room whose last records a replica does not have yet.
const READS: u32 = 50;
/// The pause between two such reads.
const LAG: Duration = Duration::from_millis(20);
/// How often to try to take a room over that changes meanwhile.
const TRIES: u32 = 5;
/// How long the end of a game waits until the game is listed.
const LIST_SOON: Duration = Duration::from_millis(500);
/// The pause between two tries to list a finished game.
const LIST_AGAIN: Duration = Duration::from_secs(1);

/// Where the log of a room ends.
#[derive(Clone, Copy)]
pub(crate) struct LogEnd {
    sequence: u64,
    sum: Sum,
}

impl LogEnd {
    /// The end of a log without records.
    pub(crate) const NONE: Self = Self { sequence: 0, sum: Sum::NONE };

    /// Returns the sequence number of the last record.
    pub(super) const fn sequence(self) -> u64 {
        self.sequence
    }
}

impl From<Version> for LogEnd {
    fn from(version: Version) -> Self {
        Self { sequence: version.sequence, sum: version.sum }
    }
}

/// The records of a room, as read from its subject.
pub(super) struct Read {
    pub(super) stored: Stored,
    /// The last record that the checkpoint covers.
    pub(super) covered: Option<Record>,
    /// The node that the last record names.
    owner: Option<NodeRun>,
    /// The games that ended with the records.
    pub(super) finished: Vec<FinishedGame>,
    pub(super) last: Note,
}

/// Why the records of a room could not be read.
enum Unread {
    /// A replica does not have all of them yet, or they were removed meanwhile.
    Behind,
    Failed(JournalError),
}

impl From<JournalError> for Unread {
    fn from(error: JournalError) -> Self {
        Self::Failed(error)
    }
}

fn damaged(room: &RoomCode, why: impl Into<String>) -> JournalError {
    JournalError::Damaged { room: room.clone(), why: why.into() }
}

/// Returns a record that names its writer.
fn owned(record: &Record, epoch: u64, owner: &NodeRun) -> Record {
    Record { owner: Some(Owner { epoch, node: owner.to_string().into() }), ..record.clone() }
}

/// Returns the owner that a record names; `None` if it names nobody.
fn owner_of(record: &Record) -> Option<NodeRun> {
    record.owner.as_ref().and_then(|owner| owner.node.parse().ok())
}

impl StreamJournal {
    /// Returns where a room is, or belongs if nobody owns it; `None` if there is no such room.
    ///
    /// # Errors
    /// Returns an error if the broker cannot be read.
    pub(crate) async fn whereabouts(&self, room: &RoomCode) -> Result<Option<Whereabouts>, JournalError> {
        let store = &self.store;
        let Some(last) = store.last_record(room).await? else { return Ok(None) };
        let record = Store::decode(room, &last)?.0;
        let epoch = record.owner.as_ref().map_or(0, |owner| owner.epoch);
        let tenure = match owner_of(&record).filter(|owner| store.nodes.may_own(owner)) {
            Some(owner) => Tenure { owner, epoch },
            // The epoch that it begins when it takes the room over, see `Store::own`.
            None => Tenure { owner: store.nodes.place(Place::from(room)), epoch: epoch + 1 },
        };
        let is_here = tenure.owner == *store.nodes.me();
        Ok(Some(if is_here { Whereabouts::Here } else { Whereabouts::There(tenure) }))
    }
}

impl Store {
    /// Returns the last message of a room's log; `None` if there is no such room.
    pub(super) async fn last_record(&self, room: &RoomCode) -> Result<Option<Message>, JournalError> {
        let last = self.last(Subject::Log(room.clone())).await?;
        Ok(last.filter(|last| last.note.parse() != Ok(Note::Deleted)))
    }

    pub(super) async fn has_room(&self, room: &RoomCode) -> Result<bool, JournalError> {
        Ok(self.last_record(room).await?.is_some())
    }

    /// Returns whether a room's records still end where this node knows them to end.
    pub(super) async fn is_current(&self, room: &RoomCode, version: Version) -> Result<bool, JournalError> {
        let last = self.last_record(room).await?;
        Ok(last.is_some_and(|last| last.sequence == version.sequence))
    }

    pub(super) async fn append(self: Arc<Self>, append: Append) -> Result<Version, JournalError> {
        let Append { room, after, record, summary, entry, finished } = append;
        self.check_open()?;
        let makes_room = after == Version::NEW;
        let epoch = after.epoch.max(1);
        let record = owned(&record, epoch, self.nodes.me());
        for game in &finished {
            if self.last(Subject::Game(room.clone(), game.number)).await?.is_some() {
                return Err(games::twice(&room, game.number));
            }
        }
        if let Some((cause, passed)) = record.cause.zip(entry) {
            if makes_room && self.last(Subject::Log(room.clone())).await?.is_some() {
                return Err(JournalError::Conflict);
            }
            // Before the record: a command whose record is stored is always found again.
            let entered = self.note_entry(cause, &room, makes_room, &passed).await?;
            if entered != room {
                return Err(JournalError::EnteredBefore(entered));
            }
        }
        let version = Version { epoch, ..Version::after(&record.events, after, after.sum) };
        let note = Note::Record(version.seq, summary);
        let LogEnd { sequence, sum } =
            self.append_record(&room, after.into(), (&record, &finished), note).await?;
        self.list(&room, finished).await;
        Ok(Version { sequence, sum, ..version })
    }

    /// Appends a record, with the games that end with it, to the log that ends at `after`.
    pub(super) async fn append_record(
        &self,
        room: &RoomCode,
        after: LogEnd,
        (record, finished): (&Record, &[FinishedGame]),
        note: Note,
    ) -> Result<LogEnd, JournalError> {
        let Encoded { body, sum } = encoding::encode(record, after.sum).map_err(JournalError::Storage)?;
        let body = frame::join(&body, finished).map_err(JournalError::Storage)?;
        let publish = Publish::new(Subject::Log(room.clone()), after.sequence, body);
        Ok(LogEnd { sequence: self.write(publish.with_note(&note)).await?, sum })
    }

    /// Puts finished games on the list of games, and waits for it, but not for long. If it fails, it is tried again.
    async fn list(self: &Arc<Self>, room: &RoomCode, finished: Vec<FinishedGame>) {
        if finished.is_empty() {
            return;
        }
        *self.unlisted().entry(room.clone()).or_default() += 1;
        let (store, room) = (self.clone(), room.clone());
        let listed = tokio::spawn(async move {
            while let Err(error) = store.list_now(&room, &finished).await {
                if matches!(error, JournalError::Closed) {
                    return;
                }
                tracing::warn!(room = %room, %error, "cannot list a finished game: the server will try again");
                tokio::time::sleep(LIST_AGAIN).await;
            }
            let mut unlisted = store.unlisted();
            if let Some(count) = unlisted.get_mut(&room) {
                *count -= 1;
                if *count == 0 {
                    unlisted.remove(&room);
                }
            }
        });
        // Whoever waits for the record need not wait for the list.
        let _ = tokio::time::timeout(LIST_SOON, listed).await;
    }

    async fn list_now(&self, room: &RoomCode, finished: &[FinishedGame]) -> Result<(), JournalError> {
        let mut last = 0;
        for game in finished {
            let mut body = Vec::new();
            ciborium::into_writer(game, &mut body)
                .map_err(|error| JournalError::Storage(error.to_string()))?;
            let subject = Subject::Game(room.clone(), game.number);
            match self.write(Publish::new(subject, 0, body)).await {
                Ok(sequence) => last = sequence,
                // It was listed before.
                Err(JournalError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        // The copy may come too late; then lists show the game a little later.
        self.games.has_read(last).await;
        Ok(())
    }

    /// Loads a room, and makes this node its owner.
    ///
    /// # Errors
    /// Returns `Elsewhere` if another node owns the room.
    pub(super) async fn take_over(self: Arc<Self>, room: &RoomCode) -> Result<Option<Stored>, JournalError> {
        for _ in 0..TRIES {
            let Some(read) = self.read_room(room).await? else { return Ok(None) };
            let Read { mut stored, owner, finished, last: note, .. } = read;
            let me = self.nodes.me();
            if let Some(owner) = owner.as_ref().filter(|owner| *owner != me && self.nodes.may_own(owner)) {
                return Err(JournalError::Elsewhere(owner.clone()));
            }
            if owner.as_ref() != Some(me) {
                let Note::Record(_, summary) = note else { return Ok(None) };
                // Before the record: it may be stored without an answer.
                if let Some(owner) = &owner {
                    self.nodes.takes_over_from(owner);
                }
                match self.own(room, stored.version, summary, me).await {
                    Ok(version) => stored.version = version,
                    // Somebody has written meanwhile.
                    Err(JournalError::Conflict) => continue,
                    Err(error) => return Err(error),
                }
            }
            self.list(room, finished).await;
            return Ok(Some(stored));
        }
        Err(JournalError::Conflict)
    }

    /// Loads a room without becoming its owner.
    pub(super) async fn view(&self, room: &RoomCode) -> Result<Option<Stored>, JournalError> {
        Ok(self.read_room(room).await?.map(|read| read.stored))
    }

    /// Appends the record that makes a node the owner of a room.
    async fn own(
        &self,
        room: &RoomCode,
        after: Version,
        summary: Summary,
        owner: &NodeRun,
    ) -> Result<Version, JournalError> {
        let epoch = after.epoch + 1;
        let record = owned(&Record::new(None, Vec::new()), epoch, owner);
        let note = Note::Record(after.seq, summary);
        let LogEnd { sequence, sum } = self.append_record(room, after.into(), (&record, &[]), note).await?;
        Ok(Version { sum, sequence, epoch, ..after })
    }

    pub(super) fn decode(
        room: &RoomCode,
        message: &Message,
    ) -> Result<(Record, Vec<FinishedGame>, Sum, Sum), JournalError> {
        let (record, finished) = frame::split(message.body.clone()).map_err(|why| damaged(room, why))?;
        let decoded = encoding::decode_cbor(&record).map_err(|why| damaged(room, why))?;
        Ok((decoded.record, finished, decoded.sum, decoded.after.unwrap_or(Sum::NONE)))
    }

    /// Reads a room up to its last record; `None` if it does not exist.
    pub(super) async fn read_room(&self, room: &RoomCode) -> Result<Option<Read>, JournalError> {
        for _ in 0..READS {
            // Again each time: with a checkpoint, earlier records go.
            let Some(last) = self.last_record(room).await? else { return Ok(None) };
            match self.try_read(room, last.sequence).await {
                Ok(read) => return Ok(Some(read)),
                Err(Unread::Failed(error)) => return Err(error),
                Err(Unread::Behind) => {
                    tracing::debug!(room = %room, "reading a room again");
                    tokio::time::sleep(LAG).await;
                }
            }
        }
        // Either a copy is behind, or the records are lost.
        Err(JournalError::Broker(format!("records of room {room} are missing")))
    }

    async fn try_read(&self, room: &RoomCode, last: u64) -> Result<Read, Unread> {
        let state = self.last(Subject::State(room.clone())).await?;
        let covered = state.as_ref().and_then(|state| state.note.parse::<StateNote>().ok());
        let from = covered.map_or(1, |covered| covered.sequence);
        let messages = self.read(Subject::Log(room.clone()), from).await?;
        let messages: Vec<Message> =
            messages.into_iter().filter(|message| message.sequence <= last).collect();
        if messages.last().map(|message| message.sequence) != Some(last) {
            return Err(Unread::Behind);
        }
        let mut read = Read {
            stored: Stored { checkpoint: None, records: Vec::new(), version: Version::NEW },
            covered: None,
            owner: None,
            finished: Vec::new(),
            last: Note::Deleted,
        };
        if let (Some(state), Some(covered)) = (state, covered) {
            if messages[0].sequence != covered.sequence {
                return Err(Unread::Behind);
            }
            let seq =
                Seq(u32::try_from(covered.seq).map_err(|_| damaged(room, "its checkpoint is too long"))?);
            let json =
                String::from_utf8(state.body.to_vec()).map_err(|error| damaged(room, error.to_string()))?;
            read.stored.checkpoint = Some(Checkpoint { seq, state: json });
        }
        let mut covers = covered;
        for message in &messages {
            read.take(room, message, covers.take())?;
        }
        Ok(read)
    }

    pub(super) async fn delete(&self, room: &RoomCode) -> Result<(), JournalError> {
        self.check_open()?;
        let Some(last) = self.last_record(room).await? else { return Ok(()) };
        let owner = owner_of(&Self::decode(room, &last)?.0);
        if let Some(owner) = owner.filter(|owner| owner != self.nodes.me() && self.nodes.may_own(owner)) {
            return Err(JournalError::Elsewhere(owner));
        }
        let publish = Publish::new(Subject::Log(room.clone()), last.sequence, Bytes::new());
        self.write(publish.with_note(&Note::Deleted).in_place_of_all()).await?;
        self.forget_games(room).await?;
        for subject in
            [Subject::State(room.clone()), Subject::Shared(room.clone()), Subject::Log(room.clone())]
        {
            self.broker.purge(subject, None).await?;
        }
        Ok(())
    }
}

impl Read {
    /// Adds the record in a message, unless the checkpoint covers it.
    fn take(&mut self, room: &RoomCode, message: &Message, covered: Option<StateNote>) -> Result<(), Unread> {
        let (record, finished, sum, after) = Store::decode(room, message)?;
        let note = message.note.parse().map_err(|()| damaged(room, "a record has no note"))?;
        let Note::Record(seq, _) = note else { return Err(Unread::Behind) };
        let epoch = record.owner.as_ref().map_or(0, |owner| owner.epoch);
        self.owner = owner_of(&record);
        if covered.is_none() {
            if after != self.stored.version.sum {
                return Err(Unread::Behind);
            }
            self.finished.extend(finished);
            // A record without events only says who owns the room.
            if !record.events.is_empty() {
                self.stored.records.push(Record { owner: None, ..record });
            }
        } else {
            self.covered = Some(Record { owner: None, ..record });
        }
        self.stored.version = Version { seq, sum, sequence: message.sequence, epoch };
        self.last = note;
        Ok(())
    }
}
