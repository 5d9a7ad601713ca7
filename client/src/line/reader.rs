//! Parses the words of a line one after the other.

use std::{fmt::Display, str::FromStr};

use tengen_session::points::PointText;

use super::{
    complaint::{Complaint, Usage},
    words::Words,
};

/// Parses the rest of a line after its first word.
pub(super) struct Reader<'a> {
    pub(super) usage: Usage,
    /// The words that have not been read.
    pub(super) words: Words<'a>,
}

impl<'a> Reader<'a> {
    /// Takes the next word. If it is missing, the complaint shows `what`, an example or the choices.
    pub(super) fn needed(&mut self, what: &str) -> Result<&'a str, Complaint> {
        let missing = Complaint::Incomplete(self.usage, what.to_owned());
        self.words.next()?.filter(|word| !word.is_empty()).ok_or(missing)
    }

    /// Takes the next word, which must be one of `choices`.
    pub(super) fn choice<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, Complaint> {
        let names = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        let word = self.needed(&names)?;
        match choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
            Some((_, chosen)) => Ok(*chosen),
            None => Err(self.no_choice(word, names)),
        }
    }

    /// Returns the complaint that `word` is not one of `choices`.
    pub(super) fn no_choice(&self, word: &str, choices: String) -> Complaint {
        Complaint::NoChoice { usage: self.usage, typed: word.to_owned(), choices }
    }

    /// Like `choice`, but returns `default` if nothing is left.
    pub(super) fn choice_or<T: Copy>(&mut self, default: T, choices: &[(&str, T)]) -> Result<T, Complaint> {
        if self.words.rest().is_empty() { Ok(default) } else { self.choice(choices) }
    }

    /// Takes the rest of the line as a value, with or without quotation marks.
    pub(super) fn text<T: FromStr<Err: Display>>(&mut self) -> Result<T, Complaint> {
        let rest = self.words.take_rest();
        let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner.unwrap_or(rest) {
            "" => Err(Complaint::Incomplete(self.usage, "...".to_owned())),
            text => self.value(text),
        }
    }

    /// Takes the rest of the line as a point.
    pub(super) fn point(&mut self) -> Result<PointText, Complaint> {
        match self.words.take_rest() {
            "" => Err(Complaint::Incomplete(self.usage, "h8".to_owned())),
            text => text.parse().map_err(|_| Complaint::NoPoint(self.usage, text.to_owned())),
        }
    }

    /// Parses a word as a number without a sign.
    pub(super) fn number<T: FromStr>(&self, word: &str) -> Result<T, Complaint> {
        let plain = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| plain);
        number.ok_or_else(|| Complaint::NoNumber(self.usage, word.to_owned()))
    }

    /// Parses a text as a value.
    pub(super) fn value<T: FromStr<Err: Display>>(&self, text: &str) -> Result<T, Complaint> {
        text.parse().map_err(|error: T::Err| Complaint::Bad(self.usage, error.to_string()))
    }
}
