//! Placing a stone, by whichever way the point was chosen, and being ready for the next game.

use tengen_shared::{
    game::{Phase, Room, RoomCode, Seat, Seq},
    protocol::Cmd,
    rules::{Point, Variant},
};

use super::{ask, cursor};
use crate::{
    action::Action,
    effect::Effect,
    model::{Model, RoomView, Screen, board_shown},
    points::PointText,
};

const WAITING: &str = "sent; waiting for the server's answer";

/// What choosing a point leads to.
enum Choice {
    Place { seat: Seat, at: Seq },
    Ready,
    Refused(String),
}

/// The point was chosen: places a stone there, or, after the end of a game, means ready.
pub(super) fn select(model: &mut Model, effects: &mut Vec<Effect>, point: Point) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let code = screen.code.clone();
    let Some(room) = view.room() else { return };
    if view.my_seats(model.me.player).is_empty() {
        return warn_watching(model);
    }
    match choose(model, view, room, point) {
        Choice::Ready => ready(model, effects, &code),
        Choice::Refused(why) => model.warn(why),
        Choice::Place { .. } if model.outbox.waits_for(&code, |cmd| matches!(cmd, Cmd::Place { .. })) => {
            model.tell(WAITING);
        }
        Choice::Place { seat, at } => {
            model.notice = None;
            ask(model, effects, Some(code), Cmd::Place { seat, point, at });
            if !model.link.is_online() {
                model.tell(format!("{point} is sent as soon as the server is back"));
            }
        }
    }
}

fn choose(model: &Model, view: &RoomView, room: &Room, point: Point) -> Choice {
    match room.phase() {
        Phase::Over => Choice::Ready,
        Phase::Waiting if room.seats().first_empty().is_some() => {
            Choice::Refused(format!("wait for somebody to join {}, or press a for the AI", room.code()))
        }
        Phase::Waiting => Choice::Ready,
        Phase::Turn(seat) if view.my_seats(model.me.player).contains(&seat) => {
            let checked = room.game().map(|game| game.position().check(point));
            match checked {
                Some(Err(error)) => Choice::Refused(error.to_string()),
                Some(Ok(())) | None => Choice::Place { seat, at: room.at() },
            }
        }
        Phase::Turn(seat) => {
            let name = room.seats()[seat]
                .occupant
                .as_ref()
                .map(tengen_shared::game::Occupant::label)
                .unwrap_or_default();
            Choice::Refused(format!("it is not your turn: {name} is to move"))
        }
    }
}

/// Tells a spectator who wants to play why that cannot be now.
pub(super) fn warn_watching(model: &mut Model) {
    if let Some(why) = model.standing().map(|standing| standing.why_watching()) {
        model.warn(why);
    }
}

/// The board was clicked beside its points.
pub(super) fn ready_if_over(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let over = view.room().is_some_and(|room| room.phase() == Phase::Over);
    let code = screen.code.clone();
    if over {
        ready(model, effects, &code);
    }
}

/// The user wants the next game of the room on the screen.
pub(super) fn ready_here(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
        ready(model, effects, &code);
    }
}

/// Every seat of the user's wants the next game.
fn ready(model: &mut Model, effects: &mut Vec<Effect>, code: &RoomCode) {
    let Some(view) = model.rooms.get(code) else { return };
    let Some(room) = view.room() else { return };
    let at = room.at();
    let mine = view.my_seats(model.me.player);
    let unready = mine.iter().copied().filter(|seat| !room.seats()[*seat].ready);
    let unready: Vec<Seat> = unready.collect();
    if mine.is_empty() {
        return warn_watching(model);
    }
    if unready.is_empty() {
        return model.tell("you are ready: waiting for the other side");
    }
    if model.outbox.waits_for(code, |cmd| matches!(cmd, Cmd::Ready { .. })) {
        return model.tell(WAITING);
    }
    for seat in unready {
        ask(model, effects, Some(code.clone()), Cmd::Ready { seat, at });
    }
}

/// The keys 1 to 9 are the points of a 3x3 board, from the top left.
pub(super) fn digit(model: &mut Model, effects: &mut Vec<Effect>, variant: Variant, digit: u8) {
    match digit_point(variant, digit) {
        Some(point) => {
            cursor::set(model, point);
            let playing = |(_, view): (_, &RoomView)| view.room().is_some_and(Room::is_playing);
            // A key too many must not take away the board on which the game has just ended.
            if model.room_on_screen().is_some_and(playing) {
                select(model, effects, point);
            } else {
                model.tell("no game is on: press Enter when you are ready");
            }
        }
        None => model.warn("digits place on 3x3 boards only: press / and type a point such as h8"),
    }
}

pub(super) fn digit_point(variant: Variant, digit: u8) -> Option<Point> {
    PointText::Digit(digit).on(variant)
}

/// The line in which a point is typed was accepted.
pub(super) fn typed(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let Some(room) = view.room() else { return };
    let variant = board_shown(room);
    let text = screen.entry.as_ref().map(|entry| entry.text().to_owned()).unwrap_or_default();
    let Some(point) = read_point(variant, &text) else {
        return model.warn(no_point(&text));
    };
    if let Screen::Room(screen) = &mut model.screen {
        screen.entry = None;
    }
    cursor::set(model, point);
    cursor::show(model, point);
    super::act(model, effects, Action::ClickPoint(point));
}

/// What is said of a text that is no point.
pub(super) fn no_point(text: &str) -> String {
    format!("{text:?} is no point here: type h8, or row and column from the top: 8 8")
}

/// `h8`, or row and column counted from 1 at the top left, or digits where they can mean one point only.
pub(super) fn read_point(variant: Variant, text: &str) -> Option<Point> {
    text.parse::<PointText>().ok()?.on(variant)
}
