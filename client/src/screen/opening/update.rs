//! Handles the wait for a room, which the user can cancel.

use crate::{action::Action, model::Model, screen::Screen};

pub(crate) fn act(model: &mut Model, action: Action) {
    if action == Action::Back
        && let Screen::Opening(opening) = &model.screen
    {
        model.screen = (*opening.back).clone();
    }
}
