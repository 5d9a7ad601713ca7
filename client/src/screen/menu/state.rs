//! The state of the start screen.

use crate::{action::Action, intent::MenuItem, keymap::Context, screen::about::About};
use tengen_session::text::Lang;

/// Returns the action of an entry.
#[must_use]
pub const fn action_of(item: MenuItem) -> Action {
    match item {
        MenuItem::Quit => Action::Quit,
        item => Action::Go(item),
    }
}

/// The start screen, with its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuScreen {
    /// The entry under the cursor.
    pub item: MenuItem,
}

impl About for MenuScreen {
    fn context(&self) -> Context {
        Context::Menu
    }

    fn title(&self, _: Lang) -> String {
        "Tengen".to_owned()
    }
}
