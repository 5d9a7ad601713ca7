//! Placing a stone, by whichever way the point was chosen, and being ready for the next game.

use tengen_shared::{
    game::{Command, Phase, Room, RoomCode, Seat, Seq},
    protocol::Cmd,
    rules::{Point, Variant},
};

use super::{ask, cursor};
use crate::{
    action::Action,
    effect::Effect,
    keymap::Context,
    model::{Confirmed, Model, Overlay, Screen, Trial, seat_label},
    settings::Misclick,
};
use tengen_session::{
    points::PointText,
    room::{RoomView, board_shown},
};

/// What choosing a point leads to.
enum Choice {
    Place { seat: Seat, at: Seq },
    Ready,
    Refused(String),
}

/// The point was chosen with the keys or the mouse, which may slip.
pub(super) fn select(model: &mut Model, point: Point) {
    select_with(model, point, model.settings.misclick);
}

/// The point was chosen: places a stone there, unless `guard` wants a second choice; or, after the end of a game, means
/// ready.
pub(super) fn select_with(model: &mut Model, point: Point, guard: Misclick) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let code = screen.code.clone();
    let Some(room) = view.room() else { return };
    if view.my_seats(model.session.player()).is_empty() {
        return warn_watching(model);
    }
    let on_trial = screen.trial_in(room);
    match choose(model, view, room, point) {
        Choice::Ready => ready(model, &code),
        Choice::Refused(why) => model.refuse(point, why),
        Choice::Place { .. }
            if model.session.waits_for(&code, |cmd| matches!(cmd, Cmd::Room(Command::Place { .. }))) =>
        {
            model.tell(model.lang.sent());
        }
        Choice::Place { seat, at } => match guard {
            Misclick::Confirm => {
                let deed = Confirmed::Place { room: code, seat, point, at };
                model.overlay = Some(Overlay::Confirm { deed, yes: true });
            }
            Misclick::Ghost if on_trial != Some(point) => put_on_trial(model, Trial { point, at }),
            Misclick::Off | Misclick::Ghost => place(model, code, Stone { seat, point, at }),
        },
    }
}

/// A stone that is to be placed while the room is at `at`.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub(super) seat: Seat,
    pub(super) point: Point,
    pub(super) at: Seq,
}

/// Sends a stone to the server.
pub(super) fn place(model: &mut Model, room: RoomCode, stone: Stone) {
    let Stone { seat, point, at } = stone;
    model.notice = None;
    give_up_trial(model);
    ask(model, Some(room), Command::Place { seat, point, at });
    if !model.session.link().is_online() {
        model.tell(model.lang.sent_later(&point.to_string()));
    }
}

fn put_on_trial(model: &mut Model, trial: Trial) {
    model.notice = None;
    if let Screen::Room(screen) = &mut model.screen {
        screen.trial = Some(trial);
    }
}

/// Takes a stone on trial away; true if there was one.
pub(super) fn give_up_trial(model: &mut Model) -> bool {
    let shown = model
        .room_on_screen()
        .is_some_and(|(screen, view)| view.room().is_some_and(|room| screen.trial_in(room).is_some()));
    if let Screen::Room(screen) = &mut model.screen {
        screen.trial = None;
    }
    shown
}

fn choose(model: &Model, view: &RoomView, room: &Room, point: Point) -> Choice {
    let lang = model.lang;
    match room.phase() {
        Phase::Over => Choice::Ready,
        Phase::Waiting if room.seats().first_empty().is_some() => {
            let key = model.keymap.key_of(Context::Room, Action::AddAi).unwrap_or_default();
            Choice::Refused(lang.wait_for_somebody(room.code().as_str(), &key))
        }
        Phase::Waiting => Choice::Ready,
        Phase::Turn(seat) if view.my_seats(model.session.player()).contains(&seat) => {
            let checked = room.game().map(|game| game.position().check(point));
            match checked {
                Some(Err(error)) => Choice::Refused(lang.play_error(error)),
                Some(Ok(())) | None => Choice::Place { seat, at: room.at() },
            }
        }
        Phase::Turn(seat) => {
            let name = seat_label(&room.seats()[seat], lang).unwrap_or_default();
            Choice::Refused(lang.not_your_turn(&name))
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
pub(super) fn ready_if_over(model: &mut Model) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let over = view.room().is_some_and(|room| room.phase() == Phase::Over);
    let code = screen.code.clone();
    if over {
        ready(model, &code);
    }
}

/// The user wants the next game of the room on the screen.
pub(super) fn ready_here(model: &mut Model) {
    if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
        ready(model, &code);
    }
}

/// Every seat of the user's wants the next game.
fn ready(model: &mut Model, code: &RoomCode) {
    let Some(view) = model.session.room(code) else { return };
    let Some(room) = view.room() else { return };
    let at = room.at();
    let mine = view.my_seats(model.session.player());
    let unready = mine.iter().copied().filter(|seat| !room.seats()[*seat].ready);
    let unready: Vec<Seat> = unready.collect();
    if mine.is_empty() {
        return warn_watching(model);
    }
    if unready.is_empty() {
        return model.tell(model.lang.ready_waiting_other());
    }
    if model.session.waits_for(code, |cmd| matches!(cmd, Cmd::Room(Command::Ready { .. }))) {
        return model.tell(model.lang.sent());
    }
    for seat in unready {
        ask(model, Some(code.clone()), Command::Ready { seat, at });
    }
}

/// The keys 1 to 9 are the points of a 3x3 board, from the top left.
pub(super) fn digit(model: &mut Model, variant: Variant, digit: u8) {
    match digit_point(variant, digit) {
        Some(point) => {
            cursor::set(model, point);
            let playing = |(_, view): (_, &RoomView)| view.room().is_some_and(Room::is_playing);
            // A key too many must not take away the board on which the game has just ended.
            if model.room_on_screen().is_some_and(playing) {
                select(model, point);
            } else {
                model.tell(model.lang.no_game_ready(&model.key(Context::Room, Action::Select)));
            }
        }
        None => model.warn(model.lang.digits_small_only(&model.key(Context::Room, Action::TypePoint))),
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
        return model.warn(model.lang.no_point(&text));
    };
    if let Screen::Room(screen) = &mut model.screen {
        screen.entry = None;
    }
    cursor::set(model, point);
    cursor::show(model, point);
    super::act(model, effects, Action::ClickPoint(point));
}

/// `h8`, or row and column counted from 1 at the top left, or digits where they can mean one point only.
pub(super) fn read_point(variant: Variant, text: &str) -> Option<Point> {
    text.parse::<PointText>().ok()?.on(variant)
}
