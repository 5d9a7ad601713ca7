//! Draws a board: its lines, letters and numbers, and the marks at edges where it continues.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::points;
use tengen_shared::rules::{Point, Variant};

use super::{
    picture::{Cell, Emphasis, Picture},
    put::{put, write},
    stones,
};
use crate::{
    layout::{BoardLayout, BoardStyle},
    theme::{Charset, Theme},
};

pub(crate) fn draw(picture: &Picture<'_>, layout: &BoardLayout, buffer: &mut Buffer, theme: Theme) {
    match layout.style {
        BoardStyle::Boxes { width, height } => frame_boxes(layout, (width, height), buffer, theme),
        BoardStyle::Lines { dx, dy } => frame_lines(layout, (dx, dy), buffer, theme),
    }
    labels(layout, buffer, theme);
    more(layout, buffer, theme);
    let cells = picture.cells(layout.variant());
    // Draws the cursor, tentative stones and refused points last, because their signs extend over neighbouring points.
    let extends = |cell: &&Cell| {
        cell.emphasis.is_some_and(|it| !matches!(it, Emphasis::Last | Emphasis::LastBesideCursor))
    };
    let (on_top, others): (Vec<&Cell>, Vec<&Cell>) = cells.iter().partition(extends);
    for cell in others.into_iter().chain(on_top) {
        let Some(centre) = layout.centre(cell.point) else { continue };
        match layout.style {
            BoardStyle::Boxes { width, height } => {
                let area = Rect::new(centre.x - width / 2, centre.y - (height - 1) / 2, width, height);
                stones::in_box(cell, area, centre, buffer, theme);
            }
            BoardStyle::Lines { .. } => stones::on_lines(cell, centre, layout, buffer, theme),
        }
    }
}

fn labels(layout: &BoardLayout, buffer: &mut Buffer, theme: Theme) {
    let (first_col, first_row) = (layout.columns().next(), layout.rows().next());
    let point = |col: Option<u8>, row: Option<u8>| Point::new(col?, row?);
    for row in layout.rows() {
        if let Some(centre) = point(first_col, Some(row)).and_then(|point| layout.centre(point)) {
            let text = format!("{:>2}", row + 1);
            write(buffer, layout.area.x, centre.y, &text, theme.faint());
        }
    }
    for col in layout.columns() {
        if let Some(centre) = point(Some(col), first_row).and_then(|point| layout.centre(point)) {
            let letter = char::from(b'a' + col);
            put(buffer, centre.x, layout.letters_y(), letter.encode_utf8(&mut [0; 4]), theme.faint());
        }
    }
}

/// Draws the marks at the edges where the board continues.
fn more(layout: &BoardLayout, buffer: &mut Buffer, theme: Theme) {
    let (more, area) = (layout.more(), layout.area);
    let (left, right) = (area.x + 2, area.right().saturating_sub(1));
    let (top, bottom) = (area.y, layout.letters_y());
    let style = theme.strong();
    for (wanted, y, symbol) in [(more.above, top, "▲"), (more.below, bottom.saturating_sub(1), "▼")] {
        for x in [left, right] {
            if wanted {
                put(buffer, x, y, symbol, style);
            }
        }
    }
    for (wanted, x, symbol) in [(more.left, left, "◀"), (more.right, right, "▶")] {
        if wanted {
            put(buffer, x, bottom, symbol, style);
        }
    }
}

/// The characters for the lines of a board.
struct Grid {
    across: &'static str,
    down: &'static str,
    ascii: bool,
}

/// Draws the wood, the crossings and the lines between them. A crossing at an edge where the board continues looks like
/// an inner one.
fn frame_lines(layout: &BoardLayout, (dx, dy): (u16, u16), buffer: &mut Buffer, theme: Theme) {
    let ascii = theme.charset == Charset::Ascii;
    let grid = if ascii {
        Grid { across: " ", down: " ", ascii }
    } else {
        Grid { across: "─", down: "│", ascii }
    };
    let variant = layout.variant();
    let style = theme.wood();
    let columns: Vec<u8> = layout.columns().collect();
    let rows: Vec<u8> = layout.rows().collect();
    for cell in layout.ground().intersection(buffer.area).positions() {
        put(buffer, cell.x, cell.y, " ", style);
    }
    for point in rows.iter().flat_map(|row| columns.iter().filter_map(|col| Point::new(*col, *row))) {
        let Some(centre) = layout.centre(point) else { continue };
        let right = columns.last() != Some(&point.col());
        let below = rows.last() != Some(&point.row());
        for step in 1..if right { dx } else { 1 } {
            put(buffer, centre.x + step, centre.y, grid.across, style);
        }
        for step in 1..if below { dy } else { 1 } {
            put(buffer, centre.x, centre.y + step, grid.down, style);
        }
        put(buffer, centre.x, centre.y, crossing(variant, point, &grid), style);
    }
}

fn crossing(variant: Variant, point: Point, grid: &Grid) -> &'static str {
    let star = points::is_star(variant, point);
    if grid.ascii {
        return if star { "+" } else { "." };
    }
    let left = point.col() == 0;
    let right = point.col() + 1 == variant.width();
    let bottom = point.row() == 0;
    let top = point.row() + 1 == variant.height();
    match (left, right, top, bottom) {
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (.., true) => "┴",
        _ if star => "╋",
        _ => "┼",
    }
}

fn frame_boxes(layout: &BoardLayout, (width, height): (u16, u16), buffer: &mut Buffer, theme: Theme) {
    let Some(centre) = Point::new(0, layout.variant().height() - 1).and_then(|top| layout.centre(top)) else {
        return;
    };
    let (x0, y0) = (centre.x - width / 2, centre.y - (height - 1) / 2);
    let (columns, rows) = (u16::from(layout.variant().width()), u16::from(layout.variant().height()));
    let (right, bottom) = (x0 + columns * (width + 1) - 1, y0 + rows * (height + 1) - 1);
    let is_line = |offset: u16, step: u16| (offset + 1).is_multiple_of(step);
    for y in y0..bottom {
        for x in x0..right {
            let symbol = match (is_line(x - x0, width + 1), is_line(y - y0, height + 1)) {
                (true, true) => "┼",
                (true, false) => "│",
                (false, true) => "─",
                (false, false) => continue,
            };
            put(buffer, x, y, symbol, theme.lines());
        }
    }
}
