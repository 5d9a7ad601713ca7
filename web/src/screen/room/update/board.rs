//! Pointing at the board of a room, and placing stones.

use tengen_session::{
    alone::Alone,
    room::{Placing, board_shown},
};
use tengen_shared::{game::Command, protocol::Cmd, rules::Point};

use crate::{
    model::Model,
    prefs::Switch,
    screen::{
        Screen,
        aim::{self, Outcome},
    },
};

/// The user points at the board.
pub(super) fn aim(model: &mut Model, msg: &aim::Msg) {
    let now = model.session.time().local();
    let Screen::Room(screen) = &mut model.screen else { return };
    let Some(viewer) = model.session.viewer(&screen.code) else { return };
    match screen.aim.update(msg, board_shown(viewer.room), now) {
        Outcome::Nothing => {}
        Outcome::Focus(point) => model.focus_point(point),
        // Nothing is unsure about a stone that cannot be placed: the reason is said at once.
        Outcome::Unsure(point)
            if model.prefs.has(Switch::Taps) && matches!(viewer.placing(point), Placing::Stone { .. }) =>
        {
            screen.aim.preview = Some(point);
            model.tell(model.lang.web_tap_again(&point.to_string()));
        }
        Outcome::Unsure(point) | Outcome::Chosen(point) => place(model, point),
    }
}

/// Places a stone, or says why that is not possible.
fn place(model: &mut Model, point: Point) {
    let Screen::Room(screen) = &mut model.screen else { return };
    screen.aim.preview = None;
    let code = screen.code.clone();
    let Some(viewer) = model.session.viewer(&code) else { return };
    let lang = model.lang;
    let refused = match viewer.placing(point) {
        Placing::Stone { seat, at } => {
            let is_placing = |cmd: &Cmd| matches!(cmd, Cmd::Room(Command::Place { .. }));
            if model.session.waits_for(&code, is_placing) {
                return model.tell(if model.session.link().is_online() {
                    lang.sent()
                } else {
                    lang.action_sent_later()
                });
            }
            model.ask(Command::Place { seat, point, at });
            if !model.session.link().is_online() && !Alone::is(&code) {
                model.tell(lang.sent_later(&point.to_string()));
            }
            return;
        }
        Placing::Choose => lang.you_choose().to_owned(),
        Placing::NoGame => lang.not_begun().to_owned(),
        Placing::EmptySeat => lang.waiting_for_second().to_owned(),
        Placing::TurnOf(seat) => lang.not_your_turn(&viewer.seat_name(seat, lang)),
        Placing::Refused(obstacle) => obstacle.text(lang),
    };
    model.tell(refused);
}
