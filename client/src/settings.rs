//! The settings of the program: appearance, language and behaviour.

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

/// The language of all texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The language of the locale.
    #[default]
    Auto,
    Chosen(Lang),
}

/// How many colours the client draws with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// The number that the terminal announces.
    #[default]
    Auto,
    Chosen(Depth),
}

/// Whether the terminal is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// The background that the terminal announces, or dark.
    #[default]
    Auto,
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}

/// Whether boards and lines are drawn with Unicode or ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters {
    /// The characters that the terminal and the locale support.
    #[default]
    Auto,
    Chosen(Charset),
}

/// The protection against stones on the wrong point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Misclick {
    /// No protection: the first click or key places the stone.
    #[default]
    Off,
    /// The client asks first.
    Confirm,
    /// The first choice of a point shows a ghost stone. The second choice of the same point places the stone.
    Ghost,
}

/// Whether the client or the terminal handles the mouse. The terminal selects and copies text with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mouse {
    /// The program receives mouse events.
    #[default]
    On,
    Off,
}

/// The way to call for the user's attention. A bell is the default because it is discreet: terminals mark the
/// tab or the window, and users can silence it there. A desktop notification is for users who ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Call {
    Off,
    /// The terminal's bell.
    #[default]
    Bell,
    /// A desktop notification (OSC 9).
    Desktop,
    /// Bell and desktop notification.
    Both,
}

/// The ways to call for attention, for each occasion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// The call after the opponent's move.
    pub turn: Call,
    /// The call when somebody takes a seat.
    pub join: Call,
    /// The call at the end of a game.
    pub end: Call,
    /// Whether to call a user who is active.
    pub typing: Typing,
}

/// Whether the program calls a user who has used keys or mouse within the last two seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typing {
    #[default]
    Silent,
    /// The program calls every time, also more than once a second.
    Notify,
}

/// The settings of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub language: Language,
    /// The colours.
    pub theme: ThemeChoice,
    /// The background of the terminal.
    pub background: Background,
    /// The number of colours.
    pub colours: Colours,
    /// The characters to draw with.
    pub characters: Characters,
    /// The protection against stones on the wrong point.
    pub misclick: Misclick,
    pub mouse: Mouse,
    /// The amount of detail in an AI's evaluation.
    pub evaluation: Detail,
    /// The ways to call for attention.
    pub calls: Calls,
    /// The user's own keys.
    pub keys: Remap,
}

/// The choice of a theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// The program's dark or light theme, depending on the background.
    #[default]
    Auto,
    /// A theme chosen by its name.
    Named(NamedTheme),
}

impl Settings {
    /// Returns the language to use, which the terminal must be able to show.
    #[must_use]
    pub const fn lang(&self, environment: &Environment) -> Lang {
        match (self.language, self.look(environment).charset) {
            // ASCII has no Chinese characters.
            (_, Charset::Ascii) => Lang::English,
            (Language::Chosen(lang), Charset::Unicode) => lang,
            (Language::Auto, Charset::Unicode) => environment.lang,
        }
    }

    /// Returns the theme to draw with.
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
