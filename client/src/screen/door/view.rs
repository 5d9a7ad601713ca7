//! Draws the passphrase field, and the wait for permission to watch.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::text::Lang;

use crate::{
    model::Model,
    screen::door::{KnockingScreen, PassphraseScreen},
    theme::Theme,
    view::question::{question, wait},
};

pub(crate) fn passphrase(
    screen: &PassphraseScreen,
    lang: Lang,
    area: Rect,
    buffer: &mut Buffer,
    theme: Theme,
) {
    question(&lang.ask_passphrase(&screen.room), &screen.secret.typed(), area, buffer, theme);
}

pub(crate) fn knocking(screen: &KnockingScreen, model: &Model, area: Rect, buffer: &mut Buffer) {
    wait(&model.lang.knocking(&screen.room), model, area, buffer);
}
