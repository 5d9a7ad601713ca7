//! Draws a single point of a board: its stone, and the signs around it.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Modifier, Style},
};
use tengen_shared::{game::Seat, rules::Stone};

use super::{
    picture::{Cell, Emphasis},
    put::{put, write},
    signs,
};
use crate::{layout::BoardLayout, theme::Theme};

/// The least distance between points at which numbers of three digits fit, in columns.
const NUMBER_COLUMNS: u16 = 4;
/// The least distance between points at which stones are three columns wide, in columns.
const WIDE_COLUMNS: u16 = 4;
/// The least distance between points at which stones are five columns wide and three rows high, in columns.
const ROUND_COLUMNS: u16 = 6;

/// The size of a stone on a board with lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Small,
    Wide,
    /// Five columns wide and three rows high.
    Round,
}

impl Size {
    fn of(board: &BoardLayout, theme: Theme) -> Self {
        match board.dx() {
            _ if signs::in_letters(theme) => Self::Small,
            ROUND_COLUMNS.. => Self::Round,
            WIDE_COLUMNS.. => Self::Wide,
            _ => Self::Small,
        }
    }
}

/// Draws a point of a board with lines.
pub(crate) fn on_lines(
    cell: &Cell,
    centre: Position,
    board: &BoardLayout,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let (dx, size) = (board.dx(), Size::of(board, theme));
    match cell.stone {
        Some(stone) if size == Size::Small => small(cell, stone, (centre, dx), buffer, theme),
        Some(stone) => large(cell, stone, (centre, size), buffer, theme),
        None => on_empty(cell, centre, buffer, theme),
    }
    if let Some(number) = number(cell, dx) {
        let style = match cell.stone {
            Some(stone) if size != Size::Small => theme.on_stone(stone),
            Some(stone) => theme.stone(stone),
            None => theme.wood(),
        };
        write(buffer, if number.len() > 1 { centre.x - 1 } else { centre.x }, centre.y, &number, style);
        // With a number on every stone, the highest one shows the last move.
        if dx >= NUMBER_COLUMNS {
            return;
        }
    }
    let inside = size != Size::Small && cell.stone.is_some();
    around(cell, centre, (inside, dx / 2), board, buffer, theme);
}

/// Draws a stone that is one character.
fn small(cell: &Cell, stone: Stone, (centre, dx): (Position, u16), buffer: &mut Buffer, theme: Theme) {
    let base = theme.stone(stone);
    let last = signs::last(stone, theme).filter(|_| cell.is_last() && dx < NUMBER_COLUMNS);
    // On a small board there is no space for signs around a letter beside the cursor.
    let crowded = cell.emphasis == Some(Emphasis::LastBesideCursor) && last.is_none() && dx < NUMBER_COLUMNS;
    let style = if cell.is_won || crowded { theme.won(base) } else { base };
    let symbol = match last {
        _ if cell.is_won => signs::won(stone, theme),
        Some(last) => last,
        None => signs::on_board(stone, theme),
    };
    put(buffer, centre.x, centre.y, symbol, style);
}

/// Draws a stone of block characters. A sign in its middle shows the winning row or the last move.
fn large(cell: &Cell, stone: Stone, (centre, size): (Position, Size), buffer: &mut Buffer, theme: Theme) {
    let rim = theme.stone(stone).remove_modifier(Modifier::BOLD);
    let inner = theme.on_stone(stone);
    // Some terminals leave gaps between full blocks, so the background has the same colour.
    let full = Style { bg: inner.bg, ..rim };
    if size == Size::Round {
        for (y, (row, style)) in (centre.y - 1..).zip([("▗▄▄▄▖", rim), ("█████", full), ("▝▀▀▀▘", rim)])
        {
            write(buffer, centre.x - 2, y, row, style);
        }
    } else {
        write(buffer, centre.x - 1, centre.y, "▐█▌", rim);
    }
    match size {
        Size::Round if cell.is_won => write(buffer, centre.x - 1, centre.y, "★★★", inner),
        Size::Round if cell.is_last() => write(buffer, centre.x - 1, centre.y, "( )", inner),
        _ if cell.is_won => put(buffer, centre.x, centre.y, "★", inner),
        _ if cell.is_last() => put(buffer, centre.x, centre.y, "•", inner),
        _ => {}
    }
}

/// Draws a point without a stone: a refusal, a hint, a forbidden point, or the stone that the user could place.
fn on_empty(cell: &Cell, centre: Position, buffer: &mut Buffer, theme: Theme) {
    let wood = theme.wood();
    let (symbol, style) = match (cell.emphasis, cell.ghost) {
        (Some(Emphasis::Refused), _) => ("×", theme.refused(wood)),
        _ if cell.is_hint => ("★", theme.hint(wood)),
        _ if cell.is_forbidden => (signs::forbidden(theme), theme.forbidden(wood)),
        (_, Some((stone, _))) => (signs::ghost(stone, theme), theme.stone(stone)),
        (_, None) => return,
    };
    put(buffer, centre.x, centre.y, symbol, style);
}

/// Draws the signs to the left and right of a point: brackets for the cursor, parentheses for the last move, angle
/// brackets for the tentative stone, exclamation marks for a refusal.
fn around(
    cell: &Cell,
    centre: Position,
    (inside, half): (bool, u16),
    board: &BoardLayout,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let Some(emphasis) = cell.emphasis else { return };
    let (wood, letters) = (theme.wood(), signs::in_letters(theme));
    let near = if inside { half } else { 1 };
    let ground = board.ground();
    let far = centre.x >= ground.x + 2 && centre.x + 2 < ground.right() && half > 1;
    let mut pair = |(left, right), distance: u16, style| {
        put(buffer, centre.x - distance, centre.y, left, style);
        put(buffer, centre.x + distance, centre.y, right, style);
    };
    match emphasis {
        Emphasis::Refused => pair(("!", "!"), near, theme.refused(wood)),
        Emphasis::Pending => pair(("<", ">"), near, theme.cursor(wood)),
        Emphasis::CursorOnLast if inside => pair(("[", "]"), near, theme.cursor(wood)),
        Emphasis::CursorOnLast if far => {
            pair(("(", ")"), 1, theme.last(wood));
            pair(("[", "]"), 2, theme.cursor(wood));
        }
        Emphasis::CursorOnLast if letters => pair(("{", "}"), near, theme.cursor(wood)),
        Emphasis::CursorOnLast | Emphasis::Cursor => pair(("[", "]"), near, theme.cursor(wood)),
        // The stone itself has a sign for the last move.
        Emphasis::Last | Emphasis::LastBesideCursor if inside || (half == 1 && !letters) => {}
        Emphasis::LastBesideCursor if half == 1 => {}
        Emphasis::Last | Emphasis::LastBesideCursor => pair(("(", ")"), near, theme.last(wood)),
    }
}

/// Returns the number to draw on a large stone or in place of a small one; `None` under the cursor. In a small cell
/// this is the last digit, and only the latest ten moves have it.
fn number(cell: &Cell, dx: u16) -> Option<String> {
    let (number, after) = cell.number.filter(|_| !cell.has_cursor())?;
    if dx >= NUMBER_COLUMNS {
        return Some(number.to_string());
    }
    (after < 10).then(|| (number % 10).to_string())
}

const CROSS: [&str; 3] = ["\\   /", "  X  ", "/   \\"];
const NOUGHT: [&str; 3] = ["╭───╮", "│ O │", "╰───╯"];
/// The marks for large boxes.
const LARGE_CROSS: [&str; 5] = ["▚▖   ▗▞", " ▝▚ ▞▘ ", "   X   ", " ▗▞ ▚▖ ", "▞▘   ▝▚"];
const LARGE_NOUGHT: [&str; 5] = [" ▄▀▀▀▄ ", "█     █", "█  O  █", "█     █", " ▀▄▄▄▀ "];

/// Returns the lines of a mark that fit into a box with the size of `area`.
fn drawn(seat: Seat, area: Rect, theme: Theme) -> &'static [&'static str] {
    let large = area.width >= 11 && area.height >= 5 && theme.charset == crate::theme::Charset::Unicode;
    match (seat, area.width >= 7 && area.height >= 3) {
        (Seat::One, true) if large => &LARGE_CROSS,
        (Seat::Two, true) if large => &LARGE_NOUGHT,
        (Seat::One, true) => &CROSS,
        (Seat::Two, true) => &NOUGHT,
        (Seat::One, false) => &["X"],
        (Seat::Two, false) => &["O"],
    }
}

/// Draws a box of a 3x3 board.
pub(crate) fn in_box(cell: &Cell, area: Rect, centre: Position, buffer: &mut Buffer, theme: Theme) {
    let base = match cell.owner {
        Some(seat) => theme.mark(seat == Seat::One),
        None => theme.faint(),
    };
    let style = if cell.is_won { theme.won(base) } else { base };
    if cell.is_won {
        buffer.set_style(area.intersection(buffer.area), style);
        corners(area, buffer, style);
    }
    match (cell.owner, cell.stone) {
        (Some(seat), Some(_)) => {
            let lines = drawn(seat, area, theme);
            let up = u16::try_from(lines.len() / 2).unwrap_or(0);
            for (y, line) in (centre.y - up..).zip(lines) {
                let left = u16::try_from(line.chars().count() / 2).unwrap_or(0);
                write(buffer, centre.x - left, y, line, style);
            }
        }
        _ => in_empty_box(cell, area, centre, buffer, theme),
    }
    if let Some((number, _)) = cell.number {
        let (x, y) = if area.height > 1 { (area.x, area.y) } else { (centre.x + 1, centre.y) };
        put(buffer, x, y, &number.to_string(), theme.faint());
    }
    if let Some(emphasis) = cell.emphasis {
        let base = if cell.is_won { style } else { Style::new() };
        let ((left, right), sign) = match emphasis {
            Emphasis::Refused => (("!", "!"), theme.problem()),
            Emphasis::Pending => (("<", ">"), theme.sign(base)),
            Emphasis::CursorOnLast => (("{", "}"), theme.sign(base)),
            Emphasis::Cursor => (("[", "]"), theme.sign(base)),
            Emphasis::Last | Emphasis::LastBesideCursor => (("(", ")"), theme.sign(base)),
        };
        put(buffer, area.x, centre.y, left, sign);
        put(buffer, area.x + area.width - 1, centre.y, right, sign);
    }
}

/// Draws an empty box: its key or the hint, and the mark that the user could place. A tentative mark is in the centre.
fn in_empty_box(cell: &Cell, area: Rect, centre: Position, buffer: &mut Buffer, theme: Theme) {
    let number = (2 - cell.point.row().min(2)) * 3 + cell.point.col() + 1;
    let ghost = cell.ghost.and_then(|(_, seat)| seat).map(|seat| {
        let cross = seat == Seat::One;
        (if cross { "x" } else { "o" }, theme.mark(cross))
    });
    let (symbol, style) = match ghost {
        Some((mark, style)) if cell.emphasis == Some(Emphasis::Pending) => (mark.to_owned(), style),
        _ if cell.is_hint => ("★".to_owned(), theme.good()),
        _ => (number.to_string(), theme.faint()),
    };
    put(buffer, centre.x, centre.y, &symbol, style);
    let beside = if area.width >= 7 { 2 } else { 1 };
    if let Some((mark, style)) = ghost.filter(|_| cell.has_cursor() && area.width >= 5) {
        put(buffer, centre.x + beside, centre.y, mark, style);
    }
}

/// Draws stars in the corners of a box, so that the winning row is visible without colours.
fn corners(area: Rect, buffer: &mut Buffer, style: Style) {
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
    for (x, y) in [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)] {
        put(buffer, x, y, "*", style);
    }
}
