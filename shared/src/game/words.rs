//! Room codes and passphrases of short English words that people can say aloud.
//!
//! The long list is for secrets that nobody may guess. It comes from the English list of BIP 39 (MIT licence): the
//! words of three to six letters whose first four letters identify them. Words that do not suit a classroom are
//! left out.

use super::{Passphrase, RoomCode};

/// The number of words: 6 to the power of 4, so a word is worth 10.3 bits.
pub const WORDS: usize = 1_296;

const LIST: &str = include_str!("words.txt");

/// The number of different codes for rooms that need not be hidden.
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

/// Returns a code of two words and a number that are easy to say across a room, made from `chance`. Any
/// [`PLAIN_CODES`] consecutive values of `chance` give different codes.
#[must_use]
pub fn plain_code(chance: u64) -> RoomCode {
    let pick = |words: &[&'static str; 64], chance: u64| words[usize::try_from(chance % 64).unwrap_or(0)];
    let (first, second) = (pick(&FIRST, chance), pick(&SECOND, chance / 64));
    let code = format!("{first}-{second}-{}", 10 + chance / (64 * 64) % 90);
    code.parse().expect("invariant: two short words and a number are a code")
}

/// Returns a code of three words and three digits, made from `chance`, which must be uniform. There are about 2 ·
/// 10¹² codes (41 bits), so nobody can find an unlisted room by trying codes.
#[must_use]
pub fn hidden_code(chance: u64) -> RoomCode {
    three_words(chance).parse().expect("invariant: three short words and a number are a code")
}

/// Returns a passphrase that nobody can guess, made from `chance` in the same way as [`hidden_code`].
#[must_use]
pub fn new_passphrase(chance: u64) -> Passphrase {
    three_words(chance).parse().expect("invariant: three short words and a number are a passphrase")
}

fn three_words(chance: u64) -> String {
    let words: Vec<&str> = LIST.split_ascii_whitespace().collect();
    let mut rest = chance;
    let mut chosen = [""; 3];
    for word in &mut chosen {
        // 2⁶⁴ is not a multiple of the number of words. This favours some words by less than one in 10¹⁵.
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
