//! The form that makes a room.

use tengen_shared::protocol::Cmd;

use super::{lobby, moved};
use crate::{
    action::Action,
    effect::Effect,
    model::{CreateForm, Field, Model, Screen},
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Create(form) = &mut model.screen else { return };
    if let Some(row) = moved(form.cursor_row(), form.fields().len(), action) {
        form.move_to(row);
        return;
    }
    match action {
        Action::Left => form.adjust(false),
        Action::Right => form.adjust(true),
        Action::Type(c) => form.guest.push(c),
        Action::Erase => form.guest.erase(),
        Action::EraseAll => form.guest.clear(),
        Action::Select if form.cursor == Field::Start => submit(model, effects),
        Action::Select => form.move_to(form.cursor_row() + 1),
        Action::ClickRow(row) => {
            form.move_to(row);
            if form.cursor == Field::Start {
                submit(model, effects);
            } else {
                form.adjust(true);
            }
        }
        Action::Back => lobby::to_menu(model),
        _ => {}
    }
}

fn submit(model: &mut Model, effects: &mut Vec<Effect>) {
    let Screen::Create(form) = &model.screen else { return };
    match form.plan() {
        Ok((settings, seats)) => {
            lobby::open(
                model,
                effects,
                None,
                Cmd::Create { settings, seats, passphrase: None },
                "making the room",
            );
        }
        Err(error) => {
            show_guest(&mut model.screen);
            model.warn(error.to_string());
        }
    }
}

/// Puts the cursor where something is missing.
fn show_guest(screen: &mut Screen) {
    if let Screen::Create(CreateForm { cursor, .. }) = screen {
        *cursor = Field::Guest;
    }
}
