//! Text that fits its place.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::Text,
    widgets::{Clear, Paragraph, Widget, Wrap},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` cut or filled with blanks to exactly `width` columns; what is cut ends in an ellipsis.
pub(crate) fn fit(text: &str, width: usize) -> String {
    let mut shown = cut(text, width);
    let filled = shown.width();
    shown.extend(std::iter::repeat_n(' ', width.saturating_sub(filled)));
    shown
}

/// `text` cut to at most `width` columns; what is cut ends in an ellipsis.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        shown.push(c);
    }
    if width > 0 {
        shown.push('…');
    }
    shown
}

/// The end of `text`, at most `width` columns of it.
pub(crate) fn tail(text: &str, width: usize) -> &str {
    let mut used = 0;
    let too_much = text.char_indices().rev().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > width
    });
    text.get(too_much.map_or(0, |(at, c)| at + c.len_utf8())..).unwrap_or_default()
}

/// Makes `area` blank for what is to lie there. A wide character that begins before it and ends in it goes, too: it
/// would hide what is drawn over its half.
pub(crate) fn clear(area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    Clear.render(area, buffer);
    let Some(before) = area.x.checked_sub(1).filter(|_| area.width > 0) else { return };
    for y in area.top()..area.bottom() {
        let cell = &mut buffer[(before, y)];
        if cell.symbol().width() > 1 {
            cell.set_char(' ');
        }
    }
}

/// The line `row` of `area`, empty if there is none.
pub(crate) fn line_of(area: Rect, row: u16) -> Rect {
    if row < area.height { Rect { y: area.y + row, height: 1, ..area } } else { Rect::ZERO }
}

/// Writes `text` into `area`, broken between its words.
pub(crate) fn paragraph<'a>(text: impl Into<Text<'a>>, style: Style, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
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
}
