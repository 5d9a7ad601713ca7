//! Handles the room list.

use tengen_session::opponent::Opponent;
use tengen_shared::game::RoomCode;

use crate::{
    action::Action,
    intent::{MenuItem, Purpose, Start},
    keymap::Context,
    model::Model,
    screen::{Screen, devices, door, find, form::CreateForm, history, name, quick::QuickScreen},
    update::{common::moved, lobby, way},
};

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::List(list) = &mut model.screen else { return };
    if let Some(cursor) = moved(list.cursor, model.session.list().count(), action) {
        list.cursor = cursor;
        return;
    }
    let purpose = list.purpose;
    match action {
        Action::Select => enter(model, purpose),
        Action::Watch => enter(model, Purpose::Watch),
        Action::ClickRow(row) => {
            list.cursor = row;
            enter(model, purpose);
        }
        // While the client is connecting, requests wait. Once the connection is lost, the user is told instead.
        Action::New | Action::Quick | Action::Go(_) if model.session.link().is_lost() => {
            warn_of_absence(model);
        }
        Action::New => form(model, Opponent::Open),
        Action::Go(MenuItem::GoOn) => go_on(model),
        Action::Go(MenuItem::PlayAi) => form(model, Opponent::Ai),
        Action::Go(MenuItem::PlayHere) => form(model, Opponent::Here),
        Action::Go(MenuItem::Rename) => name::update::open(model),
        Action::Quick => model.screen = Screen::Quick(QuickScreen::default()),
        Action::Code | Action::TypePoint => find::update::type_it(model),
        Action::Devices => devices::update::open(model),
        Action::History => history::update::open_mine(model),
        Action::Back => way::to_menu(model),
        _ => {}
    }
}

/// Returns to the room of this server that keeps a seat for the user, if there is one.
fn go_on(model: &mut Model) {
    if let Some(room) = model.offered_here() {
        model.start = Some(Start::GoOn { room });
        lobby::begin(model);
    }
}

fn warn_of_absence(model: &mut Model) {
    let key = model.key(Context::List, Action::Back);
    model.warn(model.lang.server_is_away(&model.address().to_string(), &key));
}

fn form(model: &mut Model, opponent: Opponent) {
    model.notice = None;
    model.screen = Screen::Create(Box::new(CreateForm::new(model.mode, opponent, model.lang.guest_name())));
}

/// Has the server send its room list while it is on the screen.
pub(crate) fn refresh(model: &mut Model) {
    let wanted = matches!(model.screen, Screen::List(_));
    model.session.want_list(wanted);
}

fn enter(model: &mut Model, purpose: Purpose) {
    let Screen::List(list) = &model.screen else { return };
    let Some(listing) = model.session.list().nth(list.cursor) else {
        if model.session.link().is_lost() {
            return warn_of_absence(model);
        }
        let key = model.keymap.key_of(Context::List, Action::New).unwrap_or_default();
        model.warn(model.lang.no_rooms(&key));
        return;
    };
    let room = listing.room.clone();
    let purpose = door::purpose_in(listing, purpose);
    door::update::enter(model, room, purpose, None);
}

/// Returns the room under the cursor of the list on the screen.
pub(crate) fn under_cursor(model: &Model) -> Option<RoomCode> {
    let Screen::List(list) = &model.screen else { return None };
    model.session.list().nth(list.cursor).map(|listing| listing.room.clone())
}

/// Moves the cursor back to its room after the list has changed.
pub(crate) fn keep_cursor(model: &mut Model, under: Option<RoomCode>) {
    let Screen::List(list) = &mut model.screen else { return };
    let known = model.session.list();
    let same = under.and_then(|code| known.place_of(&code));
    list.cursor = same.unwrap_or(list.cursor).min(known.count().saturating_sub(1));
}
