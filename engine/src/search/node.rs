//! One node of the search, in numbered steps.

use super::{
    order::{self, Hints, Ranked},
    params::{
        FUTILITY_DEPTH, LATE_MOVE, LEAF_FOURS, MAX_PLY, NODE_FOURS, PASS_DEPTH, QUIET_DEPTH,
        QUIET_MOVES_DEPTH, RAZOR_DEPTH, SOLVED_DEPTH, UNKNOWN_DEPTH, futility, pass_reduction, quiet_moves,
        razor,
    },
    worker::Worker,
};
use crate::{
    board::{Rows, Side, Square},
    candidates,
    pattern::Class,
    score::{INFINITE, Score, estimated, from_table, is_decided, loss_at, to_table, win_at},
    table::{Bound, Entry},
};

/// The values between which a result matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window of a question with two answers: is it more than `alpha`?
    const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The same window as the other side sees it.
    const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What the threats on the board leave to do.
enum Must {
    /// A five must be stopped here.
    Block(Square),
    /// An open four must be stopped, or put off by a four.
    Answer(Rows),
    /// Nothing.
    Free,
}

/// A node whose moves are tried.
#[derive(Clone, Copy, Debug)]
struct Node {
    depth: i32,
    ply: usize,
    window: Window,
    /// Threats leave only some moves.
    forced: bool,
    /// The side to move, and the move before.
    side: Side,
    last: Option<Square>,
    /// The best move by the table.
    known: Option<Square>,
}

/// What has been found among a node's moves.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: Score,
    best: Option<Square>,
    tried: usize,
}

impl Worker<'_> {
    /// The value of the position, `depth` plies deep, by principal variation search: Marsland and Campbell, "Parallel
    /// search of strongly ordered game trees", 1982. `passed` says that the last move was a pass.
    pub(super) fn node(&mut self, mut depth: i32, ply: usize, mut window: Window, passed: bool) -> Score {
        // 1. What ends the search.
        if !self.enter() || self.board.is_full() {
            return 0;
        }
        // 2. What the threats on the board decide.
        let must = match self.must(ply) {
            Ok(must) => must,
            Err(score) => return score,
        };
        if ply >= MAX_PLY {
            return estimated(self.board.estimate());
        }
        // 3. No win can be nearer than the next stone but two, no loss nearer than the one after.
        if ply > 0 {
            window.alpha = window.alpha.max(loss_at(ply + 2));
            window.beta = window.beta.min(win_at(ply + 3));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        // 4. What the table knows.
        let key = self.board.hash();
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|it| usable(it, depth, ply, window))
            && window.is_null()
            && ply > 0
        {
            return score;
        }
        // 5. A leaf. Open fours that threaten are answered for a while.
        let forced = !matches!(must, Must::Free);
        if depth <= 0 && (!forced || depth <= QUIET_DEPTH) {
            return self.leaf(ply);
        }
        let best = known.and_then(|it| it.best);
        if !forced && ply > 0 {
            let estimate = estimated(self.board.estimate());
            let estimate = known.map_or(estimate, |it| refined(it, estimate, ply));
            if let Some(score) = self.without_moves(depth, ply, window, estimate, passed) {
                return score;
            }
            // 9. A win by fours ends it.
            if let Some(plies) = self.win_by_fours(NODE_FOURS) {
                let score = win_at(ply + usize::from(plies));
                let entry = Entry {
                    best: None,
                    score: to_table(score, ply),
                    depth: SOLVED_DEPTH,
                    bound: Bound::Lower,
                };
                self.table.put(key, entry);
                return score;
            }
        }
        // 10. Without a known best move, it pays to look less deep first: Reul, "New architectures in computer
        // chess", 2009.
        if best.is_none() && depth >= UNKNOWN_DEPTH && !forced {
            depth -= 1;
        }
        let (side, last) = (self.board.to_move(), self.board.moves().last().copied());
        self.moves_of(&must, Node { depth, ply, window, forced, side, last, known: best })
    }

    /// What the threats on the board leave to do, or the value if they decide it.
    fn must(&self, ply: usize) -> Result<Must, Score> {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        if mine.has(Class::Five) {
            return Err(win_at(ply + 1));
        }
        match theirs.count(Class::Five) {
            0 => {}
            1 => return Ok(theirs.first(Class::Five).map_or(Must::Free, Must::Block)),
            _ => return Err(loss_at(ply + 2)),
        }
        if mine.has(Class::OpenFour) {
            return Err(win_at(ply + 3));
        }
        if !theirs.has(Class::OpenFour) {
            return Ok(Must::Free);
        }
        let answers = candidates::answers(&self.board);
        if answers.is_empty() { Err(loss_at(ply + 4)) } else { Ok(Must::Answer(answers)) }
    }

    /// The value of a position without plies left: a win by fours, or the estimate.
    fn leaf(&mut self, ply: usize) -> Score {
        match self.win_by_fours(LEAF_FOURS) {
            Some(plies) => win_at(ply + usize::from(plies)),
            None => estimated(self.board.estimate()),
        }
    }

    /// A value found without trying moves, where the estimate is far from the window.
    fn without_moves(
        &mut self,
        depth: i32,
        ply: usize,
        window: Window,
        estimate: Score,
        passed: bool,
    ) -> Option<Score> {
        if !window.is_null() || is_decided(window.beta) || is_decided(window.alpha) {
            return None;
        }
        let theirs = self.board.marks(1 - self.board.to_move());
        let threatened = theirs.has(Class::FourThree);
        // 6. So far behind that only fours could help.
        if depth <= RAZOR_DEPTH && estimate + razor(depth) <= window.alpha {
            return Some(self.leaf(ply));
        }
        // 7. So far ahead that the other side will not catch up.
        let calm = !threatened && !theirs.has(Class::Four);
        if depth <= FUTILITY_DEPTH && calm && estimate - futility(depth) >= window.beta {
            return Some(estimate);
        }
        // 8. So good that even a pass would do: Donninger, "Null move and deep search", 1993.
        if depth >= PASS_DEPTH && !passed && estimate >= window.beta && !threatened {
            self.board.pass();
            let below = Window::null(window.beta - 1).flipped();
            let score = -self.node(depth - pass_reduction(depth), ply + 1, below, true);
            self.board.pass();
            if score >= window.beta && !self.over {
                return Some(if is_decided(score) { window.beta } else { score });
            }
        }
        None
    }

    /// Tries the moves of a node, and keeps what was found.
    fn moves_of(&mut self, must: &Must, node: Node) -> Score {
        let first = self.moves.len();
        let hints = Hints { best: node.known, ply: node.ply, last: node.last };
        let mut among = match must {
            Must::Block(square) => Rows::of(*square),
            Must::Answer(answers) => *answers,
            Must::Free => candidates::near(&self.board),
        };
        if node.ply == 0 {
            if among.count() == 1 {
                self.pacer.only_move();
            }
            self.excluded.iter().for_each(|square| among.remove(*square));
        }
        order::rank(&self.board, &self.memory, hints, &among, &mut self.moves);
        // 11. The only answer to a four costs no depth.
        let below = if matches!(must, Must::Block(_)) { node.depth } else { node.depth - 1 };
        let found = self.try_moves(node, first, below);
        if !self.over
            && let Some(best) = found.best.filter(|_| found.value >= node.window.beta)
        {
            self.memory.reward(node.side, node.ply, best, node.last, node.depth);
            for it in &self.moves[first..(first + found.tried).saturating_sub(1)] {
                self.memory.punish(node.side, it.square, node.depth);
            }
        }
        self.moves.truncate(first);
        if self.over {
            return 0;
        }
        if found.tried == 0 {
            return estimated(self.board.estimate());
        }
        let bound = match found.value {
            value if value >= node.window.beta => Bound::Lower,
            value if value > node.window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let depth = u8::try_from(node.depth.clamp(0, i32::from(SOLVED_DEPTH) - 1)).unwrap_or(0);
        let best = found.best.or(node.known);
        // What is found without some of the root's moves is not the position's value.
        if node.ply > 0 || self.excluded.is_empty() {
            let entry = Entry { best, score: to_table(found.value, node.ply), depth, bound };
            self.table.put(self.board.hash(), entry);
        }
        found.value
    }

    /// Tries the moves from `first` on, best first, until one is too good.
    fn try_moves(&mut self, node: Node, first: usize, below: i32) -> Found {
        let Node { depth, ply, mut window, forced, side, .. } = node;
        let mut found = Found { value: -INFINITE, best: None, tried: 0 };
        while let Some(Ranked { square, .. }) = order::next(&mut self.moves[first + found.tried..]) {
            let number = found.tried;
            found.tried += 1;
            let quiet = self.board.class(square, side) == Class::Quiet
                && self.board.class(square, 1 - side) < Class::DoubleThree;
            // 12. Few quiet moves are worth a look in the last plies.
            let last_plies = !forced && ply > 0 && depth <= QUIET_MOVES_DEPTH;
            if last_plies && quiet && number >= quiet_moves(depth) && !is_decided(found.value) {
                continue;
            }
            self.board.make(square);
            let score = self.after_move(node, window, below, (number, quiet));
            self.board.unmake();
            if self.over {
                break;
            }
            if score > found.value {
                found.value = score;
            }
            if score > window.alpha {
                found.best = Some(square);
                window.alpha = score;
                if ply == 0 {
                    self.found = Some((square, score));
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        found
    }

    /// The value of a move that has just been made: the first is searched whole, the others are asked whether they are
    /// better, late ones less deep.
    fn after_move(
        &mut self,
        node: Node,
        window: Window,
        below: i32,
        (number, quiet): (usize, bool),
    ) -> Score {
        let ply = node.ply + 1;
        if number == 0 {
            return -self.node(below, ply, window.flipped(), false);
        }
        // 13. Late moves.
        let late = number >= LATE_MOVE && node.depth >= 2;
        let less = if late { self.reduction(node.depth, number, quiet, node.window) } else { 0 };
        let narrow = Window::null(window.alpha).flipped();
        let mut score = -self.node(below - less, ply, narrow, false);
        if less > 0 && score > window.alpha && !self.over {
            score = -self.node(below, ply, narrow, false);
        }
        if score > window.alpha && score < window.beta && !self.over {
            score = -self.node(below, ply, window.flipped(), false);
        }
        score
    }

    /// By how many plies a late move is searched less deep.
    fn reduction(&self, depth: i32, number: usize, quiet: bool, window: Window) -> i32 {
        let row = usize::try_from(depth.clamp(0, 63)).unwrap_or(0);
        let mut less = self.late[row][number.min(63)];
        less -= 1024 * i32::from(!window.is_null());
        less -= 1024 * i32::from(!quiet);
        (less / 1024).clamp(0, depth - 1)
    }
}

/// The value of an entry, if it was searched deep enough and says something about the window.
fn usable(entry: Entry, depth: i32, ply: usize, window: Window) -> Option<Score> {
    let score = from_table(entry.score, ply);
    let deep = i32::from(entry.depth) >= depth.max(0);
    let tells = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (deep && tells).then_some(score)
}

/// The estimate, bettered by what the table says.
fn refined(entry: Entry, estimate: Score, ply: usize) -> Score {
    let score = from_table(entry.score, ply);
    match entry.bound {
        _ if is_decided(score) => estimate,
        Bound::Exact => score,
        Bound::Lower => estimate.max(score),
        Bound::Upper => estimate.min(score),
    }
}
