//! Handles the list of devices, and the code that joins a device to a player.

use std::time::Duration;

use tengen_session::{
    devices::{Devices, label},
    link::{Link, Loss},
};
use tengen_shared::{
    game::{CommandId, Name},
    protocol::{Frame, KeyId, ListedKey, PairingCode, Request},
};

use super::DevicesScreen;
use crate::{
    action::Action,
    model::{Confirmed, Model, Overlay},
    screen::Screen,
    update::{
        common::{ask, moved},
        way,
    },
};

const fn screen(model: &mut Model) -> Option<&mut DevicesScreen> {
    if let Screen::Devices(screen) = &mut model.screen { Some(screen) } else { None }
}

fn devices(model: &mut Model) -> Option<&mut Devices> {
    screen(model).map(|screen| &mut screen.devices)
}

/// Lists the user's devices. If the list is on the screen, loads it again.
pub(crate) fn open(model: &mut Model) {
    match devices(model) {
        Some(devices) => devices.reload(),
        None => {
            model.notice = None;
            model.screen = Screen::Devices(DevicesScreen::default());
        }
    }
}

pub(crate) fn act(model: &mut Model, action: Action) {
    let Some(screen) = screen(model) else { return };
    if let Some(input) = &mut screen.typing {
        if input.edit(action) {
            return;
        }
        let typed = input.text().parse();
        return match (action, typed) {
            (Action::Back, _) => screen.typing = None,
            (Action::Select, Ok(code)) => pair(model, code),
            (Action::Select, Err(_)) => model.warn(model.lang.device_code_bad()),
            _ => {}
        };
    }
    if let Some(cursor) = moved(screen.cursor, screen.devices.keys().len(), action) {
        screen.cursor = cursor;
        return;
    }
    match action {
        Action::ClickRow(row) => screen.cursor = row.min(screen.devices.keys().len().saturating_sub(1)),
        Action::New => show_code(model),
        Action::Code => screen.type_code(""),
        Action::Remove => ask_to_remove(model),
        Action::Back => way::home(model),
        _ => {}
    }
}

/// Asks the server for a code for another device.
pub(crate) fn show_code(model: &mut Model) {
    if let (Some(id), Some(devices)) = (ask(model, None, Request::Pair {}), devices(model)) {
        devices.asked_code(id);
    }
}

/// Connects again, and shows the server the code from another device.
pub(crate) fn pair(model: &mut Model, code: PairingCode) {
    let Some(screen) = screen(model) else { return };
    *screen = DevicesScreen::default();
    screen.devices.pair(code);
    model.session.dial(model.server.clone());
}

/// Returns the code from another device, for `hello`.
pub(crate) fn take_pairing(model: &mut Model) -> Option<PairingCode> {
    devices(model)?.take_pairing()
}

fn ask_to_remove(model: &mut Model) {
    let Some(screen) = screen(model) else { return };
    let Some(key) = screen.devices.keys().get(screen.cursor).cloned() else { return };
    if key.current {
        return model.warn(model.lang.device_not_itself());
    }
    let action = Confirmed::RemoveDevice { key: key.key, device: label(&key, model.lang) };
    model.overlay = Some(Overlay::Confirm { action, yes: false });
}

/// Asks the server to remove a device.
pub(crate) fn remove(model: &mut Model, key: KeyId) {
    ask(model, None, Request::RevokeKey { key });
}

/// Asks the server for the list if it is missing or old.
pub(crate) fn refresh(model: &mut Model) {
    if model.session.link().is_online()
        && devices(model).is_some_and(|devices| devices.wants_list())
        && let Some(id) = ask(model, None, Request::ListKeys {})
        && let Some(devices) = devices(model)
    {
        devices.asked_list(id);
    }
}

/// Advances the time.
pub(crate) fn pass(model: &mut Model, elapsed: Duration) {
    if let Some(devices) = devices(model) {
        devices.pass(elapsed);
    }
}

/// Takes in the list.
pub(crate) fn listed(model: &mut Model, id: CommandId, keys: Vec<ListedKey>) {
    let Some(screen) = screen(model) else { return };
    let joined = screen.devices.take_list(id, keys);
    screen.cursor = screen.cursor.min(screen.devices.keys().len().saturating_sub(1));
    if let Some(key) = joined {
        let device = label(&key, model.lang);
        model.tell(model.lang.device_added(&device));
    }
}

/// Takes in a code for another device.
pub(crate) fn code_arrived(model: &mut Model, id: CommandId, code: PairingCode, valid_ms: u32) {
    if let Some(devices) = devices(model) {
        devices.take_code(id, code, Duration::from_millis(valid_ms.into()));
    }
}

/// Removes a device from the list after the server has done so.
pub(crate) fn removed(model: &mut Model, key: KeyId) {
    let Some(screen) = screen(model) else { return };
    let removed = screen.devices.removed(key);
    screen.cursor = screen.cursor.min(screen.devices.keys().len().saturating_sub(1));
    if let Some(key) = removed {
        let device = label(&key, model.lang);
        model.tell(model.lang.device_removed(&device));
    }
}

/// Notes that the server refuses a command. Returns true if the screen shows why.
pub(crate) fn refused(model: &mut Model, frame: &Frame, text: &str) -> bool {
    devices(model).is_some_and(|devices| devices.refused(frame.id, text))
}

/// Uses the name of the player whose code the server has accepted.
pub(crate) fn welcomed(model: &mut Model, name: &Name) {
    if devices(model).and_then(Devices::end_pairing).is_some() {
        model.me.chosen = Some(name.clone());
        model.tell(model.lang.device_paired(name.as_str()));
    }
}

/// Notes that the connection that has shown a code is lost, and says why if the server does not accept the code. The
/// session connects again without it.
pub(crate) fn lost(model: &mut Model) {
    let Link::Down { why, .. } = model.session.link() else { return };
    let refused = match why {
        Loss::NotWelcome { code, text } => Some(model.lang.refusal(*code, text.as_str(), None)),
        _ => None,
    };
    let Some(code) = devices(model).and_then(Devices::end_pairing) else { return };
    // Line mode has no field.
    if refused.is_some()
        && !model.keeps_dialling
        && let Some(screen) = screen(model)
    {
        screen.type_code(&code.to_string());
    }
    if let Some(why) = refused {
        model.warn(why);
    }
}
