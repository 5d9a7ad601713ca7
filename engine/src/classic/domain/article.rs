//! The search of article 004: minimax with alpha-beta over the points near the opponent's last stone.

use tengen_shared::rules::{Board, Point, Position, Stone, Variant};

use super::{
    RunWorths,
    runs::{Grid, cell, cells, distance},
    settled::{BeforeSearch, WIN_LENGTH, before_search},
};
use crate::{
    engine::{Choice, Engine, Observer, Pace, Value},
    limits::{Budget, Limits, StopFlag},
};

/// The value of a five at the root itself. A five at ply p is worth p less, so the search prefers quick wins and
/// slow losses.
pub const WIN: i64 = 1_000_000_000_000_000_000;

/// The depth of the article's figure: AI, human, AI.
pub const DEFAULT_DEPTH: u8 = 3;

/// The greatest depth, as one more would take many seconds.
pub const MAX_DEPTH: u8 = 4;

/// How far the domain reaches from the last stone in each direction. It has nine by nine points.
pub(super) const REACH: usize = 4;

/// The result of article 004's search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The minimax value for the side that is not to move, as in the article. The smaller it is, the better for the
    /// side to move. A five at ply p is worth -(10^18 - p), and a five of the other side 10^18 - p.
    pub value: i64,
    /// Every point that reaches the value, in the article's order: column by column from the left, each from the
    /// top.
    pub best: Vec<Point>,
    /// The article's choice among them: the first.
    pub pick: Point,
}

/// Ranks the moves of a position as article 004 does at `depth` plies. Values outside 1 to 4 become 1 or 4. `None`
/// for a decided position, for an empty board and for a win length other than 5.
#[must_use]
pub fn rank(position: &Position, depth: u8) -> Option<Ranking> {
    if position.outcome().is_some() {
        return None;
    }
    rank_board(position.board(), position.to_move(), position.last()?, depth)
}

/// Ranks moves like [`rank`], but without the history of the board. The sides may have any number of stones.
///
/// `to_move` is to move, and `last` is the centre of the domain. `None` for a full board, for a board with a five,
/// for a win length other than 5 and if `last` is off the board.
#[must_use]
pub fn rank_board(board: &Board, to_move: Stone, last: Point, depth: u8) -> Option<Ranking> {
    rank_weighted(board, to_move, last, depth, &RunWorths::default())
}

/// Ranks moves like [`rank_board`], with other worths than the article's.
#[must_use]
pub fn rank_weighted(
    board: &Board,
    to_move: Stone,
    last: Point,
    depth: u8,
    worths: &RunWorths,
) -> Option<Ranking> {
    if board.variant().win_length() != WIN_LENGTH || !board.variant().contains(last) {
        return None;
    }
    let stop = StopFlag::default();
    let grid = Grid::weighted(board, worths);
    if grid.has_five() {
        return None;
    }
    let mut search = Search::new(grid, board.variant(), to_move, last, Budget::new(Limits::default(), &stop));
    let mut found: Option<(i64, Vec<usize>)> = None;
    for cell in search.domain.clone() {
        // The window begins one below the best value so far, so an equal value is exact.
        let alpha = found.as_ref().map_or(-INFINITY, |(best, _)| best - 1);
        let node = Node { stone: to_move, ply: 1, depth: depth.clamp(1, MAX_DEPTH) };
        let value = search.branch(cell, &node, alpha, INFINITY)?.value;
        match &mut found {
            Some((best, equals)) if value == *best => equals.push(cell),
            Some((best, _)) if value < *best => {}
            _ => found = Some((value, vec![cell])),
        }
    }
    let (value, equals) = found?;
    let best: Vec<Point> = equals.iter().filter_map(|cell| search.grid.point(*cell)).collect();
    Some(Ranking { value: -value, pick: *best.first()?, best })
}

/// The engine of article 004, for boards with win length 5.
///
/// It plays [`Ranking::pick`] of the last completed depth, with two exceptions, which also apply outside the
/// domain: it completes a five, and it blocks the other side's only winning point. It opens in the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainArticle {
    depth: u8,
}

impl Default for DomainArticle {
    /// Creates an engine with [`DEFAULT_DEPTH`].
    fn default() -> Self {
        Self::new(DEFAULT_DEPTH)
    }
}

impl DomainArticle {
    /// Creates an engine that searches `depth` plies. Values outside 1 to 4 become 1 or 4.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH) }
    }
}

impl Engine for DomainArticle {
    /// With another win length, it plays an immediate win, a block or the first empty point. It ignores the seed,
    /// because no choice is random. It has no node limit of its own.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let (block, mut choice) = match before_search(position)? {
            BeforeSearch::Settled(choice) => {
                observer.depth_done(&choice);
                return Some(choice);
            }
            BeforeSearch::Search { block, fallback } => (block, fallback),
        };
        let Some(last) = position.last().filter(|_| position.variant().win_length() == WIN_LENGTH) else {
            return Some(choice);
        };
        let (grid, budget) = (Grid::new(position.board()), Budget::new(*limits, stop));
        let mut search = Search::new(grid, position.variant(), position.to_move(), last, budget);
        let root = block.map(|point| cell(position.variant(), point));
        choice.value = search.estimate();
        for depth in 1..=self.depth {
            search.budget.begin_depth(depth);
            let Some(branch) = search.root(root, depth) else { break };
            let line: Vec<Point> =
                branch.cells().iter().filter_map(|cell| search.grid.point(*cell)).collect();
            // This win is not proven, because the other side may reply outside the domain.
            let value = Value::Estimate(clamp(branch.value));
            choice = Choice {
                point: *line.first()?,
                value,
                depth,
                nodes: search.budget.nodes(),
                line,
                pace: Pace::Full,
            };
            observer.depth_done(&choice);
        }
        choice.nodes = search.budget.nodes();
        choice.pace = search.budget.pace();
        Some(choice)
    }
}

/// Limits a value to 32 bits.
fn clamp(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value > 0 { i32::MAX } else { i32::MIN })
}

/// Greater than every value.
const INFINITY: i64 = WIN + 1;

/// The parameters of a node.
#[derive(Clone, Copy)]
struct Node {
    /// The side to move.
    stone: Stone,
    /// The ply of its move; 1 at the root.
    ply: u8,
    /// The plies left.
    depth: u8,
}

/// A node's value for the side to move, and the moves that lead to it.
#[derive(Clone, Copy)]
struct Branch {
    value: i64,
    line: [usize; MAX_DEPTH as usize],
    length: usize,
}

impl Branch {
    const fn leaf(value: i64) -> Self {
        Self { value, line: [0; MAX_DEPTH as usize], length: 0 }
    }

    /// Returns the branch of the parent node, from which `cell` leads to this one. The value changes its sign.
    fn above(mut self, cell: usize) -> Self {
        self.line.copy_within(..usize::from(MAX_DEPTH) - 1, 1);
        self.line[0] = cell;
        Self { value: -self.value, line: self.line, length: self.length + 1 }
    }

    fn cells(&self) -> &[usize] {
        &self.line[..self.length]
    }
}

/// Returns the candidates of [`rank_board`] in the article's order: column by column from the left, each from the
/// top. These are the empty points of the nine by nine around `last`. If there are none, the square grows until it
/// has some. Empty for a full board and if `last` is off the board.
#[must_use]
pub fn domain_of(board: &Board, last: Point) -> Vec<Point> {
    if !board.variant().contains(last) {
        return Vec::new();
    }
    let grid = Grid::new(board);
    domain(&grid, board.variant(), last).into_iter().filter_map(|cell| grid.point(cell)).collect()
}

/// Returns the empty cells of the article's domain around `last`, in its order. If the domain is full, it grows
/// until it has an empty cell.
pub(super) fn domain(grid: &Grid, variant: Variant, last: Point) -> Vec<usize> {
    let widest = usize::from(variant.width().max(variant.height()));
    let mut squares = (REACH..=widest).map(|reach| square(grid, variant, last, reach));
    squares.find(|square| !square.is_empty()).unwrap_or_default()
}

/// Returns the empty cells up to `reach` from `last` in each direction, in the article's order.
pub(super) fn square(grid: &Grid, variant: Variant, last: Point, reach: usize) -> Vec<usize> {
    let middle = cell(variant, last);
    cells(variant).filter(|at| grid.is_empty(*at) && distance(*at, middle) <= reach).collect()
}

struct Search<'a> {
    grid: Grid,
    /// The empty cells of the root's domain in the article's order. All plies use this domain.
    domain: Vec<usize>,
    /// The side to move at the root, which is the AI in the article.
    root: Stone,
    budget: Budget<'a>,
}

impl<'a> Search<'a> {
    fn new(grid: Grid, variant: Variant, root: Stone, last: Point, budget: Budget<'a>) -> Self {
        Self { domain: domain(&grid, variant, last), grid, root, budget }
    }

    /// Returns the first of the best moves, or `only` if it is forced; `None` if the budget ends.
    fn root(&mut self, only: Option<usize>, depth: u8) -> Option<Branch> {
        let node = Node { stone: self.root, ply: 1, depth };
        match only {
            Some(cell) => self.branch(cell, &node, -INFINITY, INFINITY),
            None => self.node(&node, -INFINITY, INFINITY),
        }
    }

    fn estimate(&self) -> Value {
        Value::Estimate(clamp(self.leaf(self.root)))
    }

    /// Returns the static evaluation for `stone`. For the opponent it is five times its own score minus the AI's
    /// score.
    fn leaf(&self, stone: Stone) -> i64 {
        let human = self.grid.leaf(self.root.other());
        if stone == self.root { -human } else { human }
    }

    fn branch(&mut self, cell: usize, node: &Node, alpha: i64, beta: i64) -> Option<Branch> {
        if self.grid.wins(cell, node.stone) {
            return Some(Branch::leaf(i64::from(node.ply) - WIN).above(cell));
        }
        let below = Node { stone: node.stone.other(), ply: node.ply + 1, depth: node.depth - 1 };
        self.grid.place(cell, node.stone);
        let branch = self.node(&below, -beta, -alpha);
        self.grid.take_back(cell);
        Some(branch?.above(cell))
    }

    fn node(&mut self, node: &Node, mut alpha: i64, beta: i64) -> Option<Branch> {
        if !self.budget.enter() {
            return None;
        }
        let mut best: Option<Branch> = None;
        for index in 0..if node.depth == 0 { 0 } else { self.domain.len() } {
            let cell = self.domain[index];
            if !self.grid.is_empty(cell) {
                continue;
            }
            let branch = self.branch(cell, node, alpha, beta)?;
            // Only a strictly better move replaces the best one, so the first of equal moves stays.
            if best.is_none_or(|best| branch.value > best.value) {
                best = Some(branch);
            }
            alpha = alpha.max(branch.value);
            if alpha >= beta {
                break;
            }
        }
        // This is a leaf: no plies are left or the domain is full.
        Some(best.unwrap_or_else(|| Branch::leaf(self.leaf(node.stone))))
    }
}
