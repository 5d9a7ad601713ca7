//! Changes the first screen.

use tengen_session::{form::Players, settings};
use tengen_shared::{
    game::RoomCode,
    protocol::Request,
    rules::{Bot, Level},
};

use crate::{
    model::Model,
    route::Route,
    screen::{Screen, start::Msg},
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Screen::Start(start) = &mut model.screen else { return };
    match msg {
        Msg::Rename => {
            start.renaming = true;
            model.focus("name");
        }
        Msg::Code(text) => start.code = text,
        Msg::Board(text) => {
            start.board = text.parse().unwrap_or(start.board);
        }
        Msg::OpenCode => match code_in(&start.code) {
            Some(code) => model.go(Route::Room(code)),
            None => model.tell(model.lang.web_bad_code()),
        },
        Msg::PlayAi => {
            let seats = Players::Ai(Bot::Level(Level::Medium)).seats(Some(true));
            let settings = settings::usual(start.board);
            let asked = model.session.ask(None, Request::Create { settings, seats, passphrase: None });
            model.wait_for_room(asked);
        }
        Msg::Quick => {
            let asked = model.session.ask(None, Request::QuickMatch { variant: start.board });
            model.wait_for_room(asked);
        }
    }
}

/// Returns the code in a text: a code, or the link to a room.
fn code_in(text: &str) -> Option<RoomCode> {
    let text = text.trim().trim_end_matches('/');
    text.rsplit('/').next()?.to_ascii_lowercase().parse().ok()
}
