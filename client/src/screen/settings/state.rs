//! The settings screen: its page and its cursor.

use crate::screen::Screen;

/// The settings on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsScreen {
    /// The number of the line under the cursor, from the top.
    pub cursor: usize,
    /// What is shown of it.
    pub page: SettingsPage,
    /// Where to go back to.
    pub back: Box<Screen>,
}

/// A page of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPage {
    /// The settings themselves.
    Main,
    /// The keys.
    Keys {
        /// Where the cursor stands.
        cursor: usize,
        /// Whether the next key that is pressed is the new one.
        waits: bool,
    },
    /// What is wrong in the files.
    Problems {
        /// The rows scrolled away.
        scroll: usize,
    },
}

impl SettingsScreen {
    /// The settings, with the cursor on the first; `back` is where Esc leads.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { cursor: 0, page: SettingsPage::Main, back: Box::new(back) }
    }

    /// Whether the next key that is pressed is to be bound.
    #[must_use]
    pub const fn waits(&self) -> bool {
        matches!(self.page, SettingsPage::Keys { waits: true, .. })
    }
}
