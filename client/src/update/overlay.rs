//! Handles the overlays: the help, questions, the menu of a room, choices and the chat.

use tengen_session::room::RoomView;
use tengen_shared::game::{Claim, Command};

use super::{
    common::{ask, moved},
    lobby,
};
use crate::{
    action::Action,
    effect::Effect,
    intent::Purpose,
    keymap,
    layout::{Layout, Rows},
    model::{Confirmed, LevelsFor, MenuLine, Model, Overlay},
    screen::{
        devices, door,
        room::{
            self,
            update::{menu, place, talk},
        },
    },
};

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let rows = match (&model.overlay, Layout::of(model)) {
        (Some(Overlay::Help { .. }), Some(Layout { popup: Some(popup), .. })) => popup.rows,
        _ => Rows::default(),
    };
    let Some(overlay) = &mut model.overlay else { return };
    match overlay {
        Overlay::Help { scroll, below } => match action {
            Action::Back | Action::ClickRow(_) => model.overlay = below.take().map(|below| *below),
            _ => *scroll = rows.scroll(action).unwrap_or(*scroll),
        },
        Overlay::Chat(_) => talk::act(model, action),
        Overlay::Mutes(_) => talk::act_mutes(model, action),
        Overlay::Invitation(_) => {
            if matches!(action, Action::Back | Action::Select) {
                model.overlay = None;
            }
        }
        Overlay::Game { .. } => menu(model, effects, action),
        Overlay::Confirm { .. }
        | Overlay::Levels { .. }
        | Overlay::Returning { .. }
        | Overlay::Claim { .. } => {
            choice(model, effects, action);
        }
    }
}

/// Handles the menu of a room: the choice of a row, or the key of an action.
fn menu(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Some(Overlay::Game { lines, cursor, .. }) = &model.overlay else { return };
    let row = match action {
        Action::ClickRow(row) => Some(row),
        Action::Select => Some(*cursor),
        _ => None,
    };
    let chosen = match row.map(|row| lines.get(row)) {
        Some(Some(MenuLine::Deed { action, .. })) => *action,
        Some(Some(MenuLine::Reason(_)) | None) => return,
        None if keymap::is_room_action(action) => action,
        None => return choice(model, effects, action),
    };
    model.overlay = None;
    room::update::act(model, chosen);
}

fn choice(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Some(overlay) = &mut model.overlay else { return };
    if matches!(action, Action::Left | Action::Right) {
        return other_seat(model);
    }
    if let Some(row) = moved(overlay.cursor(), overlay.choices(), action) {
        overlay.set_cursor(row);
        return;
    }
    match action {
        Action::ClickRow(row) => overlay.set_cursor(row),
        Action::Yes => overlay.set_cursor(0),
        Action::Select => {}
        Action::Back | Action::No => {
            model.overlay = None;
            return;
        }
        _ => return,
    }
    if let Some(overlay) = model.overlay.take() {
        carry_out(model, effects, overlay);
    }
}

/// Switches the choice of a level to the other seat, if an AI has that seat too.
fn other_seat(model: &mut Model) {
    let Some(Overlay::Levels { room, seat, bots, cursor, purpose: LevelsFor::Seat }) = &mut model.overlay
    else {
        return;
    };
    let view = model.session.room(room).and_then(RoomView::room);
    if let Some(bot) = view.and_then(|room| room.seats().bot(seat.other())) {
        *seat = seat.other();
        *cursor = bots.iter().position(|known| *known == bot).unwrap_or(0);
    }
}

fn carry_out(model: &mut Model, effects: &mut Vec<Effect>, overlay: Overlay) {
    match overlay {
        Overlay::Help { .. }
        | Overlay::Chat(_)
        | Overlay::Mutes(_)
        | Overlay::Invitation(_)
        | Overlay::Game { .. }
        | Overlay::Claim { early: true, .. }
        | Overlay::Confirm { yes: false, .. } => {}
        Overlay::Confirm { action, yes: true } => confirmed(model, effects, action),
        Overlay::Levels { room, seat, bots, cursor, purpose } => {
            let Some(bot) = bots.get(cursor).copied() else { return };
            let cmd = match purpose {
                LevelsFor::Seat => Command::SetAi { seat, bot },
                LevelsFor::StandIn { game } => Command::StandIn { seat, game, bot },
            };
            ask(model, Some(room), cmd);
        }
        Overlay::Returning { room, pairs, cursor } => {
            if let Some(pair) = pairs.get(cursor) {
                ask(model, Some(room), pair.command());
            }
        }
        Overlay::Claim { room, seat, game, cursor, .. } => {
            let claim = match cursor {
                0 => Claim::Win,
                1 => Claim::Draw,
                _ => return menu::choose_stand_in(model, room, seat, game),
            };
            ask(model, Some(room), Command::Claim { seat, game, claim });
        }
    }
}

fn confirmed(model: &mut Model, effects: &mut Vec<Effect>, action: Confirmed) {
    match action {
        Confirmed::Leave { room } => lobby::leave(model, &room),
        Confirmed::Quit => effects.push(Effect::Exit),
        Confirmed::AskToWatch { room } => door::update::knock(model, room),
        Confirmed::RemoveDevice { key, .. } => devices::update::remove(model, key),
        Confirmed::Watch { room } => door::update::enter(model, room, Purpose::Watch, None),
        Confirmed::Place { room, seat, point, at } => {
            place::place(model, room, place::Stone { seat, point, at });
        }
        Confirmed::Do { room, command, .. } => _ = ask(model, Some(room), command),
    }
}
