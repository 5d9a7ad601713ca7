//! What the keys of many screens lead to: asking the server, leaving, moving a cursor, the end.

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

/// Ends the program. Asks first if a game of the user's is on, or if a form would be lost.
pub(crate) fn quit(model: &mut Model, effects: &mut Vec<Effect>) {
    let me = model.session.player();
    let playing = model.room_on_screen().is_some_and(|(_, view)| is_my_game(view, me));
    if playing || matches!(model.screen, Screen::Create(_)) {
        model.overlay = Some(Overlay::Confirm { deed: Confirmed::Quit, yes: false });
    } else {
        effects.push(Effect::Exit);
    }
}

/// Whether a game is on in which the user sits.
pub(crate) fn is_my_game(view: &RoomView, me: Option<PlayerId>) -> bool {
    view.room().is_some_and(Room::is_playing) && !view.my_seats(me).is_empty()
}

/// Asks the server for something. It is kept until it is answered, and sent once a connection stands.
pub(crate) fn ask(model: &mut Model, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Option<CommandId> {
    let asked = model.session.ask(room, cmd);
    asked.map_err(|full| model.warn(model.lang.outbox_full(full))).ok()
}

/// Follows a room no more.
pub(crate) fn leave(model: &mut Model, room: &RoomCode) {
    if let Err(full) = model.session.leave(room) {
        model.warn(model.lang.outbox_full(full));
    }
}

/// Moves a cursor among `count` rows; `None` if the action moves none.
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
