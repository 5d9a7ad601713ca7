//! The screen on which a room's code is typed.

use tengen_shared::game::RoomCode;

use super::{doors, way};
use crate::{
    action::Action,
    effect::Effect,
    model::{Model, Purpose, Screen},
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Code(screen) = &mut model.screen else { return };
    match action {
        Action::Type(c) => screen.input.push(c),
        Action::Erase => screen.input.erase(),
        Action::EraseAll => screen.input.clear(),
        Action::Select => match screen.input.text().parse::<RoomCode>() {
            Ok(room) => doors::enter(model, effects, room, Purpose::Join, None),
            Err(error) => model.warn(model.lang.code_error(&error)),
        },
        Action::Back => way::to_menu(model),
        _ => {}
    }
}
