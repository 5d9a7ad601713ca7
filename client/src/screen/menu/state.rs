//! The start screen: what can be done, each with a key of its own.

use crate::{action::Action, intent::MenuItem};

/// What the key of an entry means.
#[must_use]
pub const fn action_of(item: MenuItem) -> Action {
    match item {
        MenuItem::Quit => Action::Quit,
        item => Action::Go(item),
    }
}

/// The start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuScreen {
    /// The entry under the cursor.
    pub item: MenuItem,
}
