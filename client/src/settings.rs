//! What the user has chosen once for all: looks, language, manners.

mod change;
mod choice;
mod environment;
mod pref;
mod problem;
mod read;
mod store;
mod theme_file;

use tengen_session::{evaluation::Detail, text::Lang};

use crate::{
    keymap::Remap,
    theme::{Charset, Depth, Palette, Theme},
};

pub use change::{FRESH, change};
pub use environment::Environment;
pub use pref::Pref;
pub use problem::{Problem, Wrong};
pub(crate) use problem::{fault_text, shown};
pub use read::read;
pub(crate) use read::{found, line_of, not_toml};
pub use store::{Loaded, SaveError, Saved, Store};
pub use theme_file::NamedTheme;

/// Which language is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// That of the locale.
    #[default]
    Auto,
    /// This one.
    Chosen(Lang),
}

/// How many colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As many as the terminal says that it shows.
    #[default]
    Auto,
    /// This many.
    Chosen(Depth),
}

/// Whether the terminal is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// As the terminal says; dark if it does not.
    #[default]
    Auto,
    /// Light letters on a dark ground.
    Dark,
    /// Dark letters on a light ground.
    Light,
}

/// Which characters are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters {
    /// As the locale says.
    #[default]
    Auto,
    /// These.
    Chosen(Charset),
}

/// What guards against a stone put where it was not meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Misclick {
    /// Nothing: the first choice counts.
    #[default]
    Off,
    /// A question comes first.
    Confirm,
    /// The first choice shows a ghost of the stone, the second at the same point places it.
    Ghost,
}

/// Whether the mouse is the program's, or left to the terminal, which then marks and copies text with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mouse {
    /// The program hears it.
    #[default]
    On,
    /// The terminal keeps it.
    Off,
}

/// How the program calls for attention. A bell is the calm way: terminals turn it into a mark on the tab or window,
/// and whoever does not want it has silenced it there; a notice of the desktop is for those who ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Call {
    /// Not at all.
    Off,
    /// By the terminal's bell.
    #[default]
    Bell,
    /// By a notice of the desktop (OSC 9).
    Desktop,
    /// By both.
    Both,
}

/// When the program calls for attention, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// The opponent has moved.
    pub turn: Call,
    /// Somebody has sat down.
    pub join: Call,
    /// A game is over.
    pub end: Call,
    /// Whether to call also within two seconds of a key.
    pub typing: Typing,
}

/// Whether the program calls while the user is typing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typing {
    #[default]
    Silent,
    /// Yes: with every move and every end, however quick.
    Notify,
}

/// What the user has chosen once for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Which language is spoken.
    pub language: Language,
    /// Which colours are used.
    pub theme: ThemeChoice,
    /// Whether the terminal is dark or light.
    pub background: Background,
    /// How many colours are used.
    pub colours: Colours,
    /// Which characters are used.
    pub characters: Characters,
    /// What guards against misplaced stones.
    pub misclick: Misclick,
    /// Whether the program hears the mouse.
    pub mouse: Mouse,
    /// How much of an AI's evaluation is shown.
    pub evaluation: Detail,
    /// When the program calls for attention.
    pub calls: Calls,
    /// The user's own keys.
    pub keys: Remap,
}

/// Which colours are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// The program's own, dark or light by the background.
    #[default]
    Auto,
    /// One by its name.
    Named(NamedTheme),
}

impl Settings {
    /// The language to speak: one that the terminal can show.
    #[must_use]
    pub const fn lang(&self, environment: &Environment) -> Lang {
        match (self.language, self.look(environment).charset) {
            // Nothing but ASCII can write no Chinese.
            (_, Charset::Ascii) => Lang::English,
            (Language::Chosen(lang), Charset::Unicode) => lang,
            (Language::Auto, Charset::Unicode) => environment.lang,
        }
    }

    /// How things shall look.
    #[must_use]
    pub const fn look(&self, environment: &Environment) -> Theme {
        let palette = match (&self.theme, self.background, environment.is_light) {
            (ThemeChoice::Named(theme), ..) => theme.palette,
            (ThemeChoice::Auto, Background::Light, _) | (ThemeChoice::Auto, Background::Auto, true) => {
                Palette::LIGHT
            }
            (ThemeChoice::Auto, Background::Dark, _) | (ThemeChoice::Auto, Background::Auto, false) => {
                Palette::DARK
            }
        };
        let depth = match self.colours {
            Colours::Auto => environment.depth,
            Colours::Chosen(depth) => depth,
        };
        let charset = match self.characters {
            Characters::Auto => environment.charset,
            Characters::Chosen(charset) => charset,
        };
        Theme { palette, depth, charset }
    }
}

#[cfg(test)]
mod tests;
