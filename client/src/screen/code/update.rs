//! Handles the screen with the field for a room code or a server address.

use tengen_session::link::Address;
use tengen_shared::{
    game::Command,
    protocol::{Cmd, Frame, Request},
};

use crate::{
    action::Action,
    cli,
    effect::Effect,
    intent::{Mode, Purpose, Start},
    model::Model,
    screen::{Screen, door, find},
    update::way,
};

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Code(screen) = &mut model.screen else { return };
    if screen.input.edit(action) {
        return;
    }
    match action {
        Action::Select => accept(model, effects),
        Action::Back => match screen.before.clone() {
            Some(address) => way::dial(model, address, None),
            None => model.screen = (*screen.back).clone(),
        },
        _ => {}
    }
}

/// If the server does not know the code that was typed, searches other servers for it. Returns true in that case.
pub(crate) fn elsewhere(model: &mut Model, effects: &mut Vec<Effect>, frame: &Frame) -> bool {
    let (Screen::Code(screen), Some(room)) = (&model.screen, frame.room.clone()) else { return false };
    let purpose = match frame.cmd {
        Cmd::Room(Command::Join { .. }) => Purpose::Join,
        Cmd::Request(Request::Watch { .. }) => Purpose::Watch,
        _ => return false,
    };
    let typed = cli::code_of(screen.input.text()).is_some_and(|typed| typed == room);
    if typed {
        find::update::seek(model, effects, room, purpose, None);
    }
    typed
}

/// Enters the room if the text is a code, here or on another server. Connects to the server if it is an address.
fn accept(model: &mut Model, effects: &mut Vec<Effect>) {
    let Screen::Code(screen) = &model.screen else { return };
    let purpose = match &*screen.back {
        Screen::Find(find) => find.purpose,
        Screen::List(list) => list.purpose,
        _ => Purpose::Join,
    };
    let text = screen.input.text().trim();
    if text.is_empty() {
        return model.warn(model.lang.type_a_code());
    }
    let room = cli::code_of(text).or_else(|| text.parse().ok().filter(|_| model.mode == Mode::Online));
    match (room, model.mode) {
        (Some(room), Mode::Online) => door::update::enter(model, room, purpose, None),
        (Some(room), Mode::Local) => find::update::seek(model, effects, room, purpose, None),
        (None, _) => match text.parse::<Address>() {
            Ok(address) => {
                let again = screen.address.clone().filter(|(before, _)| *before == address);
                let browse = (purpose == Purpose::Watch).then_some(Start::Browse);
                if screen.before.is_some() {
                    model.came_from.clone_from(&screen.before);
                }
                way::dial(model, address, again.map_or(browse, |(_, start)| start));
            }
            Err(error) => model.warn(model.lang.address_error(&error)),
        },
    }
}
