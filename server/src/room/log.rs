//! A room's machine and its stream in the journal: every event is written before it is applied.

use std::sync::Arc;

use tengen_shared::game::{CommandId, Event, Reject, Room, RoomCode, Stamped};

use super::{flow::Flow, machine::Machine};
use crate::{
    journal::{Append, Cause, EventLog, JournalError, Record},
    passphrase_hash::PassphraseHash,
    room_io::{Identity, Search},
};

/// Why events were not written. The room has not changed.
pub(super) struct NotWritten {
    pub(super) error: JournalError,
    /// Whether the room can go on.
    pub(super) flow: Flow,
}

/// What comes along with a command.
#[derive(Default)]
pub(super) struct Along {
    /// The hash of a new passphrase.
    pub(super) lock: Option<PassphraseHash>,
    /// The search for a quick match that has led here.
    pub(super) search: Option<Search>,
}

/// The machine of a room, and the journal that it is written to.
pub(super) struct RoomLog {
    machine: Machine,
    journal: Arc<dyn EventLog>,
}

fn ends_game(events: &[Stamped]) -> bool {
    events.iter().any(|stamped| matches!(stamped.event, Event::GameOver { .. }))
}

impl RoomLog {
    pub(super) const fn new(machine: Machine, journal: Arc<dyn EventLog>) -> Self {
        Self { machine, journal }
    }

    pub(super) const fn room(&self) -> &Room {
        self.machine.room()
    }

    /// Returns whether nobody else has written to the room; `None` if the journal cannot say.
    pub(super) fn is_current(&self) -> impl Future<Output = Option<bool>> + use<> {
        let current = self.journal.is_current(self.room().code(), self.machine.version());
        async move { current.await.ok() }
    }

    pub(super) const fn machine(&self) -> &Machine {
        &self.machine
    }

    pub(super) fn code(&self) -> RoomCode {
        self.room().code().clone()
    }

    /// Returns whether this command was answered before.
    pub(super) fn is_repeat(&self, from: &Identity, id: CommandId) -> bool {
        self.machine.earlier(&from.cause(id)).is_some()
    }

    /// Appends `events` to the journal and, only then, applies them.
    pub(super) async fn write(
        &mut self,
        cause: Option<Cause>,
        events: Vec<Stamped>,
        Along { lock, search }: Along,
    ) -> Result<Arc<Record>, NotWritten> {
        let room = self.room();
        let finished = if ends_game(&events) { self.machine.finished_by(&events) } else { Vec::new() };
        let enters = room.is_quick() && events.iter().any(|e| matches!(e.event, Event::SeatTaken { .. }));
        let entry = enters.then(|| search.map(|search| search.passed).unwrap_or_default());
        let record = Arc::new(Record::new(cause, events).with_lock(lock));
        let append = Append {
            room: self.code(),
            after: self.machine.version(),
            summary: self.machine.summary_after(&record.events),
            record: record.clone(),
            entry,
            finished,
        };
        let version = self.journal.append(append).await.map_err(|error| {
            // After a conflict, somebody else has written to the room: this copy of it is stale.
            let flow = if matches!(error, JournalError::Conflict) { Flow::Moved } else { Flow::Go };
            NotWritten { error, flow }
        })?;
        self.machine.commit(&record, version).map_err(|corrupt| {
            tracing::error!(room = %self.code(), %corrupt, "a decided event cannot be applied");
            NotWritten { error: JournalError::Conflict, flow: Flow::End }
        })?;
        Ok(record)
    }

    /// Stores the whole room, if a game has ended with `events` or the stream has become long.
    pub(super) async fn checkpoint_if_due(&mut self, events: &[Stamped]) {
        if !ends_game(events) && !self.machine.wants_checkpoint() {
            return;
        }
        match self.journal.checkpoint(self.room().code(), self.machine.checkpoint()).await {
            Ok(()) => self.machine.checkpointed(),
            // The records stay until the next checkpoint; only loading the room takes longer.
            Err(error) => tracing::warn!(room = %self.code(), %error, "cannot write a checkpoint"),
        }
    }

    /// Remembers that a command was accepted without an event, so that a repeat is accepted too.
    pub(super) fn remember_nothing_to_do(&mut self, cause: &Cause) {
        self.machine.remember_nothing_to_do(cause);
    }

    /// Remembers a refusal, so that a repeat gets it again.
    pub(super) fn remember_refusal(&mut self, cause: &Cause, reject: &Reject) {
        self.machine.remember_refusal(cause, reject);
    }
}
