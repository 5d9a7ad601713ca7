//! The lines of the protocol: writes commands and reads answers.

use std::{fmt::Write as _, time::Duration};

use tengen_shared::rules::{Point, Position, RuleSet, Variant};

use crate::arena::move_limits::MoveLimits;

/// The only win length that the protocol knows.
pub(super) const FIVE: u8 = 5;
/// The time limit for a move if the match has none.
const TURN: Duration = Duration::from_secs(30);
/// No time limit for the whole game.
const UNLIMITED: i32 = i32::MAX;
/// The maximum length of a program's words in a message, in characters.
const MOST_WORDS: usize = 200;

/// Starts a new, empty board.
pub(super) fn start(variant: Variant) -> String {
    let (width, height) = (variant.width(), variant.height());
    if width == height { format!("START {width}\n") } else { format!("RECTSTART {width},{height}\n") }
}

/// Returns the rules and limits, which a program receives once.
pub(super) fn settings(variant: Variant, limits: MoveLimits) -> String {
    let rule = match variant.runs() {
        RuleSet::Freestyle => 0,
        RuleSet::Standard => 1,
        RuleSet::Renju => 4,
        RuleSet::LongCaro => 8,
        RuleSet::Caro => 9,
    };
    let turn = limits.time.unwrap_or(TURN).as_millis();
    let mut told = format!(
        "INFO rule {rule}\nINFO timeout_turn {turn}\nINFO timeout_match 0\nINFO time_left {UNLIMITED}\n"
    );
    // Writing to a string cannot fail.
    if let Some(nodes) = limits.nodes {
        let _ = writeln!(told, "INFO max_node {nodes}");
    }
    told.push_str("INFO thread_num 1\n");
    if variant.win_length() != FIVE {
        let _ = writeln!(told, "INFO win_length {}", variant.win_length());
    }
    told
}

/// Returns a position from the point of view of the side to move, with rows counted from the top.
pub(super) fn board(position: &Position) -> String {
    let mut told = String::from("BOARD\n");
    let top = position.variant().height() - 1;
    for &point in position.moves() {
        let own = position.board().get(point) == Some(position.to_move());
        let _ = writeln!(told, "{},{},{}", point.col(), top - point.row(), if own { 1 } else { 2 });
    }
    told.push_str("DONE\n");
    told
}

/// Shortens a program's words for a message.
pub(super) fn words(line: &str) -> String {
    line.chars().take(MOST_WORDS).collect()
}

/// Whether a line is not an answer.
pub(super) fn is_chat(line: &str) -> bool {
    line.is_empty() || ["MESSAGE", "DEBUG"].iter().any(|word| starts_with(line, word))
}

/// Whether a line begins with a word, in lower or upper case.
pub(super) fn starts_with(line: &str, word: &str) -> bool {
    line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Reads the answer `x,y`.
pub(super) fn coordinates(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Returns the point at these coordinates; `None` off the board.
pub(super) fn point(variant: Variant, x: i64, y: i64) -> Option<Point> {
    let row = variant.height().checked_sub(1)?.checked_sub(u8::try_from(y).ok()?)?;
    Point::new(u8::try_from(x).ok()?, row).filter(|point| variant.contains(*point))
}

/// Returns the number after one of these words, as in `depth 5`, `depth=5`, `Depth 5-9` or `nodes 120K`.
pub(super) fn figure(line: &str, names: &[&str]) -> Option<u64> {
    let mut parts = line.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.find(|part| names.iter().any(|name| part.eq_ignore_ascii_case(name)))?;
    let number = parts.next()?;
    let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &number[digits.len()..] {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(text: &str) -> Variant {
        text.parse().unwrap()
    }

    #[test]
    fn boards_that_are_not_square_and_other_rules_have_their_words() {
        let limits = MoveLimits { nodes: None, time: Some(Duration::from_millis(700)) };
        assert_eq!(start(variant("9x7k5")), "RECTSTART 9,7\n");
        let told = settings(variant("9x7k4 exact"), limits);
        assert!(told.starts_with("INFO rule 1\nINFO timeout_turn 700\nINFO timeout_match 0\n"), "{told}");
        assert!(told.ends_with("INFO thread_num 1\nINFO win_length 4\n"), "{told}");
    }

    #[test]
    fn points_are_counted_from_the_top_left_and_stay_on_the_board() {
        let on = |line| coordinates(line).and_then(|(x, y)| point(variant("9x7k5"), x, y));
        for (line, named) in [("0,0", "a7"), ("8,0", "i7"), ("0,6", "a1"), (" 2 , 3 ", "c4")] {
            assert_eq!(on(line), Some(named.parse().unwrap()), "{line}");
        }
        for line in ["9,0", "0,7", "-1,-1", "99,99", "300,0", "MESSAGE 1,2", "1,2,3", "SWAP", ""] {
            assert_eq!(on(line), None, "{line}");
        }
    }

    #[test]
    fn figures_of_several_engines_are_understood() {
        for (line, depth, nodes) in [
            ("MESSAGE depth 5 value -106 nodes 5000 speed 277777", Some(5), Some(5000)),
            ("MESSAGE Speed 755K | Depth 9-12 | Eval -220 | Node 3022 | Time 4ms", Some(9), Some(3022)),
            ("MESSAGE depth=6 NPS=494k", Some(6), None),
            ("MESSAGE nodes 120K depth", None, Some(120_000)),
            ("MESSAGE depth first nodes 3x", None, None),
        ] {
            assert_eq!(
                [figure(line, &["depth"]), figure(line, &["node", "nodes"])],
                [depth, nodes],
                "{line}"
            );
        }
    }

    #[test]
    fn long_and_strange_words_are_cut_and_compared_without_harm() {
        assert_eq!(words(&"é".repeat(1000)).chars().count(), MOST_WORDS);
        assert!(starts_with("error é", "ERROR") && !starts_with("errué", "ERROR"));
        assert!(is_chat("") && is_chat("Debug x") && !is_chat("name=\"x\""));
    }
}
