//! One node of the search, in numbered steps.

use std::ops::{
    ControlFlow::{Break, Continue},
    Range,
};

use super::{
    order::{self, Hints, Ranked},
    params::{FREE_REPLIES, MAX_PLY, QUIET_DEPTH, SOLVED_DEPTH, most_replies},
    prune::{Must, usable},
    window::{Node, Visit, Window},
    worker::Worker,
};
use crate::{
    candidates,
    depth::{Depth, PLY},
    marks::Rows,
    pattern::Class,
    score::{INFINITE, Score, is_decided, loss_at, to_table, win_at},
    square::{Side, Square},
    transpositions::{Bound, Entry},
};

/// The results among the moves of a node so far.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: Score,
    best: Option<Square>,
    tried: usize,
}

/// The moves of a node that late move pruning leaves.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of moves after which it leaves out quiet moves, or, under a threat, all.
    most: Option<usize>,
    /// The least rank of a quiet move.
    least: i32,
}

impl Kept {
    const ALL: Self = Self { most: None, least: i32::MIN };
}

impl Found {
    const NOTHING: Self = Self { value: -INFINITE, best: None, tried: 0 };

    /// Returns whether all moves tried so far lose.
    const fn is_lost(&self) -> bool {
        self.value < 0 && is_decided(self.value)
    }
}

impl Worker<'_> {
    /// Returns the value of the position, searched to a depth by principal variation search: Marsland and Campbell,
    /// "Parallel search of strongly ordered game trees", 1982.
    pub(super) fn node(&mut self, depth: Depth, ply: usize, mut window: Window, visit: Visit) -> Score {
        // 1. End of the search: a spent budget or a full board.
        if !self.enter() || self.board.is_full() {
            return 0;
        }
        // 2. Existing threats may decide the game.
        let must = match self.must(ply) {
            Continue(must) => must,
            Break(score) => return score,
        };
        if ply >= MAX_PLY {
            return self.board.estimate();
        }
        // 3. Mate distance pruning: the earliest possible win is the third stone from here, and the earliest loss
        //    the second.
        if ply > 0 {
            window.alpha = window.alpha.max(loss_at(ply + 2));
            window.beta = window.beta.min(win_at(ply + 3));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        // 4. Transposition table.
        let key = self.board.hash();
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|it| usable(it, depth, ply, window))
            && window.is_null()
            && ply > 0
        {
            return score;
        }
        // 5. Leaf. Quiescence search goes on if a four or an open four must be answered.
        let forced = !matches!(must, Must::Free);
        if depth <= 0 && (!forced || depth <= QUIET_DEPTH) {
            let estimate = self.board.estimate();
            return self.leaf(ply, window.beta, estimate);
        }
        self.keep_estimate(ply, forced);
        // Steps 6 to 9 are in `prune.rs`.
        if !forced
            && ply > 0
            && let Some(score) = self.without_moves(depth, ply, window, known, visit)
        {
            return score;
        }
        let (side, last) = (self.board.to_move(), self.board.moves().last().copied());
        let best = known.and_then(|it| it.best);
        // Step 10 is in `reduce.rs`.
        let mut node = Node { depth, ply, window, visit, forced, side, last, best };
        node.depth -= self.node_reduction(node);
        self.moves_of(&must, node)
    }

    /// Tries the moves of a node and stores the result.
    fn moves_of(&mut self, must: &Must, node: Node) -> Score {
        let first = self.moves.len();
        let mut delays = Rows::default();
        let mut among = match must {
            Must::Block(square) => Rows::of(*square),
            Must::Answer(answers) => {
                delays = answers.delays;
                answers.good
            }
            Must::Free => candidates::near(&self.board),
        };
        if node.ply == 0 {
            if among.or(&delays).count() == 1 {
                self.pacer.only_move();
            }
            for square in &self.excluded {
                among.remove(*square);
                delays.remove(*square);
            }
        }
        let below = self.below(must, node, among.or(&delays).count());
        let hints = Hints { best: node.best, ply: node.ply };
        let sample = self.begin_sample(node.ply, node.depth, &among);
        let kept = if sample.is_some() {
            self.draw_order(hints, &among);
            Kept::ALL
        } else {
            let top = order::rank(&self.board, &self.memory, hints, &among, &mut self.moves);
            self.kept(node, top)
        };
        let mut found = self.try_moves(node, first, below, kept, Found::NOTHING);
        if let Some(sample) = sample {
            self.end_sample(sample, found.best);
        }
        // 14. Delays, which only put off a loss, are tried if all other moves lose.
        if found.is_lost() && found.value < node.window.beta && !self.over {
            order::rank(&self.board, &self.memory, hints, &delays, &mut self.moves);
            found = self.try_moves(node, first, below, kept, found);
        }
        if !self.over
            && let Some(best) = found.best.filter(|_| found.value >= node.window.beta)
        {
            self.credit(node, best, first..(first + found.tried).saturating_sub(1));
        }
        self.moves.truncate(first);
        if self.over {
            return 0;
        }
        if found.tried == 0 {
            return self.board.estimate();
        }
        self.store(node, &found);
        found.value
    }

    /// 11. Extensions: the only reply to a four is searched deeper. Replies to an open four cost no depth if they are few, up
    ///     to a length of the line. Returns the depth of the moves. The third extension is in [`Self::after_move`].
    fn below(&self, must: &Must, node: Node, replies: u32) -> Depth {
        match must {
            Must::Block(_) => node.depth + self.params.block_more,
            Must::Answer(_) if replies <= FREE_REPLIES && !self.params.is_far(node.ply, self.iteration) => {
                node.depth
            }
            Must::Answer(_) | Must::Free => node.depth - PLY,
        }
    }

    /// Stores the result of a node in the table.
    fn store(&self, node: Node, found: &Found) {
        let bound = match found.value {
            value if value >= node.window.beta => Bound::Lower,
            value if value > node.window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let depth = node.depth.clamp(0, SOLVED_DEPTH - 1);
        let best = found.best.or(node.best);
        // A result without some of the root's moves is not the value of the position.
        if node.ply > 0 || self.excluded.is_empty() {
            let entry = Entry { best, score: to_table(found.value, node.ply), depth, bound };
            self.table.put(self.board.hash(), entry);
        }
    }

    /// Records the move that caused a cutoff, and the moves tried before it, by their places in the list.
    fn credit(&mut self, node: Node, best: Square, before: Range<usize>) {
        let bonus = self.params.bonus(node.depth);
        self.memory.reward(node.side, node.ply, best, node.last, bonus);
        for it in &self.moves[before] {
            self.memory.learn(node.side, it.square, -bonus);
        }
    }

    /// 12. Late move pruning: in the last plies, the search tries only few quiet moves and few replies. Unlikely quiet moves
    ///     are left out at any depth.
    fn kept(&self, node: Node, top: i32) -> Kept {
        if node.ply == 0 {
            Kept::ALL
        } else if node.forced {
            Kept { most: most_replies(node.depth), ..Kept::ALL }
        } else {
            let least = top.saturating_sub(self.params.unlikely(node.depth));
            Kept { most: self.params.quiet_moves(node.depth), least }
        }
    }

    /// Tries the remaining moves from `first` on, best first, until a beta cutoff.
    fn try_moves(&mut self, node: Node, first: usize, below: Depth, kept: Kept, mut found: Found) -> Found {
        let Node { ply, mut window, forced, side, .. } = node;
        window.alpha = window.alpha.max(found.value);
        let mut left_out = None;
        loop {
            let rest = first + found.tried;
            let Some(Ranked { square, rank }) = order::next(&mut self.moves[rest..]) else { break };
            let late = kept.most.is_some_and(|most| found.tried >= most) || rank < kept.least;
            if late && left_out.is_none() && !is_decided(found.value) {
                if forced {
                    break;
                }
                left_out = Some(self.leave_out_quiet(rest, side));
                continue;
            }
            // Moves that were left out count as late moves, too.
            let number = found.tried + left_out.unwrap_or(0);
            found.tried += 1;
            let quiet = self.is_quiet(square, side);
            // The entry arrives in the cache while the board makes the move.
            self.table.prefetch(self.board.hash_after(square));
            self.board.make(square);
            let score = self.after_move(node, window, below, number, quiet);
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

    /// Returns whether a move makes no threat other than a lone four, and takes no point where the opponent could make a
    /// double three, a lone four or more.
    fn is_quiet(&self, square: Square, side: Side) -> bool {
        let [mine, theirs] = [side, 1 - side].map(|side| self.board.class(square, side));
        matches!(mine, Class::Quiet | Class::LoneFour) && theirs < Class::DoubleThree
    }

    /// Removes the quiet moves from `from` on and returns their number.
    fn leave_out_quiet(&mut self, from: usize, side: Side) -> usize {
        let mut kept = from;
        for at in from..self.moves.len() {
            if !self.is_quiet(self.moves[at].square, side) {
                self.moves.swap(kept, at);
                kept += 1;
            }
        }
        let left_out = self.moves.len() - kept;
        self.moves.truncate(kept);
        left_out
    }

    /// Returns the value of the move just made. The first move is searched with the full window. The others get a
    /// null window first, and late ones a reduced depth.
    fn after_move(&mut self, node: Node, window: Window, below: Depth, number: usize, quiet: bool) -> Score {
        let ply = node.ply + 1;
        let next = if node.visit == Visit::Cut { Visit::Plain } else { Visit::Cut };
        if number == 0 {
            let open = !window.is_null();
            // This is nearly always the table's move if there is one: it is searched deeper if the window is open.
            let more = if open && node.best.is_some() && node.ply > 0 { self.params.known_more } else { 0 };
            return -self.node(below + more, ply, window.flipped(), if open { Visit::Plain } else { next });
        }
        let less = self.late_reduction(node, number, quiet);
        let narrow = Window::null(window.alpha).flipped();
        let mut score = -self.node(below - less, ply, narrow, if less > 0 { Visit::Cut } else { next });
        if less > 0 && score > window.alpha && !self.over {
            score = -self.node(below, ply, narrow, next);
        }
        if score > window.alpha && score < window.beta && !self.over {
            score = -self.node(below, ply, window.flipped(), Visit::Plain);
        }
        score
    }
}
