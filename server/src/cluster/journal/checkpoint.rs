//! Checkpoints of rooms.

use tengen_shared::game::RoomCode;

use super::{
    Store,
    frame::{Note, StateNote},
};
use crate::{
    cluster::{Publish, Subject},
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
        let records = self.read(log.clone(), covered.map_or(1, |covered| covered.sequence)).await?;
        let notes = records.iter().filter_map(|record| match record.note.parse() {
            Ok(Note::Record(seq, _)) => Some((seq, record.sequence)),
            _ => None,
        });
        let notes: Vec<(u64, u64)> = notes.collect();
        // Not a record behind it that only says who owns the room: an export needs one with events.
        let last = notes.iter().map(|(last, _)| *last).filter(|last| *last <= seq).max();
        let sequence = notes.iter().find(|(seq, _)| Some(*seq) == last).map(|(_, sequence)| *sequence);
        // A state that is newer than the log, as this replica knows it, covers nothing yet.
        let (Some(sequence), true) = (sequence, notes.last().is_some_and(|(last, _)| *last >= seq)) else {
            return Ok(());
        };
        let after = earlier.map_or(0, |earlier| earlier.sequence);
        let publish = Publish::new(subject, after, state).with_note(&StateNote { seq, sequence });
        match self.write(publish.in_place_of_all()).await {
            // Somebody else has the room now.
            Err(JournalError::Conflict) => return Ok(()),
            stored => stored?,
        };
        Ok(self.broker.purge(log, Some(sequence)).await?)
    }
}
