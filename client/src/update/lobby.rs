//! Entering and leaving a room.

use tengen_session::{form::Players, settings};
use tengen_shared::{
    game::RoomCode,
    protocol::{Cmd, Request},
};

use super::{
    common::{self, is_my_game},
    way,
};
use crate::{
    intent::{Mode, Purpose, Start},
    model::Model,
    screen::{Screen, door, list::ListScreen, room::RoomScreen},
};

/// Shows `room` after the server has accepted the command of the opening screen.
pub(crate) fn entered(model: &mut Model, room: RoomCode) {
    model.screen = Screen::Room(RoomScreen::new(room));
}

/// Leaves a room, and goes to the room list or the start screen. During a game the server keeps the user's
/// seat.
pub(crate) fn leave(model: &mut Model, room: &RoomCode) {
    let me = model.session.player();
    model.notice = None;
    if model.session.room(room).is_some_and(|view| is_my_game(view, me)) {
        model.tell(match model.mode {
            Mode::Online => model.lang.seat_kept(room),
            Mode::Local => model.lang.local_game_kept().to_owned(),
        });
        model.offered = Some(model.kept_as(room.clone()));
    }
    common::leave(model, room);
    way::home(model);
}

/// Carries out `model.start`, which waits until the server has answered `hello`, and clears it.
pub(crate) fn begin(model: &mut Model) {
    match model.start.take() {
        None => {}
        Some(Start::Enter { room, purpose, passphrase }) => {
            door::update::enter(model, room, purpose, passphrase);
        }
        Some(Start::GoOn { room }) => {
            let what = model.lang.going_on(&room);
            way::enter_room(model, Some(room), Request::Watch { passphrase: None }, &what);
        }
        Some(Start::PlayAi { variant, bot }) => {
            let seats = Players::Ai(bot).seats(None);
            let settings = settings::usual(variant);
            let cmd = Cmd::Request(Request::Create { settings, seats, passphrase: None });
            way::enter_room(model, None, cmd, model.lang.making_room());
        }
        Some(Start::Browse) => model.screen = Screen::List(ListScreen::new(Purpose::Watch)),
    }
}
