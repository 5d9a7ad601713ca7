//! The start of the client: does what the command line asks for.

use tengen_session::link::Addresses;

use super::way;
use crate::{
    effect::Effect,
    intent::{Begin, Purpose, Start},
    model::{Init, Model},
    screen::{
        Screen,
        find::{self, Auto, FindScreen, LISTEN},
    },
};

/// Creates the state at the start, and returns it with the first effects.
#[must_use]
pub fn start(init: Init) -> (Model, Vec<Effect>) {
    let begin = init.begin.clone();
    let mut model = Model::new(init);
    let effects = begin_with(&mut model, begin);
    (model, effects)
}

fn begin_with(model: &mut Model, begin: Begin) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.screen = model.start_screen();
    match begin {
        Begin::Menu => {}
        Begin::Local { start } => {
            let here = model.offered.clone().filter(|kept| kept.address.is_none());
            model.start = start.or(here.map(|kept| Start::GoOn { room: kept.room }));
            way::go_local(model, &mut effects);
        }
        Begin::Server { server, start } => match server.or(model.last_server.clone().map(Addresses::from)) {
            Some(server) => way::dial(model, server, start),
            None => {
                let purpose = if start == Some(Start::Browse) { Purpose::Watch } else { Purpose::Join };
                let auto = Some(Auto { start, left: LISTEN });
                model.screen = Screen::Find(FindScreen { auto, ..FindScreen::new(purpose, None) });
            }
        },
        Begin::Seek { room, purpose, passphrase } => {
            find::update::seek(model, &mut effects, room, purpose, passphrase);
        }
    }
    find::update::listen(model, &mut effects);
    model.note_wait();
    super::net::pass_on(model, &mut effects);
    effects
}
