//! The server's clock: asked for now and then while one of its clocks is shown running.

use tengen_shared::protocol::Request;

use crate::{
    effect::{Effect, NetOrder},
    model::{Model, Screen},
};

/// Asks the server for its clock if the screen needs it and what is known of it is old.
pub(super) fn refresh(model: &mut Model, effects: &mut Vec<Effect>) {
    let runs = matches!(model.screen, Screen::Room(_))
        && model.standing().is_some_and(|standing| standing.running().is_some());
    let Some(link) = model.link.online().filter(|_| runs && model.time.wants_answer()) else { return };
    let frame = model.outbox.once(None, Request::Ping {});
    model.time.ask(frame.id);
    effects.push(Effect::Net(NetOrder::Send { link, frame }));
}
