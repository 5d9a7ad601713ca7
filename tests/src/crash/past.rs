//! The check of the history: each game that counts is there exactly once, as it was played.

use std::collections::{BTreeMap, BTreeSet};

use tengen_shared::{
    game::{Access, Event, GameId, GameRecord, Room},
    protocol::GameSummary,
};

use super::{
    Fault, Ledger,
    story::{Known, Step},
};

/// A game of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its public number.
    pub id: GameId,
    /// Whether strangers may find it.
    pub listed: bool,
    /// What is kept of it.
    pub record: GameRecord,
}

/// A game as it was played.
struct Played {
    record: GameRecord,
    listed: bool,
}

/// The check of one room's finished games, event by event.
#[derive(Default)]
pub(super) struct PastCheck {
    played: BTreeMap<u32, Played>,
    /// The game whose end was the last event.
    ended: Option<u32>,
}

impl PastCheck {
    pub(super) fn step(&mut self, step: &Step<'_>) {
        let ended = self.ended.take();
        match &step.stamped.event {
            Event::GameOver { .. } => {
                let Some(record) = step.after.finished_game() else { return };
                let listed = step.after.settings().access == Access::Listed;
                self.ended = Some(record.number);
                self.played.insert(record.number, Played { record, listed });
            }
            // What not everybody could see before is in the record from the first.
            Event::Disclosed { thoughts, hints } => {
                if let Some(game) = ended.and_then(|number| self.played.get_mut(&number)) {
                    game.record.thoughts.clone_from(thoughts);
                    game.record.hints.clone_from(hints);
                }
            }
            _ => {}
        }
    }

    /// Compares the games played with those that are kept, and these with what clients were told of them; says how many
    /// were the same.
    pub(super) fn compare(
        &self,
        kept: &[KeptGame],
        listed: &BTreeMap<GameId, GameSummary>,
        known: Known,
        room: &Room,
        found: &mut Ledger,
    ) -> u64 {
        let mut numbers = BTreeSet::new();
        let mut same = 0;
        for game in kept {
            let number = game.record.number;
            if !numbers.insert(number) {
                found.find(Fault::History, None, format!("game {number} is in the history twice"));
            }
            match self.played.get(&number) {
                Some(played) if played.record == game.record && played.listed == game.listed => same += 1,
                Some(Played { record, listed }) => {
                    let text =
                        format!("game {number} is kept as {game:?} and was {record:?}, listed: {listed}");
                    found.find(Fault::History, None, text);
                }
                None if known == Known::Parts => {}
                None => found.find(Fault::History, None, format!("nobody knows of game {number}: {game:?}")),
            }
        }
        for number in self.played.keys().filter(|number| !numbers.contains(number)) {
            found.find(Fault::History, None, format!("game {number} has ended and is not in the history"));
        }
        if numbers.len() != room.games_finished() as usize {
            let text =
                format!("{} games are kept of {} that have ended", numbers.len(), room.games_finished());
            found.find(Fault::History, None, text);
        }
        for (id, told) in listed {
            let there = kept.iter().find(|game| game.id == *id);
            if there.is_none_or(|game| GameSummary::new(*id, &game.record) != *told) {
                let text = format!("a client was told of {told:?}; there is {there:?}");
                found.find(Fault::History, None, text);
            }
        }
        same
    }
}
