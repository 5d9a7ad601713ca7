//! Changes of screen that many screens share: home, to another server, and into a room.

use tengen_session::link::{Addresses, Link, Loss};
use tengen_shared::{game::RoomCode, protocol::Cmd};

use super::common::ask;
use crate::{
    effect::Effect,
    intent::{Mode, Purpose, Start},
    model::{Model, sentence},
    screen::{Screen, code::CodeScreen, list::ListScreen, name::NameScreen, opening::OpeningScreen},
};

/// Goes to the room list of a server on a network, or to the start screen.
pub(crate) fn home(model: &mut Model) {
    model.screen = match model.mode {
        Mode::Online => Screen::List(ListScreen::new(Purpose::Join)),
        Mode::Local => model.start_screen(),
    };
}

/// Goes to the start screen, and disconnects from a server on a network.
pub(crate) fn to_menu(model: &mut Model) {
    if model.mode == Mode::Online {
        disconnect(model);
        model.mode = Mode::Local;
    }
    model.came_from = None;
    model.screen = model.start_screen();
}

/// Switches to the server inside this program, and starts it if it is not running.
pub(crate) fn go_local(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.mode == Mode::Online {
        disconnect(model);
        model.mode = Mode::Local;
    }
    // A server inside this program that is out of reach has stopped, so a new one must start.
    if model.session.link().is_lost() {
        model.offered = model.kept_room();
        model.session.rest();
    }
    if *model.session.link() == Link::Idle {
        model.session.prepare();
        effects.push(Effect::StartLocal);
    }
}

/// Connects to `server`, to do `start` there. Asks for the user's name first if there is none.
pub(crate) fn dial(model: &mut Model, server: impl Into<Addresses>, start: Option<Start>) {
    if model.mode == Mode::Online && model.session.was_welcomed() {
        model.came_from = Some(model.address().clone());
    }
    disconnect(model);
    model.notice = None;
    model.mode = Mode::Online;
    model.server = server.into();
    model.start = start;
    if model.me.name().is_none() {
        let text = model.me.suggested.as_ref().map_or(String::new(), ToString::to_string);
        model.screen = Screen::Name(NameScreen::new(&text));
        return;
    }
    home(model);
    model.session.dial(model.server.clone());
}

/// Disconnects from a server that has never answered, or to which the user decides whether to connect again. Shows why, in
/// the field with its address; line mode has no such field.
pub(crate) fn retry_address(model: &mut Model) {
    let Link::Down { why, .. } = model.session.link() else { return };
    let (is_removed, why) = (*why == Loss::Removed, model.lang.loss(why));
    model.notice = None;
    if model.keeps_dialling {
        to_menu(model);
        model.warn(why);
    } else {
        let (failure, before) = (Some(in_sentences(&why)), model.came_from.take());
        let again = change_address(model);
        model.screen = Screen::Code(CodeScreen { failure, before, ..again });
    }
    if is_removed {
        // The seat belongs to the player, who is somebody else from now on.
        let address = Some(model.address().clone());
        model.offered.take_if(|kept| kept.address == address);
    }
}

/// Disconnects, and returns the field with the address of the server, so that the user can change it.
pub(crate) fn change_address(model: &mut Model) -> CodeScreen {
    let (address, start) = (model.address().clone(), model.start.take());
    to_menu(model);
    CodeScreen::again(address, start, model.start_screen())
}

/// Turns an error into sentences: what happened, and what to do.
fn in_sentences(error: &str) -> String {
    match error.split_once(": ") {
        Some((what, advice)) => format!("{}. {}.", sentence(what), sentence(advice)),
        None => sentence(error),
    }
}

/// Disconnects from the server, and forgets everything about it except for the seat that it keeps for the
/// user.
fn disconnect(model: &mut Model) {
    model.offered = model.kept_room();
    model.session.rest();
    model.start = None;
    model.passphrase = None;
    model.left_behind = None;
    model.overlay = None;
}

/// Sends a command that enters a room, and waits for the answer. `Esc` and a refusal go back to the screen
/// before, or home if that screen shows a room.
pub(crate) fn enter_room(model: &mut Model, room: Option<RoomCode>, cmd: impl Into<Cmd>, what: &str) {
    let Some(asked) = ask(model, room, cmd) else { return };
    model.notice = None;
    let before = model.screen.clone();
    let back = match before {
        Screen::Room(_) | Screen::SearchTree(_) | Screen::Opening(_) => {
            home(model);
            model.screen.clone()
        }
        other => other,
    };
    model.screen = Screen::Opening(OpeningScreen { asked, what: what.to_owned(), back: Box::new(back) });
}
