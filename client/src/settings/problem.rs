//! Errors in settings and theme files, and their messages.

use tengen_session::text::Lang;

use crate::keymap::{BindError, KeyError};

/// An error in a settings or theme file. The client ignores the invalid part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The path of the file.
    pub file: String,
    /// The line, from 1; `None` if the error concerns the whole file.
    pub line: Option<usize>,
    /// The kind of the error.
    pub wrong: Wrong,
}

/// The kind of an error in a settings or theme file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Reading the file has failed, for this reason.
    Unreadable(String),
    /// The file is longer than this many KiB.
    TooLong(u64),
    /// The folder has more than this many themes.
    TooMany(usize),
    /// The file is not TOML, for this reason.
    NotToml(String),
    /// The name of the file is not a valid theme name.
    ThemeName,
    /// The file has an unknown setting.
    UnknownKey {
        /// The name in the file.
        key: String,
        /// A similar name that exists.
        near: Option<String>,
    },
    /// The value is not an allowed one.
    BadValue {
        /// The name of the setting.
        key: String,
        /// The value in the file.
        found: String,
        /// The allowed values.
        allowed: String,
    },
    /// The value is not a colour.
    BadColour {
        /// The name of the role.
        key: String,
        /// The value in the file.
        found: String,
    },
    /// The value is neither a key nor a list of keys.
    BadKeys {
        /// The name of the action.
        name: String,
    },
    /// A key is unknown or reserved.
    BadKey {
        /// The name of the action.
        name: String,
        /// The key in the file.
        key: String,
        /// The reason.
        error: KeyError,
    },
    /// The action cannot have these keys.
    Binding {
        /// The name of the action.
        name: String,
        /// The reason.
        fault: BindError,
    },
}

impl Problem {
    /// Returns the whole message: the place, the error and the allowed values.
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

/// Returns the reason why the action `name` cannot have the keys.
#[must_use]
pub(crate) fn fault_text(name: &str, fault: &BindError, lang: Lang) -> String {
    match fault {
        BindError::UnknownName { near: Some(near) } => lang.fault_unknown_near(name, near),
        BindError::UnknownName { near: None } => lang.fault_unknown(name),
        BindError::Clash { key, with: Some(with) } => lang.fault_clash(name, &key.to_string(), with),
        BindError::Clash { key, with: None } => lang.fault_kept(name, &key.to_string()),
        BindError::Typed { key } => lang.fault_typed(name, &key.to_string()),
        BindError::NeedsKey => lang.fault_needs_key(name),
        BindError::TooMany { limit } => lang.fault_too_many(name, *limit),
    }
}

/// Makes text from a file safe to show: one line without control characters, cut after 40 characters.
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
