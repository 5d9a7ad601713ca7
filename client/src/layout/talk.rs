//! Where the talk of a room stands: beside or under the board, or over everything; and how its lines break.

use ratatui::layout::Rect;
use tengen_shared::game::{Millis, PlayerId, Said};

use super::{Body, Popup, Rows, wrap::break_words};
use crate::model::{ChatBox, Model, RoomView};

/// The fewest columns and rows in which talk can be read.
const LEAST: (u16, u16) = (20, 4);
/// The most columns that are good to read.
const COLUMNS: u16 = 48;
/// The rows that the score panel keeps where it stands beside the board.
const SCORE: u16 = 9;
/// How far the further rows of a line are set in.
const INDENT: usize = 2;
/// The largest popup.
const POPUP: (u16, u16) = (76, 24);
/// The rows of the popup that are no talk: its borders, a rule and the line being typed.
const AROUND: u16 = 4;

/// A row of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkRow {
    /// When and by whom; only where a line begins.
    pub head: String,
    /// What.
    pub text: String,
    /// Whether the user has said it.
    pub own: bool,
}

/// Where talk can be shown without taking anything from score and board.
pub(super) fn place(body: &Body, area: Rect) -> Option<Rect> {
    let Body::Room { score, board } = body else { return None };
    let free = if score.x >= board.area.right() {
        let y = (score.y + SCORE).min(area.bottom());
        Rect { y, height: area.bottom() - y, ..*score }
    } else {
        let (right, bottom) = (board.area.right() + 2, board.area.bottom() + 1);
        let column = Rect {
            x: right,
            y: board.area.y,
            width: area.right().saturating_sub(right),
            height: area.bottom().saturating_sub(board.area.y),
        };
        let below = Rect { y: bottom, height: area.bottom().saturating_sub(bottom), ..*score };
        if column.width >= LEAST.0 { column } else { below }
    };
    let free = Rect { width: free.width.saturating_sub(1).min(COLUMNS), ..free };
    (free.width + 1 >= LEAST.0 && free.height >= LEAST.1).then_some(free)
}

/// The talk over everything.
pub(super) fn popup(chat: &ChatBox, model: &Model, area: Rect) -> Popup {
    let (width, height) = (POPUP.0.min(area.width), POPUP.1.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let inner =
        Rect { x: x + 2, y: y + 1, width: width.saturating_sub(4), height: height.saturating_sub(AROUND) };
    let count = model.rooms.get(&chat.room).map_or(0, |view| rows(model, view, inner.width, true).len());
    let first = count.saturating_sub(usize::from(inner.height) + chat.scroll);
    Popup { area: Rect::new(x, y, width, height), rows: Rows::scrolled(inner, count, first) }
}

/// All rows of the talk in `view`'s room that the user hears.
#[must_use]
pub fn rows(model: &Model, view: &RoomView, width: u16, timed: bool) -> Vec<TalkRow> {
    let lines = model.heard(view);
    lines.flat_map(|said| rows_of(said, model.me.player, width, timed)).collect()
}

/// The rows of one line.
#[must_use]
pub fn rows_of(said: &Said, me: Option<PlayerId>, width: u16, timed: bool) -> Vec<TalkRow> {
    let own = me == Some(said.line.player);
    let time = if timed { format!("{} ", time_of_day(said.time)) } else { String::new() };
    let who = if own { "you>".to_owned() } else { format!("{}:", said.line.name) };
    let head = format!("{time}{who} ");
    let broken = break_words(&format!("{head}{}", said.line.text), usize::from(width), INDENT);
    let row = |(index, row): (usize, String)| match row.strip_prefix(&head) {
        Some(text) if index == 0 => TalkRow { head: head.clone(), text: text.to_owned(), own },
        _ => TalkRow { head: String::new(), text: row, own },
    };
    broken.into_iter().enumerate().map(row).collect()
}

/// Hours and minutes, in UTC.
#[must_use]
pub fn time_of_day(time: Millis) -> String {
    let minutes = time / 60_000 % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
