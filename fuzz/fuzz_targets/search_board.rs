//! After any sequence of moves and takebacks, the search board equals one built from scratch. Its fives are the
//! wins of the rules, and its forbidden points are those that `rules::foul` forbids, which it finds in another way.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_engine::check;

const VARIANTS: [&str; 14] = [
    "gomoku15",
    "standard15",
    "tictactoe",
    "5x26k5",
    "7x7k4",
    "9x8k3",
    "9x9k6 exact",
    "10x10k8 exact",
    "renju15",
    "9x9k5 renju",
    "7x10k5 renju",
    "caro15",
    "9x9k5 caro",
    "8x9k5 longcaro",
];

fuzz_target!(|bytes: &[u8]| {
    if let [which, steps @ ..] = bytes
        && let Ok(variant) = VARIANTS[usize::from(*which) % VARIANTS.len()].parse()
    {
        assert_eq!(check::follow(variant, steps), Ok(()));
    }
});
