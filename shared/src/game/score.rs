//! The scoreboard of a room.

use serde::{Deserialize, Serialize};

use super::{id::PlayerId, name::Name, seat::Occupant};

/// The maximum number of entries. A new occupant replaces the absent one with the fewest games.
pub const MAX_SCORES: usize = 64;

/// The results of one occupant in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// The occupant, under the name last used.
    pub who: Occupant,
    /// The number of games won.
    pub wins: u32,
    /// The number of games drawn.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
}

impl ScoreEntry {
    fn new(who: Occupant) -> Self {
        Self { who, wins: 0, draws: 0, losses: 0 }
    }

    /// Adds the results of another entry.
    fn add(&mut self, other: &Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// The scores of a room. A score belongs to the occupant, not to the seat, so it survives when people swap seats,
/// leave or come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scoreboard(Vec<ScoreEntry>);

impl Scoreboard {
    /// Returns the entries in the order in which people first sat down.
    #[must_use]
    pub fn entries(&self) -> &[ScoreEntry] {
        &self.0
    }

    /// Returns the entry of `who`; `None` if they have not sat here.
    #[must_use]
    pub fn of(&self, who: &Occupant) -> Option<&ScoreEntry> {
        self.0.iter().find(|entry| entry.who.is_same(who))
    }

    /// Returns the name of a person on the board.
    #[must_use]
    pub fn person(&self, player: PlayerId) -> Option<&Name> {
        self.0.iter().find_map(|entry| match &entry.who {
            Occupant::Person { player: known, name } if *known == player => Some(name),
            _ => None,
        })
    }

    /// Adds an entry for `who`, or updates the name in an old one. A full board first removes the occupant with the
    /// fewest games who is not in `present`.
    pub(super) fn enter(&mut self, who: &Occupant, present: &[&Occupant]) {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.who.is_same(who)) {
            entry.who = who.clone();
            return;
        }
        if self.0.len() >= MAX_SCORES {
            let spared = |entry: &ScoreEntry| present.iter().any(|other| other.is_same(&entry.who));
            let others = self.0.iter().enumerate().filter(|(_, entry)| !spared(entry));
            let fewest = others.min_by_key(|(_, entry)| entry.games()).map(|(index, _)| index);
            if let Some(index) = fewest {
                self.0.remove(index);
            }
        }
        self.0.push(ScoreEntry::new(who.clone()));
    }

    /// Gives the results of player `was`, and of guests at their keyboard, to `now`. Two entries that then belong to the
    /// same occupant become one.
    pub(super) fn replace_player(&mut self, was: PlayerId, now: PlayerId) {
        for mut entry in std::mem::take(&mut self.0) {
            entry.who.replace_player(was, now);
            match self.0.iter_mut().find(|other| other.who.is_same(&entry.who)) {
                Some(other) => other.add(&entry),
                None => self.0.push(entry),
            }
        }
    }

    pub(super) fn record_win(&mut self, winner: &Occupant, loser: &Occupant) {
        self.bump(winner, loser, |entry| &mut entry.wins);
        self.bump(loser, winner, |entry| &mut entry.losses);
    }

    pub(super) fn record_draw(&mut self, a: &Occupant, b: &Occupant) {
        self.bump(a, b, |entry| &mut entry.draws);
        // If the same level plays in both seats, they share one entry. A draw counts once there, and a win counts as a
        // win and a loss.
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
