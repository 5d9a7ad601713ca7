//! Handles the choice of a board for a quick match.

use tengen_shared::{protocol::Request, rules::Variant};

use crate::{
    action::Action,
    model::Model,
    screen::Screen,
    update::{common::moved, way},
};

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::Quick(quick) = &mut model.screen else { return };
    if let Some(cursor) = moved(quick.cursor, Variant::NAMED.len(), action) {
        quick.cursor = cursor;
        return;
    }
    match action {
        Action::ClickRow(row) => quick.cursor = row,
        Action::Select => {}
        Action::Back => return way::home(model),
        _ => return,
    }
    let chosen = Variant::NAMED.get(quick.cursor);
    if let Some((_, variant)) = chosen {
        let variant = *variant;
        way::enter_room(model, None, Request::QuickMatch { variant }, model.lang.finding_match());
    }
}
