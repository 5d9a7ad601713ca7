//! One node of the search: its value without looking ahead, and its moves in order.

use tengen_shared::rules::RuleSet;

use super::{
    geometry::{Cells, Geometry, Key, MAX_POINTS, each},
    score::{Bounds, Score},
    state::{Open, State},
};

/// A position in which the side to move has no immediate win.
pub(super) struct Node<'a> {
    geometry: &'a Geometry,
    empty: Cells,
    mine: Open,
    theirs: Open,
    my_potential: u32,
    their_potential: u32,
    /// The only cell where the other side would win, if there is one.
    pub(super) threats: Cells,
}

impl<'a> Node<'a> {
    /// Returns the score as an error if one look decides it: a win at once, or two threats that cannot both be
    /// blocked.
    pub(super) fn new(geometry: &'a Geometry, state: &State) -> Result<Self, Score> {
        let mine = state.open_to_mover(geometry);
        if mine.winning(geometry) != 0 {
            return Err(Score::win(1));
        }
        let theirs = state.open_to_other(geometry);
        let threats = theirs.winning(geometry);
        if threats.count_ones() > 1 {
            return Err(Score::loss(2));
        }
        let (my_potential, their_potential) = (mine.potential(geometry), theirs.potential(geometry));
        Ok(Self {
            geometry,
            empty: state.empty(geometry),
            mine,
            theirs,
            my_potential,
            their_potential,
            threats,
        })
    }

    /// Returns the bounds of the score that follow from open lines and potentials.
    pub(super) fn bounds(&self) -> Bounds {
        let within = |plies: &usize| *plies <= self.empty.count_ones() as usize;
        let win = self.mine.missing(self.geometry).map(|stones| 2 * stones - 1).filter(within);
        let win = win.filter(|_| self.my_potential >= self.enough() / 2);
        let loss = self.theirs.missing(self.geometry).map(|stones| 2 * stones).filter(within);
        let loss = loss.filter(|_| self.their_potential >= self.enough());
        Bounds { lower: loss.map_or(Score::DRAW, Score::loss), upper: win.map_or(Score::DRAW, Score::win) }
    }

    /// Returns the least potential with which a side may still complete a line although the other side is to move.
    fn enough(&self) -> u32 {
        1 << self.geometry.length()
    }

    /// Returns the key of the position in the transposition table.
    ///
    /// If longer runs win, only the open lines matter. A stone in no open line of its own side only blocks. So does
    /// an empty cell in no open line. The key treats all of these alike, so it may stand for positions with
    /// different numbers of stones. This is sound because a move to such a cell is no better than any other: a
    /// stone never harms its own side.
    pub(super) fn key(&self) -> Key {
        if self.geometry.variant().runs() == RuleSet::Standard {
            return self.geometry.key(self.mine.stones, self.theirs.stones);
        }
        let (my_lines, their_lines) = (self.mine.cells(self.geometry), self.theirs.cells(self.geometry));
        let (mine, theirs) = (self.mine.stones & my_lines, self.theirs.stones & their_lines);
        let free = self.empty & (my_lines | their_lines);
        let blocked = self.geometry.cells() & !(mine | theirs | free);
        self.geometry.key(mine | blocked, theirs | blocked)
    }
}

/// A move with its effect on the potentials.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(super) cell: usize,
    /// How much the move adds to the potential of the side to move.
    gain: u32,
    /// How much the move subtracts from the potential of the other side.
    harm: u32,
}

impl Candidate {
    /// Returns whether the potential after the move proves that the side to move never wins.
    pub(super) fn cannot_win(self, node: &Node) -> bool {
        node.my_potential + self.gain < node.enough()
    }

    fn promise(self) -> u32 {
        3 * self.gain + 2 * self.harm
    }
}

/// The moves of a position, most promising first.
pub(super) struct Moves {
    list: [Candidate; MAX_POINTS],
    tried: usize,
    count: usize,
}

impl Moves {
    pub(super) fn new(node: &Node) -> Self {
        let mut moves = Self { list: [Candidate::default(); MAX_POINTS], tried: 0, count: 0 };
        let (gains, harms) = (node.mine.gains(node.geometry), node.theirs.gains(node.geometry));
        // If longer runs do not win, a stone may harm its own side, so even a useless move may be the best.
        let waste = node.geometry.variant().runs() == RuleSet::Standard;
        for cell in each(node.empty) {
            let candidate = Candidate { cell, gain: gains[cell], harm: harms[cell] };
            if waste || candidate.promise() > 0 {
                moves.list[moves.count] = candidate;
                moves.count += 1;
            }
        }
        moves
    }

    /// Returns whether the potential after some move proves that the other side never wins.
    pub(super) fn can_hold(&self, node: &Node) -> bool {
        let harm = self.list[..self.count].iter().map(|candidate| candidate.harm).max();
        node.their_potential < node.enough() / 2 + harm.unwrap_or(0)
    }

    /// Returns the most promising untried move. The order of equal moves is always the same.
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.list[self.tried..self.count];
        let mut best = 0;
        for (index, candidate) in rest.iter().enumerate() {
            if candidate.promise() > rest[best].promise() {
                best = index;
            }
        }
        let candidate = *rest.get(best)?;
        rest.swap(0, best);
        self.tried += 1;
        Some(candidate)
    }
}
