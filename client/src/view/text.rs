//! Screens of a few words: the name, a code, a wait.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use tengen_session::text::Lang;
use unicode_width::UnicodeWidthStr;

use super::{line_of, paragraph, tail, words};
use crate::{
    model::{CodeScreen, KnockingScreen, Model, NameScreen, PassphraseScreen},
    theme::Theme,
};

pub(super) fn name(screen: &NameScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_name(), screen.input.text(), area, buffer, theme);
}

pub(super) fn code(screen: &CodeScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_code(), screen.input.text(), area, buffer, theme);
}

/// What is waited for; after a while also for how long.
pub(super) fn opening(what: &str, model: &Model, area: Rect, buffer: &mut Buffer) {
    let waited = words::waited(model.waited(), model.lang);
    paragraph(format!("{what} …{waited}"), Style::new(), area, buffer);
}

pub(super) fn passphrase(
    screen: &PassphraseScreen,
    lang: Lang,
    area: Rect,
    buffer: &mut Buffer,
    theme: Theme,
) {
    question(&lang.ask_passphrase(&screen.room), &screen.secret.visible(), area, buffer, theme);
}

pub(super) fn knocking(screen: &KnockingScreen, model: &Model, area: Rect, buffer: &mut Buffer) {
    opening(&model.lang.knocking(&screen.room), model, area, buffer);
}

/// The question on two lines if it needs them, and what has been typed; its end, where there is no space for all.
fn question(words: &str, input: &str, area: Rect, buffer: &mut Buffer, theme: Theme) {
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
