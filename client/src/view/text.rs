//! Screens of a few words: the name, a code, a wait.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::line_of;
use crate::{
    model::{CodeScreen, KnockingScreen, NameScreen, PassphraseScreen},
    theme::Theme,
};

pub(super) fn name(screen: &NameScreen, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question("What shall others call you?", screen.input.text(), area, buffer, theme);
}

pub(super) fn code(screen: &CodeScreen, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question("Which room? Its code looks like amber-fox-42.", screen.input.text(), area, buffer, theme);
}

pub(super) fn opening(what: &str, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(format!("{what} …")).wrap(Wrap { trim: true }).render(area, buffer);
}

pub(super) fn passphrase(screen: &PassphraseScreen, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let words = format!("Room {} has a passphrase. What is it?", screen.room);
    question(&words, &screen.secret.visible(), area, buffer, theme);
}

pub(super) fn knocking(screen: &KnockingScreen, area: Rect, buffer: &mut Buffer) {
    let words = format!("You have asked the players of {} to let you watch. Waiting for them", screen.room);
    opening(&words, area, buffer);
}

fn question(words: &str, input: &str, area: Rect, buffer: &mut Buffer, theme: Theme) {
    Line::styled(words, theme.strong()).render(line_of(area, 0), buffer);
    Line::raw(format!("> {input}_")).render(line_of(area, 2), buffer);
}
