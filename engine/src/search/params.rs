//! The constants of the main search. Those that a match between two engines can tune are in [`Params`].

use crate::{
    depth::{Depth, PLY},
    score::Score,
};

/// The greatest depth of an iteration, in plies.
pub(super) const MAX_DEPTH: u8 = 100;
/// The depth of a proven result in the table, greater than any other.
pub(super) const SOLVED_DEPTH: Depth = 110 * PLY;
/// The number of plies from the root at which the search stops.
pub(super) const MAX_PLY: usize = 180;

/// The depth from which iterations use an aspiration window.
pub(super) const WINDOW_DEPTH: u8 = 5;

/// The greatest number of fours ahead of a VCF search in a leaf.
pub(super) const LEAF_FOURS: u8 = 8;
/// The same in an inner node.
pub(super) const NODE_FOURS: u8 = 12;
/// The limits of a VCF search at the root, before the first iteration: positions visited, and fours ahead. The number of
/// fours rises one by one.
pub(super) const ROOT_FOURS: (u32, u8) = (4000, 40);
/// The size of the VCF table: 2^16 slots of 16 bytes.
pub(super) const FOUR_TABLE_BITS: u32 = 16;

/// The depth at which quiescence search ends. Replies that cost no depth may go on beyond the last ply, and the only reply to
/// a four may lead back above it.
pub(super) const QUIET_DEPTH: Depth = -PLY;

/// The greatest depth for razoring.
pub(super) const RAZOR_DEPTH: Depth = 3 * PLY;
/// The least depth for null-move pruning.
pub(super) const NULL_MOVE_DEPTH: Depth = 4 * PLY;
/// The least depth for internal iterative reduction.
pub(super) const IIR_DEPTH: Depth = 4 * PLY;

/// Above this depth, nodes that are expected to fail high are searched less deep.
pub(super) const CUT_DEPTH: Depth = 2 * PLY;
/// How far the estimate of such a node must be above beta, for each ply.
pub(super) const CUT_MARGIN: Score = 15;
/// The least depth of a late move reduction.
pub(super) const LATE_DEPTH: Depth = 2 * PLY;
/// The greatest depth at which late move pruning leaves out moves by their number.
pub(super) const QUIET_MOVES_DEPTH: Depth = 8 * PLY;

/// Returns the number of replies to an open four that are tried before the rest is left out; `None` for no limit.
/// It does not apply while all of them lose. In caro, this and [`FREE_REPLIES`] are also for a four with several replies.
pub(super) const fn most_replies(depth: Depth) -> Option<usize> {
    const TWO_PLIES: Depth = 2 * PLY;
    match depth {
        ..=0 => Some(3),
        1..=TWO_PLIES => Some(4),
        _ => None,
    }
}

/// The maximum number of replies to an open four that cost no depth.
pub(super) const FREE_REPLIES: u32 = 3;

/// The first move, counted from 0, with a late move reduction.
pub(super) const LATE_MOVE: usize = 2;

/// Returns the greatest late move reduction: half a ply more than half the depth.
pub(super) const fn most_reduction(depth: Depth) -> Depth {
    (depth + PLY) / 2
}

/// The bound of history scores.
pub(crate) const HISTORY_MAX: i32 = 8192;

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
/// The part of the budget for finding these moves and for the usual search, in percent. The rest is for confirming the drawn move.
pub(super) const VARIED_PERCENT: u32 = 75;
/// The greatest share of that part for the searches that find the moves to choose from, in percent.
pub(super) const VARIED_LIST_PERCENT: u32 = 25;
/// By how many plies the drawn move may be searched less deep than the best one.
pub(super) const VARIED_SHALLOWER: u8 = 2;
/// The least node limit with which a search varies its opening.
pub(super) const VARIED_NODES: u64 = 100_000;

/// A tunable number: its name, its value in [`Params::BEST`], its range, and by how much a tuner may change it so that
/// matches can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: &'static str,
    pub best: i32,
    pub least: i32,
    pub most: i32,
    pub step: i32,
}

/// Declares the fields of [`Params`] with their best values, ranges and steps.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $best:literal in $least:literal..=$most:literal by $step:literal;)*) => {
        /// The numbers of the search that matches can tune. Margins are in points of the evaluation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Params {
            /// The values with which the engine plays.
            pub const BEST: Self = Self { $($name: $best,)* };

            /// All numbers, in the order of [`with`](Self::with).
            pub const ALL: &'static [Param] = &[$(Param {
                name: stringify!($name),
                best: $best,
                least: $least,
                most: $most,
                step: $step,
            },)*];

            /// Returns parameters with these values, in the order of [`ALL`](Self::ALL), each brought into its range.
            /// Values that are missing are the best ones.
            #[must_use]
            pub fn with(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                Self { $($name: values.next().unwrap_or($best).clamp($least, $most),)* }
            }
        }
    };
}

params! {
    /// Half the width of the first aspiration window around the last iteration's value.
    window = 32 in 6..=100 by 6;
    /// The positions that a VCF search in a leaf visits.
    leaf_fours = 47 in 5..=200 by 10;
    /// The same in an inner node.
    node_fours = 80 in 5..=400 by 16;
    /// The margin of reverse futility pruning for each ply.
    futility_ply = 60 in 20..=150 by 8;
    /// What is taken off that margin.
    futility_base = 60 in 0..=200 by 15;
    /// What is taken off that margin if the side to move improves.
    futility_improving = 71 in 0..=200 by 15;
    /// The margin of razoring, without the share of each ply.
    razor_base = 49 in 0..=300 by 15;
    /// The margin of razoring for each ply.
    razor_ply = 49 in 0..=200 by 8;
    /// The depth reduction of a null move, in 1/1024 ply, without its share of the depth.
    null_base = 4009 in 1024..=5120 by 400;
    /// The share of the depth by which a null move is reduced more, in 1/1024.
    null_share = 165 in 0..=600 by 40;
    /// The number of moves tried before late move pruning leaves out quiet ones, times 1024, without what the depth adds.
    quiet_base = 2905 in 1024..=16384 by 700;
    /// What the square of the depth in plies adds, times 1024.
    quiet_square = 341 in 64..=2048 by 80;
    /// The factor of late move reductions, in 1/1024 ply for each unit of the product of logarithms.
    late_factor = 1094 in 300..=2000 by 80;
    /// The constant part of late move reductions, in 1/1024 ply.
    late_base = 129 in -1500..=2000 by 150;
    /// By how much a late move is reduced less if the window is open, in 1/1024 ply.
    late_open = 1024 in 0..=3072 by 200;
    /// By how much a late move is reduced less if it is not quiet, in 1/1024 ply.
    late_not_quiet = 851 in 0..=3072 by 200;
    /// The share of the reduction that counts at the root, in 1/1024. A move overlooked there is lost for good.
    late_root = 599 in 100..=1024 by 60;
    /// The length of a line from which on replies to an open four cost depth, in 1/1024 of the iteration's depth.
    far = 1152 in 600..=4096 by 100;
    /// By how much a late move is reduced more if the search expects the node to fail high, in 1/1024 ply.
    late_cut = 191 in -1024..=2048 by 250;
    /// By how much a node is searched less deep if the table has no best move, in 1/1024 ply.
    iir_less = 1354 in 0..=3072 by 250;
    /// By how much a node is searched less deep if the search expects it to fail high by its estimate, in 1/1024 ply.
    cut_less = 381 in 0..=2048 by 250;
    /// By how much the best move of the table is searched deeper if the window is open, in 1/1024 ply.
    known_more = 205 in -512..=256 by 120;
    /// By how much the only reply to a four is searched deeper than its node, in 1/1024 ply.
    block_more = 338 in -800..=448 by 120;
    /// How far the rank of a quiet move may be below the highest one, in 1/64 of the logarithm of odds, without the share of
    /// each ply. The search leaves out moves that are further below.
    unlikely_base = 288 in 64..=1250 by 32;
    /// What each ply adds.
    unlikely_ply = 41 in 6..=190 by 6;
    /// The history bonus of a move that cuts off, for the square of each ply.
    bonus = 16 in 2..=64 by 3;
    /// The greatest such bonus.
    bonus_most = 1346 in 200..=4000 by 150;
    /// The share of all nodes that the VCT search at the root may use, in percent.
    proof_share = 37 in 5..=70 by 4;
}

impl Params {
    /// Returns the margin of reverse futility pruning.
    #[inline]
    pub(super) fn futility(&self, depth: Depth, improving: bool) -> i32 {
        let less = self.futility_base + self.futility_improving * i32::from(improving);
        (self.futility_ply * depth / PLY - less).max(0)
    }

    /// Returns the margin of razoring.
    #[inline]
    pub(super) const fn razor(&self, depth: Depth) -> i32 {
        self.razor_base + self.razor_ply * depth / PLY
    }

    /// Returns the depth reduction of a null move.
    #[inline]
    pub(super) const fn null_reduction(&self, depth: Depth) -> Depth {
        self.null_base + self.null_share * depth / PLY
    }

    /// Returns the number of moves tried before late move pruning leaves out quiet ones; `None` for no limit.
    #[inline]
    pub(super) const fn quiet_moves(&self, depth: Depth) -> Option<usize> {
        let most = (self.quiet_base + self.quiet_square * square(depth)) / 1024;
        if depth <= QUIET_MOVES_DEPTH { Some(most.unsigned_abs() as usize) } else { None }
    }

    /// Returns by how much the rank of a quiet move must be below the highest one, so that the move is left out.
    #[inline]
    pub(super) const fn unlikely(&self, depth: Depth) -> i32 {
        self.unlikely_base + self.unlikely_ply * depth / PLY
    }

    /// Returns the history bonus of a move that cuts off.
    #[inline]
    pub(super) fn bonus(&self, depth: Depth) -> i32 {
        (self.bonus * square(depth)).min(self.bonus_most)
    }

    /// Returns whether a line is so much longer than the iteration's depth that replies to an open four cost depth again.
    #[inline]
    pub(super) fn is_far(&self, ply: usize, iteration: u8) -> bool {
        1024 * ply >= self.far.unsigned_abs() as usize * usize::from(iteration)
    }
}

/// Returns the square of the depth in plies, rounded down.
#[inline]
const fn square(depth: Depth) -> i32 {
    // In 1/32 ply: the square of a greater number may not fit.
    let part = depth / 32;
    part * part / 1024
}
