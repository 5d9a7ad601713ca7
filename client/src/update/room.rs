//! A room: moving about the board, seats, leaving.

use tengen_shared::{
    game::{Command, RoomCode, Seat},
    rules::{Bot, Level, Variant},
};

use super::{ask, chat, cursor, game, history, is_my_game, lobby, place, thinking};
use crate::{
    action::Action,
    effect::Effect,
    model::{Can, Confirmed, LevelsFor, Model, Overlay, Screen, TextInput},
};
use tengen_session::room::{RoomView, board_shown};

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
        if !place::give_up_trial(model) {
            leave(model, code);
        }
        return;
    }
    let Some(variant) = variant_of(model, &code) else { return };
    match action {
        Action::Up => cursor::step(model, variant, 0, 1),
        Action::Down => cursor::step(model, variant, 0, -1),
        Action::Left => cursor::step(model, variant, -1, 0),
        Action::Right => cursor::step(model, variant, 1, 0),
        Action::HoverPoint(point) => cursor::set(model, point),
        Action::ClickPoint(point) => {
            cursor::set(model, point);
            place::select(model, point);
        }
        Action::ClickBoard => place::ready_if_over(model),
        Action::Select => {
            if let Some(point) = cursor::point(model) {
                cursor::set(model, point);
                place::select(model, point);
            }
        }
        Action::Digit(digit) => place::digit(model, variant, digit),
        Action::TypePoint => type_point(model),
        Action::Resign => resign(model, code),
        Action::Sit => sit(model, code),
        Action::Stand => stand(model, code),
        Action::AddAi => add_ai(model, code),
        Action::Hint => hint(model, code),
        Action::GoOn => go_on(model, code),
        Action::Explain => thinking::open(model),
        Action::Do(_) | Action::Yes | Action::No => game::act(model, action),
        Action::History => history::open_here(model),
        Action::Chat => chat::open(model),
        Action::Mutes => chat::open_mutes(model),
        Action::Moves => show_moves(model),
        _ => {}
    }
}

/// Shows the moves where they have no panel of their own, or no longer.
fn show_moves(model: &mut Model) {
    if let Screen::Room(screen) = &mut model.screen {
        screen.moves_shown = !screen.moves_shown;
    }
    cursor::keep_in_view(model);
}

fn variant_of(model: &Model, code: &RoomCode) -> Option<Variant> {
    Some(board_shown(model.session.room(code)?.room()?))
}

fn view<'a>(model: &'a Model, code: &RoomCode) -> Option<&'a RoomView> {
    model.session.room(code)
}

fn leave(model: &mut Model, room: RoomCode) {
    if view(model, &room).is_some_and(|view| is_my_game(view, model.session.player())) {
        model.overlay = Some(Overlay::Confirm { deed: Confirmed::Leave { room }, yes: false });
    } else {
        lobby::leave(model, &room);
    }
}

fn type_point(model: &mut Model) {
    let me = model.session.player();
    let watching = model.room_on_screen().is_some_and(|(_, view)| view.my_seats(me).is_empty());
    if watching {
        place::warn_watching(model);
    } else if let Screen::Room(screen) = &mut model.screen {
        screen.entry = Some(TextInput::new("", POINT_CHARS));
    }
}

fn resign(model: &mut Model, code: RoomCode) {
    let Some(room) = view(model, &code).and_then(RoomView::room) else { return };
    let mine = view(model, &code).map(|view| view.my_seats(model.session.player())).unwrap_or_default();
    let number = room.game().map(tengen_shared::game::Game::number);
    // With both seats at one keyboard, whoever is to move gives up.
    let seat = room.turn().filter(|seat| mine.contains(seat)).or(mine.first().copied());
    match (room.is_playing(), seat, number) {
        (_, None, _) => place::warn_watching(model),
        (true, Some(seat), Some(game)) => {
            let deed = Confirmed::Resign { room: code, seat, game };
            model.overlay = Some(Overlay::Confirm { deed, yes: false });
        }
        (_, Some(_), _) => model.warn(model.lang.nothing_to_resign()),
    }
}

fn sit(model: &mut Model, code: RoomCode) {
    match model.standing().map(|standing| standing.can(Action::Sit)) {
        Some(Can::Now(_)) => {
            ask(model, Some(code), Command::Join { passphrase: None });
        }
        Some(Can::Never(why)) => model.warn(why),
        Some(Can::Not(why)) => model.warn(why),
        None => {}
    }
}

fn stand(model: &mut Model, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    let playing = view.room().is_some_and(tengen_shared::game::Room::is_playing);
    match (playing, view.my_seats(model.session.player()).last().copied()) {
        (_, None) => model.warn(model.lang.no_seat()),
        (true, Some(_)) => model.warn(model.lang.game_on()),
        (false, Some(seat)) => {
            ask(model, Some(code), Command::Stand { seat });
        }
    }
}

/// Asks for the level of the computer in the free seat, or of the one that sits there.
fn add_ai(model: &mut Model, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    let Some(room) = view.room() else { return };
    let seats = room.seats();
    let seat = seats.first_empty().or(Seat::BOTH.into_iter().find(|seat| seats.bot(*seat).is_some()));
    let host = !seats.any_person() && Some(room.host()) == model.session.player();
    if view.my_seats(model.session.player()).is_empty() && !host {
        place::warn_watching(model);
    } else if room.is_playing() {
        model.warn(model.lang.game_on());
    } else if let Some(seat) = seat {
        let medium = Bot::Level(Level::Medium);
        let now = seats.bot(seat).unwrap_or(medium);
        let known = model.session.bots(room.settings().variant).map(<[Bot]>::to_vec);
        let bots = known.unwrap_or_else(|| vec![medium]);
        let cursor = bots.iter().position(|bot| *bot == now).unwrap_or(0);
        model.overlay = Some(Overlay::Levels { room: code, seat, bots, cursor, purpose: LevelsFor::Seat });
    } else {
        model.warn(model.lang.both_taken_by_people());
    }
}

/// Asks for a suggested move in the user's own turn.
fn hint(model: &mut Model, code: RoomCode) {
    let Some(view) = view(model, &code) else { return };
    let Some(room) = view.room() else { return };
    let mine = view.my_seats(model.session.player());
    match room.turn().filter(|seat| mine.contains(seat)) {
        Some(seat) => {
            let at = room.at();
            ask(model, Some(code), Command::Hint { seat, at });
        }
        None if mine.is_empty() => place::warn_watching(model),
        None => model.warn(model.lang.hint_own_turn()),
    }
}

/// Lets two AI seats that have paused play on.
fn go_on(model: &mut Model, code: RoomCode) {
    if view(model, &code).and_then(RoomView::room).is_some_and(tengen_shared::game::Room::is_paused) {
        ask(model, Some(code), Command::GoOn {});
    } else {
        model.warn(model.lang.nothing_paused());
    }
}
