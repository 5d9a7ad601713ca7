//! Questions before an action.

use tengen_session::room::RoomAction;
use tengen_shared::{
    game::{Claim, Command, Game, Seat},
    rules::Bot,
};

use crate::{
    model::Model,
    screen::{
        Screen,
        new::{NewRoom, Place},
        room::Dialog,
    },
};

/// Asks what exactly is to be done, or does it at once if nothing is open.
pub(crate) fn consider(model: &mut Model, action: RoomAction) {
    // The button goes away with the menu, so the keyboard goes back to what has opened it.
    let was_open = match &mut model.screen {
        Screen::Room(screen) => std::mem::take(&mut screen.more),
        _ => false,
    };
    let viewer = model.code().and_then(|code| model.session.viewer(code));
    let irreversible = viewer.and_then(|viewer| viewer.irreversible(action));
    let dialog = match (irreversible, action) {
        (Some(action), _) => Dialog::Sure(action),
        (None, RoomAction::Claim) => Dialog::Claim,
        (None, RoomAction::AddAi) => Dialog::Level { stand_in: false },
        (None, RoomAction::Recognize) => Dialog::Returning,
        (None, RoomAction::Settings) => return change_settings(model),
        (None, _) => {
            if was_open {
                model.focus("more");
            }
            return model.do_room(action);
        }
    };
    if let Screen::Room(screen) = &mut model.screen {
        screen.dialog = Some(dialog);
        model.focus("dialog");
    }
}

/// Opens the form that changes the room.
fn change_settings(model: &mut Model) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let Some(room) = model.session.room(&screen.code).and_then(|view| view.room()) else { return };
    let place = if screen.is_alone() { Place::Device } else { Place::Server };
    screen.form = Some(Box::new(NewRoom::changing(room, place)));
    screen.more = false;
}

/// Ends the game of a player who is gone, or asks which AI plays on.
pub(crate) fn claim(model: &mut Model, claim: Option<Claim>) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let Some(claim) = claim else {
        screen.dialog = Some(Dialog::Level { stand_in: true });
        return model.focus("dialog");
    };
    screen.dialog = None;
    let Some(viewer) = model.session.viewer(&screen.code) else { return };
    let (Some(seat), game) = (viewer.seat(), viewer.room.game().map_or(0, Game::number)) else { return };
    model.ask(Command::Claim { seat, game, claim });
}

/// Gives a seat to an AI: a free one, that of the other AI, or that of a player who is gone.
pub(crate) fn seat(model: &mut Model, bot: Bot) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let dialog = screen.dialog.take();
    let Some(viewer) = model.session.viewer(&screen.code) else { return };
    let seats = viewer.room.seats();
    let command = match dialog {
        Some(Dialog::Level { stand_in: true }) => {
            let Some(seat) = viewer.seat() else { return };
            Command::StandIn { seat, game: viewer.room.game().map_or(0, Game::number), bot }
        }
        _ => {
            let of_ai = Seat::BOTH.into_iter().find(|seat| seats.bot(*seat).is_some());
            Command::SetAi { seat: seats.first_empty().or(of_ai).unwrap_or(Seat::Two), bot }
        }
    };
    model.ask(command);
}
