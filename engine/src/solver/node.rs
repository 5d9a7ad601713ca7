//! One node of the search: what is seen there without looking ahead, and its moves in order.

use tengen_shared::rules::Runs;

use super::{
    geometry::{Cells, Geometry, Key, MAX_POINTS, each},
    score::{Bounds, Score},
    state::{Open, State},
};

/// A position in which nobody wins at once.
pub(super) struct Node<'a> {
    geometry: &'a Geometry,
    empty: Cells,
    mine: Open,
    theirs: Open,
    my_potential: u32,
    their_potential: u32,
    /// The one cell where the other side would win, if there is one.
    pub(super) threats: Cells,
}

impl<'a> Node<'a> {
    /// The score, where one look tells it: the side to move completes a line, or cannot block two.
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

    /// What open lines and potentials say of the score.
    pub(super) fn bounds(&self) -> Bounds {
        let within = |plies: &usize| *plies <= self.empty.count_ones() as usize;
        let win = self.mine.missing(self.geometry).map(|stones| 2 * stones - 1).filter(within);
        let win = win.filter(|_| self.my_potential >= self.enough() / 2);
        let loss = self.theirs.missing(self.geometry).map(|stones| 2 * stones).filter(within);
        let loss = loss.filter(|_| self.their_potential >= self.enough());
        Bounds { lower: loss.map_or(Score::DRAW, Score::loss), upper: win.map_or(Score::DRAW, Score::win) }
    }

    /// The least potential with which a side may still make a line although the other is to move.
    fn enough(&self) -> u32 {
        1 << self.geometry.length()
    }

    /// The key under which the position is remembered.
    ///
    /// Where longer runs win, nothing but the open lines matters: a stone in no open line of its own side
    /// only blocks, and so may a cell through which no line is open. All these look alike in the key, which
    /// is why it can stand for positions with different numbers of stones: a move to such a cell is no
    /// better than any other, for another stone of one's own never harms.
    pub(super) fn key(&self) -> Key {
        if self.geometry.variant().runs() == Runs::Exactly {
            return self.geometry.key(self.mine.stones, self.theirs.stones);
        }
        let (my_lines, their_lines) = (self.mine.cells(self.geometry), self.theirs.cells(self.geometry));
        let (mine, theirs) = (self.mine.stones & my_lines, self.theirs.stones & their_lines);
        let free = self.empty & (my_lines | their_lines);
        let blocked = self.geometry.cells() & !(mine | theirs | free);
        self.geometry.key(mine | blocked, theirs | blocked)
    }
}

/// A move to be tried.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(super) cell: usize,
    /// What it adds to the potential of the side to move.
    gain: u32,
    /// What it takes from that of the other side.
    harm: u32,
}

impl Candidate {
    /// Whether the potential after the move proves that the side to move never wins.
    pub(super) fn cannot_win(self, node: &Node) -> bool {
        node.my_potential + self.gain < node.enough()
    }

    fn promise(self) -> u32 {
        3 * self.gain + 2 * self.harm
    }
}

/// The moves of a position, the most promising first.
pub(super) struct Moves {
    list: [Candidate; MAX_POINTS],
    tried: usize,
    count: usize,
}

impl Moves {
    pub(super) fn new(node: &Node) -> Self {
        let mut moves = Self { list: [Candidate::default(); MAX_POINTS], tried: 0, count: 0 };
        let (gains, harms) = (node.mine.gains(node.geometry), node.theirs.gains(node.geometry));
        // Where a longer run does not win, a stone may harm its own side, and a wasted move help.
        let waste = node.geometry.variant().runs() == Runs::Exactly;
        for cell in each(node.empty) {
            let candidate = Candidate { cell, gain: gains[cell], harm: harms[cell] };
            if waste || candidate.promise() > 0 {
                moves.list[moves.count] = candidate;
                moves.count += 1;
            }
        }
        moves
    }

    /// Whether the potential after some move proves that the other side never wins.
    pub(super) fn can_hold(&self, node: &Node) -> bool {
        let harm = self.list[..self.count].iter().map(|candidate| candidate.harm).max();
        node.their_potential < node.enough() / 2 + harm.unwrap_or(0)
    }

    /// The most promising of the moves not yet tried; of equals always the same one.
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
