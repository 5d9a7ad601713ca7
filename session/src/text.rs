//! The message table: every text of the program in every language, side by side.
//!
//! Each file holds one part of it. A message without arguments is a `&'static str`, one with arguments a `String`. The
//! languages are in the order of [`Lang`]. A message without a translation does not compile, and a test finds messages
//! that are not used.

mod board;
mod calls;
mod common;
mod devices;
mod errors;
mod form;
mod game;
mod keys;
mod learn;
mod learn_gomoku;
mod learn_tictactoe;
mod line;
mod line_help;
mod line_shown;
mod line_told;
mod lobby;
mod net;
mod news;
mod opening;
mod parts;
mod prefs;
mod refusals;
mod replay;
mod room;
mod search;
mod start;
mod terms;
mod web;

use std::fmt;

/// A language of the user interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the code of the language, as in `<html lang="en">`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// Returns the language of a locale such as `zh_CN.UTF-8`, or English if it is unknown.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        if locale.get(..2).is_some_and(|language| language.eq_ignore_ascii_case("zh")) {
            Self::Chinese
        } else {
            Self::English
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::English => "English",
            Self::Chinese => "中文",
        })
    }
}

/// Writes messages as methods of [`Lang`]: `name: "English", "中文";`, or with arguments that the texts contain in
/// braces, `name(who: &str): "{who} moves", "{who}走棋";`.
macro_rules! messages {
    ($($name:ident $(($($arg:ident: $kind:ty),+))?: $english:literal, $chinese:literal;)*) => {
        impl $crate::text::Lang {
            $($crate::text::message!($name $(($($arg: $kind),+))?: $english, $chinese);)*
        }
    };
}

/// Writes one message as a method.
macro_rules! message {
    ($name:ident: $english:literal, $chinese:literal) => {
        #[doc = concat!("`", $english, "`")]
        #[must_use]
        pub const fn $name(self) -> &'static str {
            match self {
                Self::English => $english,
                Self::Chinese => $chinese,
            }
        }
    };
    ($name:ident($($arg:ident: $kind:ty),+): $english:literal, $chinese:literal) => {
        #[doc = concat!("`", $english, "`")]
        #[must_use]
        pub fn $name(self, $($arg: $kind),+) -> String {
            match self {
                Self::English => format!($english),
                Self::Chinese => format!($chinese),
            }
        }
    };
}

use message;
use messages;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_language() {
        for (locale, language) in [
            ("zh_CN.UTF-8", Lang::Chinese),
            ("zh", Lang::Chinese),
            ("en_GB.UTF-8", Lang::English),
            ("de", Lang::English),
            ("", Lang::English),
            ("天", Lang::English),
        ] {
            assert_eq!(Lang::of_locale(locale), language, "{locale:?}");
        }
    }
}
