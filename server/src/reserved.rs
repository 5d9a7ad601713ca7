//! Rooms that the server makes itself, with seats reserved for two people, as a tournament needs.

use std::{fmt, sync::Arc};

use tengen_shared::game::{Name, PerSeat, PlayerId, Room, RoomCode, Settings};

use crate::{
    app::App,
    journal::{Append, JournalError, Record, Summary, Version},
    lobby::random_code,
};

/// Codes that are tried before giving up.
const TRIES: usize = 8;

/// Makes rooms on behalf of the server, also while it runs.
#[derive(Clone)]
pub struct RoomMaker(Arc<App>);

impl fmt::Debug for RoomMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomMaker").finish_non_exhaustive()
    }
}

impl RoomMaker {
    pub(crate) const fn new(app: Arc<App>) -> Self {
        Self(app)
    }

    /// Makes a room with a seat for each of two people, and returns its code. The first game begins when both have
    /// joined. The room enters memory when the first of them comes.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written.
    pub async fn make(
        &self,
        settings: Settings,
        people: PerSeat<(PlayerId, Name)>,
    ) -> Result<RoomCode, JournalError> {
        let Self(app) = self;
        let now = app.now();
        let events = Room::stamp_creation(Room::decide_reserved(settings, people), now);
        let record = Arc::new(Record::new(None, events));
        for _ in 0..TRIES {
            let room = random_code(settings.access);
            if app.has_room(&room).await {
                continue;
            }
            let append = Append {
                room: room.clone(),
                after: Version::NEW,
                record: record.clone(),
                summary: Summary { playing: false, played: false, time: now },
                entry: None,
                finished: Vec::new(),
            };
            match app.journal.append(append).await {
                Ok(_) => {
                    // Nobody needs to have been there for the room to be kept.
                    app.journal.note_shared(&room).await?;
                    return Ok(room);
                }
                Err(JournalError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Err(JournalError::Busy)
    }
}
