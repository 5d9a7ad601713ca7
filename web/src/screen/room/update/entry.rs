//! From the address of a room to a seat in it, with the passphrase or the consent that it needs.

use tengen_shared::{
    game::{Command, Passphrase, RejectCode, RoomCode},
    protocol::{Cmd, Frame, Request},
};

use crate::{
    model::Model,
    screen::{
        Screen,
        room::{Entry, Purpose, RoomScreen},
    },
};

/// Asks the server to let the user into the room on the screen, unless that is done already.
pub(crate) fn begin(model: &mut Model) {
    let Screen::Room(screen) = &mut model.screen else { return };
    if screen.entry != Entry::Outside || !model.session.link().is_online() {
        return;
    }
    // The page has been here before, and only went to another screen.
    if model.session.room(&screen.code).is_some_and(|view| view.room().is_some()) {
        screen.entry = Entry::Inside;
        return;
    }
    ask(model, None);
}

/// Asks the server to let the user in, with a passphrase if one was typed.
pub(crate) fn ask(model: &mut Model, passphrase: Option<Passphrase>) {
    let Screen::Room(screen) = &mut model.screen else { return };
    let cmd: Cmd = match screen.purpose {
        Purpose::Join => Command::Join { passphrase }.into(),
        Purpose::Watch => Request::Watch { passphrase }.into(),
    };
    match model.session.ask(Some(screen.code.clone()), cmd) {
        Ok(id) => screen.entry = Entry::Asked(id),
        Err(full) => model.tell(model.lang.outbox_full(full)),
    }
}

/// Asks the players to let the user watch.
pub(super) fn knock(model: &mut Model) {
    let Screen::Room(screen) = &mut model.screen else { return };
    screen.entry = Entry::Consent { asked: true };
    model.ask(Command::AskToWatch {});
}

/// The server has welcomed the user, perhaps after a lost connection, with which it has forgotten the request to watch.
pub(crate) fn welcomed(model: &mut Model) {
    if let Screen::Room(screen) = &model.screen
        && screen.entry == (Entry::Consent { asked: true })
    {
        knock(model);
    }
}

/// The server has let the user into `room`. If the user is elsewhere by now, they do not want it.
pub(crate) fn entered(model: &mut Model, room: &RoomCode) {
    match &mut model.screen {
        Screen::Room(screen) if screen.code == *room => screen.entry = Entry::Inside,
        // It is the user's own, in which a seat is kept.
        _ if model.rooms.contains(room) => {}
        _ => model.leave(room),
    }
}

/// Returns the passphrase that was tried.
fn tried(asked: Option<&Frame>) -> Option<Passphrase> {
    match &asked?.cmd {
        Cmd::Room(Command::Join { passphrase }) | Cmd::Request(Request::Watch { passphrase }) => {
            passphrase.clone()
        }
        _ => None,
    }
}

/// The server has refused to let the user in, or has put them out. Returns true if the screen says so.
pub(crate) fn refused(
    model: &mut Model,
    room: Option<&RoomCode>,
    asked: Option<&Frame>,
    (code, text): (RejectCode, &str),
) -> bool {
    let Screen::Room(screen) = &mut model.screen else { return false };
    let is_here = room == Some(&screen.code);
    let answers = asked.is_some_and(|frame| screen.entry == Entry::Asked(frame.id));
    let is_out = is_here && screen.entry == Entry::Inside && model.session.room(&screen.code).is_none();
    let knocked = is_here && screen.entry == (Entry::Consent { asked: true });
    if knocked && asked.is_none_or(|frame| frame.cmd == Cmd::Room(Command::AskToWatch {})) {
        screen.entry = Entry::Refused(text.to_owned());
        return true;
    }
    if !answers && !is_out {
        return false;
    }
    let RoomScreen { purpose, entry, .. } = screen.as_mut();
    let tried = tried(asked);
    match code {
        RejectCode::Passphrase => *entry = Entry::Passphrase { text: String::new(), wrong: tried.is_some() },
        RejectCode::NeedsConsent => *entry = Entry::Consent { asked: false },
        // Somebody who opens the link of a full room wants to see the game.
        RejectCode::RoomFull if *purpose == Purpose::Join => {
            *purpose = Purpose::Watch;
            ask(model, tried);
        }
        _ => *entry = Entry::Refused(text.to_owned()),
    }
    true
}

/// The players have agreed that the user watches.
pub(crate) fn let_in(model: &mut Model, room: &RoomCode) {
    if let Screen::Room(screen) = &mut model.screen
        && screen.code == *room
        && screen.entry != Entry::Inside
    {
        screen.purpose = Purpose::Watch;
        ask(model, None);
    }
}
