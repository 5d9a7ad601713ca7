//! Handles the screen with the field for the user's name.

use tengen_session::link::Link;
use tengen_shared::game::{MAX_NAME_CHARS, Name, NameError};

use crate::{
    action::Action,
    effect::Effect,
    intent::Mode,
    keeper::KeepOrder,
    model::Model,
    screen::{Screen, name::NameScreen},
    update::way,
};

/// Opens the field with the present name. It is empty while the user has chosen none.
pub(crate) fn open(model: &mut Model) {
    model.notice = None;
    model.screen = Screen::Name(NameScreen::new(model.me.name().map_or("", Name::as_str)));
}

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Name(screen) = &mut model.screen else { return };
    let is_cut = matches!(action, Action::Type(_)) && screen.input.is_full();
    if screen.input.edit(action) {
        if is_cut {
            model.warn(model.lang.name_error(NameError::TooLong(MAX_NAME_CHARS + 1)));
        }
        return;
    }
    match action {
        Action::Select => match Name::choose(screen.input.text()) {
            Ok(name) => accept(model, effects, name),
            Err(error) => model.warn(model.lang.name_error(error)),
        },
        // A server requires a name, so without one the user cannot go there.
        Action::Back if model.me.name().is_none() && model.mode == Mode::Online => {
            model.screen = Screen::Code(way::change_address(model));
        }
        Action::Back => way::home(model),
        _ => {}
    }
}

/// Sets the name, and connects again if it has changed, because a name is sent once per connection.
pub(crate) fn accept(model: &mut Model, effects: &mut Vec<Effect>, name: Name) {
    let changed = model.me.name() != Some(&name);
    model.notice = None;
    model.me.chosen = Some(name.clone());
    effects.push(Effect::Keep(KeepOrder::Name(name)));
    // While the local server is starting, the name will be sent in the first `hello`.
    let stands = !matches!(model.session.link(), Link::Idle | Link::Dialling);
    if changed && (model.mode == Mode::Online || stands) {
        model.session.dial(model.server.clone());
    }
    way::home(model);
}
