//! Changes the list of devices, and pairs this device with another one.

use std::time::Duration;

use tengen_session::{
    devices,
    link::{Link, Loss},
};
use tengen_shared::{
    game::{CommandId, Name},
    protocol::{KeyId, ListedKey, PairingCode, Request},
};

use crate::{
    model::Model,
    screen::{
        Screen,
        devices::{DevicesScreen, Msg},
    },
};

fn shown(model: &mut Model) -> Option<&mut DevicesScreen> {
    if let Screen::Devices(screen) = &mut model.screen { Some(screen) } else { None }
}

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Some(screen) = shown(model) else { return };
    match msg {
        Msg::Type(text) => screen.typed = text,
        Msg::Ask(key) => screen.removing = key,
        Msg::Code => {
            model.notice = None;
            if let Some(id) = ask(model, Request::Pair {})
                && let Some(screen) = shown(model)
            {
                screen.devices.asked_code(id);
            }
        }
        Msg::Remove(key) => {
            screen.removing = None;
            ask(model, Request::RevokeKey { key });
        }
        Msg::Pair => match screen.typed.parse() {
            Ok(code) if screen.devices.code().is_some_and(|(own, _)| own == code) => {
                model.tell(model.lang.web_device_code_how());
            }
            Ok(code) => {
                screen.devices.pair(code);
                screen.removing = None;
                model.notice = None;
                model.session.dial(model.address.clone());
            }
            Err(_) => model.tell(model.lang.device_code_bad()),
        },
    }
}

fn ask(model: &mut Model, request: Request) -> Option<CommandId> {
    let asked = model.session.ask(None, request);
    asked.map_err(|full| model.tell(model.lang.outbox_full(full))).ok()
}

/// Asks for the list if it is missing or old.
pub(crate) fn keep(model: &mut Model) {
    if model.session.link().is_online()
        && shown(model).is_some_and(|screen| screen.devices.wants_list())
        && let Some(id) = ask(model, Request::ListKeys {})
        && let Some(screen) = shown(model)
    {
        screen.devices.asked_list(id);
    }
}

pub(crate) fn pass(model: &mut Model, elapsed: Duration) {
    if let Some(screen) = shown(model) {
        screen.devices.pass(elapsed);
    }
}

/// The list has arrived.
pub(crate) fn listed(model: &mut Model, id: CommandId, keys: Vec<ListedKey>) {
    let joined = shown(model).and_then(|screen| screen.devices.take_list(id, keys));
    if let Some(key) = joined {
        model.tell(model.lang.device_added(&devices::label(&key, model.lang)));
    }
}

/// A code for another device has arrived.
pub(crate) fn code_arrived(model: &mut Model, id: CommandId, code: PairingCode, valid_ms: u32) {
    if let Some(screen) = shown(model) {
        screen.devices.take_code(id, code, Duration::from_millis(valid_ms.into()));
    }
}

/// The server has removed a device.
pub(crate) fn removed(model: &mut Model, key: KeyId) {
    let removed = shown(model).and_then(|screen| screen.devices.removed(key));
    if let Some(key) = removed {
        model.tell(model.lang.device_removed(&devices::label(&key, model.lang)));
    }
}

/// The server refuses a command. Returns true if the screen shows why.
pub(crate) fn refused(model: &mut Model, id: CommandId, why: &str) -> bool {
    shown(model).is_some_and(|screen| screen.devices.refused(id, why))
}

/// The server knows this device now, under the name of the player whose code it has accepted.
pub(crate) fn welcomed(model: &mut Model, name: &Name) {
    if let Some(screen) = shown(model)
        && screen.devices.end_pairing().is_some()
    {
        screen.typed.clear();
        model.tell(model.lang.device_paired(name.as_str()));
    }
}

/// The connection is lost before the server has accepted the code: says why. The session connects again without it.
pub(crate) fn lost(model: &mut Model) {
    let Link::Down { why, .. } = model.session.link() else { return };
    let why = match why {
        Loss::NotWelcome { code, text } => model.lang.refusal(*code, text.as_str(), None),
        other => model.lang.loss(other),
    };
    if shown(model).and_then(|screen| screen.devices.end_pairing()).is_some() {
        model.tell(why);
    }
}
