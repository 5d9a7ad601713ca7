//! The search for a win by threats alone: fours and open threes, to which the other side must answer.
//!
//! The attacker tries threats only; the defender may try everything that does not lose at once. So a win that
//! is found here is proven.

use tengen_shared::rules::Stone;

use super::{
    board::Threat,
    search::{MAX_PLY, Search, Situation, defences},
    table::Bound,
};

/// Keeps what is stored here apart from what the other search stores.
const OWN_KEYS: u64 = 0x5851_F42D_4C95_7F2D;

impl Search<'_> {
    /// In how many plies `stone`, who is to move, wins with at most `depth` threats of its own; `None` if it
    /// does not, or if `limit` nodes were not enough to tell.
    pub(super) fn threats(&mut self, stone: Stone, depth: i8, ply: usize, limit: &mut u32) -> Option<u16> {
        let only = match self.situation(stone, ply) {
            Situation::Decided(score) => return (score > 0).then_some(if score >= crate::classic::domain::search::WIN - ply as i32 - 1 { 1 } else { 3 }),
            Situation::Forced(cell) => Some(cell),
            Situation::Defend | Situation::Quiet => None,
        };
        if depth == 0 || ply + 3 > MAX_PLY {
            return None;
        }
        let key = self.board.key() ^ stone as u64 ^ OWN_KEYS;
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            if entry.score > 0 {
                self.lines[ply].set(usize::from(entry.cell), &super::search::Line::EMPTY);
                return u16::try_from(entry.score).ok();
            }
            if entry.depth >= depth {
                return None;
            }
            first = Some(usize::from(entry.cell));
        }
        let base = self.candidates.len();
        self.gather_threats(stone, only, first);
        let mut won = None;
        let mut last = 0;
        for index in base..self.candidates.len() {
            if *limit == 0 || !self.budget.enter() {
                *limit = 0;
                break;
            }
            *limit -= 1;
            let cell = self.pick(index);
            last = cell;
            self.board.place(cell, stone);
            let lost = self.answers(stone, depth - 1, ply + 1, limit);
            self.board.take_back(cell, stone);
            if let Some(plies) = lost {
                let (above, below) = self.lines.split_at_mut(ply + 1);
                above[ply].set(cell, &below[0]);
                won = Some(plies + 1);
                break;
            }
        }
        self.candidates.truncate(base);
        if *limit > 0 || won.is_some() {
            self.table.put(key, depth, Bound::Exact, won.map_or(0, i32::from), last);
        }
        won
    }

    /// In how many plies the side that `attacker` threatens, and that is to move, loses whatever it plays.
    fn answers(&mut self, attacker: Stone, depth: i8, ply: usize, limit: &mut u32) -> Option<u16> {
        let stone = attacker.other();
        let base = self.candidates.len();
        let mut most = 2;
        match self.situation(stone, ply) {
            Situation::Decided(score) => return (score < 0).then_some(2),
            Situation::Quiet => return None,
            Situation::Forced(cell) => self.candidates.push((0, cell)),
            Situation::Defend => {
                most = 4;
                defences(&self.board, stone, &mut self.candidates);
                for candidate in &mut self.candidates[base..] {
                    candidate.0 = self.board.worth(candidate.1, stone);
                }
            }
        }
        for index in base..self.candidates.len() {
            let cell = self.pick(index);
            self.board.place(cell, stone);
            let won = self.threats(attacker, depth, ply + 1, limit);
            self.board.take_back(cell, stone);
            let Some(plies) = won else {
                self.candidates.truncate(base);
                return None;
            };
            if plies + 1 > most || index == base {
                most = most.max(plies + 1);
                let (above, below) = self.lines.split_at_mut(ply + 1);
                above[ply].set(cell, &below[0]);
            }
        }
        self.candidates.truncate(base);
        Some(most)
    }

    /// The points where `stone` makes a four or an open three, or only the one that it must play.
    fn gather_threats(&mut self, stone: Stone, only: Option<usize>, first: Option<usize>) {
        let Self { board, candidates, .. } = self;
        if let Some(cell) = only {
            candidates.push((0, cell));
            return;
        }
        let must_four = board.count(stone.other(), Threat::DoubleFour) > 0;
        for cell in 0..board.cells_in_all() {
            if board.is_empty(cell) && board.makes_threat(cell, stone, must_four) {
                let worth = if Some(cell) == first { i32::MAX } else { board.worth(cell, stone) };
                candidates.push((worth, cell));
            }
        }
    }
}
