//! Screens of a few words: a question with a line to type in, a wait.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use unicode_width::UnicodeWidthStr;

use super::{
    parts::{line_of, paragraph, tail},
    words,
};
use crate::{model::Model, theme::Theme};

/// What is waited for; after a while also for how long.
pub(crate) fn wait(what: &str, model: &Model, area: Rect, buffer: &mut Buffer) {
    let waited = words::waited(model.waited(), model.lang);
    paragraph(format!("{what} …{waited}"), Style::new(), area, buffer);
}

/// The question on two lines if it needs them, and what has been typed; its end, where there is no space for all.
pub(crate) fn question(words: &str, input: &str, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let head = Rect { height: area.height.min(2), ..area };
    paragraph(words, theme.strong(), head, buffer);
    let shown = end_of(input, usize::from(area.width).saturating_sub(3));
    Line::raw(format!("> {shown}_")).render(line_of(area, 2), buffer);
}

/// The last of `text` in at most `width` columns; an ellipsis stands for what is missing.
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
}
