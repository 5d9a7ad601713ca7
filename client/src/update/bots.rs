//! Loads the list of AIs that can play the board on the screen.

use tengen_shared::rules::{Bot, Variant};

use crate::{model::Model, screen::Screen};

/// Updates the form with the AIs for its board. Asks the server for the list if the screen needs it.
pub(crate) fn refresh(model: &mut Model) {
    let Some(variant) = wanted(model) else { return };
    let known = model.session.bots(variant).map(<[Bot]>::to_vec);
    if let Screen::Create(form) = &mut model.screen {
        form.bots = known.unwrap_or_default();
    }
    model.session.want_bots(variant);
}

/// Returns the board for which the screen needs the list; `None` if it needs none.
fn wanted(model: &Model) -> Option<Variant> {
    match &model.screen {
        Screen::Create(form) => form.variant().ok(),
        Screen::Room(screen) => {
            let room = model.session.room(&screen.code)?.room()?;
            // The user can choose an AI between games, and during one as a stand-in for a player who is gone.
            let gone = model.standing().is_some_and(|standing| standing.gone().is_some());
            (!room.is_playing() || gone).then(|| room.settings().variant)
        }
        Screen::SearchTree(screen) => Some(screen.position.variant()),
        _ => None,
    }
}
