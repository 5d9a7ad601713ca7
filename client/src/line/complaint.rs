//! Why a line was not understood.

use tengen_session::text::Lang;

use super::command::Topic;

/// What is shown of a line that was not understood, in characters.
const SHOWN: usize = 40;

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
    Incomplete(Topic, String),
    /// There is more than belongs to a word.
    TooMuch(Topic, String),
    /// A value is none of those that are possible.
    NoChoice {
        /// After which word.
        topic: Topic,
        /// What was typed.
        typed: String,
        /// What is possible.
        choices: String,
    },
    /// A number is none, or too large.
    NoNumber(Topic, String),
    /// A point is none.
    NoPoint(Topic, String),
    /// A clock is none.
    NoClock(Topic, String),
    /// A word is no option and no board.
    NoOption(Topic, String),
    /// A value is refused for a reason.
    Bad(Topic, String),
}

impl Complaint {
    /// What is said of it.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Unknown(typed) => lang.line_unknown(&shown(typed)),
            Self::TooLong => lang.line_too_long().to_owned(),
            Self::OpenQuote => lang.line_open_quote().to_owned(),
            Self::Incomplete(topic, what) => lang.line_incomplete(what, topic.usage()),
            Self::TooMuch(topic, typed) => lang.line_too_much(&shown(typed), topic.usage()),
            Self::NoChoice { topic, typed, choices } => {
                lang.line_no_choice(&shown(typed), choices, topic.word())
            }
            Self::NoNumber(topic, typed) => lang.line_no_number(&shown(typed), topic.usage()),
            Self::NoPoint(topic, typed) => lang.line_no_point(&shown(typed), topic.usage()),
            Self::NoClock(_, typed) => lang.line_no_clock(&shown(typed)),
            Self::NoOption(topic, typed) => lang.line_no_option(&shown(typed), topic.word()),
            Self::Bad(topic, why) => lang.line_bad(why, topic.usage()),
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
