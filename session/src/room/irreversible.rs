//! Actions that a user should confirm first.

use super::{RoomAction, Viewer};
use crate::text::Lang;

/// An action that takes effect at once, needs nobody's consent, and cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irreversible {
    Resign,
    /// Call a game against an AI a draw.
    Draw,
    Abort,
    Restart,
    Kick,
}

impl Irreversible {
    /// Returns the action that was confirmed.
    #[must_use]
    pub const fn action(self) -> RoomAction {
        match self {
            Self::Resign => RoomAction::Resign,
            Self::Draw => RoomAction::Draw,
            Self::Abort => RoomAction::Abort,
            Self::Restart => RoomAction::Restart,
            Self::Kick => RoomAction::Kick,
        }
    }

    /// Returns the question for the user.
    #[must_use]
    pub const fn question(self, lang: Lang) -> &'static str {
        match self {
            Self::Resign => lang.q_resign(),
            Self::Draw => lang.q_draw(),
            Self::Abort => lang.q_abort(),
            Self::Restart => lang.q_restart(),
            Self::Kick => lang.q_kick(),
        }
    }
}

impl Viewer<'_> {
    /// Returns the irreversible action that `action` would be for this user.
    #[must_use]
    pub fn irreversible(&self, action: RoomAction) -> Option<Irreversible> {
        match action {
            RoomAction::Resign => Some(Irreversible::Resign),
            // A person must agree to a draw first; an AI need not.
            RoomAction::Draw => (!self.room.seats().two_people()).then_some(Irreversible::Draw),
            RoomAction::Abort => Some(Irreversible::Abort),
            RoomAction::Restart => Some(Irreversible::Restart),
            RoomAction::Kick => Some(Irreversible::Kick),
            _ => None,
        }
    }
}
