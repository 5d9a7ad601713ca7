//! The scoreboard of a room.

use serde::{Deserialize, Serialize};

use super::seat::Occupant;

/// The most occupants a scoreboard remembers; beyond it the one with the fewest games makes room.
pub const MAX_SCORES: usize = 64;

/// What one occupant has scored in a room: a win counts one, a draw nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// Whose score it is, under the name last used.
    pub who: Occupant,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl ScoreEntry {
    fn new(who: Occupant) -> Self {
        Self { who, wins: 0, draws: 0, losses: 0 }
    }

    fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// Every score of a room. It belongs to the occupant, not to the seat, so it is kept when people swap
/// seats, leave and come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scoreboard(Vec<ScoreEntry>);

impl Scoreboard {
    /// The entries in the order in which people first sat down.
    #[must_use]
    pub fn entries(&self) -> &[ScoreEntry] {
        &self.0
    }

    /// The entry of `who`, if they have sat here.
    #[must_use]
    pub fn of(&self, who: &Occupant) -> Option<&ScoreEntry> {
        self.0.iter().find(|entry| entry.who.is_same(who))
    }

    /// Makes sure that `who` has an entry, under the present name. A full board makes room by forgetting the
    /// one with the fewest games who is not among `present`.
    pub(super) fn enter(&mut self, who: &Occupant, present: &[&Occupant]) {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.who.is_same(who)) {
            entry.who = who.clone();
            return;
        }
        if self.0.len() >= MAX_SCORES {
            let spared = |entry: &ScoreEntry| present.iter().any(|other| other.is_same(&entry.who));
            let others = self.0.iter().enumerate().filter(|(_, entry)| !spared(entry));
            let fewest = others.min_by_key(|(_, entry)| entry.games()).map(|(index, _)| index);
            fewest.map(|index| self.0.remove(index));
        }
        self.0.push(ScoreEntry::new(who.clone()));
    }

    pub(super) fn record_win(&mut self, winner: &Occupant, loser: &Occupant) {
        self.bump(winner, loser, |entry| &mut entry.wins);
        self.bump(loser, winner, |entry| &mut entry.losses);
    }

    pub(super) fn record_draw(&mut self, a: &Occupant, b: &Occupant) {
        self.bump(a, b, |entry| &mut entry.draws);
        // The same level in both seats has one entry, and has drawn one game.
        if !a.is_same(b) {
            self.bump(b, a, |entry| &mut entry.draws);
        }
    }

    fn bump(&mut self, who: &Occupant, opponent: &Occupant, field: impl Fn(&mut ScoreEntry) -> &mut u32) {
        self.enter(who, &[opponent]);
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.who.is_same(who)) {
            let count = field(entry);
            *count = count.saturating_add(1);
        }
    }
}
