//! The start screen: what can be done, each with a key of its own.

use super::Model;
use crate::{action::Action, intent::MenuItem};

/// The entries of the start screen that make sense now, from the top.
#[must_use]
pub fn menu_items(model: &Model) -> &'static [MenuItem] {
    static ALL: [MenuItem; 10] = MenuItem::ALL;
    if model.offered.is_some() { &ALL } else { &ALL[1..] }
}

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

impl MenuScreen {
    /// The number of the entry under the cursor.
    #[must_use]
    pub fn cursor(self, model: &Model) -> usize {
        menu_items(model).iter().position(|item| *item == self.item).unwrap_or(0)
    }
}
