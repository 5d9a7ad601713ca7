//! Who can play which board: asked of the server when a screen wants to know, and remembered.

use tengen_shared::rules::{Bot, Variant};

use crate::{model::Model, screen::Screen};

/// Gives the form what is known of its board, and asks the server for what the screen does not know yet.
pub(crate) fn refresh(model: &mut Model) {
    let Some(variant) = wanted(model) else { return };
    let known = model.session.bots(variant).map(<[Bot]>::to_vec);
    if let Screen::Create(form) = &mut model.screen {
        form.bots = known.unwrap_or_default();
    }
    model.session.want_bots(variant);
}

/// The board about which the screen must know.
fn wanted(model: &Model) -> Option<Variant> {
    match &model.screen {
        Screen::Create(form) => form.variant().ok(),
        Screen::Room(screen) => {
            let room = model.session.room(&screen.code)?.room()?;
            // Another AI may be chosen between games, and in one for somebody who is gone.
            let gone = model.standing().is_some_and(|standing| standing.gone().is_some());
            (!room.is_playing() || gone).then(|| room.settings().variant)
        }
        Screen::Thinking(screen) => Some(screen.position.variant()),
        _ => None,
    }
}
