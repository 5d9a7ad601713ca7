//! The chat of a room.

use tengen_session::room::Muted;
use tengen_shared::game::{ChatText, Command};

use crate::{
    model::Model,
    screen::{Screen, room::Talk},
};

pub(super) fn update(model: &mut Model, talk: Talk) {
    let Screen::Room(screen) = &mut model.screen else { return };
    match talk {
        Talk::Message(text) => screen.message = text,
        Talk::Say => say(model),
        Talk::List => screen.muting = !screen.muting,
        Talk::Mute(None) => model.session.mute(Muted::toggle_everybody),
        Talk::Mute(Some(player)) => model.session.mute(|muted| muted.toggle(player)),
    }
}

fn say(model: &mut Model) {
    let Screen::Room(screen) = &mut model.screen else { return };
    match screen.message.parse::<ChatText>() {
        Ok(text) => {
            screen.message.clear();
            model.ask(Command::Say { text });
        }
        Err(error) => model.tell(model.lang.chat_error(error)),
    }
}
