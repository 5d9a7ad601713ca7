//! Checkpoints of rooms.

use tengen_shared::game::RoomCode;

use super::{
    Store,
    frame::{Note, StateNote},
};
use crate::{
    cluster::{Message, Publish, Subject},
    journal::{Checkpoint, JournalError},
};

impl Store {
    /// Replaces the records that a checkpoint covers.
    pub(super) async fn checkpoint(
        &self,
        room: &RoomCode,
        checkpoint: Checkpoint,
    ) -> Result<(), JournalError> {
        self.check_open()?;
        // A record with a game that is not listed yet must stay. The next checkpoint covers it.
        if self.unlisted().contains_key(room) {
            return Ok(());
        }
        let Checkpoint { seq, state } = checkpoint;
        let seq = u64::from(seq.0);
        let (log, subject) = (Subject::Log(room.clone()), Subject::State(room.clone()));
        let earlier = self.last(subject.clone()).await?;
        let covered = earlier.as_ref().and_then(|earlier| earlier.note.parse::<StateNote>().ok());
        if covered.is_some_and(|covered| covered.seq > seq) {
            return Ok(());
        }
        let from = covered.map_or(1, |covered| covered.sequence);
        let Some(sequence) = self.covered_at(room, seq, from).await? else { return Ok(()) };
        let after = earlier.map_or(0, |earlier| earlier.sequence);
        let publish = Publish::new(subject, after, state).with_note(&StateNote { seq, sequence });
        match self.write(publish.in_place_of_all()).await {
            // Somebody else has the room now.
            Err(JournalError::Conflict) => return Ok(()),
            stored => stored?,
        };
        Ok(self.broker.purge(log, Some(sequence)).await?)
    }

    /// Returns the sequence number of the record that ends with event `seq`, or of the last one before it; it is `from` or
    /// later. A record that only says who owns the room does not count: an export needs one with events. `None` if the log, as
    /// this node can read it, ends before `seq`.
    async fn covered_at(&self, room: &RoomCode, seq: u64, from: u64) -> Result<Option<u64>, JournalError> {
        let Some(last) = self.last_record(room).await? else { return Ok(None) };
        let seq_of = |record: &Message| match record.note.parse() {
            Ok(Note::Record(seq, _)) => Some(seq),
            _ => None,
        };
        // Nearly always: nobody writes while a checkpoint is made.
        if seq_of(&last) == Some(seq) && !Self::decode(room, &last)?.0.events.is_empty() {
            return Ok(Some(last.sequence));
        }
        if seq_of(&last) < Some(seq) {
            return Ok(None);
        }
        let records = self.read(Subject::Log(room.clone()), from).await?;
        let notes: Vec<(u64, u64)> =
            records.iter().filter_map(|record| Some((seq_of(record)?, record.sequence))).collect();
        let covered = notes.iter().map(|(last, _)| *last).filter(|last| *last <= seq).max();
        let sequence = notes.iter().find(|(seq, _)| Some(*seq) == covered).map(|(_, sequence)| *sequence);
        Ok(sequence.filter(|_| notes.last().is_some_and(|(last, _)| *last >= seq)))
    }
}
