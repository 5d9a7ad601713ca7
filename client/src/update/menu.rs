//! The menu.

use tengen_shared::protocol::Cmd;

use super::{ask, history, moved, quit};
use crate::{
    action::Action,
    effect::Effect,
    model::{
        CodeScreen, CreateForm, Link, ListScreen, MenuItem, Mode, Model, NameScreen, Opponent, Purpose,
        QuickScreen, Screen,
    },
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let items = MenuItem::all(model.mode);
    let Screen::Menu(menu) = &mut model.screen else { return };
    if let Some(cursor) = moved(menu.cursor, items.len(), action) {
        menu.cursor = cursor;
        return;
    }
    let chosen = match action {
        Action::Select => items.get(menu.cursor),
        Action::ClickRow(row) => {
            menu.cursor = row;
            items.get(row)
        }
        _ => None,
    };
    if let Some(item) = chosen {
        choose(model, effects, *item);
    }
}

fn choose(model: &mut Model, effects: &mut Vec<Effect>, item: MenuItem) {
    let needs_server = !matches!(item, MenuItem::Rename | MenuItem::Quit);
    // While the server is being reached, what is asked waits; once it is known to be gone, that is said.
    if needs_server && matches!(model.link, Link::Down { .. }) {
        model.warn(offline_advice(model));
        return;
    }
    model.notice = None;
    let form = |opponent| Screen::Create(Box::new(CreateForm::new(model.mode, opponent)));
    match item {
        MenuItem::PlayAi => model.screen = form(Opponent::Ai),
        MenuItem::MakeRoom => model.screen = form(Opponent::Open),
        MenuItem::PlayHere => model.screen = form(Opponent::Here),
        MenuItem::JoinCode => model.screen = Screen::Code(CodeScreen::default()),
        MenuItem::QuickMatch => model.screen = Screen::Quick(QuickScreen::default()),
        MenuItem::Rooms => open_list(model, effects, Purpose::Join),
        MenuItem::Watch => open_list(model, effects, Purpose::Watch),
        MenuItem::MyGames => history::open_mine(model),
        MenuItem::Rename => {
            let name = model.me.name().map_or(String::new(), ToString::to_string);
            model.screen = Screen::Name(NameScreen::new(&name));
        }
        MenuItem::Quit => quit(model, effects),
    }
}

/// Shows the room list and asks for it.
pub(super) fn open_list(model: &mut Model, effects: &mut Vec<Effect>, purpose: Purpose) {
    model.screen = Screen::List(ListScreen::new(purpose));
    ask(model, effects, None, Cmd::ListRooms {});
}

fn offline_advice(model: &Model) -> String {
    match model.mode {
        Mode::Online => model.lang.no_server_yet(&model.address.to_string()),
        Mode::Local => model.lang.local_not_ready().to_owned(),
    }
}
