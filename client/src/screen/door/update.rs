//! Handles entering a room, with a passphrase or the players' permission if needed.

use tengen_shared::{
    game::{Command, Passphrase, RejectCode, RoomCode},
    protocol::{Cmd, Frame, Request},
};

use crate::{
    action::Action,
    input::SecretInput,
    intent::Purpose,
    model::{Confirmed, Model, Overlay},
    screen::{
        Screen,
        door::{KnockingScreen, PassphraseScreen},
    },
    update::{
        common::{ask, leave},
        way,
    },
};

/// Asks the server to let the user into `room`.
pub(crate) fn enter(model: &mut Model, room: RoomCode, purpose: Purpose, passphrase: Option<Passphrase>) {
    let (cmd, what) = match purpose {
        Purpose::Join => (Cmd::Room(Command::Join { passphrase }), model.lang.taking_seat(&room)),
        Purpose::Watch => (Cmd::Request(Request::Watch { passphrase }), model.lang.going_to_watch(&room)),
    };
    way::enter_room(model, Some(room), cmd, &what);
}

/// Handles a refusal to let the user into a room: asks for the passphrase or for permission. Returns true if that is
/// enough, so that the refusal needs no message.
pub(crate) fn shut(model: &mut Model, frame: &Frame, code: RejectCode, text: &str) -> bool {
    let (purpose, tried) = match &frame.cmd {
        Cmd::Room(Command::Join { passphrase }) => (Purpose::Join, passphrase.is_some()),
        Cmd::Request(Request::Watch { passphrase }) => (Purpose::Watch, passphrase.is_some()),
        _ => return false,
    };
    let Some(room) = frame.room.clone() else { return false };
    // The user watches the room already, and another person has taken the seat.
    if code == RejectCode::RoomFull && model.session.room(&room).is_some() {
        return false;
    }
    // Without a first attempt, the field itself says that a passphrase is needed.
    if tried && code == RejectCode::Passphrase {
        model.warn(text);
    }
    show_way(model, room, purpose, code)
}

/// Asks the user for the passphrase, whether to ask the players, or whether to watch a full room. Returns false if the
/// refusal has another reason.
fn show_way(model: &mut Model, room: RoomCode, purpose: Purpose, code: RejectCode) -> bool {
    match (code, &mut model.screen) {
        (RejectCode::Passphrase, Screen::Passphrase(screen)) => {
            screen.purpose = purpose;
            // The wrong passphrase is deleted, so that the next one starts empty.
            screen.secret.input.clear();
        }
        (RejectCode::Passphrase, _) => {
            let back = Box::new(model.screen.clone());
            let secret = SecretInput::passphrase();
            model.screen = Screen::Passphrase(PassphraseScreen { room, purpose, secret, back });
        }
        (RejectCode::NeedsConsent, _) => {
            model.overlay = Some(Overlay::Confirm { action: Confirmed::AskToWatch { room }, yes: true });
        }
        (RejectCode::RoomFull, _) if purpose == Purpose::Join => {
            model.overlay = Some(Overlay::Confirm { action: Confirmed::Watch { room }, yes: true });
        }
        _ => return false,
    }
    true
}

/// Leaves a room that the user may no longer watch, and shows how to enter it again.
pub(crate) fn shut_out(model: &mut Model, room: &RoomCode, code: RejectCode) {
    if model.screen.room().is_some_and(|screen| screen.code == *room) {
        model.overlay = None;
        way::home(model);
        show_way(model, room.clone(), Purpose::Watch, code);
    }
}

pub(crate) fn act_passphrase(model: &mut Model, action: Action) {
    let Screen::Passphrase(screen) = &mut model.screen else { return };
    if screen.secret.input.edit(action) {
        return;
    }
    match action {
        Action::Reveal => screen.secret.shown = !screen.secret.shown,
        Action::Back => model.screen = (*screen.back).clone(),
        Action::Select => match screen.secret.input.text().parse::<Passphrase>() {
            Ok(passphrase) => {
                let (room, purpose) = (screen.room.clone(), screen.purpose);
                enter(model, room, purpose, Some(passphrase));
            }
            Err(error) => model.warn(model.lang.passphrase_error(error)),
        },
        _ => {}
    }
}

/// Asks the players for permission to watch, and waits for their answer.
pub(crate) fn knock(model: &mut Model, room: RoomCode) {
    if ask(model, Some(room.clone()), Command::AskToWatch {}).is_some() {
        let back = Box::new(model.screen.clone());
        model.screen = Screen::Knocking(KnockingScreen { room, back });
    }
}

/// Asks again after a new connection, because an answer that the server sent meanwhile is lost.
pub(crate) fn knock_again(model: &mut Model) {
    let Screen::Knocking(screen) = &model.screen else { return };
    let room = screen.room.clone();
    if !model.session.waits_for(&room, |cmd| matches!(cmd, Cmd::Room(Command::AskToWatch {}))) {
        ask(model, Some(room), Command::AskToWatch {});
    }
}

/// Enters the room after the players have given permission.
pub(crate) fn let_in(model: &mut Model, room: &RoomCode) {
    if let Screen::Knocking(screen) = &model.screen
        && screen.room == *room
    {
        model.screen = (*screen.back).clone();
        enter(model, room.clone(), Purpose::Watch, None);
    }
}

/// Handles a refusal of permission to watch. Returns true if the room can be watched without asking, so that the
/// refusal needs no message.
pub(crate) fn answered(model: &mut Model, room: &RoomCode, code: RejectCode) -> bool {
    let Screen::Knocking(screen) = &model.screen else { return false };
    if screen.room != *room {
        return false;
    }
    if code == RejectCode::NotAsking {
        let_in(model, room);
        return true;
    }
    model.screen = (*screen.back).clone();
    false
}

pub(crate) fn act_knocking(model: &mut Model, action: Action) {
    if action == Action::Back
        && let Screen::Knocking(screen) = &model.screen
    {
        let room = screen.room.clone();
        model.screen = (*screen.back).clone();
        // This withdraws the request.
        leave(model, &room);
    }
}
