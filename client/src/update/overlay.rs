//! Popups: the help, questions and the choice of a level.

use tengen_shared::protocol::Cmd;

use super::{ask, chat, lobby, moved};
use crate::{
    action::Action,
    effect::Effect,
    keymap,
    model::{Confirmed, Model, Overlay, RoomView},
};

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let below = keymap::screen_context(&model.screen);
    let Some(overlay) = &mut model.overlay else { return };
    match overlay {
        Overlay::Help { scroll } => match action {
            Action::Up => *scroll = scroll.saturating_sub(1),
            Action::Down => *scroll = (*scroll + 1).min(keymap::help(below).len().saturating_sub(1)),
            Action::Back | Action::ClickRow(_) => model.overlay = None,
            _ => {}
        },
        Overlay::Chat(_) => chat::act(model, effects, action),
        Overlay::Mutes(_) => chat::act_mutes(model, effects, action),
        Overlay::Confirm { .. } | Overlay::Levels { .. } => choice(model, effects, action),
    }
}

fn choice(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Some(overlay) = &mut model.overlay else { return };
    if matches!(action, Action::Left | Action::Right) {
        return other_seat(model);
    }
    if let Some(row) = moved(overlay.cursor(), overlay.rows().len(), action) {
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

/// Chooses for the other seat, if an AI has that one too.
fn other_seat(model: &mut Model) {
    let Some(Overlay::Levels { room, seat, bots, cursor }) = &mut model.overlay else { return };
    let view = model.rooms.get(room).and_then(RoomView::room);
    if let Some(bot) = view.and_then(|room| room.seats().bot(seat.other())) {
        *seat = seat.other();
        *cursor = bots.iter().position(|known| *known == bot).unwrap_or(0);
    }
}

fn carry_out(model: &mut Model, effects: &mut Vec<Effect>, overlay: Overlay) {
    match overlay {
        Overlay::Help { .. } | Overlay::Chat(_) | Overlay::Mutes(_) | Overlay::Confirm { yes: false, .. } => {
        }
        Overlay::Confirm { deed, yes: true } => match deed {
            Confirmed::Resign { room, seat, game } => {
                ask(model, effects, Some(room), Cmd::Resign { seat, game });
            }
            Confirmed::Leave { room } => lobby::leave(model, effects, &room),
            Confirmed::Quit => effects.push(Effect::Exit),
        },
        Overlay::Levels { room, seat, bots, cursor } => {
            if let Some(bot) = bots.get(cursor).copied() {
                ask(model, effects, Some(room), Cmd::SetAi { seat, bot });
            }
        }
    }
}
