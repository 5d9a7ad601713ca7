//! The context of the keys, which depends on the screen and the overlay.

use super::{Model, Overlay};
use crate::{
    keymap::Context,
    screen::{Screen, form::Field, settings::SettingsPage},
};

/// Returns the context of the keys at present.
#[must_use]
pub fn context(model: &Model) -> Context {
    match &model.overlay {
        Some(Overlay::Help { .. }) => Context::Help,
        other => context_below(other.as_ref(), &model.screen),
    }
}

/// Returns the context that the help explains: that of the keys once the help is closed.
#[must_use]
pub fn helped_context(model: &Model) -> Context {
    match &model.overlay {
        Some(Overlay::Help { below, .. }) => context_below(below.as_deref(), &model.screen),
        other => context_below(other.as_ref(), &model.screen),
    }
}

fn context_below(overlay: Option<&Overlay>, screen: &Screen) -> Context {
    match overlay {
        Some(Overlay::Help { .. }) => Context::Help,
        Some(Overlay::Confirm { .. }) => Context::Confirm,
        Some(Overlay::Levels { .. } | Overlay::Claim { .. }) => Context::Levels,
        Some(Overlay::Game { .. }) => Context::Game,
        Some(Overlay::Chat(_)) => Context::Chat,
        Some(Overlay::Mutes(_)) => Context::Mutes,
        None => screen_context(screen),
    }
}

/// Returns the context of the keys on `screen` without an overlay.
#[must_use]
pub fn screen_context(screen: &Screen) -> Context {
    match screen {
        Screen::Name(_) => Context::Name,
        Screen::Menu(_) => Context::Menu,
        Screen::Find(_) => Context::Find,
        Screen::Seek(_) => Context::Seek,
        Screen::Create(form) if form.cursor == Field::Guest => Context::FormText,
        Screen::Create(form) if form.cursor == Field::Passphrase => Context::FormSecret,
        Screen::Create(_) => Context::Form,
        Screen::List(_) => Context::List,
        Screen::Quick(_) => Context::Quick,
        Screen::Code(_) => Context::Code,
        Screen::Passphrase(_) => Context::Secret,
        Screen::Opening(_) | Screen::Knocking(_) => Context::Opening,
        Screen::Room(room) if room.entry.is_some() => Context::Entry,
        Screen::Room(_) => Context::Room,
        Screen::Thinking(_) => Context::Thinking,
        Screen::History(_) => Context::History,
        Screen::Replay(replay) if replay.is_typing() => Context::Entry,
        Screen::Replay(_) => Context::Replay,
        Screen::Settings(settings) => match settings.page {
            SettingsPage::Main => Context::Settings,
            SettingsPage::Keys { .. } => Context::Keys,
            SettingsPage::Problems { .. } => Context::Problems,
        },
    }
}
