//! The servers and rooms on this network, and the search for a room by its code.

use std::time::Duration;

use tengen_shared::{
    game::RoomCode,
    protocol::{ListState, RoomListing},
};

use super::{moved, way};
use crate::{
    action::Action,
    effect::Effect,
    model::{Auto, CodeScreen, FindRow, FindScreen, Model, Neighbour, Purpose, Screen, Start},
    net::{
        Address,
        lan::{LanEvent, LanOrder, Sought},
    },
};

/// What choosing a row leads to.
enum Choice {
    Server(Address),
    Room(Address, RoomCode, Purpose),
    Type,
}

pub(super) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Find(screen) = &mut model.screen else { return };
    if let Action::HoverRow(row) = action {
        screen.cursor = row.min(screen.rows().len() - 1);
        return;
    }
    // Whoever chooses leaves nothing to the program any more.
    let auto = screen.auto.take();
    if let Some(cursor) = moved(screen.cursor, screen.rows().len(), action) {
        screen.cursor = cursor;
        screen.placed = true;
        return;
    }
    let purpose = screen.purpose;
    match action {
        Action::Select => choose(model, effects, purpose),
        Action::Watch => choose(model, effects, Purpose::Watch),
        Action::ClickRow(row) => {
            screen.cursor = row;
            choose(model, effects, purpose);
        }
        Action::TypePoint => type_it(model),
        Action::Back => way::to_menu(model, effects),
        _ => screen.auto = auto,
    }
}

fn choose(model: &mut Model, effects: &mut Vec<Effect>, purpose: Purpose) {
    let Screen::Find(screen) = &model.screen else { return };
    let Some(choice) = screen.rows().get(screen.cursor).map(|row| choice(row, purpose)) else { return };
    match choice {
        Choice::Server(address) => {
            let start = (purpose == Purpose::Watch).then_some(Start::Browse);
            way::dial(model, effects, address, start);
        }
        Choice::Room(address, room, Purpose::Join) => {
            way::dial(model, effects, address, Some(Start::Join { room, passphrase: None }));
        }
        Choice::Room(address, room, Purpose::Watch) => {
            way::dial(model, effects, address, Some(Start::Watch { room, passphrase: None }));
        }
        Choice::Type => type_it(model),
    }
}

fn choice(row: &FindRow<'_>, purpose: Purpose) -> Choice {
    match row {
        FindRow::Server(known) => Choice::Server(known.server.address.clone()),
        FindRow::Room(known, room) => in_room(known, room, purpose),
        FindRow::Last(address) => Choice::Server((*address).clone()),
        FindRow::Type => Choice::Type,
    }
}

/// A full room is watched, whatever was wanted.
fn in_room(known: &Neighbour, room: &RoomListing, wanted: Purpose) -> Choice {
    let purpose = match room.state {
        ListState::Open => wanted,
        ListState::Playing | ListState::Between => Purpose::Watch,
    };
    Choice::Room(known.server.address.clone(), room.room.clone(), purpose)
}

/// Opens the line in which an address or a code is typed.
pub(super) fn type_it(model: &mut Model) {
    model.notice = None;
    model.screen = Screen::Code(CodeScreen::new(model.screen.clone()));
}

/// News from the network.
pub(super) fn heard(model: &mut Model, effects: &mut Vec<Effect>, event: LanEvent) {
    if let LanEvent::Sought { code, outcome } = event {
        return sought(model, effects, &code, outcome);
    }
    // The row that was pressed may be another one now.
    model.pressed = None;
    let Some(screen) = list_of(&mut model.screen) else { return };
    screen.hear(&event);
    let Screen::Find(screen) = &model.screen else { return };
    let Some(Auto { start, .. }) = screen.auto.clone() else { return };
    if let Some(found) = screen.servers.first() {
        let address = found.server.address.clone();
        way::dial(model, effects, address, start);
    }
}

/// While the command line leaves the choice to the program, a server on this network is waited for, then this machine
/// is tried.
pub(super) fn pass(model: &mut Model, effects: &mut Vec<Effect>, elapsed: Duration) {
    let Screen::Find(FindScreen { auto: Some(auto), .. }) = &mut model.screen else { return };
    auto.left = auto.left.saturating_sub(elapsed);
    if auto.left.is_zero() {
        let start = auto.start.take();
        way::dial(model, effects, Address::default(), start);
    }
}

fn sought(model: &mut Model, effects: &mut Vec<Effect>, code: &RoomCode, outcome: Sought) {
    let Screen::Seek(screen) = &model.screen else { return };
    if screen.room != *code {
        return;
    }
    let screen = screen.clone();
    match outcome {
        Sought::Found { address, .. } => {
            // Whoever is on the network can say that they have the room: a secret is for servers that are known.
            let known = address == Address::default() || Some(&address) == model.last_server.as_ref();
            let (room, passphrase) = (screen.room, screen.passphrase.filter(|_| known));
            let start = match screen.purpose {
                Purpose::Join => Start::Join { room, passphrase },
                Purpose::Watch => Start::Watch { room, passphrase },
            };
            way::dial(model, effects, address, Some(start));
        }
        Sought::Nowhere => {
            model.screen = *screen.back;
            model.warn(model.lang.seek_nowhere(code.as_str()));
        }
        Sought::Busy => {
            model.screen = *screen.back;
            model.warn(model.lang.seek_busy(code.as_str()));
        }
        Sought::NoServer => {
            model.screen = *screen.back;
            model.warn(model.lang.seek_no_server(code.as_str()));
        }
    }
}

pub(super) fn act_seek(model: &mut Model, action: Action) {
    if action == Action::Back
        && let Screen::Seek(screen) = &model.screen
    {
        model.screen = (*screen.back).clone();
    }
}

/// The servers on the screen, or on the one to which it leads back.
fn list_of(screen: &mut Screen) -> Option<&mut FindScreen> {
    match screen {
        Screen::Find(find) => Some(find),
        Screen::Code(code) => list_of(&mut code.back),
        Screen::Seek(seek) => list_of(&mut seek.back),
        _ => None,
    }
}

/// Listens to the network as long as what is heard is looked at.
pub(super) fn listen(model: &mut Model, effects: &mut Vec<Effect>) {
    let wanted = list_of(&mut model.screen).is_some();
    if wanted != model.listening {
        model.listening = wanted;
        effects.push(Effect::Lan(if wanted { LanOrder::Watch } else { LanOrder::Rest }));
    }
}
