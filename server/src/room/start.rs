//! How a room enters memory: made by a command, or loaded from the journal.

use std::sync::Arc;

use tengen_shared::game::{Context, Presence, RejectCode, Room, RoomCode};

use super::machine::{Machine, summary_of};
use crate::{
    app::App,
    journal::{Append, JournalError, Record, Stored, Version},
    lobby::LobbyError,
    refusal::Refusal,
    room_io::NewRoom,
};

/// Why a room could not be made.
pub(super) enum NotMade {
    /// The code belongs to a room in the journal.
    CodeTaken,
    /// Its command has led into this room on an earlier connection.
    Before(RoomCode),
    Refused(Refusal),
}

/// Why a stored room could not be loaded.
pub(super) enum NotLoaded {
    /// Another node owns it.
    Elsewhere,
    Failed(JournalError),
    Refused(Refusal),
}

/// Decides the first events, writes them to the journal, and opens the room.
pub(super) async fn make(app: &Arc<App>, code: &RoomCode, new: &NewRoom) -> Result<Machine, NotMade> {
    let context =
        Context { now: new.arrived, bots: tengen_engine::available, lag: 0, attendance: Presence::default() };
    let who = &new.maker.who;
    let events = Room::decide_creation(&new.plan, &new.seats, &who.name, &context)
        .map_err(|reject| NotMade::Refused(reject.into()))?;
    let events = Room::stamp_creation(events, new.arrived);
    let record = Arc::new(Record::new(Some(who.cause(new.id)), events).with_lock(new.lock.clone()));
    let append = Append {
        room: code.clone(),
        after: Version::NEW,
        summary: summary_of(&record.events),
        record: record.clone(),
        entry: Some(new.passed.clone()),
        finished: Vec::new(),
    };
    let version = app.journal.append(append).await.map_err(|error| match error {
        JournalError::Conflict => NotMade::CodeTaken,
        JournalError::EnteredBefore(room) => NotMade::Before(room),
        error => NotMade::Refused(error.into()),
    })?;
    Machine::open(code.clone(), &record, version)
        .map_err(|corrupt| NotMade::Refused((RejectCode::Storage, corrupt.to_string()).into()))
}

/// Loads a room from the journal, to go on with it.
pub(super) async fn load(app: &Arc<App>, code: &RoomCode) -> Result<Machine, NotLoaded> {
    match app.journal.load(code).await {
        Err(JournalError::Elsewhere(_) | JournalError::Conflict) => Err(NotLoaded::Elsewhere),
        Err(error) if error.may_pass() => Err(NotLoaded::Failed(error)),
        loaded => restore(code, loaded).map_err(NotLoaded::Refused),
    }
}

/// Loads a room from the journal, to look at it only.
pub(super) async fn view(app: &Arc<App>, code: &RoomCode) -> Result<Machine, Refusal> {
    restore(code, app.journal.view(code).await)
}

fn restore(code: &RoomCode, loaded: Result<Option<Stored>, JournalError>) -> Result<Machine, Refusal> {
    let stored = loaded.map_err(|error| {
        tracing::error!(room = %code, %error, "cannot load a room");
        Refusal::from(error)
    })?;
    let stored = stored.ok_or_else(|| LobbyError::NoSuchRoom.about(code))?;
    Machine::restore(code, &stored).map_err(|corrupt| {
        tracing::error!(room = %code, %corrupt, "a room's records are damaged");
        let text = format!("room {code} is damaged: {corrupt}; restore the data folder from a copy");
        (RejectCode::Storage, text).into()
    })
}
