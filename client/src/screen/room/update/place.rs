//! Places stones on the board, with a second choice as a guard against slips.

use tengen_session::{
    points::{self, PointText},
    room::{Placing, RoomAction, RoomView, board_shown},
};
use tengen_shared::{
    game::{Command, Reject, Room, RoomCode, Seat, Seq},
    protocol::Cmd,
    rules::{Point, Variant},
};

use crate::{
    action::Action,
    keymap::Context,
    model::{Confirmed, Model, Overlay, choice_digit},
    screen::{
        Screen,
        room::{
            Preview,
            update::{menu, ready},
        },
    },
    settings::Misclick,
    update::{common::ask, cursor},
};

/// Handles a point that was chosen with a key or the mouse, either of which may slip.
pub(crate) fn select(model: &mut Model, point: Point) {
    select_with(model, point, model.settings.misclick);
}

/// Handles a chosen point: places a stone, or asks for a second choice if `guard` requires it. After a game, makes the
/// user ready.
pub(crate) fn select_with(model: &mut Model, point: Point, guard: Misclick) {
    let (Some(standing), Some(screen)) = (model.standing(), model.screen.room()) else { return };
    let code = screen.code.clone();
    let lang = standing.lang;
    let refused = match standing.placing(point) {
        Placing::Stone { seat, at } => return place_with(model, code, Stone { seat, point, at }, guard),
        Placing::Choose => return menu::open_menu(model),
        Placing::NoGame => return ready::ready(model, &code),
        Placing::EmptySeat => lang.wait_for_somebody(&standing.key(Action::Do(RoomAction::AddAi))),
        Placing::TurnOf(seat) => lang.not_your_turn(&standing.name(seat)),
        Placing::Refused(obstacle) => standing.why(&obstacle),
    };
    model.refuse(point, refused);
}

/// Places the stone, or asks for a second choice if `guard` requires it.
fn place_with(model: &mut Model, room: RoomCode, stone: Stone, guard: Misclick) {
    let Stone { seat, point, at } = stone;
    let is_placing = |cmd: &Cmd| matches!(cmd, Cmd::Room(Command::Place { .. }));
    if model.session.waits_for(&room, is_placing) {
        return tell_waiting(model, &room);
    }
    let preview = Preview { point, at };
    let is_chosen_again = matches!(&model.screen, Screen::Room(screen) if screen.preview == Some(preview));
    match guard {
        Misclick::Confirm => {
            let action = Confirmed::Place { room, seat, point, at };
            model.overlay = Some(Overlay::Confirm { action, yes: true });
        }
        Misclick::Ghost if !is_chosen_again => show_preview(model, preview),
        Misclick::Off | Misclick::Ghost => place(model, room, stone),
    }
}

/// Says that a move waits for the server already.
fn tell_waiting(model: &mut Model, room: &RoomCode) {
    let waiting = model.session.waiting().find_map(|frame| match &frame.cmd {
        Cmd::Room(Command::Place { point, .. }) if frame.room.as_ref() == Some(room) => Some(*point),
        _ => None,
    });
    let later = waiting.filter(|_| !model.session.link().is_online());
    model.tell(match later {
        Some(point) => model.lang.move_waits(&point.to_string()),
        None => model.lang.sent().to_owned(),
    });
}

/// A stone to place while the room is at `at`.
#[derive(Clone, Copy)]
pub(crate) struct Stone {
    pub(crate) seat: Seat,
    pub(crate) point: Point,
    pub(crate) at: Seq,
}

/// Sends the command that places a stone.
pub(crate) fn place(model: &mut Model, room: RoomCode, stone: Stone) {
    let Stone { seat, point, at } = stone;
    model.notice = None;
    give_up_trial(model);
    let asked = ask(model, Some(room), Command::Place { seat, point, at });
    if asked.is_some() && !model.session.link().is_online() {
        model.tell(model.lang.sent_later(&point.to_string()));
    }
}

fn show_preview(model: &mut Model, preview: Preview) {
    model.notice = None;
    if let Screen::Room(screen) = &mut model.screen {
        screen.preview = Some(preview);
    }
}

/// Removes the tentative stone. Returns true if there was one.
pub(crate) fn give_up_trial(model: &mut Model) -> bool {
    let shown = model
        .room_on_screen()
        .is_some_and(|(screen, view)| view.room().is_some_and(|room| screen.trial_in(room).is_some()));
    if let Screen::Room(screen) = &mut model.screen {
        screen.preview = None;
    }
    shown
}

/// Handles the keys 1 to 9, which are the points of a 3x3 board, from the top left, or the choices of an opening.
pub(crate) fn digit(model: &mut Model, variant: Variant, digit: u8) {
    let choices = model.standing().map(|standing| standing.choices()).unwrap_or_default();
    if let Some(choice) = choices.iter().find(|choice| choice_digit(**choice) == usize::from(digit)) {
        return menu::act(model, RoomAction::Choose(*choice));
    }
    if !choices.is_empty() {
        return model.warn(model.lang.reject(&Reject::NoSuchChoice));
    }
    match digit_point(variant, digit) {
        Some(point) => {
            cursor::set(model, point);
            let playing = |(_, view): (_, &RoomView)| view.room().is_some_and(Room::is_playing);
            // After the end of a game, an extra key press must not start the next one and clear the board.
            if model.room_on_screen().is_some_and(playing) {
                select(model, point);
            } else {
                model.tell(model.lang.no_game_ready(&model.key(Context::Room, Action::Select)));
            }
        }
        None => {
            let (key, (point, _)) = (model.key(Context::Room, Action::TypePoint), points::example(variant));
            model.warn(model.lang.digits_small_only(&key, &point));
        }
    }
}

pub(crate) fn digit_point(variant: Variant, digit: u8) -> Option<Point> {
    PointText::Digit(digit).on(variant)
}

/// The line in which a point is typed was accepted.
pub(crate) fn typed(model: &mut Model) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    let Some(room) = view.room() else { return };
    let variant = board_shown(room);
    let text = screen.entry.as_ref().map(|entry| entry.text().to_owned()).unwrap_or_default();
    let Some(point) = read_point(variant, &text) else {
        let (point, row_col) = points::example(variant);
        return model.warn(model.lang.no_point(&text, &point, &row_col));
    };
    if let Screen::Room(screen) = &mut model.screen {
        screen.entry = None;
    }
    cursor::set(model, point);
    cursor::show(model, point);
    select(model, point);
}

/// Parses a point such as `h8`, or row and column counted from 1 at the top left, or digits if they are unambiguous.
pub(crate) fn read_point(variant: Variant, text: &str) -> Option<Point> {
    text.parse::<PointText>().ok()?.on(variant)
}
