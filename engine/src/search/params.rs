//! All tunable numbers of the search.

/// The greatest depth of an iteration, in plies.
pub(super) const MAX_DEPTH: u8 = 100;
/// The depth of a proven result in the table, greater than any other.
pub(super) const SOLVED_DEPTH: u8 = 110;
/// The number of plies from the root at which the search stops.
pub(super) const MAX_PLY: usize = 180;

/// Half the width of the first aspiration window around the last iteration's value.
pub(super) const WINDOW: i32 = 24;
/// The depth from which iterations use an aspiration window.
pub(super) const WINDOW_DEPTH: u8 = 5;

/// The limits of a VCF search in a leaf: positions visited, and fours ahead.
pub(super) const LEAF_FOURS: (u32, u8) = (40, 8);
/// The same in an inner node.
pub(super) const NODE_FOURS: (u32, u8) = (80, 12);
/// The same at the root, before the first iteration. The number of fours rises one by one.
pub(super) const ROOT_FOURS: (u32, u8) = (4000, 40);
/// The size of the VCF table: 2^16 slots of 16 bytes.
pub(super) const FOUR_TABLE_BITS: u32 = 16;

/// The depth at which quiescence search ends. Replies that cost no depth may go on beyond the last ply.
pub(super) const QUIET_DEPTH: i32 = -1;

/// Returns the margin of reverse futility pruning. It is smaller by one ply's share if the side to move improves.
pub(super) const fn futility(depth: i32, rising: bool) -> i32 {
    let plies = depth - 1 - rising as i32;
    if plies > 0 { 60 * plies } else { 0 }
}

/// The greatest depth for razoring.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Returns the margin of razoring.
pub(super) const fn razor(depth: i32) -> i32 {
    60 + 40 * depth
}

/// The least depth for null-move pruning.
pub(super) const PASS_DEPTH: i32 = 4;
/// Returns the depth reduction of a null move.
pub(super) const fn pass_reduction(depth: i32) -> i32 {
    3 + depth / 5
}

/// The least depth for internal iterative reduction.
pub(super) const UNKNOWN_DEPTH: i32 = 4;

/// Returns the number of moves tried before late move pruning leaves out quiet ones; `None` for no limit.
pub(super) const fn quiet_moves(depth: i32) -> Option<usize> {
    let plies = depth.unsigned_abs() as usize;
    if depth <= 8 { Some(4 + plies * plies / 2) } else { None }
}

/// Returns the number of replies to an open four that are tried before the rest is left out; `None` for no limit.
/// It does not apply while all of them lose.
pub(super) const fn most_answers(depth: i32) -> Option<usize> {
    match depth {
        ..=0 => Some(3),
        1..=2 => Some(4),
        _ => None,
    }
}

/// The maximum number of replies to an open four that cost no depth.
pub(super) const FEW_ANSWERS: u32 = 3;
/// Returns whether a line is so much longer than the iteration's depth that these replies cost depth again.
pub(super) const fn is_far(ply: usize, iteration: u8) -> bool {
    4 * ply >= 5 * iteration as usize
}

/// The first move, counted from 0, with a late move reduction.
pub(super) const LATE_MOVE: usize = 2;
/// The factor of late move reductions, in 1/1024 ply for each unit of the product of logarithms.
pub(super) const LATE_FACTOR: f64 = 950.0;
/// The constant part of late move reductions, in 1/1024 ply.
pub(super) const LATE_BASE: f64 = 300.0;

/// Returns the greatest late move reduction.
pub(super) const fn most_reduction(depth: i32) -> i32 {
    (depth + 1) / 2
}

/// The bound of history scores.
pub(super) const HISTORY_MAX: i32 = 8192;
/// How much a killer move or a countermove adds to a move's rank.
pub(super) const KILLER_RANK: i32 = 60;
/// How many units of history score make one unit of rank.
pub(super) const HISTORY_SHARE: i32 = 64;

/// The share of all nodes that the VCT search at the root may use, in percent.
pub(super) const PROOF_SHARE: u64 = 40;
/// The depth of the first iteration with a VCT search.
pub(super) const PROOF_DEPTH: u8 = 3;
/// The size of the VCT table: 2^16 buckets of 64 bytes.
pub(super) const PROOF_TABLE_BITS: u32 = 16;

/// The greatest length of a reported principal variation.
pub(super) const LINE: usize = 32;

/// The number of stones from which on the seed no longer varies the opening.
pub(super) const VARIED_PLIES: usize = 6;
/// The maximum number of moves that the seed may choose from.
pub(super) const VARIED_MOVES: usize = 4;
/// How much worse than the best these moves may be: about two wins in a hundred games.
pub(super) const VARIED_MARGIN: i32 = 16;
/// The depth at which these moves are searched, in plies.
pub(super) const VARIED_DEPTH: u8 = 7;
/// The part of the budget for the usual search, in percent. The rest is for confirming the drawn move.
pub(super) const VARIED_PERCENT: u32 = 75;
/// By how many plies the drawn move may be searched less deep than the best one.
pub(super) const VARIED_SHALLOWER: u8 = 2;
/// The least node limit with which a search varies its opening.
pub(super) const VARIED_NODES: u64 = 100_000;
