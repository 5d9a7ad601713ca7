//! Room codes and passphrases of short English words, which can be said aloud.
//!
//! The long list, for what must not be guessed, has the words of three to six letters in the English list of BIP 39 (MIT
//! licence) whose first four letters name no other word of it, less those that nobody wants to read out in a classroom.

use super::{Passphrase, RoomCode};

/// The number of words: 6 to the power of 4, so a word is worth 10.3 bits.
pub const WORDS: usize = 1_296;

const LIST: &str = include_str!("words.txt");

/// The number of different codes of rooms that need not be hidden.
pub const PLAIN_CODES: u64 = 64 * 64 * 90;

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

/// Two words and a number that are easy to say across a room, made from `chance`. Each of [`PLAIN_CODES`] numbers in a row
/// makes another code.
#[must_use]
pub fn plain_code(chance: u64) -> RoomCode {
    let pick = |words: &[&'static str; 64], chance: u64| words[usize::try_from(chance % 64).unwrap_or(0)];
    let (first, second) = (pick(&FIRST, chance), pick(&SECOND, chance / 64));
    let code = format!("{first}-{second}-{}", 10 + chance / (64 * 64) % 90);
    code.parse().expect("invariant: two short words and a number are a code")
}

/// Three words and three digits, made from `chance`, which must be uniform: one code out of some 2 · 10¹² (41 bits). It
/// cannot be found by trying, so a room that is on no list stays hidden.
#[must_use]
pub fn hidden_code(chance: u64) -> RoomCode {
    three_words(chance).parse().expect("invariant: three short words and a number are a code")
}

/// A passphrase that nobody guesses, made from `chance` like a hidden code.
#[must_use]
pub fn new_passphrase(chance: u64) -> Passphrase {
    three_words(chance).parse().expect("invariant: three short words and a number are a passphrase")
}

/// Three words and three digits.
fn three_words(chance: u64) -> String {
    let words: Vec<&str> = LIST.split_ascii_whitespace().collect();
    let mut rest = chance;
    let mut chosen = [""; 3];
    for word in &mut chosen {
        // 2⁶⁴ is no multiple of the number of words, which favours some by less than one in 10¹⁵.
        let index = usize::try_from(rest % words.len() as u64).unwrap_or(0);
        *word = words[index];
        rest /= words.len() as u64;
    }
    format!("{}-{}", chosen.join("-"), 100 + rest % 900)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_words_are_as_many_as_is_said_short_and_different() {
        let words: BTreeSet<&str> = LIST.split_ascii_whitespace().collect();
        assert_eq!((words.len(), LIST.split_ascii_whitespace().count()), (WORDS, WORDS));
        assert!(words.iter().all(|word| (3..=6).contains(&word.len())));
        assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn every_pair_of_words_makes_a_code() {
        let codes: BTreeSet<RoomCode> = (0..PLAIN_CODES).map(plain_code).collect();
        assert_eq!(codes.len() as u64, PLAIN_CODES);
    }

    #[test]
    fn every_chance_makes_a_code_and_a_passphrase_that_may_be_chosen() {
        for chance in [0, 1, 1_295, 1_296, u64::MAX / 3, u64::MAX - 1, u64::MAX] {
            let code = hidden_code(chance);
            assert_eq!(code.as_str().split('-').count(), 4, "{code}");
            assert_eq!(new_passphrase(chance).check_new(), Ok(()));
        }
        let codes: BTreeSet<RoomCode> = (0..10_000).map(|n| hidden_code(n * 1_000_003)).collect();
        assert_eq!(codes.len(), 10_000);
    }
}
