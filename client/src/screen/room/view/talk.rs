//! Draws the chat of a room: in its panel, as one line, or with a text field.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use tengen_session::{room::RoomView, terms::plural};
use tengen_shared::game::{Channel, MAX_CHAT_CHARS};

use crate::{
    action::Action,
    keymap::Context,
    layout::rows::Popup,
    model::Model,
    screen::room::{
        ChatBox,
        layout::talk::{TalkRow, talk_rows},
    },
    theme::Theme,
    view::{
        panel::heading,
        parts::{clear, line_of},
        typed,
    },
};

/// The length of a text from which the characters are counted on the screen.
const NEAR_LIMIT: usize = 160;
/// The least width of a screen that shows a new line itself. Narrower ones show the number of new lines.
const WIDE: u16 = 60;

/// Draws the panel with the last rows of the chat.
pub(crate) fn panel(model: &Model, view: &RoomView, area: Rect, buffer: &mut Buffer, theme: Theme) {
    heading((title(model, view), &model.lang.press_c(&chat_key(model))), area, buffer, theme);
    let rows = talk_rows(model, view, area.width, false);
    let space = usize::from(area.height.saturating_sub(1));
    for (y, row) in (1..).zip(rows.iter().skip(rows.len().saturating_sub(space))) {
        talk_row(row, theme).render(line_of(area, y), buffer);
    }
    if rows.is_empty() {
        nothing(model, line_of(area, 1), buffer, theme);
    }
}

/// Returns the name of the key that opens the chat.
fn chat_key(model: &Model) -> String {
    model.key(Context::Room, Action::Chat)
}

fn title(model: &Model, view: &RoomView) -> &'static str {
    match (model.session.muted().is_everybody(), model.channel(view)) {
        (true, _) => model.lang.panel_chat_muted(),
        (false, Some(Channel::Spectators)) => model.lang.panel_chat_spectators(),
        (false, _) => model.lang.panel_chat(),
    }
}

fn nothing(model: &Model, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let lang = model.lang;
    let text =
        if model.session.muted().is_everybody() { lang.everybody_muted() } else { lang.nothing_said() };
    Line::styled(text, theme.faint()).render(area, buffer);
}

/// Returns the latest line while it is shown on its own, for screens without a chat panel.
pub(crate) fn news(model: &Model, view: &RoomView) -> Option<String> {
    if !view.talk.glows() {
        return None;
    }
    let unread = u64::try_from(model.unread(view)).unwrap_or(u64::MAX);
    let said = model.heard(view).rfind(|said| Some(said.line.player) != model.session.player())?;
    Some(match unread {
        0 => return None,
        _ if model.size.width < WIDE => model.lang.new_lines(unread, plural(unread), &chat_key(model)),
        _ => model.lang.chat_line(said.line.name.as_str(), said.line.text.as_str(), &chat_key(model)),
    })
}

fn talk_row(row: &TalkRow, theme: Theme) -> Line<'static> {
    let head = if row.own { theme.faint() } else { theme.strong() };
    Line::from(vec![Span::styled(row.head.clone(), head), Span::styled(row.text.clone(), theme.text())])
}

/// Draws the chat with its text field.
pub(crate) fn typing(chat: &ChatBox, model: &Model, popup: &Popup, buffer: &mut Buffer, theme: Theme) {
    let Some(view) = model.session.room(&chat.room) else { return };
    clear(popup.area, buffer);
    let rows = talk_rows(model, view, popup.rows.area.width, true);
    for (row, area) in popup.rows.rects() {
        if let Some(row) = rows.get(row) {
            talk_row(row, theme).render(area, buffer);
        }
    }
    if rows.is_empty() {
        nothing(model, line_of(popup.rows.area, 0), buffer, theme);
    }
    let below = if chat.scroll > 0 { model.lang.more_below(chat.scroll) } else { String::new() };
    let counted = counter(model, chat.input.text().chars().count());
    heading((title(model, view), format!("{below}{counted}").trim()), popup.area, buffer, theme);
    let area = popup.area;
    let input = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    typed::prompt(&chat.input.typed(), theme.strong(), input, buffer);
}

fn counter(model: &Model, count: usize) -> String {
    if count < NEAR_LIMIT { String::new() } else { model.lang.chat_count(count, MAX_CHAT_CHARS) }
}
