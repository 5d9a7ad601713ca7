//! Handles the form that creates or changes a room.

pub(crate) mod change;

use tengen_session::form::FormError;
use tengen_shared::protocol::Request;

use crate::{
    action::Action,
    effect::Effect,
    keeper::KeepOrder,
    model::{Model, Tone},
    screen::{Screen, form::Field},
    update::{common::moved, way},
};

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Create(form) = &mut model.screen else { return };
    if let Some(row) = moved(form.cursor_row(), form.fields().len(), action) {
        form.move_to(row);
        return;
    }
    if let Some(text) = form.text() {
        let before = text.text().to_owned();
        if text.edit(action) {
            // An error was about the text before.
            let is_changed = text.text() != before;
            model.notice.take_if(|notice| is_changed && notice.tone == Tone::Problem);
            return;
        }
    }
    match action {
        Action::Left | Action::Right => {
            form.adjust(action == Action::Right);
            form.offer_passphrase(&mut model.chances);
        }
        Action::Reveal => form.secret.shown = !form.secret.shown,
        Action::Select if form.cursor == Field::More => form.adjust(true),
        Action::Select => submit(model, effects),
        Action::ClickRow(row) => {
            form.move_to(row);
            if form.cursor == Field::Start {
                submit(model, effects);
            } else {
                form.adjust(true);
                form.offer_passphrase(&mut model.chances);
            }
        }
        Action::Back if form.changed().is_some() => change::close(model),
        Action::Back => way::home(model),
        _ => {}
    }
}

fn submit(model: &mut Model, effects: &mut Vec<Effect>) {
    let Screen::Create(form) = &model.screen else { return };
    let result = match form.changed() {
        Some(_) => change::submit(model),
        None => make(model, effects),
    };
    if let Err(error) = result {
        show_missing(&mut model.screen, error);
        model.warn(model.lang.form_error(error));
    }
}

fn make(model: &mut Model, effects: &mut Vec<Effect>) -> Result<(), FormError> {
    let Screen::Create(form) = &model.screen else { return Ok(()) };
    let ((settings, seats), passphrase) = (form.plan()?, form.passphrase()?);
    let ai = form.last_ai();
    if ai.is_some() && ai != model.last.ai {
        model.last.ai = ai;
        effects.push(Effect::Keep(KeepOrder::State(model.last)));
    }
    way::enter_room(model, None, Request::Create { settings, seats, passphrase }, model.lang.making_room());
    Ok(())
}

/// Moves the cursor to the field that is missing or invalid.
fn show_missing(screen: &mut Screen, error: FormError) {
    if let Screen::Create(form) = screen {
        form.cursor = match error {
            FormError::Guest(_) => Field::Guest,
            FormError::Variant(_) => Field::Variant,
            FormError::Clock => {
                form.more = true;
                Field::OwnClock
            }
            FormError::Passphrase(_) => {
                form.more = true;
                Field::Passphrase
            }
        };
    }
}
