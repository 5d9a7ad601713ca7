//! Keys and their names, on the screen and in the settings. The parser is our own: the `crokey` crate
//! reads `R` as `r`, and knows no characters beyond ASCII.

use std::{fmt, str::FromStr};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthChar;

use crate::theme::Charset;

/// A key that can be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// This key, with or without Shift.
    Code(KeyCode),
    /// Ctrl with a letter, in lower case.
    Ctrl(char),
    /// Alt with a character.
    Alt(char),
    /// Any of the digits 1 to 9, which fills [`Action::Digit`](crate::action::Action::Digit).
    Digits,
}

/// The error for a text that is not the name of a key to bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// There is no such key.
    Unknown,
    /// Terminals send the same code for another key, or the program reserves the key.
    Reserved,
}

/// The keys that have a name, without the function keys.
const NAMED: [(&str, KeyCode); 16] = [
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Shift-Tab", KeyCode::BackTab),
    ("Space", KeyCode::Char(' ')),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
];

impl Key {
    /// Returns the key that was pressed, if it can be bound.
    #[must_use]
    pub fn pressed(event: &KeyEvent) -> Option<Self> {
        let key = match event.code {
            KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::CONTROL) => {
                Self::Ctrl(c.to_ascii_lowercase())
            }
            KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::ALT) => Self::Alt(c),
            code if is_plain(event.modifiers) => Self::Code(code),
            _ => return None,
        };
        // Only a key with a name in the settings can be bound.
        key.to_string().parse().ok()
    }

    /// Whether the key types a character in a text field.
    #[must_use]
    pub const fn is_typed(self) -> bool {
        matches!(self, Self::Code(KeyCode::Char(_)) | Self::Digits)
    }

    /// Whether one press can match both keys.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let is_digit = |key| matches!(key, Self::Code(KeyCode::Char('1'..='9')));
        self == other || self == Self::Digits && is_digit(other) || other == Self::Digits && is_digit(self)
    }

    /// Whether `event` is a press of this key.
    #[must_use]
    pub fn matches(self, event: &KeyEvent) -> bool {
        match self {
            Self::Ctrl(c) => {
                event.modifiers.contains(KeyModifiers::CONTROL)
                    && matches!(event.code, KeyCode::Char(typed) if typed.eq_ignore_ascii_case(&c))
            }
            Self::Alt(c) => {
                event.code == KeyCode::Char(c) && (event.modifiers - KeyModifiers::SHIFT) == KeyModifiers::ALT
            }
            Self::Code(code) => event.code == code && is_plain(event.modifiers),
            Self::Digits => matches!(event.code, KeyCode::Char('1'..='9')) && is_plain(event.modifiers),
        }
    }

    /// Returns the name for the screen. With Unicode, an arrow key is shown as an arrow.
    #[must_use]
    pub fn shown(self, charset: Charset) -> String {
        match (self, charset) {
            (Self::Code(KeyCode::Up), Charset::Unicode) => "↑".to_owned(),
            (Self::Code(KeyCode::Down), Charset::Unicode) => "↓".to_owned(),
            (Self::Code(KeyCode::Left), Charset::Unicode) => "←".to_owned(),
            (Self::Code(KeyCode::Right), Charset::Unicode) => "→".to_owned(),
            _ => self.to_string(),
        }
    }
}

/// Whether no modifier except Shift is held.
pub(super) fn is_plain(modifiers: KeyModifiers) -> bool {
    (modifiers - KeyModifiers::SHIFT).is_empty()
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = match self {
            Self::Digits => return f.write_str("1-9"),
            Self::Ctrl(c) => return write!(f, "Ctrl-{}", c.to_ascii_uppercase()),
            Self::Alt(c) => return write!(f, "Alt-{c}"),
            Self::Code(code) => code,
        };
        match (NAMED.iter().find(|(_, named)| named == code), code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(n)) => write!(f, "F{n}"),
            (None, other) => write!(f, "{other}"),
        }
    }
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let same = |(name, _): &&(&str, KeyCode)| name.eq_ignore_ascii_case(text);
        if let Some((_, code)) = NAMED.iter().find(same) {
            return Ok(Self::Code(*code));
        }
        let number = text.strip_prefix(['F', 'f']).and_then(|number| number.parse::<u8>().ok());
        if let Some(number) = number {
            return if (1..=24).contains(&number) {
                Ok(Self::Code(KeyCode::F(number)))
            } else {
                Err(KeyError::Unknown)
            };
        }
        if let Some(letter) = text.strip_prefix("Ctrl-").and_then(one_char) {
            return match letter.to_ascii_lowercase() {
                // Ctrl-C always ends the program; terminals send Tab, Enter and Backspace for the others.
                'c' | 'i' | 'j' | 'm' | 'h' => Err(KeyError::Reserved),
                letter if letter.is_ascii_lowercase() => Ok(Self::Ctrl(letter)),
                _ => Err(KeyError::Unknown),
            };
        }
        if let Some(c) = text.strip_prefix("Alt-").and_then(one_char) {
            return Ok(Self::Alt(c));
        }
        one_char(text).map(|c| Self::Code(KeyCode::Char(c))).ok_or(KeyError::Unknown)
    }
}

/// Returns the only character of `text`, if it is visible.
fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let c = chars.next().filter(|c| !c.is_whitespace() && c.width().is_some_and(|width| width > 0))?;
    chars.next().is_none().then_some(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_keys() {
        let codes = NAMED.iter().map(|(_, code)| Key::Code(*code));
        let others = [
            Key::Code(KeyCode::F(1)),
            Key::Code(KeyCode::F(12)),
            Key::Code(KeyCode::Char('F')),
            Key::Code(KeyCode::Char('?')),
            Key::Code(KeyCode::Char('-')),
            Key::Code(KeyCode::Char('天')),
            Key::Ctrl('u'),
            Key::Alt('x'),
        ];
        for key in codes.chain(others) {
            assert_eq!(key.to_string().parse(), Ok(key), "{key}");
        }
        assert_eq!("space".parse(), Ok(Key::Code(KeyCode::Char(' '))));
        assert_eq!("Ctrl-U".parse(), Ok(Key::Ctrl('u')));
    }

    #[test]
    fn what_no_terminal_sends_is_no_key() {
        for text in ["", " ", "ab", "F0", "F25", "\u{1b}", "\u{301}", "Hyper-x", "Ctrl-1", "Ctrl-", "Alt-ab"]
        {
            assert_eq!(text.parse::<Key>(), Err(KeyError::Unknown), "{text:?}");
        }
        for text in ["Ctrl-C", "Ctrl-m", "Ctrl-I"] {
            assert_eq!(text.parse::<Key>(), Err(KeyError::Reserved), "{text:?}");
        }
    }

    #[test]
    fn arrows_are_named_where_they_cannot_be_drawn() {
        let up = Key::Code(KeyCode::Up);
        assert_eq!((up.shown(Charset::Unicode), up.shown(Charset::Ascii)), ("↑".to_owned(), "Up".to_owned()));
    }
}
