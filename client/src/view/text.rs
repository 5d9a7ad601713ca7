//! Screens of a few words: the name, a code, a wait.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::line_of;
use crate::{
    model::{CodeScreen, KnockingScreen, Model, NameScreen, PassphraseScreen},
    text::Lang,
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
    let waited = model.waited().map(|seconds| model.lang.waited(seconds)).unwrap_or_default();
    Paragraph::new(format!("{what} …{waited}")).wrap(Wrap { trim: true }).render(area, buffer);
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
    Paragraph::new(words).style(theme.strong()).wrap(Wrap { trim: true }).render(head, buffer);
    let shown = end_of(input, usize::from(area.width).saturating_sub(3));
    Line::raw(format!("> {shown}_")).render(line_of(area, 2), buffer);
}

/// The last of `text` in at most `width` columns; an ellipsis stands for what is missing.
fn end_of(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let Some(mut left) = width.checked_sub(1) else { return String::new() };
    let fits = |c: &char| match left.checked_sub(c.width().unwrap_or(0)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    let end: Vec<char> = text.chars().rev().take_while(fits).collect();
    std::iter::once('…').chain(end.into_iter().rev()).collect()
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
