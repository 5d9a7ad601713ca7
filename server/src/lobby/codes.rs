//! Room codes: two words and a number that are easy to say across a room, or more of both where a code must not be
//! guessed.

use rand::RngExt as _;
use tengen_shared::game::{Access, RoomCode, hidden_code};

const FIRST: [&str; 64] = [
    "amber", "ancient", "autumn", "azure", "bold", "brave", "bright", "brisk", "calm", "clear", "clever",
    "cool", "copper", "coral", "cosy", "crisp", "dawn", "deep", "eager", "early", "fair", "fine", "fresh",
    "gentle", "glad", "golden", "grand", "green", "happy", "hazel", "honest", "icy", "ivory", "jade",
    "jolly", "keen", "kind", "lively", "lucky", "lunar", "mellow", "merry", "mild", "misty", "noble",
    "olive", "pearl", "plain", "polar", "proud", "quick", "quiet", "royal", "ruby", "silver", "sleek",
    "snowy", "solar", "steady", "sunny", "swift", "tidy", "violet", "warm",
];

const SECOND: [&str; 64] = [
    "acorn", "badger", "bamboo", "beach", "bear", "birch", "bird", "brook", "cedar", "cloud", "cove",
    "crane", "creek", "deer", "dove", "eagle", "elm", "falcon", "fern", "field", "finch", "fjord", "forest",
    "fox", "garden", "goose", "grove", "harbor", "hare", "hawk", "heron", "hill", "island", "ivy", "koala",
    "lake", "lark", "leaf", "lion", "lotus", "lynx", "maple", "meadow", "moon", "moss", "otter", "owl",
    "panda", "pine", "plum", "pond", "rain", "raven", "reef", "river", "robin", "rose", "seal", "sky",
    "star", "stone", "swan", "tiger", "wolf",
];

/// A random code: out of some 368,000 for a room that is on the list anyway, out of 2 · 10¹² for one that is not.
#[must_use]
pub(super) fn random_code(access: Access) -> RoomCode {
    let mut rng = rand::rng();
    if access == Access::Unlisted {
        return hidden_code(rng.random());
    }
    let text = format!(
        "{}-{}-{}",
        FIRST[rng.random_range(0..FIRST.len())],
        SECOND[rng.random_range(0..SECOND.len())],
        rng.random_range(10..100)
    );
    text.parse().expect("invariant: two short words and a number are a code")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pair_of_words_makes_a_code() {
        let mut seen = HashSet::new();
        for first in FIRST {
            for second in SECOND {
                assert!(seen.insert(format!("{first}-{second}-99").parse::<RoomCode>().unwrap()));
            }
        }
        assert_eq!(seen.len(), 64 * 64);
    }
}
