//! Being ready for the next game.

use tengen_shared::{
    game::{Command, Phase, RoomCode},
    protocol::Cmd,
};

use crate::{model::Model, update::common::ask};

/// Says why the user cannot play now.
pub(crate) fn warn_watching(model: &mut Model) {
    if let Some(why) = model.standing().map(|standing| standing.why_watching()) {
        model.warn(why);
    }
}

/// Makes the user ready after a click between the points, if the game is over.
pub(crate) fn ready_if_over(model: &mut Model) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let over = view.room().is_some_and(|room| room.phase() == Phase::Over);
    let code = screen.code.clone();
    if over {
        ready(model, &code);
    }
}

/// Makes the user ready for the next game of the room on the screen.
pub(crate) fn ready_here(model: &mut Model) {
    if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
        ready(model, &code);
    }
}

/// Makes each seat of the user ready for the next game.
pub(crate) fn ready(model: &mut Model, code: &RoomCode) {
    let Some(viewer) = model.session.viewer(code) else { return };
    let (sits, commands) = (viewer.sits(), viewer.ready());
    if !sits {
        return warn_watching(model);
    }
    if commands.is_empty() {
        return model.tell(model.lang.ready_waiting_other());
    }
    if model.session.waits_for(code, |cmd| matches!(cmd, Cmd::Room(Command::Ready { .. }))) {
        return model.tell(model.lang.sent());
    }
    for command in commands {
        ask(model, Some(code.clone()), command);
    }
}
