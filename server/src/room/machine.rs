//! The deterministic part of a room on the server: the room itself, its answers, and its latest events.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use tengen_shared::game::{Context, Corrupt, Event, Input, Reject, Room, RoomCode, Seq, Stamped};

use super::answers::{Answer, Answers, Known};
use crate::{
    journal::{Cause, Checkpoint, FinishedGame, Record, Stored, Summary, Version},
    passphrase_hash::PassphraseHash,
};

/// Events kept in memory for peers that reconnect. A peer that has missed more, or more than fits into one frame, gets
/// a snapshot.
const RECENT: usize = 128;
/// Events kept in a checkpoint, so that a command repeated after a restart gets its events again.
const RECENT_STORED: usize = 32;
/// Records after which a room is checkpointed even if no game ends, so that its stream stays short.
const CHECKPOINT_EVERY: usize = 256;

/// The judgement on a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It was answered before, with this answer.
    Repeat(Answer),
    /// It leads to these events, which must be written to the journal first; empty if nothing is to change.
    Decided(Vec<Stamped>),
    /// It is refused.
    Refused(Reject),
}

/// A room with the server's own data about it. The same records always lead to the same machine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Machine {
    room: Room,
    answers: Answers,
    recent: VecDeque<Stamped>,
    /// The passphrase hash, if the room has one.
    lock: Option<PassphraseHash>,
    version: Version,
    /// Records since the last checkpoint.
    uncovered: usize,
}

#[derive(Serialize, Deserialize)]
struct State<R, A, E, L> {
    room: R,
    answers: A,
    recent: E,
    #[serde(default = "Option::default")]
    lock: Option<L>,
}

impl Machine {
    /// Opens a room from its first record.
    ///
    /// # Errors
    /// Returns an error if the record does not open a room.
    pub(crate) fn open(code: RoomCode, record: &Record, version: Version) -> Result<Self, Corrupt> {
        let first = record.events.first().ok_or(Corrupt::Opening)?;
        let room = Room::open(code, first)?;
        let recent = VecDeque::from([first.clone()]);
        let mut machine = Self {
            room,
            answers: Answers::default(),
            recent,
            lock: None,
            version: Version::NEW,
            uncovered: 0,
        };
        machine.take_in(record, 1)?;
        machine.version = version;
        Ok(machine)
    }

    /// Restores a room from the journal.
    ///
    /// # Errors
    /// Returns an error if the records do not follow one another.
    pub(crate) fn restore(code: &RoomCode, stored: &Stored) -> Result<Self, Corrupt> {
        let mut records = stored.records.iter();
        let mut machine = match &stored.checkpoint {
            Some(checkpoint) => Self::from_checkpoint(checkpoint, stored.version)?,
            None => Self::open(code.clone(), records.next().ok_or(Corrupt::Opening)?, stored.version)?,
        };
        for record in records {
            machine.take_in(record, 0)?;
        }
        Ok(machine)
    }

    fn from_checkpoint(checkpoint: &Checkpoint, version: Version) -> Result<Self, Corrupt> {
        let state: State<Room, Answers, VecDeque<Stamped>, PassphraseHash> =
            serde_json::from_str(&checkpoint.state)
                .map_err(|error| Corrupt::Misfit { seq: checkpoint.seq, why: error.to_string() })?;
        let State { room, answers, recent, lock } = state;
        Ok(Self { room, answers, recent, lock, version, uncovered: 0 })
    }

    /// Returns the room's state, which replaces its older records.
    #[must_use]
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        let recent: Vec<&Stamped> =
            self.recent.iter().skip(self.recent.len().saturating_sub(RECENT_STORED)).collect();
        let state = State { room: &self.room, answers: &self.answers, recent, lock: self.lock.as_ref() };
        let state = serde_json::to_string(&state).expect("invariant: a room has string keys only");
        Checkpoint { seq: self.room.seq(), state }
    }

    /// Returns whether a checkpoint is due. If one fails, the next is due only after as many records again.
    #[must_use]
    pub(crate) fn wants_checkpoint(&self) -> bool {
        self.uncovered > 0 && self.uncovered.is_multiple_of(CHECKPOINT_EVERY)
    }

    /// Notes that a checkpoint of the current state is stored.
    pub(crate) fn checkpointed(&mut self) {
        self.uncovered = 0;
    }

    #[must_use]
    pub(crate) const fn room(&self) -> &Room {
        &self.room
    }

    /// Returns the passphrase hash, if the room has one.
    #[must_use]
    pub(crate) const fn lock(&self) -> Option<&PassphraseHash> {
        self.lock.as_ref()
    }

    /// Returns where the room's stream in the journal ends.
    #[must_use]
    pub(crate) const fn version(&self) -> Version {
        self.version
    }

    /// Returns the earlier answer to this command, if there is one.
    #[must_use]
    pub(crate) fn earlier(&self, cause: &Cause) -> Option<&Answer> {
        match self.answers.find(cause) {
            Known::Answered(answer) => Some(answer),
            Known::New | Known::TooOld => None,
        }
    }

    /// Returns whether later commands of this run were answered and the answer to this one is forgotten. It must not be judged
    /// again.
    #[must_use]
    pub(crate) fn has_forgotten(&self, cause: &Cause) -> bool {
        self.answers.find(cause) == Known::TooOld
    }

    /// Judges an input without changing anything. Its cause must not be [forgotten](Self::has_forgotten).
    #[must_use]
    pub(crate) fn judge(&self, cause: Option<&Cause>, input: Input<'_>, context: &Context) -> Judgement {
        if let Some(answer) = cause.and_then(|cause| self.earlier(cause)) {
            return Judgement::Repeat(answer.clone());
        }
        match self.room.decide(input, context) {
            Ok(events) => Judgement::Decided(self.room.stamp(events, context.now)),
            Err(reject) => Judgement::Refused(reject),
        }
    }

    /// Returns the read model's summary of the room after `events`.
    #[must_use]
    pub(crate) fn summary_after(&self, events: &[Stamped]) -> Summary {
        let mut summary = summary_of(events);
        summary.played |= self.room.game().is_some();
        let ended = events.iter().any(|stamped| matches!(stamped.event, Event::GameOver { .. }));
        summary.playing |= self.room.is_playing() && !ended;
        summary
    }

    /// Returns the games that end with `events`, to be stored with the room.
    #[must_use]
    pub(crate) fn finished_by(&self, events: &[Stamped]) -> Vec<FinishedGame> {
        let mut room = self.room.clone();
        let mut finished = Vec::new();
        for stamped in events {
            // A decided event always applies; if not, the commit reports it.
            let _ = room.apply(stamped);
            let ended = matches!(stamped.event, Event::GameOver { .. });
            finished.extend(room.finished_game().filter(|_| ended).map(|record| FinishedGame {
                number: record.number,
                players: record.players().collect(),
                ended: record.ended,
                listed: room.is_public(),
                body: serde_json::to_string(&record).expect("invariant: a game has string keys only"),
            }));
        }
        finished
    }

    /// Applies a stored record.
    ///
    /// # Errors
    /// Returns an error if the record does not follow; a record that this machine decided always does.
    pub(crate) fn commit(&mut self, record: &Record, version: Version) -> Result<(), Corrupt> {
        self.take_in(record, 0)?;
        self.version = version;
        Ok(())
    }

    fn take_in(&mut self, record: &Record, skip: usize) -> Result<(), Corrupt> {
        for stamped in record.events.iter().skip(skip) {
            self.room.apply(stamped)?;
            self.recent.push_back(stamped.clone());
        }
        if record.lock.is_some() {
            self.lock.clone_from(&record.lock);
        }
        self.uncovered += 1;
        while self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        if let (Some(cause), Some(first), Some(last)) =
            (&record.cause, record.events.first(), record.events.last())
        {
            self.answers.remember(cause, Answer::Accepted { first: first.seq, last: last.seq });
        }
        Ok(())
    }

    /// Remembers that a command was accepted without an event, so that a repeat is accepted too.
    pub(crate) fn remember_nothing_to_do(&mut self, cause: &Cause) {
        let last = self.room.seq();
        self.answers.remember(cause, Answer::Accepted { first: last.next(), last });
    }

    /// Remembers a refusal, so that a repeat gets it again.
    pub(crate) fn remember_refusal(&mut self, cause: &Cause, reject: &Reject) {
        let answer = Answer::Rejected { code: reject.code(), text: reject.to_string().into() };
        self.answers.remember(cause, answer);
    }

    /// Returns the events after `seen`, if all of them are still in memory.
    #[must_use]
    pub(crate) fn since(&self, seen: Seq) -> Option<Vec<Stamped>> {
        if seen > self.room.seq() {
            return None;
        }
        let first_kept = self.recent.front().map_or(self.room.seq().next(), |stamped| stamped.seq);
        (seen.next() >= first_kept).then(|| self.between(seen.next(), self.room.seq()))
    }

    /// Returns the events from `first` to `last` that are still in memory.
    #[must_use]
    pub(crate) fn between(&self, first: Seq, last: Seq) -> Vec<Stamped> {
        self.recent.iter().filter(|stamped| (first..=last).contains(&stamped.seq)).cloned().collect()
    }
}

/// Returns the read model's summary of a room that consists of `events` alone.
#[must_use]
pub(super) fn summary_of(events: &[Stamped]) -> Summary {
    let begun = events.iter().any(|stamped| matches!(stamped.event, Event::GameBegun { .. }));
    Summary { playing: begun, played: begun, time: events.last().map_or(0, |stamped| stamped.time) }
}
