//! The screen on which a room's code is typed.

use tengen_shared::{game::RoomCode, protocol::Cmd};

use super::lobby;
use crate::{
    action::Action,
    effect::Effect,
    model::{Model, Screen},
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Code(screen) = &mut model.screen else { return };
    match action {
        Action::Type(c) => screen.input.push(c),
        Action::Erase => screen.input.erase(),
        Action::EraseAll => screen.input.clear(),
        Action::Select => match screen.input.text().parse::<RoomCode>() {
            Ok(room) => {
                let what = format!("taking a seat in {room}");
                lobby::open(model, effects, Some(room), Cmd::Join { passphrase: None }, &what);
            }
            Err(error) => model.warn(error.to_string()),
        },
        Action::Back => lobby::to_menu(model),
        _ => {}
    }
}
