//! The server's clock: asked for now and then while one of its clocks is shown running.

use crate::{model::Model, screen::Screen};

/// Asks the server for its clock if the screen needs it and what is known of it is old.
pub(crate) fn refresh(model: &mut Model) {
    let runs = matches!(model.screen, Screen::Room(_))
        && model.standing().is_some_and(|standing| standing.running().is_some());
    if runs {
        model.session.want_time();
    }
}
