//! Victory by continuous threats (VCT), with fours and open threes, by depth-first proof-number search: Nagai,
//! "Df-pn algorithm for searching AND/OR trees and its applications", 2002.

use super::fours::{FourTable, Fours};
use crate::{
    board::Board,
    candidates::{self, Blocks},
    limits::Budget,
    marks::Rows,
    pattern::Class,
    square::{Side, Square},
};

/// An infinite proof number.
const NEVER: u32 = 1 << 30;
/// The limits of the VCF search in each node where the attacker is to move: positions visited, and fours ahead.
const FOURS: (u32, u8) = (60, 10);
/// The number of plies from the root at which a line counts as refuted.
pub(crate) const MAX_PROOF_PLY: usize = 90;

/// The proof and disproof numbers of a node. A disproof says only that no win exists by these threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// The proof number; 0 if the win is proven.
    proof: u32,
    /// The disproof number; 0 if the win is refuted. If the win is proven, this holds the plies to it instead.
    refutation: u32,
}

impl Numbers {
    const REFUTED: Self = Self { proof: NEVER, refutation: 0 };

    const fn won(plies: u32) -> Self {
        Self { proof: 0, refutation: plies }
    }

    const fn is_won(self) -> bool {
        self.proof == 0
    }

    /// Returns the disproof number, which is infinite if the win is proven.
    const fn to_refute(self) -> u32 {
        if self.is_won() { NEVER } else { self.refutation }
    }
}

/// A hash table of proof and disproof numbers, of fixed size.
#[derive(Debug)]
pub(crate) struct ProofTable(Vec<[(u64, Numbers); WAYS]>);

/// Slots in a bucket.
const WAYS: usize = 4;

impl ProofTable {
    /// Creates a table of 2^`bits` buckets of 64 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self(vec![[(0, Numbers { proof: 1, refutation: 1 }); WAYS]; 1 << bits])
    }

    const fn place(&self, key: u64) -> usize {
        // The length is a power of two. Other tables use the low bits of a key.
        (key >> 20) as usize & (self.0.len() - 1)
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        self.0[self.place(key)].iter().find(|it| it.0 == key).map(|it| it.1)
    }

    /// Stores the numbers of a position. They replace those of the same position, or the entry with the least work
    /// behind it.
    fn put(&mut self, key: u64, numbers: Numbers) {
        let place = self.place(key);
        let bucket = &mut self.0[place];
        let settled = |it: &Numbers| it.proof == 0 || it.refutation == 0;
        let worth = |it: &(u64, Numbers)| match it {
            (0, _) => 0,
            (_, it) if settled(it) => 1000,
            (_, it) => it.proof.saturating_add(it.refutation),
        };
        let at = bucket.iter().position(|it| it.0 == key);
        let at = at.or_else(|| (0..WAYS).min_by_key(|at| worth(&bucket[*at]))).unwrap_or(0);
        bucket[at] = (key, numbers);
    }
}

/// A VCT search for the side to move at its root.
#[derive(Debug)]
pub(crate) struct Proof<'a, 'b> {
    pub(crate) board: &'a mut Board,
    pub(crate) table: &'a mut ProofTable,
    pub(crate) fours: &'a mut FourTable,
    pub(crate) attacker: Side,
    /// The number of positions that this search may still visit.
    pub(crate) left: u64,
    /// The budget of the whole search for a move.
    pub(crate) budget: &'a mut Budget<'b>,
    /// The moves of all nodes from the root to the current one.
    pub(crate) moves: &'a mut Vec<Square>,
    /// The number of stones at which a line counts as refuted.
    pub(crate) most_stones: usize,
}

/// The consequences of the existing threats in a position.
enum Status {
    Settled(Numbers),
    /// Only these moves need a search.
    Open(Rows),
}

impl Status {
    fn of(moves: Rows, if_none: Numbers) -> Self {
        if moves.is_empty() { Self::Settled(if_none) } else { Self::Open(moves) }
    }
}

impl Proof<'_, '_> {
    /// Returns the first stone of a proven win and its length in plies at most; `None` if no win is proven so far.
    /// The table keeps the results, so the next call continues from there.
    pub(crate) fn prove(&mut self) -> Option<(Square, u16)> {
        let all = Numbers { proof: NEVER - 1, refutation: NEVER - 1 };
        let numbers = self.visit(all);
        if !numbers.is_won() {
            return None;
        }
        // The move whose child has the quickest proven win. A win by fours has no such child.
        let Status::Open(moves) = self.status() else { return None };
        let won = |square: Square| self.table.get(self.board.hash_after(square)).filter(|it| it.is_won());
        let best = moves.iter().filter_map(|square| Some((won(square)?.refutation, square))).min()?;
        Some((best.1, u16::try_from(best.0 + 1).unwrap_or(u16::MAX)))
    }

    fn spend(&mut self, nodes: u32) {
        self.left = self.left.saturating_sub(u64::from(nodes));
        if !self.budget.spend(nodes) {
            self.left = 0;
        }
    }

    /// Returns whether the search must end.
    fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Searches a position until one of its numbers reaches `limit`.
    fn visit(&mut self, limit: Numbers) -> Numbers {
        let key = self.board.hash();
        self.spend(1);
        let among = match self.status() {
            Status::Settled(numbers) => {
                self.table.put(key, numbers);
                return numbers;
            }
            Status::Open(moves) => moves,
        };
        if self.board.moves().len() >= self.most_stones {
            // The parent reads the table. Without this entry, it would come back to this position for ever.
            self.table.put(key, Numbers::REFUTED);
            return Numbers::REFUTED;
        }
        let attacks = self.board.to_move() == self.attacker;
        if attacks && self.table.get(key).is_none() {
            let (left, ahead) = FOURS;
            let mut fours = Fours { board: self.board, table: self.fours, left };
            let plies = fours.win(ahead);
            let spent = left - fours.left;
            self.spend(spent);
            if let Some(plies) = plies {
                let numbers = Numbers::won(u32::from(plies));
                self.table.put(key, numbers);
                return numbers;
            }
        }
        let first = self.moves.len();
        self.moves.extend(among.iter());
        let numbers = loop {
            let (numbers, choice) = self.combine(first, attacks);
            let Some(choice) = choice else { break numbers };
            if numbers.proof >= limit.proof || numbers.to_refute() >= limit.refutation || self.is_spent() {
                break numbers;
            }
            let limit = choice.limit(numbers, limit, attacks);
            self.board.make(choice.square);
            self.visit(limit);
            self.board.unmake();
        };
        self.moves.truncate(first);
        self.table.put(key, numbers);
        numbers
    }

    /// Returns the numbers of the position after a move. Without an entry in the table, these are initial values
    /// that depend on the threat.
    fn child(&self, square: Square, side: Side) -> Numbers {
        self.table.get(self.board.hash_after(square)).unwrap_or_else(|| {
            let class = self.board.class(square, side);
            let proof = if side == self.attacker && class < Class::DoubleThree { 2 } else { 1 };
            Numbers { proof, refutation: 1 }
        })
    }

    /// Returns the numbers of a node, and the move to search next unless the node is solved.
    ///
    /// If the attacker is to move, the proof number is the minimum over the children, and the disproof number is
    /// the sum. If the defender is to move, it is the other way round.
    fn combine(&self, first: usize, attacks: bool) -> (Numbers, Option<Choice>) {
        let side = self.board.to_move();
        let own = |it: Numbers| if attacks { (it.proof, it.refutation) } else { (it.refutation, it.proof) };
        let (mut sum, mut second) = (0_u32, NEVER);
        let mut best: Option<(Numbers, Square)> = None;
        let mut won: Option<u32> = None;
        for &square in &self.moves[first..] {
            let child = self.child(square, side);
            if child.is_won() {
                // The attacker chooses the quickest win, the defender the slowest loss.
                let plies = child.refutation + 1;
                won = Some(won.map_or(plies, |it| if attacks { it.min(plies) } else { it.max(plies) }));
                continue;
            }
            let (least, rest) = own(child);
            sum = sum.saturating_add(rest).min(NEVER - 1);
            match best {
                Some((it, _)) if own(it) <= own(child) => second = second.min(least),
                _ => {
                    second = second.min(best.map_or(NEVER, |it| own(it.0).0));
                    best = Some((child, square));
                }
            }
        }
        match (best, won) {
            (_, Some(plies)) if attacks => (Numbers::won(plies), None),
            (None, plies) => (plies.map_or(Numbers::REFUTED, Numbers::won), None),
            (Some((Numbers { refutation: 0, .. }, _)), _) => (Numbers::REFUTED, None),
            (Some((child, square)), _) => {
                let (proof, refutation) = if attacks { (child.proof, sum) } else { (sum, child.refutation) };
                (Numbers { proof, refutation }, Some(Choice { square, child, second }))
            }
        }
    }

    /// Evaluates the existing threats.
    fn status(&self) -> Status {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        let attacks = side == self.attacker;
        if mine.has(Class::Five) {
            return Status::Settled(if attacks { Numbers::won(1) } else { Numbers::REFUTED });
        }
        match candidates::blocks(self.board) {
            Blocks::None => {}
            Blocks::One(square) => return Status::Open(Rows::of(square)),
            Blocks::Several(squares) => return Status::Open(squares),
            Blocks::Lost => {
                return Status::Settled(if attacks { Numbers::REFUTED } else { Numbers::won(2) });
            }
        }
        if mine.has(Class::OpenFour) {
            return Status::Settled(if attacks { Numbers::won(3) } else { Numbers::REFUTED });
        }
        if attacks {
            return Status::of(self.attacks(), Numbers::REFUTED);
        }
        // The attack ends if it no longer threatens an open four.
        if !theirs.has(Class::OpenFour) {
            return Status::Settled(Numbers::REFUTED);
        }
        Status::of(candidates::answers(self.board).all(), Numbers::won(4))
    }

    /// Returns the attacker's threats, except lone fours that cannot be traps. If the attacker must stop an open four itself, returns
    /// its threats that do so and all its fours.
    fn attacks(&self) -> Rows {
        let side = self.attacker;
        let mut moves = Rows::default();
        let marks = self.board.marks(side);
        let mut add = |class| marks.of(class).iter().for_each(|square| moves.insert(square));
        [Class::Three, Class::DoubleThree].into_iter().for_each(&mut add);
        if self.board.marks(1 - side).has(Class::OpenFour) {
            moves = moves.and(&candidates::defences(self.board, side));
            candidates::fours(self.board, side).for_each(|square| moves.insert(square));
        } else {
            [Class::Four, Class::FourThree].into_iter().for_each(&mut add);
            // The rules may forbid the reply to any of White's fours.
            if self.board.sets_traps(side) {
                add(Class::LoneFour);
            }
        }
        moves
    }
}

/// The move to search next.
#[derive(Clone, Copy, Debug)]
struct Choice {
    square: Square,
    child: Numbers,
    /// The number of the second best move. Beyond it, that move becomes the better choice.
    second: u32,
}

impl Choice {
    /// Returns the limit for the child: until it is clearly worse than the second best, or its node reaches its own
    /// limit.
    fn limit(self, node: Numbers, limit: Numbers, attacks: bool) -> Numbers {
        // A margin of a quarter over the second best avoids switching back and forth: Pawlewicz and Lew, "Improving
        // depth-first pn-search: 1 + epsilon trick", 2006.
        let beyond = self.second.saturating_add(self.second / 4).saturating_add(1);
        if attacks {
            Numbers {
                proof: limit.proof.min(beyond),
                refutation: limit
                    .refutation
                    .saturating_sub(node.refutation)
                    .saturating_add(self.child.refutation),
            }
        } else {
            Numbers {
                proof: limit.proof.saturating_sub(node.proof).saturating_add(self.child.proof),
                refutation: limit.refutation.min(beyond),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Position, Variant};

    use super::*;
    use crate::limits::{Limits, StopFlag};

    #[test]
    fn a_search_whose_lines_all_end_too_early_ends() {
        let mut position = Position::new(Variant::GOMOKU15);
        for point in ["h8", "a1", "i8", "a3", "g10", "a5"] {
            position.play(point.parse().unwrap()).unwrap();
        }
        let (stop, mut board) = (StopFlag::default(), Board::at(&position));
        let (mut table, mut fours, mut moves) = (ProofTable::new(10), FourTable::new(10), Vec::new());
        let mut budget = Budget::new(Limits::default(), &stop);
        let mut search = Proof {
            attacker: board.to_move(),
            most_stones: board.moves().len() + 1,
            board: &mut board,
            table: &mut table,
            fours: &mut fours,
            left: 100_000,
            budget: &mut budget,
            moves: &mut moves,
        };
        assert_eq!(search.prove(), None);
        assert!(!search.is_spent());
    }
}
