//! Keeps the estimate of the server's time up to date while a clock is running on the screen.

use crate::{model::Model, screen::Screen};

/// Asks the server for its time if a clock is running on the screen, and the estimate is missing or old.
pub(crate) fn refresh(model: &mut Model) {
    let runs = matches!(model.screen, Screen::Room(_))
        && model.standing().is_some_and(|standing| standing.running().is_some());
    if runs {
        model.session.want_time();
    }
}
