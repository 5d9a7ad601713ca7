//! The ways between screens that many take: home, to another server, and into a room that is awaited.

use tengen_session::link::{Address, Link};
use tengen_shared::{game::RoomCode, protocol::Cmd};

use super::common::ask;
use crate::{
    effect::Effect,
    intent::{Mode, Purpose, Start},
    model::Model,
    screen::{Screen, code::CodeScreen, list::ListScreen, name::NameScreen, opening::OpeningScreen},
};

/// Goes to where rooms are chosen: the list of the server, or the start screen.
pub(crate) fn home(model: &mut Model) {
    model.screen = match model.mode {
        Mode::Online => Screen::List(ListScreen::new(Purpose::Join)),
        Mode::Local => model.start_screen(),
    };
}

/// Goes to the start screen; a server somewhere is left for that.
pub(crate) fn to_menu(model: &mut Model) {
    if model.mode == Mode::Online {
        unplug(model);
        model.mode = Mode::Local;
    }
    model.screen = model.start_screen();
}

/// Makes the server in this program the one that is talked to; it is started if it does not run.
pub(crate) fn go_local(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.mode == Mode::Online {
        unplug(model);
        model.mode = Mode::Local;
    }
    // A server inside this program that cannot be reached is not slow but gone: it is started anew.
    if matches!(model.session.link(), Link::Down { .. }) {
        model.offered = model.kept_room();
        model.session.rest();
    }
    if *model.session.link() == Link::Idle {
        model.session.prepare();
        effects.push(Effect::StartLocal);
    }
}

/// Goes to the server at `address`, to do `start` there.
pub(crate) fn dial(model: &mut Model, address: Address, start: Option<Start>) {
    unplug(model);
    model.notice = None;
    model.mode = Mode::Online;
    model.address = address;
    model.start = start;
    if model.me.name().is_none() {
        let text = model.me.suggested.as_ref().map_or(String::new(), ToString::to_string);
        model.screen = Screen::Name(NameScreen::new(&text));
        return;
    }
    home(model);
    model.session.dial(model.address.clone());
}

/// Goes back to the address of a server that has never answered, and says why it cannot be reached.
pub(crate) fn to_address(model: &mut Model) {
    let Link::Down { why, .. } = model.session.link() else { return };
    let (why, again) = (model.lang.loss(why), model.start.take());
    let address = model.address.clone();
    to_menu(model);
    model.screen = Screen::Code(CodeScreen::again(address, again, model.start_screen()));
    model.warn(why);
}

/// Leaves the server; what belonged to it means nothing any more, but the way back to a seat that it keeps.
fn unplug(model: &mut Model) {
    model.offered = model.kept_room();
    model.session.rest();
    model.start = None;
    model.overlay = None;
}

/// Asks for a room and waits for the answer; `Esc` and a refusal lead back to the screen before.
pub(crate) fn open(model: &mut Model, room: Option<RoomCode>, cmd: impl Into<Cmd>, what: &str) {
    let Some(asked) = ask(model, room, cmd) else { return };
    model.notice = None;
    let before = model.screen.clone();
    let back = match before {
        Screen::Room(_) | Screen::Thinking(_) | Screen::Opening(_) => {
            home(model);
            model.screen.clone()
        }
        other => other,
    };
    model.screen = Screen::Opening(OpeningScreen { asked, what: what.to_owned(), back: Box::new(back) });
}
