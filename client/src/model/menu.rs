//! The start screen: what can be done, each with a key of its own.

use super::Model;
use crate::action::Action;
use tengen_session::text::Lang;

/// An entry of the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// Go back to the room in which a seat is kept.
    GoOn,
    /// A game against the computer, on this machine.
    PlayAi,
    /// Two people at this keyboard.
    PlayHere,
    /// Servers and rooms on this network.
    Find,
    /// Join by a room's code or a server's address.
    JoinCode,
    /// Servers and rooms on this network, to look on.
    Watch,
    /// The user's finished games on this machine.
    MyGames,
    /// Another name.
    Rename,
    /// Looks, language and manners.
    Settings,
    /// The end.
    Quit,
}

impl MenuItem {
    /// Every entry, from the top.
    pub const ALL: [Self; 10] = [
        Self::GoOn,
        Self::PlayAi,
        Self::PlayHere,
        Self::Find,
        Self::JoinCode,
        Self::Watch,
        Self::MyGames,
        Self::Rename,
        Self::Settings,
        Self::Quit,
    ];

    /// The entries that make sense now, from the top.
    #[must_use]
    pub fn shown(model: &Model) -> &'static [Self] {
        static ALL: [MenuItem; 10] = MenuItem::ALL;
        if model.offered.is_some() { &ALL } else { &ALL[1..] }
    }

    /// The words on the screen.
    #[must_use]
    pub const fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::GoOn => lang.menu_go_on(),
            Self::PlayAi => lang.menu_play_ai(),
            Self::PlayHere => lang.menu_play_here(),
            Self::Find => lang.menu_find(),
            Self::JoinCode => lang.menu_join_code(),
            Self::Watch => lang.menu_watch(),
            Self::MyGames => lang.menu_my_games(),
            Self::Rename => lang.menu_rename(),
            Self::Settings => lang.menu_settings(),
            Self::Quit => lang.menu_quit(),
        }
    }

    /// What its key means.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Quit => Action::Quit,
            item => Action::Go(item),
        }
    }

    /// The name under which the last choice is remembered.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoOn => "go-on",
            Self::PlayAi => "play-ai",
            Self::PlayHere => "play-here",
            Self::Find => "find",
            Self::JoinCode => "join",
            Self::Watch => "watch",
            Self::MyGames => "my-games",
            Self::Rename => "rename",
            Self::Settings => "settings",
            Self::Quit => "quit",
        }
    }

    /// The entry of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.name() == name)
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
        MenuItem::shown(model).iter().position(|item| *item == self.item).unwrap_or(0)
    }
}
