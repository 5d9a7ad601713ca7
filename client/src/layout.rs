//! The layout of the screen, which drawing and the mouse share.

pub(crate) mod board_layout;
pub(crate) mod frame;
mod help;
pub(crate) mod rows;
#[cfg(test)]
mod tests;
pub(crate) mod wrap;

use ratatui::layout::{Position, Rect, Size};
use tengen_shared::rules::Variant;
use unicode_width::UnicodeWidthStr;

use crate::{
    model::{Confirmed, Model, Overlay},
    screen::{Screen, menu, replay, room, settings, thinking},
    target::Target,
};

pub(crate) use self::rows::inset;
pub use self::{
    board_layout::{BoardLayout, BoardStyle, More},
    help::{HelpRow, help_rows},
    rows::{Popup, Rows},
};

/// The smallest width of a terminal, in columns.
pub const MIN_WIDTH: u16 = 40;
/// The smallest height of a terminal, in rows.
pub const MIN_HEIGHT: u16 = 16;

/// The areas of all parts of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first line, with the title.
    pub title: Rect,
    /// The areas of the screen between title and notices.
    pub body: Body,
    /// The lines of notices.
    pub notice: Rect,
    /// The last line, with the number of unread chat lines and the keys.
    pub foot: Rect,
    /// The popup over the screen.
    pub popup: Option<Popup>,
}

/// The areas of one screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A text above rows to choose from.
    Rows {
        /// The area of the text.
        head: Rect,
        rows: Rows,
    },
    /// A text, with or without a text field.
    Text {
        /// The whole area.
        area: Rect,
    },
    /// A room whose state the client has received.
    Room(room::layout::Parts),
    /// The search tree of an AI.
    Thinking(thinking::layout::Parts),
    /// The replay of a finished game.
    Replay(replay::layout::Parts),
    /// The settings of the program.
    Settings(settings::layout::Parts),
}

/// The maximum height of all notices, and of the text in a popup, in rows.
const MAX_TEXT_LINES: u16 = 5;

impl Layout {
    /// Returns the layout of `model`; `None` if the terminal is too small.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        let Size { width, height } = model.size;
        if width < MIN_WIDTH || height < MIN_HEIGHT {
            return None;
        }
        let lines = notice_lines(model);
        let area = Rect::new(0, 1, width, height - 2 - lines);
        let body = body(model, area);
        let popup = model.overlay.as_ref().map(|overlay| popup(overlay, model, &body, area));
        Some(Self {
            title: Rect::new(0, 0, width, 1),
            body,
            notice: Rect::new(0, height - 1 - lines, width, lines),
            foot: Rect::new(0, height - 1, width, 1),
            popup,
        })
    }

    /// Returns what a click at `position` hits. While a popup is open, only its rows can be hit.
    #[must_use]
    pub fn hit(&self, position: Position) -> Target {
        if let Some(popup) = &self.popup {
            return popup.rows.row_at(position).map_or(Target::Nothing, Target::Row);
        }
        let row = |rows: &Rows| rows.row_at(position).map_or(Target::Nothing, Target::Row);
        let point = |board: &BoardLayout| match board.point_at(position) {
            Some(point) => Target::Point(point),
            None if board.area.contains(position) => Target::Board,
            None => Target::Nothing,
        };
        match &self.body {
            Body::Rows { rows, .. } => row(rows),
            Body::Thinking(parts) => row(&parts.rows),
            Body::Settings(parts) => row(&parts.rows),
            Body::Text { .. } => Target::Nothing,
            Body::Room(parts) => point(&parts.board),
            Body::Replay(parts) => parts.board.as_ref().map_or(Target::Nothing, point),
        }
    }

    /// Whether the rows stay in place while the mouse points at them.
    #[must_use]
    pub fn rows_stay_in_place(&self) -> bool {
        let rows = match (&self.popup, &self.body) {
            (Some(popup), _) => &popup.rows,
            (None, Body::Rows { rows, .. }) => rows,
            (None, Body::Settings(parts)) => &parts.rows,
            // A tree scrolls only if the cursor leaves the visible part, so the mouse cannot move it.
            (None, Body::Text { .. } | Body::Room(_) | Body::Thinking(_) | Body::Replay(_)) => return true,
        };
        rows.shows_all()
    }
}

fn body(model: &Model, area: Rect) -> Body {
    match &model.screen {
        Screen::Menu(screen) => {
            let (head, rows) = menu::layout::parts(model, area, screen.cursor(model));
            Body::Rows { head, rows }
        }
        // On a narrow terminal the text above may need more lines.
        Screen::Find(find) => rows(area, if area.width < 60 { 3 } else { 2 }, find.rows().len(), find.cursor),
        Screen::Create(form) => {
            rows(area, if area.width < 60 { 2 } else { 1 }, form.fields().len(), form.cursor_row())
        }
        Screen::Quick(quick) => rows(area, 2, Variant::NAMED.len(), quick.cursor),
        Screen::List(list) => rows(area, 3, model.session.list().count(), list.cursor),
        Screen::Devices(devices) if devices.typing.is_none() => {
            rows(area, 4, devices.devices.keys().len(), devices.cursor)
        }
        Screen::Name(_)
        | Screen::Devices(_)
        | Screen::Code(_)
        | Screen::Seek(_)
        | Screen::Opening(_)
        | Screen::Passphrase(_)
        | Screen::Knocking(_) => Body::Text { area: inset(area) },
        Screen::Room(screen) => {
            let view = model.session.room(&screen.code);
            match view.and_then(|view| Some((view, view.room()?))) {
                Some((view, room)) => Body::Room(room::layout::parts(model, screen, view, room, area)),
                None => Body::Text { area: inset(area) },
            }
        }
        Screen::SearchTree(screen) => Body::Thinking(thinking::layout::parts(screen, area)),
        Screen::History(list) => rows(area, 3, list.list.games().len(), list.cursor),
        Screen::Replay(screen) => Body::Replay(replay::layout::parts(screen, area)),
        Screen::Settings(screen) => Body::Settings(settings::layout::parts(model, screen, area)),
    }
}

fn rows(area: Rect, head: u16, count: usize, cursor: usize) -> Body {
    let area = inset(area);
    let head = head.min(area.height);
    let below = Rect { y: area.y + head, height: area.height - head, ..area };
    Body::Rows { head: Rect { height: head, ..area }, rows: Rows::new(below, count, cursor) }
}

/// Returns the height of the notices. A screen with a board has one line, so that the board never moves.
fn notice_lines(model: &Model) -> u16 {
    if matches!(model.screen, Screen::Room(_) | Screen::SearchTree(_) | Screen::Replay(_)) {
        return 1;
    }
    // Wrapping leaves lines partly empty.
    let columns = usize::from(model.size.width).saturating_sub(2).max(1) * 9 / 10;
    let lines: usize = model.notices().iter().map(|(text, _)| text.width().div_ceil(columns)).sum();
    u16::try_from(lines).unwrap_or(MAX_TEXT_LINES).clamp(1, MAX_TEXT_LINES)
}

/// Returns the height of the text above the rows of a popup.
fn head_lines(head: &str, width: u16) -> u16 {
    // Wrapping leaves lines partly empty.
    let columns = usize::from(width).saturating_sub(4).max(1) * 9 / 10;
    u16::try_from(head.width().div_ceil(columns)).unwrap_or(MAX_TEXT_LINES).min(MAX_TEXT_LINES)
}

fn popup(overlay: &Overlay, model: &Model, body: &Body, area: Rect) -> Popup {
    let (width, count, head, cursor) = match overlay {
        Overlay::Chat(chat) => {
            let parts = if let Body::Room(parts) = body { Some(parts) } else { None };
            return room::layout::talk::typing(chat, model, room::layout::chat(parts, area));
        }
        Overlay::Help { scroll, .. } => return help::popup(model, *scroll, area),
        Overlay::Invitation(invitation) => return room::layout::invitation::popup(invitation, area),
        Overlay::Confirm { action, .. } => {
            let head = head_lines(&action.question(model), 46.min(area.width)).max(2);
            (46, overlay.rows(model.lang).len(), head, overlay.cursor())
        }
        Overlay::Levels { .. } | Overlay::Returning { .. } | Overlay::Mutes(_) => {
            (46, overlay.rows(model.lang).len(), 2, overlay.cursor())
        }
        Overlay::Claim { seat, who, .. } => {
            let head = head_lines(&model.claim_question(*seat, who), 46.min(area.width));
            (46, overlay.rows(model.lang).len(), head, overlay.cursor())
        }
        Overlay::Game { head, .. } => {
            let width = 58.min(area.width);
            (width, overlay.rows(model.lang).len(), head_lines(head, width), overlay.cursor())
        }
    };
    let wanted = u16::try_from(count).unwrap_or(u16::MAX).saturating_add(2 + head);
    let (width, height) = (width.min(area.width), wanted.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let middle = area.y + (area.height - height) / 2;
    let y = is_point_in_upper_half(overlay, body)
        .map_or(middle, |upper| if upper { area.bottom() - height } else { area.y });
    let popup = Rect::new(x, y, width, height);
    let inner = Rect {
        x: x + 2,
        y: y + 1 + head,
        width: width.saturating_sub(4),
        height: height.saturating_sub(2 + head),
    };
    Popup { area: popup, rows: Rows::new(inner, count, cursor) }
}

/// Returns whether the point of a question is in the upper half of the board, so that the popup does not
/// cover it. Returns `None` if the overlay asks about no point.
fn is_point_in_upper_half(overlay: &Overlay, body: &Body) -> Option<bool> {
    let (Overlay::Confirm { action: Confirmed::Place { point, .. }, .. }, Body::Room(parts)) =
        (overlay, body)
    else {
        return None;
    };
    let board = &parts.board;
    Some(board.centre(*point)?.y < board.area.y + board.area.height / 2)
}
