//! Where the talk of a room stands while a line is typed, and how its lines break.

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

/// How far the further rows of a line are set in.
const INDENT: usize = 2;
/// The rows of the panel that are no talk while a line is typed: the title and the line.
pub(crate) const AROUND: u16 = 2;

/// A row of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TalkRow {
    /// When and by whom; only where a line begins.
    pub head: String,
    /// What.
    pub text: String,
    /// Whether the user has said it.
    pub own: bool,
}

/// The talk with a line to type in, in its panel.
pub(crate) fn typing(chat: &ChatBox, model: &Model, panel: Rect) -> Popup {
    let inner = Rect { y: panel.y + 1, height: panel.height.saturating_sub(AROUND), ..panel };
    let count =
        model.session.room(&chat.room).map_or(0, |view| talk_rows(model, view, inner.width, true).len());
    let first = count.saturating_sub(usize::from(inner.height) + chat.scroll);
    Popup { area: panel, rows: Rows::scrolled(inner, count, first) }
}

/// All rows of the talk in `view`'s room that the user hears.
#[must_use]
pub(crate) fn talk_rows(model: &Model, view: &RoomView, width: u16, timed: bool) -> Vec<TalkRow> {
    let (lines, zone) = (model.heard(view), timed.then_some(&model.zone));
    lines.flat_map(|said| talk_rows_of(said, model.session.player(), (width, zone), model.lang)).collect()
}

/// The rows of one line, with its time if a zone is given.
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
