//! The talk of a room: beside the board, in one line, or over everything with a line to type in.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use tengen_shared::game::{Channel, MAX_CHAT_CHARS};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{cut, line_of, words};
use crate::{
    layout::{Popup, TalkRow, talk_rows},
    model::{ChatBox, Model, RoomView},
    theme::Theme,
};

/// From this length on the characters are counted on the screen.
const NEAR_LIMIT: usize = 160;
/// On narrower screens, new lines are counted and not shown by themselves.
const WIDE: u16 = 60;

/// The last rows of the talk.
pub(super) fn panel(model: &Model, view: &RoomView, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let title = match (model.muted.is_everybody(), model.channel(view)) {
        (true, _) => "c: chat (all muted)",
        (false, Some(Channel::Spectators)) => "c: spectators' chat",
        (false, _) => "c: chat",
    };
    let width = usize::from(area.width);
    Line::styled(cut(title, width), theme.faint()).render(line_of(area, 0), buffer);
    let rows = talk_rows(model, view, area.width, false);
    let space = usize::from(area.height.saturating_sub(1));
    for (y, row) in (1..).zip(rows.iter().skip(rows.len().saturating_sub(space))) {
        talk_row(row, theme).render(line_of(area, y), buffer);
    }
}

/// What was said last, for a while, where there is no panel.
pub(super) fn news(model: &Model, view: &RoomView) -> Option<String> {
    if !view.talk.glows() {
        return None;
    }
    let unread = u64::try_from(model.unread(view)).unwrap_or(u64::MAX);
    let said = model.heard(view).rfind(|said| Some(said.line.player) != model.me.player)?;
    Some(match unread {
        0 => return None,
        _ if model.size.width < WIDE => format!("{}: c", words::counted(unread, "new line")),
        _ => format!("{}: {} (c: chat)", said.line.name, said.line.text),
    })
}

fn talk_row(row: &TalkRow, theme: Theme) -> Line<'static> {
    let head = if row.own { theme.faint() } else { theme.strong() };
    Line::from(vec![Span::styled(row.head.clone(), head), Span::styled(row.text.clone(), Style::new())])
}

/// The talk with a line to type in, inside the popup's border.
pub(super) fn popup(chat: &ChatBox, model: &Model, popup: &Popup, buffer: &mut Buffer, theme: Theme) {
    let Some(view) = model.rooms.get(&chat.room) else { return };
    let rows = talk_rows(model, view, popup.rows.area.width, true);
    for (row, area) in popup.rows.rects() {
        if let Some(row) = rows.get(row) {
            talk_row(row, theme).render(area, buffer);
        }
    }
    if rows.is_empty() {
        let text = if model.muted.is_everybody() { "Everybody is muted." } else { "Nothing was said yet." };
        Line::styled(text, theme.faint()).render(line_of(popup.rows.area, 0), buffer);
    }
    let area = popup.rows.area;
    let rule = Rect { y: area.bottom(), height: 1, ..area };
    let below = match chat.scroll {
        0 => String::new(),
        count => format!(" {count} more below "),
    };
    let counter = counter(chat.input.text().chars().count());
    let width = usize::from(area.width);
    let line = "─".repeat(width.saturating_sub(below.width() + counter.width()));
    Line::styled(format!("{below}{line}{counter}"), theme.faint()).render(rule, buffer);
    let input = Rect { y: rule.y + 1, ..rule };
    let typed = format!("{}_", tail(chat.input.text(), width.saturating_sub(3)));
    Line::styled(format!("> {typed}"), Style::new()).render(input, buffer);
}

fn counter(count: usize) -> String {
    if count < NEAR_LIMIT { String::new() } else { format!(" {count} of {MAX_CHAT_CHARS} characters") }
}

/// The end of `text`, at most `width` columns of it.
fn tail(text: &str, width: usize) -> &str {
    let mut used = 0;
    let too_much = text.char_indices().rev().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > width
    });
    text.get(too_much.map_or(0, |(at, c)| at + c.len_utf8())..).unwrap_or_default()
}
