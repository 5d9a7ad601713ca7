//! Calls for the user's attention when it is their turn, somebody has sat down, or the game is over.

use tengen_session::room::{RoomView, seat_label};
use tengen_shared::game::{Event, Occupant, PlayerId, Room, RoomCode, Seat, Stamped};

use crate::{
    effect::Effect,
    model::Model,
    settings::{Call, Typing},
};

/// The reason for a call.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Turn(Seat),
    Join(String),
    End,
}

/// Notes that the user is active.
pub(crate) const fn touch(model: &mut Model) {
    model.notifier.touch(model.session.time().local());
}

/// Calls for the user's attention if one of the new `events` of a room is a reason. The latest one counts. A
/// room in which the user has no seat is no reason for a call.
pub(crate) fn heard(model: &mut Model, effects: &mut Vec<Effect>, code: &RoomCode, events: &[Stamped]) {
    let me = model.session.player();
    let Some(view) = model.session.room(code) else { return };
    let Some(room) = view.room() else { return };
    let mine = view.my_seats(me);
    if mine.is_empty() {
        return;
    }
    let Some(reason) = events.iter().rev().find_map(|stamped| reason(&stamped.event, room, &mine, me)) else {
        return;
    };
    let calls = model.settings.calls;
    let call = match reason {
        Reason::Turn(_) => calls.turn,
        Reason::Join(_) => calls.join,
        Reason::End => calls.end,
    };
    let text = text(model, view, code, reason);
    let may_call = calls.typing == Typing::Notify || model.notifier.may_call(model.session.time().local());
    if call != Call::Off && may_call {
        effects.push(Effect::Call { call, text });
    }
}

fn reason(event: &Event, room: &Room, mine: &[Seat], me: Option<PlayerId>) -> Option<Reason> {
    match event {
        Event::StonePlaced { seat, .. } => {
            let turn = room.turn().is_some_and(|turn| mine.contains(&turn));
            (turn && !mine.contains(seat)).then_some(Reason::Turn(*seat))
        }
        Event::GameOver { .. } => Some(Reason::End),
        Event::SeatTaken { seat, occupant } if !mine.contains(seat) => match occupant {
            Occupant::Ai { .. } => None,
            other => (other.player() != me).then(|| Reason::Join(other.label())),
        },
        _ => None,
    }
}

fn text(model: &Model, view: &RoomView, code: &RoomCode, reason: Reason) -> String {
    let lang = model.lang;
    match reason {
        Reason::Turn(seat) => {
            let who = view.room().and_then(|room| seat_label(&room.seats()[seat], model.lang));
            lang.call_turn(&who.unwrap_or_default(), code.as_str())
        }
        Reason::Join(who) => lang.call_join(&who, code.as_str()),
        Reason::End => lang.call_end(code.as_str()),
    }
}
