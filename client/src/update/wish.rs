//! Carries out the requests of line mode, which has no cursor and no overlays.

use tengen_shared::protocol::Request;

use super::{act, common::ask, way};
use crate::{
    action::Action,
    effect::Effect,
    intent::{MenuItem, Mode, Purpose},
    model::Model,
    screen::{
        Screen, devices, door,
        find::{self, FindScreen},
        form::update::change,
        history,
        list::ListScreen,
        name, replay,
        room::update::{place, ready, talk},
        thinking,
    },
    settings::Misclick,
    wish::Wish,
};

/// Carries out a request, or shows a notice with the reason why it is not possible.
pub(crate) fn carry_out(model: &mut Model, effects: &mut Vec<Effect>, wish: Wish) {
    match wish {
        Wish::Act(action) => act(model, effects, action),
        Wish::Name(name) => name::update::accept(model, effects, name),
        Wish::Enter { room, purpose, passphrase } => {
            door::update::enter(model, room, purpose, passphrase);
        }
        Wish::Make { settings, seats, passphrase } => {
            let cmd = Request::Create { settings, seats, passphrase };
            way::enter_room(model, None, cmd, model.lang.making_room());
        }
        Wish::Change { settings, passphrase } => change::change(model, settings, passphrase),
        Wish::Quick(variant) => {
            way::enter_room(model, None, Request::QuickMatch { variant }, model.lang.finding_match());
        }
        // The list on the screen is up to date, because the server sends every change.
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
        // The guard against misplaced stones is off, because nobody types a whole point by mistake.
        Wish::Place(point) => place::select_with(model, point, Misclick::Off),
        Wish::Ready => ready::ready_here(model),
        Wish::Room(command) => {
            if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
                ask(model, Some(code), command);
            }
        }
        Wish::Say(text) => _ = talk::say_here(model, text),
        Wish::OlderTalk => talk::ask_older(model),
        Wish::Mute { who, muted } => talk::mute(model, who, muted),
        Wish::Devices => devices::update::open(model),
        Wish::Pair(code) => devices::update::pair(model, code),
        Wish::RemoveDevice(index) => {
            devices::update::act(model, Action::ClickRow(index));
            devices::update::act(model, Action::Remove);
        }
        Wish::History => history::update::open_here(model),
        Wish::Mine => history::update::open_mine(model),
        Wish::OlderGames => history::update::to_last(model),
        Wish::Replay(index) => history::update::open_game(model, index),
        Wish::Go(ply) => replay::update::go(model, ply),
        Wish::Try(point) => replay::update::try_move(model, point),
        Wish::Explain { ply, bot, insight } => thinking::update::open_at(model, ply, bot, insight),
        Wish::ToRoom => to_room(model),
    }
}

/// Goes back to the kept room through the entry of the start screen.
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
