//! The screen that asks for the user's name.

use tengen_shared::game::Name;

use super::way;
use crate::{
    action::Action,
    effect::{Effect, NetOrder},
    model::{Link, Model, Screen},
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Name(screen) = &mut model.screen else { return };
    match action {
        Action::Type(c) => screen.input.push(c),
        Action::Erase => screen.input.erase(),
        Action::EraseAll => screen.input.clear(),
        Action::Select => match screen.input.text().parse::<Name>() {
            Ok(name) => accept(model, effects, name),
            Err(error) => model.warn(error.to_string()),
        },
        // Without a name there is nothing to go back to but the end.
        Action::Back if model.me.name().is_none() => effects.push(Effect::Exit),
        Action::Back => way::to_menu(model),
        _ => {}
    }
}

/// A name is said once per connection, so another name needs another connection.
pub(super) fn accept(model: &mut Model, effects: &mut Vec<Effect>, name: Name) {
    let changed = model.me.name() != Some(&name);
    model.me.chosen = Some(name);
    if changed {
        model.link = Link::Dialling;
        effects.push(Effect::Net(NetOrder::Dial(model.address.clone())));
    }
    way::to_menu(model);
}
