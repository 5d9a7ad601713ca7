//! Handles the start screen.

use tengen_session::{link::Link, opponent::Opponent};

use crate::{
    action::Action,
    effect::Effect,
    intent::{MenuItem, Mode, Purpose, Start},
    keeper::KeepOrder,
    local::LocalNews,
    model::Model,
    screen::{
        Screen,
        find::{self, FindScreen},
        form::CreateForm,
        history,
        menu::layout::menu_items,
        name, settings,
    },
    update::{
        common::{moved, quit},
        lobby, way,
    },
};

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let items = menu_items(model);
    let Screen::Menu(menu) = model.screen else { return };
    if let Some(item) = moved(menu.cursor(model), items.len(), action).and_then(|row| items.get(row)) {
        return put_cursor(model, *item);
    }
    let chosen = match action {
        Action::Select => Some(menu.item),
        Action::ClickRow(row) => items.get(row).copied(),
        Action::Go(item) => Some(item).filter(|item| items.contains(item)),
        Action::Quit => Some(MenuItem::Quit),
        _ => None,
    };
    if let Some(item) = chosen {
        put_cursor(model, item);
        choose(model, effects, item);
    }
}

fn put_cursor(model: &mut Model, item: MenuItem) {
    if let Screen::Menu(menu) = &mut model.screen {
        menu.item = item;
    }
}

fn choose(model: &mut Model, effects: &mut Vec<Effect>, item: MenuItem) {
    model.notice = None;
    if !matches!(item, MenuItem::GoOn | MenuItem::Quit) && model.last.item != Some(item) {
        model.last.item = Some(item);
        effects.push(Effect::Keep(KeepOrder::State(model.last)));
    }
    match item {
        MenuItem::GoOn => go_on(model, effects),
        MenuItem::PlayAi => form(model, effects, Opponent::Ai),
        MenuItem::PlayHere => form(model, effects, Opponent::Here),
        MenuItem::Find => look(model, Purpose::Join),
        MenuItem::Watch => look(model, Purpose::Watch),
        MenuItem::JoinCode => find::update::type_it(model),
        MenuItem::MyGames => {
            way::go_local(model, effects);
            history::update::open_mine(model);
        }
        MenuItem::Rename => name::update::open(model),
        MenuItem::Settings => settings::update::open(model, effects),
        MenuItem::Quit => quit(model, effects),
    }
}

fn form(model: &mut Model, effects: &mut Vec<Effect>, opponent: Opponent) {
    way::go_local(model, effects);
    let mut form = CreateForm::new(Mode::Local, opponent, model.lang.guest_name());
    if let (Opponent::Ai, Some(last)) = (opponent, model.last.ai) {
        form.choose_again(last);
    }
    model.screen = Screen::Create(Box::new(form));
}

fn look(model: &mut Model, purpose: Purpose) {
    model.screen = Screen::Find(FindScreen::new(purpose, model.last_server.clone()));
}

/// Goes back to the room that keeps a seat for the user.
fn go_on(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(kept) = model.offered.clone() else { return };
    let start = Start::GoOn { room: kept.room };
    match kept.address {
        Some(address) => way::dial(model, address, Some(start)),
        None => {
            way::go_local(model, effects);
            model.start = Some(start);
            if model.session.link().is_online() {
                lobby::begin(model);
            }
        }
    }
}

/// Takes in the news that the server inside this program is running or could not start.
pub(crate) fn local_news(model: &mut Model, news: LocalNews) {
    // The user has left for another server meanwhile.
    if model.mode != Mode::Local || *model.session.link() != Link::Dialling {
        return;
    }
    match news {
        LocalNews::Ready(address) => {
            model.server = address.clone().into();
            model.session.dial(address);
        }
        LocalNews::Failed(why) => {
            model.session.rest();
            model.start = None;
            let waited_for = matches!(
                model.screen,
                Screen::Create(_) | Screen::Opening(_) | Screen::History(_) | Screen::Replay(_)
            );
            if waited_for {
                way::to_menu(model);
            }
            model.warn(model.lang.local_failed(&why.text(model.lang)));
        }
    }
}
