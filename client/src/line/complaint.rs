//! The errors in lines that the user types.

use tengen_session::text::Lang;
use tengen_shared::rules::Variant;

/// The maximum number of characters to show of the typed text.
const SHOWN: usize = 40;

/// The syntax of the command with the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The word that begins the command.
    pub word: &'static str,
    /// The syntax of the whole command, as in the help.
    pub whole: &'static str,
}

/// The error in a line, with the text that was typed or the possible values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// The line is not a point, and does not begin with a known word.
    Unknown(String),
    /// The line has more than [`MAX_LINE`](super::MAX_LINE) characters.
    TooLong,
    /// A closing quotation mark is missing.
    OpenQuote,
    /// The line ends too early. Holds an example of the missing part, or the choices.
    Incomplete(Usage, String),
    /// This text follows the command, but does not belong to it.
    TooMuch(Usage, String),
    /// The word is not one of the choices.
    NoChoice {
        usage: Usage,
        /// The word that was typed.
        typed: String,
        /// The possible words.
        choices: String,
    },
    /// The text is not a number, or the number is too large.
    NoNumber(Usage, String),
    /// The text is not a point.
    NoPoint(Usage, String),
    /// The text is not a clock.
    NoClock(Usage, String),
    /// The word is neither an option nor a board.
    NoOption(Usage, String),
    /// The value is invalid, for this reason.
    Bad(Usage, String),
}

impl Complaint {
    /// Returns the message for the user.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Unknown(typed) => lang.line_unknown(&shown(typed)),
            Self::TooLong => lang.line_too_long().to_owned(),
            Self::OpenQuote => lang.line_open_quote().to_owned(),
            Self::Incomplete(usage, what) => lang.line_incomplete(what, usage.whole),
            Self::TooMuch(usage, typed) => lang.line_too_much(&shown(typed), usage.whole),
            Self::NoChoice { usage, typed, choices } => {
                lang.line_no_choice(&shown(typed), choices, usage.word)
            }
            Self::NoNumber(usage, typed) => lang.line_no_number(&shown(typed), usage.whole),
            Self::NoPoint(usage, typed) => lang.line_no_point(&shown(typed), usage.whole),
            Self::NoClock(_, typed) => lang.line_no_clock(&shown(typed)),
            Self::NoOption(usage, typed) => lang.line_no_option(&shown(typed), &Variant::names(), usage.word),
            Self::Bad(usage, why) => lang.line_bad(why, usage.whole),
        }
    }
}

/// Shortens the text that was typed, if it is long.
fn shown(typed: &str) -> String {
    let mut text: String = typed.chars().take(SHOWN).collect();
    if typed.chars().nth(SHOWN).is_some() {
        text.push_str("...");
    }
    text
}
