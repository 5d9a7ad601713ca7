//! The state of the settings screen.

use crate::{
    keymap::Context,
    screen::{
        Screen,
        about::{About, titled},
    },
};
use tengen_session::text::Lang;

/// The screen with the settings of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsScreen {
    /// The row of the main page under the cursor, from 0.
    pub cursor: usize,
    /// The page on the screen.
    pub page: SettingsPage,
    /// The screen to go back to.
    pub back: Box<Screen>,
}

/// A page of the settings screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPage {
    /// The main page, with the settings.
    Main,
    /// The page of keys.
    Keys {
        /// The row under the cursor, from 0.
        cursor: usize,
        /// Whether the next key press is the new key for the row.
        waits: bool,
    },
    /// The page of errors in the settings files.
    Problems {
        /// The number of rows scrolled away at the top.
        scroll: usize,
    },
}

impl SettingsScreen {
    /// Creates the screen on its main page, with the cursor on the first setting. Esc on that page goes to `back`.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { cursor: 0, page: SettingsPage::Main, back: Box::new(back) }
    }

    /// Whether the next key press is the new key for a row.
    #[must_use]
    pub const fn waits(&self) -> bool {
        matches!(self.page, SettingsPage::Keys { waits: true, .. })
    }
}

impl About for SettingsScreen {
    fn context(&self) -> Context {
        match self.page {
            SettingsPage::Main => Context::Settings,
            SettingsPage::Keys { .. } => Context::Keys,
            SettingsPage::Problems { .. } => Context::Problems,
        }
    }

    fn title(&self, lang: Lang) -> String {
        titled(match self.page {
            SettingsPage::Main => lang.title_settings(),
            SettingsPage::Keys { .. } => lang.title_keys(),
            SettingsPage::Problems { .. } => lang.title_problems(),
        })
    }
}
