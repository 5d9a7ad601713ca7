//! A player's name: short, and safe to show on a terminal.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::{EngineName, FormerEngineName, Level};

/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 24;

/// A name of 1 to 24 characters, trimmed, without control characters or invisible ones.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Arc<str>);

/// The reason why a text cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// The text is empty after trimming.
    #[error("the name is empty: choose 1 to 24 characters")]
    Empty,
    /// The name has more than 24 characters.
    #[error("the name has {0} characters: choose at most 24")]
    TooLong(usize),
    /// The name has a control character, a terminal escape or an invisible character.
    #[error("the name has a control or invisible character: use letters, digits, signs and blanks")]
    Control,
    /// The name looks like an AI, a result or a message of the program.
    #[error("this name is one of the program's own, such as AI or host: choose another")]
    Reserved,
}

/// Names that nobody may choose, because they would look like words of the program.
const RESERVED: [&str; 16] = [
    "you",
    "computer",
    "host",
    "draw",
    "nobody",
    "everyone",
    "server",
    "tengen",
    "free",
    "free seat",
    "game over",
    "你",
    "和棋",
    "服务器",
    "电脑",
    "房主",
];
/// Ends of such names.
const RESERVED_ENDS: [&str; 5] = ["(you)", "（你）", "(away)", "(host)", "(AI)"];
/// Last words of such names, after another word.
const RESERVED_LAST: [&str; 3] = ["won", "lost", "resigned"];

impl Name {
    /// Reads a name that somebody chooses.
    ///
    /// # Errors
    /// Returns an error if the text is no name, or the errors of [`Name::check_new`].
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name: Self = text.parse()?;
        name.check_new()?;
        Ok(name)
    }

    /// Checks a name that somebody chooses. Stored names may be older than this rule. Without the feature `name-check`,
    /// the check is left to the server, and every name passes.
    ///
    /// # Errors
    /// Returns an error if the name looks like an AI, a result or a message of the program.
    pub fn check_new(&self) -> Result<(), NameError> {
        if cfg!(not(feature = "name-check")) {
            return Ok(());
        }
        let levels = Level::ALL.iter().map(ToString::to_string);
        let engines = EngineName::ALL.iter().map(ToString::to_string);
        let former = FormerEngineName::ALL.iter().map(ToString::to_string);
        let bots: Vec<String> = levels.chain(engines).chain(former).collect();
        let is_reserved = |look: fn(&str) -> String| {
            let name = look(&self.0);
            let letters = |text: &str| look(text).replace(|c: char| !c.is_alphanumeric(), "");
            let is_ai = |bot: &String| {
                let label = format!("AI {bot}");
                let rest = name.strip_prefix(&look(&label));
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
                    || [label, format!("{bot} AI")].iter().any(|label| letters(&name) == letters(label))
            };
            // Without the signs and digits around and between the words.
            let plain: String = self.0.chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).collect();
            let (words, first) = (look(&plain), plain.split_whitespace().next().unwrap_or_default());
            look(first) == look("AI") && first.chars().all(|c| !c.is_lowercase())
                || is_marked(&self.0)
                || bots.iter().any(is_ai)
                || RESERVED.iter().any(|word| words == look(word))
                || RESERVED_ENDS.iter().any(|end| name.ends_with(&look(end)))
                || RESERVED_LAST.iter().any(|word| name.ends_with(&format!(" {}", look(word))))
                || name.starts_with(&look("error:"))
        };
        if [shape, caseless_shape, lower_shape].into_iter().any(is_reserved) {
            Err(NameError::Reserved)
        } else {
            Ok(())
        }
    }

    /// Whether people could take the two names for the same one.
    #[must_use]
    pub fn resembles(&self, other: &Self) -> bool {
        [shape, caseless_shape].into_iter().any(|look| look(&self.0) == look(&other.0))
    }

    /// Returns the name with the mark of another person of the same name, such as `Ann (2)`. `number` is from 2 to 9.
    #[must_use]
    pub(super) fn marked(&self, number: u8) -> Self {
        let mark = format!(" ({number})");
        let kept: String = self.0.chars().take(MAX_NAME_CHARS - mark.len()).collect();
        Self(format!("{}{mark}", kept.trim_end()).into())
    }

    /// Returns whether this is `original` with the mark of another person of the same name.
    #[must_use]
    pub fn is_marked_from(&self, original: &Self) -> bool {
        is_marked(&self.0) && (2..=9).any(|number| original.marked(number) == *self)
    }

    /// Returns the name for a guest at the keyboard of `host`, with a mark if the two names look the same.
    ///
    /// # Errors
    /// Returns the errors of [`Name::check_new`].
    pub(super) fn beside(&self, host: &Self) -> Result<Self, NameError> {
        self.check_new()?;
        Ok(if self.resembles(host) { self.marked(2) } else { self.clone() })
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a name ends in a mark, as [`Name::marked`] gives it.
fn is_marked(name: &str) -> bool {
    let number = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number.is_some_and(|(_, number)| is_number(number.trim()))
}

/// Returns the shape of a text: texts that people confuse have the same (Unicode Technical Standard 39, "confusables").
/// The number of blanks between words does not matter.
fn shape(text: &str) -> String {
    #[cfg(feature = "name-check")]
    let text: String = unicode_security::confusable_detection::skeleton(text).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the lower case of the shape of a text. A capital I and a small L have the same.
fn lower_shape(text: &str) -> String {
    lower(&shape(text))
}

/// Returns the shape of a text in lower case.
fn caseless_shape(text: &str) -> String {
    lower(&shape(&lower(text)))
}

/// Returns a text in lower case. Without the feature `name-check`, only its ASCII letters change.
fn lower(text: &str) -> String {
    if cfg!(feature = "name-check") { text.to_lowercase() } else { text.to_ascii_lowercase() }
}

/// Whether a character moves the cursor, is invisible or reorders text. These are control characters, Unicode's
/// format characters (category Cf), line separators, fillers and other characters that show as nothing.
#[must_use]
pub fn is_disturbing(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.chars().any(is_disturbing) {
            return Err(NameError::Control);
        }
        let text = text.trim();
        match text.chars().count() {
            0 => Err(NameError::Empty),
            1..=MAX_NAME_CHARS => Ok(Self(text.into())),
            count => Err(NameError::TooLong(count)),
        }
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0.as_ref().to_owned()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    #[test]
    fn names_that_look_like_the_program_are_reserved() {
        let reserved = "AI medium | ai hard | Al hard | A1 hard | АI master | AI pvs:3 | AI  hard | \
            AI domain:3 | AI | A I hard | AI-hard | AI hard bot | A I: hard | Hard AI | AI2 | AI 困难 | \
            Al Hard | [AI] | A.I. | Ann (AI) | Server: | You. | Ann ( 2 ) | Ann (10) | \
            free | Ann (away) | host | 电脑 | Ann (2) | Ann(3) | 𝐀𝐈 𝐡𝐚𝐫𝐝 | Ann (you) | DRAW | draw | \
            Bo won | Error: x";
        for text in reserved.split(" | ") {
            assert_eq!(Name::choose(text), Err(NameError::Reserved), "{text}");
        }
        let free = "Ai | Aimee | Ai Tanaka | Ai Hardy | Bot | bot 1 | Ann (Bo) | Ann 2 | Andrew | Siwon | \
            Youssef | Player | Player 2 | 小明 | Error";
        for text in free.split(" | ") {
            assert!(Name::choose(text).is_ok(), "{text}");
        }
        assert!("AI medium".parse::<Name>().is_ok(), "a stored name is read as before");
    }

    #[test]
    fn names_that_look_the_same_resemble_each_other() {
        for (one, two) in [("Ann", "ann"), ("Ann", "Аnn"), ("paul", "pau1"), ("Ian", "lan")] {
            assert!(name(one).resembles(&name(two)), "{one} {two}");
        }
        assert!(!name("Ann").resembles(&name("Anna")));
        assert!(!name("Ann").resembles(&name("Ann").marked(2)));
    }

    #[test]
    fn a_marked_name_is_short_enough() {
        assert_eq!(name("Ann").marked(2), name("Ann (2)"));
        assert_eq!(name(&"ä".repeat(24)).marked(2), name(&format!("{} (2)", "ä".repeat(20))));
    }
}
