//! Into which room a command has led its sender, so that a repeat leads there, too.

use std::collections::BTreeSet;

use bytes::Bytes;
use tengen_shared::game::RoomCode;

use super::{Store, frame::Note};
use crate::{
    cluster::{Message, Publish, Subject},
    journal::{Cause, JournalError},
};

/// The note of an entry whose command makes the room.
const MADE: &str = "made";

/// Returns the room that an entry names.
fn code_in(entry: Option<&Message>) -> Option<RoomCode> {
    std::str::from_utf8(&entry?.body).ok()?.parse().ok()
}

impl Store {
    /// Notes into which room a command leads its sender, before it does. Returns the room that counts: the one that the
    /// command has led into before, if that exists and is none of `passed`, which have turned the sender away.
    pub(super) async fn note_entry(
        &self,
        cause: Cause,
        room: &RoomCode,
        makes: bool,
        passed: &BTreeSet<RoomCode>,
    ) -> Result<RoomCode, JournalError> {
        let subject = Subject::Entry(cause);
        loop {
            let earlier = self.last(subject.clone()).await?;
            if let Some(first) = code_in(earlier.as_ref()).filter(|first| first != room) {
                let was_made = earlier.as_ref().is_some_and(|earlier| earlier.note == MADE);
                let exists = self.has_room(&first).await?;
                if exists && !passed.contains(&first) {
                    return Ok(first);
                }
                if !exists && was_made && !self.prevent(&first).await? {
                    // It has come at this moment.
                    continue;
                }
            }
            let body = Bytes::copy_from_slice(room.as_str().as_bytes());
            let after = earlier.map_or(0, |earlier| earlier.sequence);
            let publish = Publish::new(subject.clone(), after, body);
            match self.write(if makes { publish.with_note(&MADE) } else { publish }).await {
                Ok(_) => return Ok(room.clone()),
                // The same command leads somewhere else at this moment.
                Err(JournalError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Prevents the first record of a room, which may still be on its way. Returns false if it has come.
    async fn prevent(&self, room: &RoomCode) -> Result<bool, JournalError> {
        let never = Publish::new(Subject::Log(room.clone()), 0, Bytes::new());
        match self.write(never.with_note(&Note::Deleted)).await {
            Ok(_) => Ok(true),
            Err(JournalError::Conflict) => Ok(!self.has_room(room).await?),
            Err(error) => Err(error),
        }
    }

    /// Returns the room that an entry leads to, if it exists.
    async fn entry_in(&self, entry: Option<&Message>) -> Result<Option<RoomCode>, JournalError> {
        match code_in(entry) {
            Some(code) if self.has_room(&code).await? => Ok(Some(code)),
            _ => Ok(None),
        }
    }

    pub(super) async fn entered(&self, cause: Cause) -> Result<Option<RoomCode>, JournalError> {
        let entry = self.last(Subject::Entry(cause)).await?;
        self.entry_in(entry.as_ref()).await
    }
}
