//! The commands that the help lists now.

use tengen_session::room::RoomAction;

use super::{Topic, command::When};
use crate::{
    action::Action,
    intent::Mode,
    model::{MenuState, Model, Standing},
    screen::Screen,
};

/// Returns the commands that make sense now.
pub(super) fn sensible(model: &Model) -> Vec<Topic> {
    let is_sensible = |topic: &Topic| topic.when().iter().any(|when| is_now(*when, model));
    Topic::ALL.iter().copied().filter(is_sensible).collect()
}

fn is_now(when: When, model: &Model) -> bool {
    match &model.screen {
        _ if when == When::Always => true,
        _ if model.overlay.is_some() => when == When::Question,
        Screen::Name(_) => when == When::Nameless,
        Screen::Replay(_) => when == When::Replay,
        Screen::History(_) => when == When::Games,
        _ => match model.standing() {
            Some(standing) => is_now_in_room(when, &standing),
            None => match when {
                When::Lobby => true,
                When::Online => model.mode == Mode::Online,
                When::Local => model.mode == Mode::Local,
                When::Kept => model.offered.is_some(),
                _ => false,
            },
        },
    }
}

fn is_now_in_room(when: When, standing: &Standing<'_>) -> bool {
    let can = |action| standing.availability(action).command().is_some();
    match when {
        When::Room => true,
        When::Playing => standing.room.is_playing() && standing.sits(),
        When::Choosing => !standing.choices().is_empty(),
        When::Running => can(RoomAction::Pause) && !standing.room.clocks_paused(),
        When::Paused => can(RoomAction::Pause) && standing.room.clocks_paused(),
        When::Explained => matches!(standing.can(Action::Explain), MenuState::Offered(_)),
        When::Can(action) => can(action),
        _ => false,
    }
}
