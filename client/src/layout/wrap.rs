//! Wraps a line of text into rows. The crate `textwrap` is no help: it starts a new row before a word that is longer
//! than a row. Most Chinese lines are one such word, so the name before it would be alone in its row.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Wraps a line at spaces, or inside a word that is longer than a row. Rows after the first are indented if there is
/// space. No row is wider than `width` columns, except for a single character that is wider.
pub(crate) fn break_words(text: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = if width > 4 * indent { " ".repeat(indent) } else { String::new() };
    let mut rows = vec![String::new()];
    let mut used = 0;
    let mut fresh = true;
    for word in text.split(' ') {
        let gap = usize::from(!fresh);
        let fits = used + gap + word.width() <= width;
        if !fits && !fresh && indent.len() + word.width() <= width {
            rows.push(indent.clone());
            (used, fresh) = (indent.len(), true);
        }
        for character in (!fresh).then_some(" ").into_iter().chain(word.graphemes(true)) {
            let columns = character.width();
            if used + columns > width && used > 0 {
                rows.push(indent.clone());
                used = indent.len();
            }
            if let Some(row) = rows.last_mut() {
                row.push_str(character);
            }
            used += columns;
        }
        fresh = false;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(break_words("Bob: good luck and have fun", 14, 2), ["Bob: good luck", "  and have fun"]);
        assert_eq!(
            break_words("Bob: abcdefghijklmnopqrst", 12, 2),
            ["Bob: abcdefg", "  hijklmnopq", "  rst"]
        );
        assert_eq!(break_words("", 12, 2), [""]);
        assert_eq!(break_words("a b", 1, 2), ["a", "b"]);
        assert_eq!(break_words("in three words", 8, 0), ["in three", "words"]);
        assert_eq!(break_words("Bob: 天元天元天元", 12, 2), ["Bob: 天元天", "  元天元"]);
    }

    #[test]
    fn no_row_is_wider_than_allowed_and_nothing_is_lost() {
        for text in [
            "天元 天元天元天元 天元天 a 元天元天元天元天元天元",
            "e\u{301}e\u{301} e\u{301}e\u{301}e\u{301}e\u{301}",
            "\u{2764}\u{fe0f}\u{2764}\u{fe0f} \u{2764}\u{fe0f}\u{2764}\u{fe0f}\u{2764}\u{fe0f}",
            "a  b   c ",
            "x",
        ] {
            for width in 2..40 {
                let rows = break_words(text, width, 2);
                assert!(rows.iter().all(|row| row.width() <= width), "{rows:?} in {width}");
                let solid = |text: &str| text.replace(' ', "");
                assert_eq!(solid(&rows.concat()), solid(text));
            }
        }
    }
}
