//! Questions about a whole position: its exact score, its best move, and the moves that keep the result.

use super::{
    geometry::{Cells, each},
    node::{Moves, Node},
    score::{Bounds, Score, Window},
    search::Search,
    state::State,
};

/// The search first looks for wins and losses within this many plies.
const NEAR: usize = 11;

/// All methods expect undecided positions. They return `None` if the budget ends the search.
impl Search<'_, '_> {
    /// Returns the exact score.
    ///
    /// It first asks for near wins and losses, one distance after the other, which is cheap and finds the nearest.
    /// Then it asks whether there is a win or loss at all, and only then for its distance.
    pub(super) fn exact(&mut self, state: &State) -> Option<Score> {
        let mut bounds = Bounds::NONE;
        while bounds.lower != bounds.upper {
            let window = Window::at_least(next_question(bounds));
            bounds = bounds.learn(self.score(state, window)?, window);
        }
        Some(bounds.upper)
    }

    /// Returns the score of the move to a cell.
    pub(super) fn exact_after(&mut self, state: &State, cell: usize) -> Option<Score> {
        if self.winning(state) >> cell & 1 == 1 {
            return Some(Score::win(1));
        }
        Some(self.exact(&state.play(self.geometry, cell))?.before())
    }

    /// Returns the most promising move that reaches the score of the position.
    pub(super) fn best_move(&mut self, state: &State, score: Score) -> Option<usize> {
        if let Some(cell) = each(self.winning(state)).next() {
            return Some(cell);
        }
        let threats = state.open_to_other(self.geometry).winning(self.geometry);
        if let Some(cell) = each(threats).next() {
            return Some(cell);
        }
        let mut moves = Moves::new(&Node::new(self.geometry, state).ok()?);
        while let Some(candidate) = moves.next() {
            if self.after(state, candidate.cell, Window::at_least(score))? >= score {
                return Some(candidate.cell);
            }
        }
        // No line is open to either side.
        each(state.empty(self.geometry)).next()
    }

    /// Returns the cells that keep the result, regardless of its distance.
    pub(super) fn keeping(&mut self, state: &State) -> Option<Cells> {
        let winning = self.winning(state);
        for least in [Score::DRAW.next(), Score::DRAW, Score::LEAST] {
            let mut keeping = winning;
            for cell in each(state.empty(self.geometry) & !winning) {
                if least == Score::LEAST || self.after(state, cell, Window::at_least(least))? >= least {
                    keeping |= 1 << cell;
                }
            }
            if keeping != 0 {
                return Some(keeping);
            }
        }
        None
    }

    /// Returns perfect play from a position with the given score and best move. It is incomplete if the budget
    /// ends.
    pub(super) fn line(&mut self, state: &State, score: Score, best: usize) -> Vec<usize> {
        let (mut state, mut score) = (*state, score);
        let mut line = vec![best];
        while score != Score::win(1) {
            state = state.play(self.geometry, line[line.len() - 1]);
            score = score.after();
            let Some(cell) = self.best_move(&state, score) else { break };
            line.push(cell);
        }
        line
    }

    fn winning(&self, state: &State) -> Cells {
        state.open_to_mover(self.geometry).winning(self.geometry)
    }
}

/// Returns the score for the next null-window search: is the value at least this?
fn next_question(known: Bounds) -> Score {
    if known.upper > Score::DRAW {
        let near = known.lower > Score::DRAW || known.upper >= Score::win(NEAR);
        if near { known.upper } else { Score::DRAW.next() }
    } else {
        let near = known.upper < Score::DRAW || known.lower <= Score::loss(NEAR);
        if near { known.lower.next() } else { Score::DRAW }
    }
}
