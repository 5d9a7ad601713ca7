//! Every number of the search that could be another one, in one place.

/// The deepest iteration, in plies.
pub(super) const MAX_DEPTH: u8 = 100;
/// The depth of what is proven, beyond all others.
pub(super) const SOLVED_DEPTH: u8 = 110;
/// Plies from the root after which nothing is searched any further.
pub(super) const MAX_PLY: usize = 180;

/// Half the width of the first window round the last iteration's value.
pub(super) const WINDOW: i32 = 24;
/// The depth from which iterations use such a window.
pub(super) const WINDOW_DEPTH: u8 = 5;

/// Positions that a search by fours may look at in a leaf, and how many fours ahead.
pub(super) const LEAF_FOURS: (u32, u8) = (40, 8);
/// The same in a node with plies left.
pub(super) const NODE_FOURS: (u32, u8) = (80, 12);
/// The same at the root, before the first depth, in steps of one four more.
pub(super) const ROOT_FOURS: (u32, u8) = (4000, 40);
/// Places in the table of the search by fours: 2^16 of 16 bytes.
pub(super) const FOUR_TABLE_BITS: u32 = 16;

/// How far below the last ply open fours that threaten are still answered; answers that cost nothing go on beyond.
pub(super) const QUIET_DEPTH: i32 = -1;

/// How much better than needed a position must be, by depth, to be looked at no further; a ply's share less where the
/// side to move stands better than two plies before.
pub(super) const fn futility(depth: i32, rising: bool) -> i32 {
    let plies = depth - 1 - rising as i32;
    if plies > 0 { 60 * plies } else { 0 }
}

/// Up to this depth, a position so much worse than needed is only looked at for fours.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// The margin of that, by depth.
pub(super) const fn razor(depth: i32) -> i32 {
    60 + 40 * depth
}

/// The least depth at which passing is tried.
pub(super) const PASS_DEPTH: i32 = 4;
/// How much less deep the other side is looked at after a pass.
pub(super) const fn pass_reduction(depth: i32) -> i32 {
    3 + depth / 5
}

/// The depth from which a position without a known best move is searched a ply less deep.
pub(super) const UNKNOWN_DEPTH: i32 = 4;

/// Moves that are tried at a depth before quiet ones are left out; `None`: they never are.
pub(super) const fn quiet_moves(depth: i32) -> Option<usize> {
    let plies = depth.unsigned_abs() as usize;
    if depth <= 8 { Some(4 + plies * plies / 2) } else { None }
}

/// Answers to an open four that are tried at a depth before the rest are left out, unless they all lose; `None`: they
/// never are.
pub(super) const fn most_answers(depth: i32) -> Option<usize> {
    match depth {
        ..=0 => Some(3),
        1..=2 => Some(4),
        _ => None,
    }
}

/// So many answers to an open four, or fewer, cost no depth.
pub(super) const FEW_ANSWERS: u32 = 3;
/// Whether a line is so much longer than the iteration is deep that they cost depth again.
pub(super) const fn is_far(ply: usize, iteration: u8) -> bool {
    4 * ply >= 5 * iteration as usize
}

/// The first move that is searched less deep, counted from 0.
pub(super) const LATE_MOVE: usize = 2;
/// How much less deep late moves are searched, in 1/1024 ply for each product of logarithms.
pub(super) const LATE_FACTOR: f64 = 950.0;
/// What is always part of it, in 1/1024 ply.
pub(super) const LATE_BASE: f64 = 300.0;

/// The most by which a late move is searched less deep.
pub(super) const fn most_reduction(depth: i32) -> i32 {
    (depth + 1) / 2
}

/// The bound of history scores.
pub(super) const HISTORY_MAX: i32 = 8192;
/// What killers and the answer to the last move add to a move's rank.
pub(super) const KILLER_RANK: i32 = 60;
/// How many points of history are one point of rank.
pub(super) const HISTORY_SHARE: i32 = 64;

/// The search for a win by threats at the root may take so many hundredths of all nodes.
pub(super) const PROOF_SHARE: u64 = 40;
/// The depth before which it is not made.
pub(super) const PROOF_DEPTH: u8 = 3;
/// Buckets of its table: 2^16 of 64 bytes.
pub(super) const PROOF_TABLE_BITS: u32 = 16;

/// The longest line that is told.
pub(super) const LINE: usize = 32;

/// The stones up to which the seed chooses among moves that are about as good.
pub(super) const VARIED_PLIES: usize = 6;
/// How many moves it may choose among.
pub(super) const VARIED_MOVES: usize = 4;
/// How much worse than the best they may be: about two wins in a hundred games.
pub(super) const VARIED_MARGIN: i32 = 16;
/// How deep they are searched.
pub(super) const VARIED_DEPTH: u8 = 7;
/// A search that may look at fewer nodes does not choose.
pub(super) const VARIED_NODES: u64 = 100_000;
