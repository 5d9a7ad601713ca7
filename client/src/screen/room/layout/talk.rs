//! The layout of the chat, and the wrapping of its lines.

use ratatui::layout::Rect;
use tengen_session::{room::RoomView, text::Lang};
use tengen_shared::game::{PlayerId, Said};

use crate::{
    layout::{
        rows::{Popup, Rows},
        wrap::break_words,
    },
    model::Model,
    screen::room::ChatBox,
    zone::Zone,
};

/// The indent of the continuation rows of a line, in columns.
const INDENT: usize = 2;
/// The rows of the panel besides the chat lines: the title and the text field.
pub(crate) const AROUND: u16 = 2;

/// A row of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TalkRow {
    /// The time and the speaker's name; empty in a continuation row.
    pub head: String,
    /// The text of the row.
    pub text: String,
    /// Whether the user wrote the line.
    pub own: bool,
}

/// Returns the area of the chat with its text field, inside its panel.
pub(crate) fn typing(chat: &ChatBox, model: &Model, panel: Rect) -> Popup {
    let inner = Rect { y: panel.y + 1, height: panel.height.saturating_sub(AROUND), ..panel };
    let count =
        model.session.room(&chat.room).map_or(0, |view| talk_rows(model, view, inner.width, true).len());
    let first = count.saturating_sub(usize::from(inner.height) + chat.scroll);
    Popup { area: panel, rows: Rows::scrolled(inner, count, first) }
}

/// Returns the rows of all chat lines that the user sees in `view`'s room.
#[must_use]
pub(crate) fn talk_rows(model: &Model, view: &RoomView, width: u16, timed: bool) -> Vec<TalkRow> {
    let (lines, zone) = (model.heard(view), timed.then_some(&model.zone));
    lines.flat_map(|said| talk_rows_of(said, model.session.player(), (width, zone), model.lang)).collect()
}

/// Returns the rows of one chat line, with its time if a zone is given.
#[must_use]
pub(crate) fn talk_rows_of(
    said: &Said,
    me: Option<PlayerId>,
    (width, zone): (u16, Option<&Zone>),
    lang: Lang,
) -> Vec<TalkRow> {
    let own = me == Some(said.line.player);
    let time = zone.map_or_else(String::new, |zone| format!("{} ", zone.time_of_day(said.time)));
    let who = if own { lang.chat_self().to_owned() } else { format!("{}:", said.line.name) };
    let head = format!("{time}{who} ");
    let broken = break_words(&format!("{head}{}", said.line.text), usize::from(width), INDENT);
    let row = |(index, row): (usize, String)| match row.strip_prefix(&head) {
        Some(text) if index == 0 => TalkRow { head: head.clone(), text: text.to_owned(), own },
        _ => TalkRow { head: String::new(), text: row, own },
    };
    broken.into_iter().enumerate().map(row).collect()
}
