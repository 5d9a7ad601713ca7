//! Who can play which board: asked of the server when a screen wants to know, and remembered.

use tengen_shared::{protocol::Request, rules::Variant};

use super::ask;
use crate::{
    effect::Effect,
    model::{Model, Screen},
};

/// Gives the form what is known of its board, and asks the server for what the screen does not know yet.
pub(super) fn refresh(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(variant) = wanted(model) else { return };
    let known = model.bots.get(&variant).cloned();
    if let Screen::Create(form) = &mut model.screen {
        form.bots = known.clone().flatten().unwrap_or_default();
    }
    let asked = known.is_some();
    if !asked && model.link.is_online() {
        model.bots.insert(variant, None);
        ask(model, effects, None, Request::ListBots { variant });
    }
}

/// The board about which the screen must know.
fn wanted(model: &Model) -> Option<Variant> {
    match &model.screen {
        Screen::Create(form) => form.variant().ok(),
        Screen::Room(screen) => {
            let room = model.rooms.get(&screen.code)?.room()?;
            // Another AI may be chosen between games, and in one for somebody who is gone.
            let gone = model.standing().is_some_and(|standing| standing.gone().is_some());
            (!room.is_playing() || gone).then(|| room.settings().variant)
        }
        Screen::Thinking(screen) => Some(screen.position.variant()),
        _ => None,
    }
}
