//! How a room enters memory: made by a command, or loaded from the journal.

use std::sync::Arc;

use tengen_shared::game::{Context, Presence, RejectCode, Room, RoomCode};

use super::machine::{Machine, summary_of};
use crate::{
    app::App,
    journal::{Append, JournalError, Record, Version},
    lobby::no_such_room,
    mailbox::NewRoom,
};

/// A room in memory, and the command that made it, if it is new.
pub(super) struct Opened {
    pub(super) machine: Machine,
    pub(super) maker: Option<Box<NewRoom>>,
}

/// Why a room could not be opened.
pub(crate) type WhyNot = (RejectCode, String);

/// Decides the opening, writes it to the journal, and opens the room.
pub(super) async fn make(app: &Arc<App>, code: &RoomCode, new: Box<NewRoom>) -> Result<Opened, WhyNot> {
    let context =
        Context { now: new.arrived, bots: tengen_engine::available, lag: 0, attendance: Presence::default() };
    let events = match Room::decide_opening(&new.opening, &new.seats, &new.peer.name, &context) {
        Ok(events) => Room::stamp_opening(events, new.arrived),
        Err(reject) => {
            new.peer.reject(Some(new.id), None, reject.code(), reject.to_string());
            return Err((reject.code(), reject.to_string()));
        }
    };
    let record = Record::new(Some(new.peer.cause(new.id)), events).with_lock(new.lock.clone());
    let record = Arc::new(record);
    let append = Append {
        room: code.clone(),
        after: Version::NEW,
        summary: summary_of(&record.events),
        record: record.clone(),
        entry: true,
        finished: Vec::new(),
    };
    match app.journal.append(append).await {
        Ok(version) => match Machine::open(code.clone(), &record, version) {
            Ok(machine) => Ok(Opened { machine, maker: Some(new) }),
            Err(corrupt) => Err(refuse(&new, RejectCode::Storage, corrupt.to_string())),
        },
        Err(JournalError::Conflict) => {
            // The code belongs to a room in the journal: that room stays, and another code is drawn.
            let (peer, id) = (new.peer.clone(), new.id);
            if let Err(error) = app.lobby.create(app, *new) {
                peer.reject(Some(id), None, error.code(), error.to_string());
            }
            Err((RejectCode::Busy, "the room is being loaded: try again".to_owned()))
        }
        Err(error) => Err(refuse(&new, error.code(), error.to_string())),
    }
}

fn refuse(new: &NewRoom, code: RejectCode, text: String) -> WhyNot {
    new.peer.reject(Some(new.id), None, code, text.as_str());
    (code, text)
}

/// Loads a room from the journal.
pub(super) async fn load(app: &Arc<App>, code: &RoomCode) -> Result<Opened, WhyNot> {
    let no_room = || (RejectCode::NoSuchRoom, no_such_room(code));
    let stored = match app.journal.load(code).await {
        Ok(stored) => stored.ok_or_else(no_room)?,
        Err(error) => {
            tracing::error!(room = %code, %error, "cannot load a room");
            return Err((error.code(), error.to_string()));
        }
    };
    match Machine::restore(code, &stored) {
        Ok(machine) => Ok(Opened { machine, maker: None }),
        Err(corrupt) => {
            tracing::error!(room = %code, %corrupt, "a room's records are damaged");
            Err((
                RejectCode::Storage,
                format!("room {code} is damaged: {corrupt}; restore the data folder from a copy"),
            ))
        }
    }
}
