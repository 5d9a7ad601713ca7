//! Screens of a few words: the name, a code, a wait.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use tengen_session::text::Lang;

use super::{line_of, paragraph, typed, words};
use crate::{
    model::{CodeScreen, KnockingScreen, Model, NameScreen, PassphraseScreen, Typed},
    theme::Theme,
};

pub(super) fn name(screen: &NameScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_name(), &screen.input.typed(), area, buffer, theme);
}

pub(super) fn code(screen: &CodeScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_code(), &screen.input.typed(), area, buffer, theme);
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
    question(&lang.ask_passphrase(&screen.room), &screen.secret.typed(), area, buffer, theme);
}

pub(super) fn knocking(screen: &KnockingScreen, model: &Model, area: Rect, buffer: &mut Buffer) {
    opening(&model.lang.knocking(&screen.room), model, area, buffer);
}

/// The question on two lines if it needs them, and what has been typed.
fn question(words: &str, input: &Typed, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let head = Rect { height: area.height.min(2), ..area };
    paragraph(words, theme.strong(), head, buffer);
    typed::prompt(input, Style::new(), line_of(area, 2), buffer);
}
