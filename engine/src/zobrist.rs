//! Zobrist keys: Zobrist, "A new hashing method with application for game playing", 1970.

use crate::{
    chance::drawn,
    square::{SQUARES, Side, Square},
};

/// The keys of the side to move, by side.
pub(crate) const TO_MOVE: [u64; 2] = [0, drawn(SEED, u64::MAX)];

const SEED: u64 = 0x7E56_E4A1;

static KEYS: [[u64; SQUARES]; 2] = keys();

const fn keys() -> [[u64; SQUARES]; 2] {
    let mut keys = [[0; SQUARES]; 2];
    let mut at = 0;
    while at < SQUARES {
        keys[0][at] = drawn(SEED, 2 * at as u64);
        keys[1][at] = drawn(SEED, 2 * at as u64 + 1);
        at += 1;
    }
    keys
}

/// Returns the key of a stone.
#[inline]
pub(crate) const fn stone(square: Square, side: Side) -> u64 {
    KEYS[side][square.index()]
}
