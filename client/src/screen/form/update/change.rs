//! Handles the form when it changes an existing room.

use tengen_session::{
    form::FormError,
    opponent::Opponent,
    room::{ActionAvailability, RoomAction},
};
use tengen_shared::game::{Command, Passphrase, Settings};

use crate::{
    model::Model,
    screen::{
        Screen,
        form::{Change, ChangeBy, CreateForm},
    },
    update::{common::ask, cursor},
};

/// Opens the form for the room on the screen.
pub(crate) fn open(model: &mut Model) {
    let Some(standing) = model.standing() else { return };
    let Screen::Room(screen) = &model.screen else { return };
    let by = match standing.availability(RoomAction::Settings).command() {
        Some(Command::Offer { .. }) => ChangeBy::Consent,
        _ => ChangeBy::Host,
    };
    let change = Change { screen: screen.clone(), old: *standing.room.settings(), by };
    let opponent = Opponent::in_room(standing.room);
    model.screen = Screen::Create(Box::new(CreateForm::change(model.mode, change, opponent)));
    model.notice = None;
}

/// Goes back to the room.
pub(crate) fn close(model: &mut Model) {
    let Screen::Create(form) = &model.screen else { return };
    let Some(change) = form.changed() else { return };
    model.screen = Screen::Room(change.screen.clone());
    cursor::keep_in_view(model);
}

/// Sends the form: changes the room, or asks the other player to agree.
pub(crate) fn submit(model: &mut Model) -> Result<(), FormError> {
    let Screen::Create(form) = &model.screen else { return Ok(()) };
    let (settings, passphrase) = (form.settings()?, form.passphrase()?);
    change(model, settings, passphrase);
    Ok(())
}

/// Changes the settings of the room on the screen or behind it, or asks the other player to agree.
pub(crate) fn change(model: &mut Model, settings: Settings, passphrase: Option<Passphrase>) {
    let Some(standing) = model.standing() else { return };
    let code = standing.room.code().clone();
    match standing.change(settings, passphrase) {
        ActionAvailability::No(reject) => {
            let why = standing.why(&standing.refused(reject));
            model.warn(why);
        }
        ActionAvailability::Already | ActionAvailability::NoTarget => {
            close(model);
            model.tell(model.lang.nothing_changed());
        }
        ActionAvailability::Yes(command) | ActionAvailability::Unknown(command, _) => {
            if ask(model, Some(code), command).is_some() {
                close(model);
            }
        }
    }
}
