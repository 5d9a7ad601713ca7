//! Into which room a command has led its sender, so that a repeat leads there, too.

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
    /// Notes into which room a command led its sender, before it does. Returns the room that counts: the first one, if it exists,
    /// unless the command makes `room` now and has only been on its way into the first.
    pub(super) async fn note_entry(
        &self,
        cause: Cause,
        room: &RoomCode,
        makes: bool,
    ) -> Result<RoomCode, JournalError> {
        let subject = Subject::Entry(cause);
        let earlier = self.last(subject.clone()).await?;
        let was_made = earlier.as_ref().is_some_and(|earlier| earlier.note == MADE);
        if (was_made || !makes)
            && let Some(first) = self.entry_in(earlier.as_ref()).await?
        {
            return Ok(first);
        }
        if makes
            && was_made
            && let Some(first) = code_in(earlier.as_ref()).filter(|first| first != room)
        {
            // Its first record may still be on its way, and must not come any more.
            let never = Publish::new(Subject::Log(first.clone()), 0, Bytes::new());
            match self.write(never.with_note(&Note::Deleted)).await {
                Ok(_) => {}
                // It has come.
                Err(JournalError::Conflict) if self.has_room(&first).await? => return Ok(first),
                Err(JournalError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        let body = Bytes::copy_from_slice(room.as_str().as_bytes());
        let after = earlier.map_or(0, |earlier| earlier.sequence);
        let publish = Publish::new(subject, after, body);
        self.write(if makes { publish.with_note(&MADE) } else { publish }).await?;
        Ok(room.clone())
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
