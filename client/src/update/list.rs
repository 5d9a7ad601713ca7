//! The room list.

use tengen_shared::{
    game::RoomCode,
    protocol::{Cmd, ListState, ListUpdate, RoomListing},
};

use super::{ask, doors, moved, way};
use crate::{
    action::Action,
    effect::Effect,
    model::{CreateForm, ListScreen, Model, Opponent, Purpose, Screen},
};

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
        Action::New => {
            let form = CreateForm::new(model.mode, Opponent::Open);
            leave(model, effects, Screen::Create(Box::new(form)));
        }
        Action::Back => {
            ask(model, effects, None, Cmd::UnlistRooms {});
            way::to_menu(model);
        }
        _ => {}
    }
}

/// The list is no longer wanted, if it is up.
pub(super) fn close(model: &mut Model, effects: &mut Vec<Effect>) {
    if matches!(model.screen, Screen::List(_)) {
        ask(model, effects, None, Cmd::UnlistRooms {});
        way::to_menu(model);
    }
}

fn leave(model: &mut Model, effects: &mut Vec<Effect>, next: Screen) {
    ask(model, effects, None, Cmd::UnlistRooms {});
    model.screen = next;
}

fn enter(model: &mut Model, effects: &mut Vec<Effect>, purpose: Purpose) {
    let Screen::List(list) = &model.screen else { return };
    let Some(listing) = list.listed().nth(list.cursor) else {
        model.warn("there is no room yet: press n to make one");
        return;
    };
    let room = listing.room.clone();
    let purpose = purpose_in(listing, purpose);
    ask(model, effects, None, Cmd::UnlistRooms {});
    doors::enter(model, effects, room, purpose, None);
}

/// A full room is watched: `join` would be refused to all but those who sit there, and those come back
/// to their seats by watching, too.
fn purpose_in(listing: &RoomListing, wanted: Purpose) -> Purpose {
    match listing.state {
        ListState::Open => wanted,
        ListState::Playing | ListState::Between => Purpose::Watch,
    }
}

/// News of the list; the cursor stays on its room.
pub(super) fn news(list: &mut ListScreen, update: ListUpdate) {
    let under = list.listed().nth(list.cursor).map(|listing| listing.room.clone());
    match update {
        ListUpdate::Full { rooms } => list.rooms = Some(by_code(rooms).collect()),
        ListUpdate::Changes { changed, gone } => {
            let rooms = list.rooms.get_or_insert_default();
            rooms.extend(by_code(changed));
            for code in gone {
                rooms.remove(&code);
            }
        }
    }
    let same = under.and_then(|code| list.listed().position(|listing| listing.room == code));
    list.cursor = same.unwrap_or(list.cursor).min(list.count().saturating_sub(1));
}

fn by_code(rooms: Vec<RoomListing>) -> impl Iterator<Item = (RoomCode, RoomListing)> {
    rooms.into_iter().map(|listing| (listing.room.clone(), listing))
}
