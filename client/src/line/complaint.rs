//! Why a line was not understood.

use tengen_session::text::Lang;

/// What is shown of a line that was not understood, in characters.
const SHOWN: usize = 40;

/// How the command that a complaint is about is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The word that begins the command.
    pub word: &'static str,
    /// The whole command, as the help shows it.
    pub whole: &'static str,
}

/// Why a line was not understood: what was typed, why not, and what is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// The line begins with no word that is known, and is no point.
    Unknown(String),
    /// It is longer than any line that makes sense.
    TooLong,
    /// A quotation is not closed.
    OpenQuote,
    /// Something is missing after a word.
    Incomplete(Usage, String),
    /// There is more than belongs to a word.
    TooMuch(Usage, String),
    /// A value is none of those that are possible.
    NoChoice {
        /// How the command is typed.
        usage: Usage,
        /// What was typed.
        typed: String,
        /// What is possible.
        choices: String,
    },
    /// A number is none, or too large.
    NoNumber(Usage, String),
    /// A point is none.
    NoPoint(Usage, String),
    /// A clock is none.
    NoClock(Usage, String),
    /// A word is no option and no board.
    NoOption(Usage, String),
    /// A value is refused for a reason.
    Bad(Usage, String),
}

impl Complaint {
    /// What is said of it.
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
            Self::NoOption(usage, typed) => lang.line_no_option(&shown(typed), usage.word),
            Self::Bad(usage, why) => lang.line_bad(why, usage.whole),
        }
    }
}

/// What was typed, cut short.
fn shown(typed: &str) -> String {
    let mut text: String = typed.chars().take(SHOWN).collect();
    if typed.chars().nth(SHOWN).is_some() {
        text.push_str("...");
    }
    text
}
