//! The context of the keys, which depends on the screen and the overlay.

use super::{Model, Overlay};
use crate::{keymap::Context, screen::Screen};

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
        Some(Overlay::Levels { .. } | Overlay::Returning { .. } | Overlay::Claim { .. }) => Context::Levels,
        Some(Overlay::Game { .. }) => Context::RoomMenu,
        Some(Overlay::Chat(_)) => Context::Chat,
        Some(Overlay::Mutes(_)) => Context::Mutes,
        Some(Overlay::Invitation(_)) => Context::Invitation,
        None => screen.about().context(),
    }
}
