//! The board: stones, the last move, the winning run, the cursor, letters and numbers.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
};
use tengen_shared::{
    game::Seat,
    rules::{Point, Stone, Variant},
};

use super::picture::{Cell, Picture};
use crate::{
    layout::{BoardLayout, BoardStyle},
    model::{RoomScreen, RoomView},
    theme::Theme,
};

pub(super) fn room(
    screen: &RoomScreen,
    view: &RoomView,
    layout: &BoardLayout,
    buffer: &mut Buffer,
    theme: Theme,
) {
    if let Some(room) = view.room() {
        draw(&Picture::of_room(screen, room), layout, buffer, theme);
    }
}

pub(super) fn draw(picture: &Picture<'_>, layout: &BoardLayout, buffer: &mut Buffer, theme: Theme) {
    match layout.style {
        BoardStyle::Boxes { width, height } => frame_boxes(layout, (width, height), buffer, theme),
        BoardStyle::Lines { dx, dy } => frame_lines(layout, (dx, dy), buffer, theme),
    }
    labels(layout, buffer, theme);
    let cells = picture.cells(layout.variant());
    // The cell under the cursor comes last, so that its signs lie over those of its neighbours.
    let (under, others): (Vec<&Cell>, Vec<&Cell>) = cells.iter().partition(|cell| cell.has_cursor);
    for cell in others.into_iter().chain(under) {
        let Some(centre) = layout.centre(cell.point) else { continue };
        match layout.style {
            BoardStyle::Boxes { width, height } => {
                let area = Rect::new(centre.x - width / 2, centre.y - (height - 1) / 2, width, height);
                box_cell(cell, area, centre, buffer, theme);
            }
            BoardStyle::Lines { dx, .. } => line_cell(cell, centre, dx, buffer, theme),
        }
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.set_symbol(symbol).set_style(style);
    }
}

fn labels(layout: &BoardLayout, buffer: &mut Buffer, theme: Theme) {
    let (first_col, first_row) = (layout.columns().next(), layout.rows().next());
    let point = |col: Option<u8>, row: Option<u8>| Point::new(col?, row?);
    for row in layout.rows() {
        if let Some(centre) = point(first_col, Some(row)).and_then(|point| layout.centre(point)) {
            let text = format!("{:>2}", row + 1);
            for (x, digit) in (layout.area.x..).zip(text.chars()) {
                put(buffer, x, centre.y, digit.encode_utf8(&mut [0; 4]), theme.faint());
            }
        }
    }
    for col in layout.columns() {
        if let Some(centre) = point(Some(col), first_row).and_then(|point| layout.centre(point)) {
            let letter = char::from(b'a' + col);
            put(buffer, centre.x, layout.letters_y(), letter.encode_utf8(&mut [0; 4]), theme.faint());
        }
    }
}

/// Lines from crossing to crossing, with their ends where the board ends.
fn frame_lines(layout: &BoardLayout, (dx, dy): (u16, u16), buffer: &mut Buffer, theme: Theme) {
    let variant = layout.variant();
    let style = theme.wood();
    let columns: Vec<u8> = layout.columns().collect();
    let rows: Vec<u8> = layout.rows().collect();
    for point in rows.iter().flat_map(|row| columns.iter().filter_map(|col| Point::new(*col, *row))) {
        let Some(centre) = layout.centre(point) else { continue };
        let right = columns.last() != Some(&point.col());
        let below = rows.last() != Some(&point.row());
        for step in 1..if right { dx } else { 1 } {
            put(buffer, centre.x + step, centre.y, "─", style);
        }
        for step in 1..if below { dy } else { 1 } {
            put(buffer, centre.x, centre.y + step, "│", style);
            for gap in 1..if right { dx } else { 1 } {
                put(buffer, centre.x + gap, centre.y + step, " ", style);
            }
        }
        put(buffer, centre.x, centre.y, crossing(variant, point), style);
        // The margins that the signs of the cursor need.
        for y in centre.y..centre.y + if below { dy } else { 1 } {
            if columns.first() == Some(&point.col()) {
                put(buffer, centre.x - 1, y, " ", style);
            }
            if !right {
                put(buffer, centre.x + 1, y, " ", style);
            }
        }
    }
}

fn crossing(variant: Variant, point: Point) -> &'static str {
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
        _ => "┼",
    }
}

fn line_cell(cell: &Cell, centre: Position, dx: u16, buffer: &mut Buffer, theme: Theme) {
    let base = cell.stone.map_or(theme.wood(), |stone| theme.stone(stone));
    let style = if cell.is_won { theme.won(base) } else { base };
    if let Some(stone) = cell.stone {
        let symbol = match (stone, cell.is_won) {
            (Stone::Black, false) => "●",
            (Stone::White, false) => "○",
            (Stone::Black, true) => "◆",
            (Stone::White, true) => "◇",
        };
        put(buffer, centre.x, centre.y, symbol, style);
    }
    if let Some(number) = number(cell, dx) {
        let x = if number.len() > 1 { centre.x - 1 } else { centre.x };
        for (x, digit) in (x..).zip(number.chars()) {
            put(buffer, x, centre.y, digit.encode_utf8(&mut [0; 4]), style);
        }
        // Where every move has its number, the highest is the last.
        if dx >= NUMBER_COLUMNS {
            return;
        }
    }
    if let Some((left, right)) = signs(cell) {
        let style = theme.cursor(theme.wood());
        put(buffer, centre.x - 1, centre.y, left, style);
        put(buffer, centre.x + 1, centre.y, right, style);
    }
}

/// From crossing to crossing, the columns that numbers of three digits need.
const NUMBER_COLUMNS: u16 = 4;

/// The number in place of a stone: where there is no space for all, the last digit of the latest ten.
fn number(cell: &Cell, dx: u16) -> Option<String> {
    let (number, after) = cell.number.filter(|_| !cell.has_cursor)?;
    if dx >= NUMBER_COLUMNS {
        return Some(number.to_string());
    }
    (after < 10).then(|| (number % 10).to_string())
}

/// The signs left and right of a point: the cursor, the last move, or both at once.
const fn signs(cell: &Cell) -> Option<(&'static str, &'static str)> {
    match (cell.has_cursor, cell.is_last) {
        (true, true) => Some(("{", "}")),
        (true, false) => Some(("[", "]")),
        (false, true) => Some(("(", ")")),
        (false, false) => None,
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

const CROSS: [&str; 3] = ["\\   /", "  X  ", "/   \\"];
const NOUGHT: [&str; 3] = ["╭───╮", "│ O │", "╰───╯"];

fn box_cell(cell: &Cell, area: Rect, centre: Position, buffer: &mut Buffer, theme: Theme) {
    let cross = cell.owner == Some(Seat::One);
    let base = if cell.stone.is_some() { theme.mark(cross) } else { theme.faint() };
    let style = if cell.is_won { theme.won(base) } else { base };
    if cell.is_won {
        buffer.set_style(area.intersection(buffer.area), style);
        corners(area, buffer, style);
    }
    match (cell.owner, cell.stone) {
        (Some(_), Some(_)) if area.width >= 7 && area.height >= 3 => {
            let picture = if cross { CROSS } else { NOUGHT };
            for (y, line) in (centre.y - 1..).zip(picture) {
                for (x, c) in (centre.x - 2..).zip(line.chars()) {
                    put(buffer, x, y, c.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
        (Some(_), Some(_)) => put(buffer, centre.x, centre.y, if cross { "X" } else { "O" }, style),
        _ => {
            let number = (2 - cell.point.row().min(2)) * 3 + cell.point.col() + 1;
            put(buffer, centre.x, centre.y, &number.to_string(), theme.faint());
        }
    }
    if let Some((number, _)) = cell.number {
        let (x, y) = if area.height > 1 { (area.x, area.y) } else { (centre.x + 1, centre.y) };
        put(buffer, x, y, &number.to_string(), theme.faint());
    }
    if let Some((left, right)) = signs(cell) {
        let sign = theme.cursor(if cell.is_won { style } else { Style::new() });
        put(buffer, area.x, centre.y, left, sign);
        put(buffer, area.x + area.width - 1, centre.y, right, sign);
    }
}

/// The winning run shows without colour, too: stars in the corners of its boxes, or at their sides.
fn corners(area: Rect, buffer: &mut Buffer, style: Style) {
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
    for (x, y) in [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)] {
        put(buffer, x, y, "*", style);
    }
}
