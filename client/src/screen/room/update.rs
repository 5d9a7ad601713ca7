//! Handles a room: the board, the actions, and leaving.

pub(crate) mod menu;
pub(crate) mod place;
pub(crate) mod ready;
pub(crate) mod talk;

use tengen_session::room::{RoomAction, RoomView, board_shown};
use tengen_shared::{
    game::{Access, RoomCode},
    rules::Variant,
};

use crate::{
    action::Action,
    input::TextInput,
    model::{Confirmed, MenuState, Model, Overlay},
    screen::{Screen, history, room::Invitation, thinking},
    theme::{Charset, Depth},
    update::{common::is_my_game, cursor, lobby},
};

const POINT_CHARS: usize = 8;

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let code = screen.code.clone();
    if let Some(entry) = &mut screen.entry {
        if entry.edit(action) {
            return;
        }
        match action {
            Action::Back => {
                screen.entry = None;
                return;
            }
            Action::Select => return place::typed(model),
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
        Action::ClickBoard => ready::ready_if_over(model),
        Action::Select => {
            if let Some(point) = cursor::point(model) {
                cursor::set(model, point);
                place::select(model, point);
            }
        }
        Action::Digit(digit) => place::digit(model, variant, digit),
        Action::TypePoint => type_point(model),
        Action::Explain => explain(model),
        Action::Menu => menu::open_menu(model),
        Action::Do(action) => menu::act(model, action),
        Action::Yes => menu::act(model, RoomAction::Accept),
        Action::No => menu::act(model, RoomAction::Decline),
        Action::History => history::update::open_here(model),
        Action::Chat => talk::open(model),
        Action::Mutes => talk::open_mutes(model),
        Action::Moves => show_moves(model),
        Action::Invite => invite(model),
        _ => {}
    }
}

/// Shows the analysis of the last move, or says why it is not available.
fn explain(model: &mut Model) {
    match model.standing().map(|standing| standing.can(Action::Explain)) {
        Some(MenuState::Hidden(why)) if has_no_moves(model) => model.warn(why),
        _ => thinking::update::open(model),
    }
}

fn has_no_moves(model: &Model) -> bool {
    model.standing().is_some_and(|standing| standing.room.game().is_some_and(|game| game.ply() == 0))
}

/// Shows the link that brings a friend into the room.
fn invite(model: &mut Model) {
    let Some(standing) = model.standing() else { return };
    let Some(address) = standing.address else { return model.warn(model.lang.invitation_alone()) };
    let room = standing.room;
    let has_passphrase = room.settings().access == Access::Passphrase;
    let invitation = Invitation { has_passphrase, ..Invitation::new(address, model.on_network, room.code()) };
    let draws = model.theme.depth != Depth::None && model.theme.charset == Charset::Unicode;
    model.overlay = Some(Overlay::Invitation(if draws { invitation.drawn() } else { invitation }));
}

/// Shows or hides the moves where they have no panel.
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
        model.overlay = Some(Overlay::Confirm { action: Confirmed::Leave { room }, yes: false });
    } else {
        lobby::leave(model, &room);
    }
}

fn type_point(model: &mut Model) {
    let me = model.session.player();
    let watching = model.room_on_screen().is_some_and(|(_, view)| view.my_seats(me).is_empty());
    if watching {
        ready::warn_watching(model);
    } else if let Screen::Room(screen) = &mut model.screen {
        screen.entry = Some(TextInput::new("", POINT_CHARS));
    }
}
