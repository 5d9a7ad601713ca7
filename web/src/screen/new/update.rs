//! Changes the form for a new room.

use tengen_session::{alone::Alone, room::ActionAvailability};
use tengen_shared::{
    game::Name,
    rules::{Bot, Level, RuleSet},
};

use crate::{
    model::Model,
    screen::{
        Screen,
        new::{Msg, NewRoom, OwnBoard, Place, Side},
    },
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Some(form) = form(&mut model.screen) else { return };
    form.fault = None;
    match msg {
        Msg::Board(text) => {
            form.own_board = (text == "own").then(|| form.settings.variant.into());
            if let Ok(variant) = text.parse() {
                form.settings.variant = variant;
            }
        }
        Msg::Side(side, text) => {
            if let Some(own) = &mut form.own_board {
                let number = match side {
                    Side::Width => &mut own.width,
                    Side::Height => &mut own.height,
                    Side::WinLength => &mut own.win_length,
                };
                *number = text.trim().parse().unwrap_or(0);
            }
            take_own_board(model);
        }
        Msg::Rules(text) => {
            let rules = RuleSet::ALL.into_iter().find(|rules| rules.suffix() == text);
            if let (Some(own), Some(rules)) = (&mut form.own_board, rules) {
                own.rules = rules;
            }
            take_own_board(model);
        }
        Msg::OwnClock(text) => form.own_clock = text,
        Msg::Opponent(opponent) => form.opponent = opponent,
        Msg::Bot(index, text) => {
            if let (Some(bot), Ok(chosen)) = (form.bots.get_mut(index), text.parse()) {
                *bot = chosen;
            }
        }
        Msg::Begins(begins) => form.begins = begins,
        Msg::Guest(text) => form.guest = text,
        Msg::Passphrase(text) => form.passphrase = text,
        Msg::Step(setting, up) => {
            let old = form.settings;
            setting.step(&mut form.settings, &old, up);
        }
        Msg::Send if form.old.is_some() => change(model),
        Msg::Send if form.place == Place::Device => begin_alone(model),
        Msg::Send => match form.request() {
            Ok(request) => {
                let asked = model.session.ask(None, request);
                model.wait_for_room(asked);
            }
            Err(fault) => form.fault = Some(model.lang.form_error(fault)),
        },
        Msg::Close => close(model),
    }
}

/// Begins a game on this device.
fn begin_alone(model: &mut Model) {
    let Screen::New(form) = &mut model.screen else { return };
    let (settings, seats) = match form.plan() {
        Ok(plan) => plan,
        Err(fault) => return form.fault = Some(model.lang.form_error(fault)),
    };
    // The name matters only beside that of another person, so a guest need not have one yet.
    let Some(name) = model.name.clone().or_else(|| model.lang.web_player().parse::<Name>().ok()) else {
        return;
    };
    let now = model.session.time().local();
    let seed = model.seed ^ u64::from(now.subsec_nanos());
    match Alone::begin(settings, &seats, (name, seed), now) {
        Ok(alone) => {
            model.session.begin_alone(alone);
            model.enter(Alone::code());
        }
        Err(reject) => {
            let fault = model.lang.reject(&reject);
            if let Screen::New(form) = &mut model.screen {
                form.fault = Some(fault);
            }
        }
    }
}

/// Takes the board of the user's own for the settings, or says what is wrong with it.
fn take_own_board(model: &mut Model) {
    let lang = model.lang;
    let Some(form) = form(&mut model.screen) else { return };
    match form.own_board.map(OwnBoard::variant) {
        Some(Ok(variant)) => form.settings.variant = variant,
        Some(Err(error)) => form.fault = Some(lang.variant_error(error)),
        None => {}
    }
}

/// Returns the form on the screen.
fn form(screen: &mut Screen) -> Option<&mut NewRoom> {
    match screen {
        Screen::New(form) => Some(form),
        Screen::Room(room) => room.form.as_deref_mut(),
        _ => None,
    }
}

fn close(model: &mut Model) {
    if let Screen::Room(room) = &mut model.screen {
        room.form = None;
    }
}

/// Changes the room on the screen, or asks the other player for it.
fn change(model: &mut Model) {
    let Some(form) = form(&mut model.screen) else { return };
    let (settings, passphrase) = match form.settings().and_then(|settings| Ok((settings, form.passphrase()?)))
    {
        Ok(plan) => plan,
        Err(fault) => return form.fault = Some(model.lang.form_error(fault)),
    };
    let Some(viewer) = model.code().and_then(|code| model.session.viewer(code)) else { return };
    match viewer.change(settings, passphrase) {
        ActionAvailability::Yes(command) | ActionAvailability::Unknown(command, _) => model.ask(command),
        ActionAvailability::No(reject) => model.tell(model.lang.reject(&reject)),
        ActionAvailability::Already | ActionAvailability::NoTarget => {
            model.tell(model.lang.nothing_changed());
        }
    }
    close(model);
}

/// Asks which AIs can play the board on the form, and takes back a choice that cannot.
pub(crate) fn keep(model: &mut Model) {
    let Some(NewRoom { settings, bots, place: Place::Server, .. }) = form(&mut model.screen) else {
        return;
    };
    model.session.want_bots(settings.variant);
    let Some(known) = model.session.bots(settings.variant) else { return };
    for bot in bots.iter_mut().filter(|bot| !known.contains(bot)) {
        *bot = Bot::Level(Level::Medium);
    }
}
