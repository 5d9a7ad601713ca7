//! Actions of several screens: sending a command, leaving a room, moving a cursor, ending the program.

use tengen_session::room::RoomView;
use tengen_shared::{
    game::{CommandId, PlayerId, Room, RoomCode},
    protocol::Cmd,
};

use crate::{
    action::Action,
    effect::Effect,
    model::{Confirmed, Model, Overlay},
    screen::Screen,
};

/// Ends the program. Asks first during the user's game, and in a form, whose content would be lost.
pub(crate) fn quit(model: &mut Model, effects: &mut Vec<Effect>) {
    let me = model.session.player();
    let playing = model.room_on_screen().is_some_and(|(_, view)| is_my_game(view, me));
    if playing || matches!(model.screen, Screen::Create(_)) {
        model.overlay = Some(Overlay::Confirm { action: Confirmed::Quit, yes: false });
    } else {
        effects.push(Effect::Exit);
    }
}

/// Whether a game is on in the room, and the user has a seat there.
pub(crate) fn is_my_game(view: &RoomView, me: Option<PlayerId>) -> bool {
    view.room().is_some_and(Room::is_playing) && !view.my_seats(me).is_empty()
}

/// Sends a command, and keeps it until it is answered. While disconnected, it waits for the next connection.
/// Warns the user and returns `None` if too many commands wait already.
pub(crate) fn ask(model: &mut Model, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Option<CommandId> {
    let asked = model.session.ask(room, cmd);
    asked.map_err(|full| model.warn(model.lang.outbox_full(full))).ok()
}

/// Stops following a room, and tells the server. Warns the user if too many commands wait already.
pub(crate) fn leave(model: &mut Model, room: &RoomCode) {
    if let Err(full) = model.session.leave(room) {
        model.warn(model.lang.outbox_full(full));
    }
}

/// Returns the new row of a cursor among `count` rows; `None` if `action` does not move it, or there are no
/// rows.
pub(crate) fn moved(cursor: usize, count: usize, action: Action) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match action {
        Action::Up => Some(cursor.min(last).checked_sub(1).unwrap_or(last)),
        Action::Down => Some(if cursor >= last { 0 } else { cursor + 1 }),
        Action::First => Some(0),
        Action::Last => Some(last),
        Action::HoverRow(row) => Some(row.min(last)),
        _ => None,
    }
}
