//! Handles the list of servers on this network, and the search for a room.

use std::time::Duration;

use tengen_session::{link::Address, text::Lang};
use tengen_shared::game::{Passphrase, RoomCode};

use crate::{
    action::Action,
    effect::Effect,
    intent::{Purpose, Start},
    model::Model,
    net::lan::{LanEvent, LanOrder, SearchResult},
    screen::{
        Screen,
        code::CodeScreen,
        door,
        find::{Auto, FindRow, FindScreen, SEEK, SeekScreen},
    },
    update::{common::moved, way},
};

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::Find(screen) = &mut model.screen else { return };
    if let Action::HoverRow(row) = action {
        screen.cursor = row.min(screen.rows().len() - 1);
        return;
    }
    // After any choice by the user, the program no longer chooses a server itself.
    let auto = screen.auto.take();
    if let Some(cursor) = moved(screen.cursor, screen.rows().len(), action) {
        screen.cursor = cursor;
        screen.placed = true;
        return;
    }
    let purpose = screen.purpose;
    match action {
        Action::Select => choose(model, purpose),
        Action::Watch => choose(model, Purpose::Watch),
        Action::ClickRow(row) => {
            screen.cursor = row;
            choose(model, purpose);
        }
        Action::TypePoint => type_it(model),
        Action::Back => way::to_menu(model),
        _ => screen.auto = auto,
    }
}

fn choose(model: &mut Model, purpose: Purpose) {
    let Screen::Find(screen) = &model.screen else { return };
    let Some(goal) = screen.rows().get(screen.cursor).map(|row| goal(row, purpose)) else { return };
    match goal {
        Some((address, start)) => way::dial(model, address, start),
        None => type_it(model),
    }
}

/// Returns the server of a row and what to do there; `None` for the row that opens the field.
fn goal(row: &FindRow<'_>, wanted: Purpose) -> Option<(Address, Option<Start>)> {
    let browse = (wanted == Purpose::Watch).then_some(Start::Browse);
    match row {
        FindRow::Server(known) => Some((known.server.address.clone(), browse)),
        FindRow::Room(known, listing) => {
            let (room, purpose) = (listing.room.clone(), door::purpose_in(listing, wanted));
            let enter = Start::Enter { room, purpose, passphrase: None };
            Some((known.server.address.clone(), Some(enter)))
        }
        FindRow::Last(address) => Some(((*address).clone(), browse)),
        FindRow::Type => None,
    }
}

/// Opens the field for an address or a code.
pub(crate) fn type_it(model: &mut Model) {
    model.notice = None;
    model.screen = Screen::Code(CodeScreen::new(model.screen.clone()));
}

/// Takes in news from the network.
pub(crate) fn heard(model: &mut Model, event: LanEvent) {
    if let LanEvent::Sought { code, outcome } = event {
        return sought(model, &code, outcome);
    }
    // The row under the pressed mouse button may have changed.
    model.pressed = None;
    let Some(screen) = list_of(&mut model.screen) else { return };
    screen.hear(&event);
    let Screen::Find(screen) = &model.screen else { return };
    let Some(Auto { start, .. }) = screen.auto.clone() else { return };
    if let Some(found) = screen.servers.first() {
        let address = found.server.address.clone();
        way::dial(model, address, start);
    }
}

/// Advances the time. If the program chooses the server and finds none in time, it tries this machine. A search without
/// a result in time has failed.
pub(crate) fn pass(model: &mut Model, elapsed: Duration) {
    match &mut model.screen {
        Screen::Find(FindScreen { auto: Some(auto), .. }) => {
            auto.left = auto.left.saturating_sub(elapsed);
            if auto.left.is_zero() {
                let start = auto.start.take();
                way::dial(model, Address::default(), start);
            }
        }
        Screen::Seek(seek) => {
            seek.left = seek.left.saturating_sub(elapsed);
            if seek.left.is_zero() {
                let room = seek.room.clone();
                sought(model, &room, SearchResult::NoServer);
            }
        }
        _ => {}
    }
}

fn sought(model: &mut Model, code: &RoomCode, outcome: SearchResult) {
    let Screen::Seek(screen) = &model.screen else { return };
    if screen.room != *code {
        return;
    }
    let screen = screen.clone();
    match outcome {
        SearchResult::Found { address, .. } => {
            // Anybody on the network can claim to have the room, so only known servers get the passphrase.
            let known = address == Address::default() || Some(&address) == model.last_server.as_ref();
            let SeekScreen { room, purpose, passphrase, .. } = screen;
            let start = Start::Enter { room, purpose, passphrase: passphrase.filter(|_| known) };
            way::dial(model, address, Some(start));
        }
        SearchResult::Nowhere => give_up(model, screen, Lang::seek_nowhere, Lang::line_seek_nowhere),
        SearchResult::Busy => give_up(model, screen, Lang::seek_busy, Lang::line_seek_busy),
        SearchResult::NoServer => {
            give_up(
                model,
                screen,
                |lang, _| lang.seek_no_server().to_owned(),
                |lang, _| lang.line_seek_no_server().to_owned(),
            );
        }
    }
}

/// A message about a room.
type AboutRoom = fn(Lang, &str) -> String;

/// Goes back after a search without a result, and says why. Line mode names the command that helps.
fn give_up(model: &mut Model, seek: SeekScreen, on_screen: AboutRoom, in_lines: AboutRoom) {
    let why = if model.keeps_dialling { in_lines } else { on_screen };
    model.screen = *seek.back;
    model.warn(why(model.lang, seek.room.as_str()));
}

pub(crate) fn act_seek(model: &mut Model, action: Action) {
    if action == Action::Back
        && let Screen::Seek(screen) = &model.screen
    {
        model.screen = (*screen.back).clone();
    }
}

/// Returns the list of servers on the screen, or on the screen to go back to.
fn list_of(screen: &mut Screen) -> Option<&mut FindScreen> {
    match screen {
        Screen::Find(find) => Some(find),
        Screen::Code(code) => list_of(&mut code.back),
        Screen::Seek(seek) => list_of(&mut seek.back),
        _ => None,
    }
}

/// Listens for servers while the list of servers is on the screen or behind it.
pub(crate) fn listen(model: &mut Model, effects: &mut Vec<Effect>) {
    let wanted = list_of(&mut model.screen).is_some();
    if wanted != model.listening {
        model.listening = wanted;
        effects.push(Effect::Lan(if wanted { LanOrder::Watch } else { LanOrder::Stop }));
    }
}

/// Searches for a room on all servers that can be reached.
pub(crate) fn seek(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    room: RoomCode,
    purpose: Purpose,
    passphrase: Option<Passphrase>,
) {
    let mut first: Vec<Address> = model.last_server.clone().into_iter().collect();
    if !first.contains(&Address::default()) {
        first.push(Address::default());
    }
    effects.push(Effect::Lan(LanOrder::Seek { code: room.clone(), first }));
    let back = Box::new(model.screen.clone());
    model.notice = None;
    model.screen = Screen::Seek(SeekScreen { room, purpose, passphrase, back, left: SEEK });
}
