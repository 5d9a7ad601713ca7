//! The room list.

use tengen_shared::{
    game::RoomCode,
    protocol::{ListState, ListUpdate, Request, RoomListing},
};

use super::{ask, doors, find, history, moved, name, way};
use crate::{
    action::Action,
    effect::Effect,
    keymap::Context,
    model::{CreateForm, ListScreen, MenuItem, Model, Opponent, Purpose, QuickScreen, Screen},
};
use tengen_session::link::Link;

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::List(list) = &mut model.screen else { return };
    if let Some(cursor) = moved(list.cursor, list.count(), action) {
        list.cursor = cursor;
        return;
    }
    let purpose = list.purpose;
    match action {
        Action::Select => enter(model, effects, purpose),
        Action::Watch => enter(model, effects, Purpose::Watch),
        Action::ClickRow(row) => {
            list.cursor = row;
            enter(model, effects, purpose);
        }
        // While the server is being reached, what is asked waits; once it is known to be gone, that is said.
        Action::New | Action::Quick | Action::Go(_) if matches!(model.link, Link::Down { .. }) => {
            let key = model.key(Context::List, Action::Back);
            model.warn(model.lang.server_is_away(&model.address.to_string(), &key));
        }
        Action::New => form(model, Opponent::Open),
        Action::Go(MenuItem::PlayAi) => form(model, Opponent::Ai),
        Action::Go(MenuItem::PlayHere) => form(model, Opponent::Here),
        Action::Go(MenuItem::Rename) => name::open(model),
        Action::Quick => model.screen = Screen::Quick(QuickScreen::default()),
        Action::Code | Action::TypePoint => find::type_it(model),
        Action::History => history::open_mine(model),
        Action::Back => way::to_menu(model, effects),
        _ => {}
    }
}

fn form(model: &mut Model, opponent: Opponent) {
    model.notice = None;
    model.screen = Screen::Create(Box::new(CreateForm::new(model.mode, opponent)));
}

/// Has the server tell its rooms as long as they are looked at.
pub(super) fn refresh(model: &mut Model, effects: &mut Vec<Effect>) {
    let wanted = matches!(model.screen, Screen::List(_));
    if wanted != model.listed && model.link.is_online() {
        model.listed = wanted;
        let request = if wanted { Request::ListRooms {} } else { Request::UnlistRooms {} };
        ask(model, effects, None, request);
    }
}

fn enter(model: &mut Model, effects: &mut Vec<Effect>, purpose: Purpose) {
    let Screen::List(list) = &model.screen else { return };
    let Some(listing) = list.listed().nth(list.cursor) else {
        let key = model.keymap.key_of(Context::List, Action::New).unwrap_or_default();
        model.warn(model.lang.no_rooms(&key));
        return;
    };
    let room = listing.room.clone();
    let purpose = purpose_in(listing, purpose);
    doors::enter(model, effects, room, purpose, None);
}

/// A full room is watched: `join` would be refused to all but those who sit there, and those come back
/// to their seats by watching, too.
pub(super) fn purpose_in(listing: &RoomListing, wanted: Purpose) -> Purpose {
    match listing.state {
        ListState::Open => wanted,
        ListState::Playing | ListState::Between => Purpose::Watch,
    }
}

/// Rooms that are kept of a list, however many a server sends: twice as many as ours sends.
const MOST_ROOMS: usize = 2_000;

/// News of the list; the cursor stays on its room.
pub(super) fn news(list: &mut ListScreen, update: ListUpdate) {
    let under = list.listed().nth(list.cursor).map(|listing| listing.room.clone());
    match update {
        ListUpdate::Full { rooms } => list.rooms = Some(by_code(rooms).take(MOST_ROOMS).collect()),
        ListUpdate::Changes { changed, gone } => {
            let rooms = list.rooms.get_or_insert_default();
            for code in gone {
                rooms.remove(&code);
            }
            for (code, listing) in by_code(changed) {
                if rooms.len() < MOST_ROOMS || rooms.contains_key(&code) {
                    rooms.insert(code, listing);
                }
            }
        }
    }
    let same = under.and_then(|code| list.listed().position(|listing| listing.room == code));
    list.cursor = same.unwrap_or(list.cursor).min(list.count().saturating_sub(1));
}

fn by_code(rooms: Vec<RoomListing>) -> impl Iterator<Item = (RoomCode, RoomListing)> {
    rooms.into_iter().map(|listing| (listing.room.clone(), listing))
}
