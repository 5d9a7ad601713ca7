//! The cursor on the board, and the part of a large board that is seen.

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

/// The point under the cursor.
pub(crate) fn point(model: &Model) -> Option<Point> {
    let (screen, view) = model.room_on_screen()?;
    screen.cursor_in(view.room()?)
}

/// Moves the cursor.
pub(crate) fn set(model: &mut Model, point: Point) {
    let Some(variant) = model.standing().map(|standing| board_shown(standing.room)) else { return };
    if let Screen::Room(screen) = &mut model.screen {
        screen.cursor = Some((variant, point));
    }
}

/// Moves the cursor by one point, if the board goes on there.
pub(crate) fn step(model: &mut Model, variant: Variant, right: i8, up: i8) {
    let Some(at) = point(model) else { return };
    let next = at.offset(right, up).filter(|point| variant.contains(*point)).unwrap_or(at);
    set(model, next);
    show(model, next);
}

/// Scrolls a board that does not fit, so that `point` can be seen.
pub(crate) fn show(model: &mut Model, point: Point) {
    let Some(Layout { body: Body::Room(parts), .. }) = Layout::of(model) else { return };
    if let Screen::Room(screen) = &mut model.screen {
        screen.origin = parts.board.reveal(point);
    }
}

/// After the terminal has changed its size.
pub(crate) fn keep_in_view(model: &mut Model) {
    if let Some(point) = point(model) {
        show(model, point);
    }
}

/// After news of a room: its last move must not happen out of sight.
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
