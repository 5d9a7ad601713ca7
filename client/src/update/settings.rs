//! Changing a room between its games, with the form that makes rooms.

use tengen_shared::{
    game::{Command, Offer, Passphrase, Seat, Settings},
    protocol::Cmd,
};

use super::{ask, cursor};
use crate::model::{Change, ChangeBy, CreateForm, Model, Opponent, Screen};
use tengen_session::form::FormError;

/// Shows the form for the room on the screen.
pub(super) fn open(model: &mut Model) {
    let Some(standing) = model.standing() else { return };
    let Screen::Room(screen) = &model.screen else { return };
    let by = if standing.is_host() { ChangeBy::Host } else { ChangeBy::Consent };
    let change = Change { screen: screen.clone(), old: *standing.room.settings(), by };
    let seats = standing.room.seats();
    let opponent = match Seat::BOTH.into_iter().filter(|seat| seats.bot(*seat).is_some()).count() {
        0 => Opponent::Open,
        1 => Opponent::Ai,
        _ => Opponent::TwoAis,
    };
    model.screen = Screen::Create(Box::new(CreateForm::change(model.mode, change, opponent)));
    model.notice = None;
}

/// Goes back to the room that the form was to change.
pub(super) fn close(model: &mut Model) {
    let Screen::Create(form) = &model.screen else { return };
    let Some(change) = form.changed() else { return };
    model.screen = Screen::Room(change.screen.clone());
    cursor::keep_in_view(model);
}

/// Asks the server, or the other player, for what is on the form.
pub(super) fn submit(model: &mut Model) -> Result<(), FormError> {
    let Screen::Create(form) = &model.screen else { return Ok(()) };
    let (settings, passphrase) = (form.settings()?, form.passphrase()?);
    change(model, settings, passphrase);
    Ok(())
}

/// Asks the server, or the other player, for other settings of the room on the screen or behind its form.
pub(super) fn change(model: &mut Model, settings: Settings, passphrase: Option<Passphrase>) {
    let Some(standing) = model.standing() else { return };
    if standing.room.is_playing() {
        return model.warn(model.lang.game_has_begun());
    }
    let (code, at) = (standing.room.code().clone(), standing.room.at());
    let same = settings == *standing.room.settings() && passphrase.is_none();
    let cmd = match (standing.is_host(), standing.seat()) {
        _ if same => None,
        (true, _) => Some(Cmd::Room(Command::Change { settings, passphrase, at })),
        (false, Some(seat)) => {
            Some(Cmd::Room(Command::Offer { seat, offer: Offer::Change { settings }, at }))
        }
        (false, None) => None,
    };
    close(model);
    match cmd {
        Some(cmd) => {
            ask(model, Some(code), cmd);
        }
        None => model.tell(model.lang.nothing_changed()),
    }
}
