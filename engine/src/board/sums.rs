//! The sums of the value network's features over all points. They are brought up to date only when a value is asked for: after
//! more than half of the stones, in threat searches and replies to threats, nobody asks.
//!
//! Most functions here are always inlined, so that the compiler makes each of them for vectors of 256 bits, too.

use super::Board;
use crate::{
    eval::network::{Features, MOST_CHANGES, Network},
    score::estimated,
    square::{Axis, SQUARES, Side, Square},
};

/// The sums in the view of each side.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    network: &'static Network,
    /// The sums after so many stones, if somebody has asked for them since the last of these was placed. Sums beyond the number
    /// of stones on the board are of another position; a stone forgets them as it is placed. A null move changes no sums.
    after: Vec<Option<[Features<i32>; 2]>>,
    /// For each point, the last round of updating that met it.
    met: Box<[u64; SQUARES]>,
    round: u64,
}

impl Sums {
    pub(super) fn new(points: usize) -> Self {
        Self { network: Network::get(), after: vec![None; points + 1], met: Box::new([0; SQUARES]), round: 0 }
    }

    /// Forgets the sums after so many stones.
    #[inline(always)]
    pub(super) fn forget(&mut self, stones: usize) {
        self.after[stones] = None;
    }

    /// Notes that a point is met. Returns whether it is the first time in this round.
    #[inline(always)]
    fn meet(&mut self, index: usize) -> bool {
        std::mem::replace(&mut self.met[index], self.round) != self.round
    }
}

impl Board {
    /// Returns the static evaluation for the side to move. It never looks like a proven win or loss.
    pub(crate) fn estimate(&mut self) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code, reason = "the compiler cannot see that the processor has been asked")]
            // SAFETY: the processor has AVX2.
            return unsafe { self.estimate_wide() };
        }
        self.estimate_by_loops()
    }

    /// The same, compiled for vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn estimate_wide(&mut self) -> i32 {
        self.estimate_by_loops()
    }

    /// The body of both.
    #[inline(always)]
    fn estimate_by_loops(&mut self) -> i32 {
        let sums = self.sums_now();
        self.value_of(&sums)
    }

    /// The same without the sums of earlier positions, for where nobody searches.
    pub(crate) fn estimate_anew(&self) -> i32 {
        self.value_of(&self.sums_of_all())
    }

    #[inline(always)]
    fn value_of(&self, sums: &[Features<i32>; 2]) -> i32 {
        estimated(self.sums.network.value([&sums[self.to_move], &sums[1 - self.to_move]]))
    }

    #[inline(always)]
    pub(super) fn sums_now(&mut self) -> [Features<i32>; 2] {
        let now = self.moves.len();
        if let Some(sums) = self.sums.after[now] {
            return sums;
        }
        let last = self.sums.after[..now].iter().enumerate().rev().find_map(|(at, it)| Some((at, (*it)?)));
        let sums = match last {
            Some((stones, sums)) => self.sums_since(stones, sums),
            None => self.sums_of_all(),
        };
        self.sums.after[now] = Some(sums);
        sums
    }

    /// Returns the sums, computed anew. A blank point counts as 0, so that the size of the board does not matter.
    fn sums_of_all(&self) -> [Features<i32>; 2] {
        let mut sums = Changes::new(self.sums.network, Default::default());
        let blank = self.blank();
        for square in self.empty.iter() {
            sums.change(blank, self.cells[square.index()].kinds());
        }
        for square in &self.moves {
            sums.place(blank, self.owner(*square));
        }
        sums.end()
    }

    /// Returns the side of a stone. After a null move, sides do not take turns.
    #[inline(always)]
    fn owner(&self, stone: Square) -> Side {
        let (line, at) = stone.on(Axis::Horizontal);
        usize::from(self.lines[line].code(at) == 2)
    }

    /// Returns the sums, from those after the first `stones` stones.
    #[inline(always)]
    fn sums_since(&mut self, stones: usize, sums: [Features<i32>; 2]) -> [Features<i32>; 2] {
        let mut sums = Changes::new(self.sums.network, sums);
        self.sums.round += 1;
        // A point that changed and was then taken counts in both loops: from its first state to that in which it was taken, and
        // from there to the stone. A stone's cell keeps the state in which it was taken.
        for number in stones..self.moves.len() {
            let square = self.moves[number];
            sums.place(self.cells[square.index()].kinds(), self.owner(square));
        }
        // The first change of a cell tells how it was then.
        for number in self.frames[stones]..self.changed.len() {
            let (square, then) = self.changed[number];
            if self.sums.meet(square.index()) {
                sums.change(then.kinds(), self.cells[square.index()].kinds());
            }
        }
        sums.end()
    }
}

/// Sums while points change.
struct Changes {
    network: &'static Network,
    sums: [Features<i32>; 2],
    /// The changes so far: in 16 bits, they are added faster.
    by: [Features<i16>; 2],
    /// The number of changes that still fit.
    left: usize,
}

impl Changes {
    #[inline(always)]
    fn new(network: &'static Network, sums: [Features<i32>; 2]) -> Self {
        Self { network, sums, by: Default::default(), left: MOST_CHANGES }
    }

    /// Changes an empty point.
    #[inline(always)]
    fn change(&mut self, before: [usize; 2], after: [usize; 2]) {
        self.make_room();
        self.network.change_point(&mut self.by, before, after);
    }

    /// Places a stone at a point with these kinds of shapes.
    #[inline(always)]
    fn place(&mut self, kinds: [usize; 2], side: usize) {
        self.make_room();
        self.network.add_stone(&mut self.by, kinds, side);
    }

    #[inline(always)]
    fn make_room(&mut self) {
        if self.left == 0 {
            self.flush();
        }
        self.left -= 1;
    }

    #[inline(always)]
    fn flush(&mut self) {
        for (sum, by) in self.sums.iter_mut().flatten().zip(self.by.iter().flatten()) {
            *sum += i32::from(*by);
        }
        self.by = Default::default();
        self.left = MOST_CHANGES;
    }

    #[inline(always)]
    fn end(mut self) -> [Features<i32>; 2] {
        self.flush();
        self.sums
    }
}
