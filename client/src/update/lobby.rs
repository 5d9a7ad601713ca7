//! The way into a room and out again.

use tengen_shared::{
    game::{RoomCode, SeatPlan, Settings},
    protocol::{Cmd, Request},
    rules::Variant,
};

use super::{doors, is_my_game, moved, way};
use crate::{
    action::Action,
    intent::{Mode, Purpose, Start},
    model::{ListScreen, Model, RoomScreen, Screen},
};

pub(super) fn act_opening(model: &mut Model, action: Action) {
    if action == Action::Back
        && let Screen::Opening(opening) = &model.screen
    {
        model.screen = (*opening.back).clone();
    }
}

pub(super) fn act_quick(model: &mut Model, action: Action) {
    let Screen::Quick(quick) = &mut model.screen else { return };
    if let Some(cursor) = moved(quick.cursor, Variant::NAMED.len(), action) {
        quick.cursor = cursor;
        return;
    }
    match action {
        Action::ClickRow(row) => quick.cursor = row,
        Action::Select => {}
        Action::Back => return way::home(model),
        _ => return,
    }
    let chosen = Variant::NAMED.get(quick.cursor);
    if let Some((_, variant)) = chosen {
        let variant = *variant;
        way::open(model, None, Request::QuickMatch { variant }, model.lang.finding_match());
    }
}

/// The server has let us into `room`, as the answer to what the opening screen asked.
pub(super) fn entered(model: &mut Model, room: RoomCode) {
    model.screen = Screen::Room(RoomScreen::new(room));
}

/// Leaves a room and goes to the menu. A seat in a game that is on is kept by the server.
pub(super) fn leave(model: &mut Model, room: &RoomCode) {
    let me = model.session.player();
    model.notice = None;
    if model.session.room(room).is_some_and(|view| is_my_game(view, me)) {
        model.tell(match model.mode {
            Mode::Online => model.lang.seat_kept(room),
            Mode::Local => model.lang.local_game_kept().to_owned(),
        });
        model.offered = Some(model.kept_as(room.clone()));
    }
    super::leave(model, room);
    way::home(model);
}

/// Does what the command line asked for, once.
pub(super) fn begin(model: &mut Model) {
    match model.start.take() {
        None => {}
        Some(Start::Enter { room, purpose, passphrase }) => {
            doors::enter(model, room, purpose, passphrase);
        }
        Some(Start::GoOn { room }) => {
            let what = model.lang.going_on(&room);
            way::open(model, Some(room), Request::Watch { passphrase: None }, &what);
        }
        Some(Start::PlayAi { variant, bot }) => {
            let seats = [SeatPlan::Ai { bot }, SeatPlan::Me {}];
            let cmd =
                Cmd::Request(Request::Create { settings: Settings::new(variant), seats, passphrase: None });
            way::open(model, None, cmd, model.lang.making_room());
        }
        Some(Start::Browse) => model.screen = Screen::List(ListScreen::new(Purpose::Watch)),
    }
}
