//! Draws a line of typed text and its cursor.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use unicode_width::UnicodeWidthStr;

use super::columns::{cut, tail};
use crate::input::Typed;

/// Draws the line with its cursor.
pub(crate) fn line(input: &Typed, style: Style, area: Rect, buffer: &mut Buffer) {
    Line::from(spans(input, usize::from(area.width), style).to_vec()).render(area, buffer);
}

/// Draws the line after the prompt `> `.
pub(crate) fn prompt(input: &Typed, style: Style, area: Rect, buffer: &mut Buffer) {
    let [sign, rest] = Layout::horizontal([2, u16::MAX].map(Constraint::Max)).areas(area);
    Line::styled("> ", style).render(sign, buffer);
    line(input, style, rest, buffer);
}

/// Returns the part of the text around the cursor that fits in `width` columns, at least the character under the cursor.
/// An ellipsis replaces hidden text. The cursor is a reversed character, or `_` after the end.
pub(crate) fn spans(input: &Typed, width: usize, style: Style) -> [Span<'static>; 3] {
    let (under, marked) = match input.under.as_str() {
        "" => ("_", style),
        under => (under, reversed(style)),
    };
    let free = width.saturating_sub(under.width());
    // Half of the space goes before the cursor, more if the text after it is short.
    let before = free.saturating_sub(input.after.width()).max(free / 2).min(input.before.width());
    [
        Span::styled(end_of(&input.before, before), style),
        Span::styled(under.to_owned(), marked),
        Span::styled(cut(&input.after, free - before), style),
    ]
}

/// Toggles reverse video.
fn reversed(style: Style) -> Style {
    if style.add_modifier.contains(Modifier::REVERSED) {
        style.remove_modifier(Modifier::REVERSED)
    } else {
        style.add_modifier(Modifier::REVERSED)
    }
}

/// Returns the end of `text` in at most `width` columns. An ellipsis replaces hidden text.
fn end_of(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    width.checked_sub(1).map_or_else(String::new, |left| format!("…{}", tail(text, left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_what_is_typed_is_in_sight() {
        assert_eq!(end_of("amber-fox-42", 12), "amber-fox-42");
        assert_eq!(end_of("amber-fox-42", 7), "…fox-42");
        assert_eq!(end_of("天元天元", 8), "天元天元");
        assert_eq!(end_of("天元天元", 6), "…天元");
        assert!(end_of("天元天元", 6).width() <= 6);
        assert_eq!(end_of("天", 0), "");
    }

    fn shown(before: &str, under: &str, after: &str, width: usize) -> String {
        let [before, under, after] = [before, under, after].map(str::to_owned);
        spans(&Typed { before, under, after }, width, Style::new()).map(|span| span.content).concat()
    }

    #[test]
    fn the_cursor_is_in_sight_with_text_on_both_sides() {
        assert_eq!(shown("amber-fox-42", "", "", 13), "amber-fox-42_");
        assert_eq!(shown("amber-fox-42", "", "", 8), "…fox-42_");
        assert_eq!(shown("", "a", "mber-fox-42", 8), "amber-f…");
        assert_eq!(shown("amber-", "f", "ox-42", 8), "…r-fox-…");
        assert_eq!(shown("amber-fox-", "4", "2", 8), "…-fox-42");
        assert_eq!(shown("amber", "-", "fox-42", 12), "amber-fox-42");
    }

    #[test]
    fn no_line_is_wider_than_its_space() {
        for (before, under, after) in
            [("天元天元", "天", "元天元"), ("", "", ""), ("abc", "", ""), ("", "a", "天")]
        {
            for width in 2..20 {
                let shown = shown(before, under, after, width);
                assert!(shown.width() <= width, "{shown:?} in {width}");
                assert!(shown.contains(if under.is_empty() { "_" } else { under }));
            }
        }
    }

    #[test]
    fn the_cursor_stands_out_on_a_row_that_is_reversed() {
        let typed = Typed { under: "a".to_owned(), ..Typed::default() };
        let style = |base: Style| spans(&typed, 4, base)[1].style;
        assert!(style(Style::new()).add_modifier.contains(Modifier::REVERSED));
        assert!(style(Style::new().reversed()).sub_modifier.contains(Modifier::REVERSED));
    }
}
