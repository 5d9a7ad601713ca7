//! A room: moving about the board, seats, leaving.

use tengen_shared::{
    game::{RoomCode, Seat},
    protocol::Cmd,
    rules::{Level, Point, Variant},
};

use super::{ask, is_my_game, lobby, place};
use crate::{
    action::Action,
    effect::Effect,
    layout::{Body, Layout},
    model::{Confirmed, Model, Overlay, RoomView, Screen, TextInput},
};

const POINT_CHARS: usize = 8;

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let code = screen.code.clone();
    if let Some(entry) = &mut screen.entry {
        match action {
            Action::Type(c) => return entry.push(c),
            Action::Erase => return entry.erase(),
            Action::EraseAll => return entry.clear(),
            Action::Back => {
                screen.entry = None;
                return;
            }
            Action::Select => return place::typed(model, effects),
            _ => {}
        }
    }
    if action == Action::Back {
        return leave(model, effects, code);
    }
    let Some(variant) = variant_of(model, &code) else { return };
    match action {
        Action::Up => step(model, variant, 0, 1),
        Action::Down => step(model, variant, 0, -1),
        Action::Left => step(model, variant, -1, 0),
        Action::Right => step(model, variant, 1, 0),
        Action::HoverPoint(point) => set_cursor(model, point),
        Action::ClickPoint(point) => {
            set_cursor(model, point);
            place::select(model, effects, point);
        }
        Action::ClickBoard => place::ready_if_over(model, effects),
        Action::Select => {
            if let Some(point) = cursor(model, variant) {
                place::select(model, effects, point);
            }
        }
        Action::Digit(digit) => place::digit(model, effects, variant, digit),
        Action::TypePoint => type_point(model),
        Action::Resign => resign(model, code),
        Action::Sit => sit(model, effects, code),
        Action::Stand => stand(model, effects, code),
        Action::AddAi => add_ai(model, code),
        _ => {}
    }
}

fn variant_of(model: &Model, code: &RoomCode) -> Option<Variant> {
    Some(model.rooms.get(code)?.room()?.settings().variant)
}

fn cursor(model: &Model, variant: Variant) -> Option<Point> {
    match &model.screen {
        Screen::Room(screen) => screen.cursor_on(variant),
        _ => None,
    }
}

pub(super) fn set_cursor(model: &mut Model, point: Point) {
    if let Screen::Room(screen) = &mut model.screen {
        screen.cursor = Some(point);
    }
}

fn step(model: &mut Model, variant: Variant, right: i8, up: i8) {
    let Some(at) = cursor(model, variant) else { return };
    let next = at.offset(right, up).filter(|point| variant.contains(*point)).unwrap_or(at);
    set_cursor(model, next);
    show(model, next);
}

/// Scrolls a board that does not fit, so that `point` can be seen.
pub(super) fn show(model: &mut Model, point: Point) {
    let Some(Layout { body: Body::Room { board, .. }, .. }) = Layout::of(model) else { return };
    if let Screen::Room(screen) = &mut model.screen {
        screen.origin = board.reveal(point);
    }
}

/// After the terminal has changed its size.
pub(super) fn keep_cursor_in_view(model: &mut Model) {
    let point = model.room_on_screen().and_then(|(screen, view)| {
        let variant = view.room()?.settings().variant;
        screen.cursor_on(variant)
    });
    if let Some(point) = point {
        show(model, point);
    }
}

/// After news of a room: its last move must not happen out of sight.
pub(super) fn show_last_move(model: &mut Model, code: &RoomCode) {
    let Some((screen, view)) = model.room_on_screen() else { return };
    if screen.code != *code {
        return;
    }
    let last = view.room().and_then(|room| room.game()).and_then(|game| game.position().last());
    match last {
        Some(point) => show(model, point),
        None => keep_cursor_in_view(model),
    }
}

fn view<'a>(model: &'a Model, code: &RoomCode) -> Option<&'a RoomView> {
    model.rooms.get(code)
}

fn leave(model: &mut Model, effects: &mut Vec<Effect>, room: RoomCode) {
    if view(model, &room).is_some_and(|view| is_my_game(view, model.me.player)) {
        model.overlay = Some(Overlay::Confirm { deed: Confirmed::Leave { room }, yes: false });
    } else {
        lobby::leave(model, effects, &room);
    }
}

fn type_point(model: &mut Model) {
    let me = model.me.player;
    let watching = model.room_on_screen().is_some_and(|(_, view)| view.my_seats(me).is_empty());
    if watching {
        model.warn(place::WATCHING);
    } else if let Screen::Room(screen) = &mut model.screen {
        screen.entry = Some(TextInput::new("", POINT_CHARS));
    }
}

fn resign(model: &mut Model, code: RoomCode) {
    let Some(room) = view(model, &code).and_then(RoomView::room) else { return };
    let mine = view(model, &code).map(|view| view.my_seats(model.me.player)).unwrap_or_default();
    let number = room.game().map(tengen_shared::game::Game::number);
    // With both seats at one keyboard, whoever is to move gives up.
    let seat = room.turn().filter(|seat| mine.contains(seat)).or(mine.first().copied());
    match (room.is_playing(), seat, number) {
        (_, None, _) => model.warn(place::WATCHING),
        (true, Some(seat), Some(game)) => {
            let deed = Confirmed::Resign { room: code, seat, game };
            model.overlay = Some(Overlay::Confirm { deed, yes: false });
        }
        (_, Some(_), _) => model.warn("no game is on: there is nothing to give up"),
    }
}

fn sit(model: &mut Model, effects: &mut Vec<Effect>, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    if !view.my_seats(model.me.player).is_empty() {
        model.warn("you have a seat already");
    } else if view.room().is_some_and(|room| room.seats().first_empty().is_none()) {
        model.warn("both seats are taken: you can go on watching");
    } else {
        ask(model, effects, Some(code), Cmd::Join {});
    }
}

fn stand(model: &mut Model, effects: &mut Vec<Effect>, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    let playing = view.room().is_some_and(tengen_shared::game::Room::is_playing);
    match (playing, view.my_seats(model.me.player).last().copied()) {
        (_, None) => model.warn("you have no seat"),
        (true, Some(_)) => model.warn("a game is on: finish or resign it first"),
        (false, Some(seat)) => {
            ask(model, effects, Some(code), Cmd::Stand { seat });
        }
    }
}

/// Asks for the level of the computer in the free seat, or of the one that sits there.
fn add_ai(model: &mut Model, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    let Some(room) = view.room() else { return };
    let level =
        |seat: &Seat| room.seats()[*seat].occupant.as_ref().and_then(tengen_shared::game::Occupant::level);
    let seat = room.seats().first_empty().or(Seat::BOTH.into_iter().find(|seat| level(seat).is_some()));
    if view.my_seats(model.me.player).is_empty() {
        model.warn(place::WATCHING);
    } else if room.is_playing() {
        model.warn("a game is on: finish or resign it first");
    } else if let Some(seat) = seat {
        let now = level(&seat).unwrap_or(Level::Medium);
        let cursor = Level::ALL.iter().position(|level| *level == now).unwrap_or(0);
        model.overlay = Some(Overlay::Levels { room: code, seat, cursor });
    } else {
        model.warn("both seats are taken by people");
    }
}
