//! Changing a room between its games, with the form that makes rooms.

use tengen_shared::{
    game::{Offer, Seat},
    protocol::Cmd,
};

use super::{ask, cursor};
use crate::{
    effect::Effect,
    model::{Change, ChangeBy, CreateForm, FormError, Model, Opponent, Screen},
};

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
pub(super) fn submit(model: &mut Model, effects: &mut Vec<Effect>) -> Result<(), FormError> {
    let Screen::Create(form) = &model.screen else { return Ok(()) };
    let Some(change) = form.changed().cloned() else { return Ok(()) };
    let (settings, passphrase) = (form.settings()?, form.passphrase()?);
    let Some(standing) = model.standing() else { return Ok(()) };
    if standing.room.is_playing() {
        model.warn(model.lang.game_has_begun());
        return Ok(());
    }
    let (at, seat) = (standing.room.at(), standing.seat());
    let same = settings == *standing.room.settings() && passphrase.is_none();
    let cmd = match (change.by, seat) {
        _ if same => None,
        (ChangeBy::Host, _) => Some(Cmd::Change { settings, passphrase, at }),
        (ChangeBy::Consent, Some(seat)) => Some(Cmd::Offer { seat, offer: Offer::Change { settings }, at }),
        (ChangeBy::Consent, None) => None,
    };
    let code = change.screen.code.clone();
    close(model);
    match cmd {
        Some(cmd) => {
            ask(model, effects, Some(code), cmd);
        }
        None => model.tell(model.lang.nothing_changed()),
    }
    Ok(())
}
