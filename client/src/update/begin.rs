//! The first thing that is done: what the command line asked for.

use tengen_shared::game::{Passphrase, RoomCode};

use super::{find, way};
use crate::{
    effect::Effect,
    model::{Auto, Begin, FindScreen, LISTEN, Model, Purpose, SEEK, Screen, SeekScreen, Start},
    net::lan::LanOrder,
};
use tengen_session::link::Address;

/// Begins with what the command line asked for.
pub(crate) fn begin(model: &mut Model, begin: Begin) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.screen = model.start_screen();
    match begin {
        Begin::Menu => {}
        Begin::Local => {
            let here = model.offered.clone().filter(|kept| kept.address.is_none());
            model.start = here.map(|kept| Start::GoOn { room: kept.room });
            way::go_local(model, &mut effects);
        }
        Begin::Server { address, start } => match address.or(model.last_server.clone()) {
            Some(address) => way::dial(model, address, start),
            None => {
                let purpose = if start == Some(Start::Browse) { Purpose::Watch } else { Purpose::Join };
                let auto = Some(Auto { start, left: LISTEN });
                model.screen = Screen::Find(FindScreen { auto, ..FindScreen::new(purpose, None) });
            }
        },
        Begin::Seek { room, purpose, passphrase } => seek(model, &mut effects, room, purpose, passphrase),
    }
    find::listen(model, &mut effects);
    model.note_wait();
    super::net::pass_on(model, &mut effects);
    effects
}

/// Looks for a room on the servers that can be reached.
pub(super) fn seek(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    room: RoomCode,
    purpose: Purpose,
    passphrase: Option<Passphrase>,
) {
    let mut first: Vec<Address> = model.last_server.clone().into_iter().collect();
    if !first.contains(&Address::default()) {
        first.push(Address::default());
    }
    effects.push(Effect::Lan(LanOrder::Seek { code: room.clone(), first }));
    let back = Box::new(model.screen.clone());
    model.notice = None;
    model.screen = Screen::Seek(SeekScreen { room, purpose, passphrase, back, left: SEEK });
}
