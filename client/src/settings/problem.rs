//! What is wrong in a file of the settings, and what would be right.

use tengen_session::text::Lang;

use crate::keymap::{Fault, KeyError};

/// Something in a file that is left aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1; none if it concerns the file as a whole.
    pub line: Option<usize>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The file cannot be read.
    Unreadable(String),
    /// The file is longer than this many KiB.
    TooLong(u64),
    /// There are more than this many themes.
    TooMany(usize),
    /// The file is not TOML.
    NotToml(String),
    /// The file's name cannot be a theme's.
    ThemeName,
    /// There is no such setting.
    UnknownKey {
        /// What stands there.
        key: String,
        /// One that is much like it.
        near: Option<String>,
    },
    /// The value is none of those allowed.
    BadValue {
        /// The setting.
        key: String,
        /// What stands there.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// A colour that is none.
    BadColour {
        /// The role.
        key: String,
        /// What stands there.
        found: String,
    },
    /// The keys of something are no list of names.
    BadKeys {
        /// What they are bound to.
        name: String,
    },
    /// A key that cannot be bound.
    BadKey {
        /// What it was to be bound to.
        name: String,
        /// What stands there.
        key: String,
        /// Why not.
        error: KeyError,
    },
    /// Something that cannot be bound so.
    Binding {
        /// What.
        name: String,
        /// Why not.
        fault: Fault,
    },
}

impl Problem {
    /// The whole message: where, what, and what is allowed.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let place = match self.line {
            Some(line) => format!("{}:{line}: ", self.file),
            None => format!("{}: ", self.file),
        };
        place + &self.wrong.text(lang)
    }
}

impl Wrong {
    fn text(&self, lang: Lang) -> String {
        match self {
            Self::Unreadable(why) => lang.wrong_unreadable(why),
            Self::TooLong(limit) => lang.wrong_too_long(*limit),
            Self::TooMany(limit) => lang.wrong_too_many(*limit),
            Self::NotToml(why) => lang.wrong_not_toml(why),
            Self::ThemeName => lang.wrong_theme_name().to_owned(),
            Self::UnknownKey { key, near: Some(near) } => lang.wrong_key_near(key, near),
            Self::UnknownKey { key, near: None } => lang.wrong_key(key),
            Self::BadValue { key, found, allowed } => lang.wrong_value(key, found, allowed),
            Self::BadColour { key, found } => lang.wrong_colour(key, found),
            Self::BadKeys { name } => lang.wrong_keys(name),
            Self::BadKey { name, key, error: KeyError::Unknown } => lang.wrong_key_name(name, key),
            Self::BadKey { name, key, error: KeyError::Reserved } => lang.wrong_key_reserved(name, key),
            Self::Binding { name, fault } => fault_text(name, fault, lang),
        }
    }
}

/// Why `name` cannot be bound so.
#[must_use]
pub(crate) fn fault_text(name: &str, fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::UnknownName { near: Some(near) } => lang.fault_unknown_near(name, near),
        Fault::UnknownName { near: None } => lang.fault_unknown(name),
        Fault::Clash { key, with: Some(with) } => lang.fault_clash(name, &key.to_string(), with),
        Fault::Clash { key, with: None } => lang.fault_kept(name, &key.to_string()),
        Fault::Typed { key } => lang.fault_typed(name, &key.to_string()),
        Fault::NeedsKey => lang.fault_needs_key(name),
        Fault::TooMany { limit } => lang.fault_too_many(name, *limit),
    }
}

/// Text from a file as it may be shown: in one line, without control characters, not too long.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut clean: String = text
        .chars()
        .map(|c| if tengen_shared::game::is_disturbing(c) { ' ' } else { c })
        .take(MOST)
        .collect();
    if text.chars().nth(MOST).is_some() {
        clean.push('…');
    }
    clean
}
