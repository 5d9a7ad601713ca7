//! Measures and cuts text by columns. The crate `unicode-truncate` is no help: in debug builds it panics at two letters
//! that share one column, such as Arabic lam and alef, and names of players may contain them.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cuts `text`, or pads it with spaces, to exactly `width` columns. An ellipsis replaces what is cut.
pub(crate) fn fit(text: &str, width: usize) -> String {
    let mut shown = cut(text, width);
    let filled = shown.width();
    shown.extend(std::iter::repeat_n(' ', width.saturating_sub(filled)));
    shown
}

/// Cuts `text` to at most `width` columns. An ellipsis replaces what is cut.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let Some(left) = width.checked_sub(1) else { return String::new() };
    let shown: String = leading(text.graphemes(true), left).collect();
    shown + "…"
}

/// Returns the end of `text` that fits into `width` columns.
pub(crate) fn tail(text: &str, width: usize) -> &str {
    let length: usize = leading(text.graphemes(true).rev(), width).map(str::len).sum();
    text.get(text.len() - length..).unwrap_or_default()
}

/// Returns the characters that fit into `width` columns, from the first.
fn leading<'a>(characters: impl Iterator<Item = &'a str>, width: usize) -> impl Iterator<Item = &'a str> {
    let mut used = 0;
    characters.take_while(move |character| {
        used += character.width();
        used <= width
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_combining_characters_keep_the_columns() {
        for text in ["ann", "天元天元天元", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", ""]
        {
            for width in 0..12 {
                assert_eq!(fit(text, width).width(), width, "{text:?} in {width}");
            }
        }
        assert_eq!(cut("abcdef", 4), "abc…");
    }

    #[test]
    fn characters_of_several_code_points_are_cut_as_a_whole() {
        let (heart, family) = ("\u{2764}\u{fe0f}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}");
        assert_eq!(cut(&format!("{heart}{heart}abc"), 5), format!("{heart}{heart}…"));
        assert_eq!(cut(&format!("{family}{family}abc"), 4), format!("{family}…"));
        assert_eq!(tail(&format!("abc{family}{family}"), 5), format!("c{family}{family}"));
        assert_eq!(tail(&format!("abc{heart}{heart}"), 3), heart);
    }

    #[test]
    fn letters_that_share_a_column_are_cut_without_harm() {
        let text = "\u{644}\u{627}abc";
        for width in 0..6 {
            assert!(cut(text, width).width() <= width && tail(text, width).width() <= width);
        }
    }
}
