//! The search for a win by threats alone: fours and open threes, to which the other side must answer.
//!
//! The attacker tries threats only; the defender may try everything that does not lose at once. So a win that
//! is found here is proven.

use tengen_shared::rules::Stone;

use super::{
    board::Threat,
    score,
    search::{MAX_PLY, Search, Situation},
    table::Bound,
};
use crate::brain::Value;

/// Keeps what is stored here apart from what the other search stores.
const OWN_KEYS: u64 = 0x5851_F42D_4C95_7F2D;

/// The most threats of the attacker in a row.
const LONGEST: i8 = 24;

/// Whether one side wins by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Won {
    /// In so many plies.
    In(u16),
    /// Not with so many threats.
    No,
    /// The limit was reached before that was clear.
    Unknown,
}

impl Search<'_> {
    /// The quickest win of `stone`, who is to move, by threats alone, as far as `limit` nodes show it. Its line
    /// becomes the principal line.
    pub(super) fn win_by_threats(&mut self, stone: Stone, mut limit: u32) -> Option<Value> {
        self.candidates.truncate(0);
        for depth in 1..=LONGEST {
            match self.attack(stone, depth, 0, &mut limit) {
                Won::In(plies) => return Some(Value::Win(plies)),
                Won::No => {}
                Won::Unknown => break,
            }
        }
        None
    }

    /// Whether `stone`, who is to move, wins with at most `depth` threats of its own.
    fn attack(&mut self, stone: Stone, depth: i8, ply: usize, limit: &mut u32) -> Won {
        let only = match self.situation(stone, ply) {
            Situation::Decided(score) => return score::wins_in(score, ply).map_or(Won::No, Won::In),
            Situation::Forced(cell) => Some(cell),
            Situation::Defend | Situation::Quiet => None,
        };
        if depth == 0 || ply + 2 > MAX_PLY {
            return Won::No;
        }
        let key = self.board.key() ^ stone as u64 ^ OWN_KEYS;
        let known = self.table.get(key).copied();
        if let Some(entry) = known
            && entry.score == 0
            && entry.depth >= depth
        {
            return Won::No;
        }
        let base = self.candidates.len();
        if let Some(cell) = only {
            self.candidates.push(cell, 0);
        } else {
            // An open three is too slow when the other side can make two fours.
            let in_time = self.board.count(stone.other(), Threat::DoubleFour) == 0;
            self.candidates.add_threats(&self.board, stone, in_time);
            self.candidates.prefer(base, known.map(|entry| usize::from(entry.cell)));
        }
        let (won, cell) = self.try_threats(stone, depth, ply, base, limit);
        self.candidates.truncate(base);
        match won {
            Won::In(plies) => self.table.put(key, depth, Bound::Exact, plies.into(), cell),
            Won::No => self.table.put(key, depth, Bound::Exact, 0, cell),
            Won::Unknown => {}
        }
        won
    }

    /// Tries the threats on the stack from `base` on; the first that wins is as good as any.
    fn try_threats(
        &mut self,
        stone: Stone,
        depth: i8,
        ply: usize,
        base: usize,
        limit: &mut u32,
    ) -> (Won, usize) {
        let mut cell = 0;
        for index in base..self.candidates.len() {
            if *limit == 0 || !self.budget.enter() {
                return (Won::Unknown, cell);
            }
            *limit -= 1;
            cell = self.candidates.pick(index);
            self.board.place(cell, stone);
            let lost = self.defend(stone, depth - 1, ply + 1, limit);
            self.board.take_back(cell, stone);
            match lost {
                Won::In(plies) => {
                    self.extend_line(ply, cell);
                    return (Won::In(plies + 1), cell);
                }
                Won::No => {}
                Won::Unknown => return (Won::Unknown, cell),
            }
        }
        (Won::No, cell)
    }

    /// Whether `attacker` wins, whatever the other side, who is to move, answers to its threat.
    fn defend(&mut self, attacker: Stone, depth: i8, ply: usize, limit: &mut u32) -> Won {
        let stone = attacker.other();
        let base = self.candidates.len();
        // Any other answer than those tried loses in so many plies.
        let mut most = match self.situation(stone, ply) {
            Situation::Decided(score) if score < 0 => return Won::In(2),
            Situation::Decided(_) | Situation::Quiet => return Won::No,
            Situation::Forced(cell) => {
                self.candidates.push(cell, 0);
                2
            }
            Situation::Defend => {
                self.candidates.add_defences(&self.board, stone);
                4
            }
        };
        let mut won = Won::In(most);
        for index in base..self.candidates.len() {
            let cell = self.candidates.pick(index);
            self.board.place(cell, stone);
            let answer = self.attack(attacker, depth, ply + 1, limit);
            self.board.take_back(cell, stone);
            let Won::In(plies) = answer else {
                won = answer;
                break;
            };
            // The line shows the longest defence.
            if index == base || plies + 1 > most {
                self.extend_line(ply, cell);
            }
            most = most.max(plies + 1);
            won = Won::In(most);
        }
        self.candidates.truncate(base);
        won
    }
}
