//! Where everything stands: the one layout that drawing and the mouse share.

mod board;
mod frame;
mod help;
mod replay;
mod room;
mod rows;
mod settings;
mod talk;
#[cfg(test)]
mod tests;
mod thinking;
mod wrap;

use ratatui::layout::{Position, Rect, Size};
use tengen_shared::rules::Variant;
use unicode_width::UnicodeWidthStr;

use crate::{
    model::{Confirmed, Model, Overlay, Screen, menu_items},
    target::Target,
};

pub use board::{BoardLayout, BoardStyle, More};
pub use help::{HelpRow, help_rows};
pub use room::Panels;
pub use rows::Rows;
pub use settings::problem_rows;
pub use talk::{TalkRow, rows as talk_rows, rows_of as talk_rows_of};
pub(crate) use wrap::break_words;

/// The narrowest terminal that can be used.
pub const MIN_WIDTH: u16 = 40;
/// The lowest terminal that can be used.
pub const MIN_HEIGHT: u16 = 16;

/// The width that lists and forms keep to on a wide terminal.
const COLUMN: u16 = 76;

/// Where the parts of a screen stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first line.
    pub title: Rect,
    /// The screen itself.
    pub body: Body,
    /// The line of notices.
    pub notice: Rect,
    /// The line of keys, or of the connection while there is none.
    pub foot: Rect,
    /// What lies over the screen.
    pub popup: Option<Popup>,
}

/// Where the parts of the screen itself stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Words above rows that can be chosen.
    Rows {
        /// The words above.
        head: Rect,
        /// The rows.
        rows: Rows,
    },
    /// Words and a line being typed.
    Text {
        /// All of it.
        area: Rect,
    },
    /// A room that is known.
    Room {
        /// The board.
        board: BoardLayout,
        /// What stands round it.
        panels: Panels,
    },
    /// How an AI thinks.
    Thinking {
        /// The words above the tree.
        head: Rect,
        /// The rows of the tree.
        rows: Rows,
        /// The board beside it, where there is space.
        board: Option<BoardLayout>,
    },
    /// A finished game that is replayed.
    Replay {
        /// The words.
        info: Rect,
        /// The board, once the game is there.
        board: Option<BoardLayout>,
        /// How the AIs judged the game.
        judgement: Option<Rect>,
        /// Its moves.
        moves: Option<Rect>,
    },
    /// The settings.
    Settings {
        /// The lines.
        rows: Rows,
        /// A sentence about the line under the cursor.
        help: Rect,
        /// How the board looks.
        preview: Option<Rect>,
    },
}

/// Where a popup and its rows stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Popup {
    /// All of it, with its border.
    pub area: Rect,
    /// The rows that can be chosen, or the lines of the help.
    pub rows: Rows,
}

/// The most lines of a notice.
const MAX_NOTICE_LINES: u16 = 5;

impl Layout {
    /// The layout of `model`; `None` if the terminal is too small.
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

    /// What is at `position`. While a popup is up, nothing else can be pointed at.
    #[must_use]
    pub fn hit(&self, position: Position) -> Target {
        if let Some(popup) = &self.popup {
            return popup.rows.row_at(position).map_or(Target::Nothing, Target::Row);
        }
        match &self.body {
            Body::Rows { rows, .. } | Body::Thinking { rows, .. } | Body::Settings { rows, .. } => {
                rows.row_at(position).map_or(Target::Nothing, Target::Row)
            }
            Body::Text { .. } | Body::Replay { board: None, .. } => Target::Nothing,
            Body::Room { board, .. } | Body::Replay { board: Some(board), .. } => {
                match board.point_at(position) {
                    Some(point) => Target::Point(point),
                    None if board.area.contains(position) => Target::Board,
                    None => Target::Nothing,
                }
            }
        }
    }

    /// Whether rows can be pointed at without them moving away under the mouse.
    #[must_use]
    pub fn rows_stand_still(&self) -> bool {
        let rows = match (&self.popup, &self.body) {
            (Some(popup), _) => &popup.rows,
            (None, Body::Rows { rows, .. } | Body::Settings { rows, .. }) => rows,
            // A tree scrolls only when the cursor leaves what is shown, so the mouse cannot move it.
            (None, Body::Text { .. } | Body::Room { .. } | Body::Thinking { .. } | Body::Replay { .. }) => {
                return true;
            }
        };
        rows.shows_all()
    }
}

fn body(model: &Model, area: Rect) -> Body {
    match &model.screen {
        Screen::Menu(menu) => menu_body(model, area, menu.cursor(model)),
        // On a narrow terminal the words above may need a second line.
        Screen::Find(find) => rows(area, if area.width < 60 { 3 } else { 2 }, find.rows().len(), find.cursor),
        Screen::Create(form) => rows(area, 1, form.fields().len(), form.cursor_row()),
        Screen::Quick(quick) => rows(area, 2, Variant::NAMED.len(), quick.cursor),
        Screen::List(list) => rows(area, 3, model.session.list().count(), list.cursor),
        Screen::Name(_)
        | Screen::Code(_)
        | Screen::Seek(_)
        | Screen::Opening(_)
        | Screen::Passphrase(_)
        | Screen::Knocking(_) => Body::Text { area: inset(area) },
        Screen::Room(screen) => {
            let view = model.session.room(&screen.code);
            match view.and_then(|view| Some((view, view.room()?))) {
                Some((view, room)) => room::body(model, screen, view, room, area),
                None => Body::Text { area: inset(area) },
            }
        }
        Screen::Thinking(screen) => thinking::body(screen, area),
        Screen::History(list) => rows(area, 3, list.games.len(), list.cursor),
        Screen::Replay(screen) => replay::body(screen, area),
        Screen::Settings(screen) => settings::body(model, screen, area),
    }
}

/// The lines that the logo takes, with the welcome below it.
pub const LOGO_HEIGHT: u16 = 8;
/// The columns of the start screen, which stands in the middle of a wide terminal, and the most that an entry takes.
const MENU_WIDTH: u16 = 48;
const ENTRY_WIDTH: u16 = 60;

/// The logo, if there is space for it, above the entries.
fn menu_body(model: &Model, area: Rect, cursor: usize) -> Body {
    let count = menu_items(model).len();
    let entries = u16::try_from(count).unwrap_or(u16::MAX);
    let margin = area.width.saturating_sub(MENU_WIDTH).max(4) / 2;
    let width = area.width.saturating_sub(margin + 2).min(ENTRY_WIDTH);
    let head = if area.height > LOGO_HEIGHT + entries { LOGO_HEIGHT } else { 2 };
    let spare = area.height.saturating_sub(head + entries);
    let (x, y) = (area.x + margin, area.y + (spare / 3).min(6));
    let height = area.bottom().saturating_sub(y);
    let head = Rect { x, y, width, height: head.min(height) };
    let below = Rect { x, y: y + head.height, width, height: height - head.height };
    Body::Rows { head, rows: Rows::new(below, count, cursor) }
}

fn inset(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(COLUMN);
    Rect::new(area.x + 2, area.y + 1, width, area.height.saturating_sub(1))
}

fn rows(area: Rect, head: u16, count: usize, cursor: usize) -> Body {
    let area = inset(area);
    let head = head.min(area.height);
    let below = Rect { y: area.y + head, height: area.height - head, ..area };
    Body::Rows { head: Rect { height: head, ..area }, rows: Rows::new(below, count, cursor) }
}

/// The lines that a notice takes: one, but more for a long one where no board would move because of it.
fn notice_lines(model: &Model) -> u16 {
    let Some(notice) = &model.notice else { return 1 };
    if matches!(model.screen, Screen::Room(_) | Screen::Thinking(_) | Screen::Replay(_)) {
        return 1;
    }
    // Words are not broken, so that a line may be less than full.
    let columns = usize::from(model.size.width).saturating_sub(2).max(1) * 9 / 10;
    let lines = notice.text.width().div_ceil(columns);
    u16::try_from(lines).unwrap_or(MAX_NOTICE_LINES).clamp(1, MAX_NOTICE_LINES)
}

/// The lines of the words above the rows of a popup.
fn head_lines(head: &str, width: u16) -> u16 {
    // Words are not broken, so that a line may be less than full.
    let columns = usize::from(width).saturating_sub(4).max(1) * 9 / 10;
    u16::try_from(head.width().div_ceil(columns)).unwrap_or(MAX_NOTICE_LINES).min(MAX_NOTICE_LINES)
}

fn popup(overlay: &Overlay, model: &Model, body: &Body, area: Rect) -> Popup {
    let (width, count, head, cursor) = match overlay {
        Overlay::Chat(chat) => return talk::typing(chat, model, room::chat(body, area)),
        Overlay::Help { scroll, .. } => return help::popup(model, *scroll, area),
        Overlay::Confirm { .. } | Overlay::Levels { .. } | Overlay::Mutes(_) => {
            (46, overlay.rows(model.lang).len(), 2, overlay.cursor())
        }
        Overlay::Claim { .. } => (46, overlay.rows(model.lang).len(), 1, overlay.cursor()),
        Overlay::Game { head, .. } => {
            let width = 58.min(area.width);
            (width, overlay.rows(model.lang).len(), head_lines(head, width), overlay.cursor())
        }
    };
    let wanted = u16::try_from(count).unwrap_or(u16::MAX).saturating_add(2 + head);
    let (width, height) = (width.min(area.width), wanted.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let middle = area.y + (area.height - height) / 2;
    let y = away_from_point(overlay, body)
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

/// For a question about a point: whether that is in the upper half of the board, so that it is not covered.
fn away_from_point(overlay: &Overlay, body: &Body) -> Option<bool> {
    let (Overlay::Confirm { deed: Confirmed::Place { point, .. }, .. }, Body::Room { board, .. }) =
        (overlay, body)
    else {
        return None;
    };
    let at = board.centre(*point)?;
    Some(at.y < board.area.y + board.area.height / 2)
}
