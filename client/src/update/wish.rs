//! What a front end without cursor and popups asks for: the deeds behind the screens, one by one.

use tengen_shared::protocol::Request;

use super::{act, common::ask, way};
use crate::{
    action::Action,
    effect::Effect,
    intent::{MenuItem, Mode, Purpose},
    model::Model,
    screen::{
        Screen, door,
        find::{self, FindScreen},
        form::update::change,
        history,
        list::ListScreen,
        name, replay,
        room::update::{place, talk},
        thinking,
    },
    settings::Misclick,
    wish::Wish,
};

/// Does what is wanted, or leaves a notice that says why not.
pub(crate) fn carry_out(model: &mut Model, effects: &mut Vec<Effect>, wish: Wish) {
    match wish {
        Wish::Act(action) => act(model, effects, action),
        Wish::Name(name) => name::update::accept(model, effects, name),
        Wish::Enter { room, purpose, passphrase } => {
            door::update::enter(model, room, purpose, passphrase);
        }
        Wish::Make { settings, seats, passphrase } => {
            let cmd = Request::Create { settings, seats, passphrase };
            way::open(model, None, cmd, model.lang.making_room());
        }
        Wish::Change { settings, passphrase } => change::change(model, settings, passphrase),
        Wish::Quick(variant) => {
            way::open(model, None, Request::QuickMatch { variant }, model.lang.finding_match());
        }
        // A list that is up is kept up to date by the server, which sends it whole only once.
        Wish::Rooms if matches!(model.screen, Screen::List(_)) => {}
        Wish::Rooms => model.screen = Screen::List(ListScreen::new(Purpose::Join)),
        Wish::Dial(address) => way::dial(model, address, None),
        Wish::Local => {
            if model.mode == Mode::Online {
                way::to_menu(model);
            }
            way::go_local(model, effects);
        }
        Wish::Continue => go_on(model, effects),
        Wish::Find => model.screen = Screen::Find(FindScreen::new(Purpose::Join, model.last_server.clone())),
        Wish::Seek { room, purpose, passphrase } => {
            find::update::seek(model, effects, room, purpose, passphrase);
        }
        // Nobody types a whole point by a slip of the hand.
        Wish::Place(point) => place::select_with(model, point, Misclick::Off),
        Wish::Ready => place::ready_here(model),
        Wish::Room(command) => {
            if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
                ask(model, Some(code), command);
            }
        }
        Wish::Say(text) => _ = talk::say_here(model, text),
        Wish::OlderTalk => talk::ask_older(model),
        Wish::Mute { who, muted } => talk::mute(model, who, muted),
        Wish::History => history::update::open_here(model),
        Wish::Mine => history::update::open_mine(model),
        Wish::OlderGames => history::update::to_last(model),
        Wish::Replay(index) => history::update::open_game(model, index),
        Wish::Go(ply) => replay::update::go(model, ply),
        Wish::Try(point) => replay::update::try_move(model, point),
        Wish::Explain { ply, bot } => thinking::update::open_at(model, ply, bot),
        Wish::ToRoom => to_room(model),
    }
}

/// The start screen, which on this machine leads everywhere, knows the way back.
fn go_on(model: &mut Model, effects: &mut Vec<Effect>) {
    if !matches!(model.screen, Screen::Menu(_)) {
        model.screen = model.start_screen();
    }
    act(model, effects, Action::Go(MenuItem::GoOn));
}

fn to_room(model: &mut Model) {
    if let Some(room) = model.screen.room().cloned() {
        model.screen = Screen::Room(room);
    }
}
