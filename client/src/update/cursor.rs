//! The cursor on the board of a room, and the visible part of a large board.

use tengen_session::room::board_shown;
use tengen_shared::{
    game::RoomCode,
    rules::{Point, Variant},
};

use crate::{
    layout::{Body, Layout},
    model::Model,
    screen::Screen,
};

/// Returns the point under the cursor.
pub(crate) fn point(model: &Model) -> Option<Point> {
    let (screen, view) = model.room_on_screen()?;
    screen.cursor_in(view.room()?)
}

/// Moves the cursor to `point`, without scrolling.
pub(crate) fn set(model: &mut Model, point: Point) {
    let Some(variant) = model.standing().map(|standing| board_shown(standing.room)) else { return };
    if let Screen::Room(screen) = &mut model.screen {
        screen.cursor = Some((variant, point));
    }
}

/// Moves the cursor `right` and `up` by so many points, unless that is off the board. Scrolls to the cursor.
pub(crate) fn step(model: &mut Model, variant: Variant, right: i8, up: i8) {
    let Some(at) = point(model) else { return };
    let next = at.offset(right, up).filter(|point| variant.contains(*point)).unwrap_or(at);
    set(model, next);
    show(model, next);
}

/// Scrolls a board that does not fit, so that `point` is visible.
pub(crate) fn show(model: &mut Model, point: Point) {
    let Some(Layout { body: Body::Room(parts), .. }) = Layout::of(model) else { return };
    if let Screen::Room(screen) = &mut model.screen {
        screen.origin = parts.board.reveal(point);
    }
}

/// Scrolls so that the cursor is visible, for example after the terminal has changed its size.
pub(crate) fn keep_in_view(model: &mut Model) {
    if let Some(point) = point(model) {
        show(model, point);
    }
}

/// Scrolls so that the last move in the room is visible, or the cursor if there is no move.
pub(crate) fn show_last_move(model: &mut Model, code: &RoomCode) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    if screen.code != *code {
        return;
    }
    let last = view.room().and_then(|room| room.game()).and_then(|game| game.position().last());
    match last {
        Some(point) => show(model, point),
        None => keep_in_view(model),
    }
}
