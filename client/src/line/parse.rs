//! From a line to a command.

use std::{fmt::Display, str::FromStr};

use tengen_session::points::PointText;

use super::{
    command::{Command, Topic},
    complaint::Complaint,
    words::Words,
};

/// The most characters of a line that can make sense: a chat line in quotation marks with its word.
pub const MAX_LINE: usize = 600;

/// Reads a line.
///
/// # Errors
/// Returns what is wrong with the line.
pub fn command(line: &str) -> Result<Command, Complaint> {
    let line = line.trim();
    if line.chars().nth(MAX_LINE).is_some() {
        return Err(Complaint::TooLong);
    }
    if let Ok(point) = line.parse::<PointText>() {
        return Ok(Command::Point(point));
    }
    let mut words = Words::new(line);
    let unknown = || Complaint::Unknown(line.to_owned());
    let topic = words.next()?.and_then(Topic::of).ok_or_else(unknown)?;
    let mut reader = Reader { topic, words };
    let command = Command::read(topic, &mut reader)?;
    match reader.words.take_rest() {
        "" => Ok(command),
        more => Err(Complaint::TooMuch(topic, more.to_owned())),
    }
}

/// Reads what follows the first word of a line.
pub(super) struct Reader<'a> {
    topic: Topic,
    /// What has not been read.
    pub(super) words: Words<'a>,
}

impl<'a> Reader<'a> {
    /// Takes the next word, which must not be missing. If it is, the complaint shows `what` can be typed.
    pub(super) fn needed(&mut self, what: &str) -> Result<&'a str, Complaint> {
        let missing = Complaint::Incomplete(self.topic, what.to_owned());
        self.words.next()?.filter(|word| !word.is_empty()).ok_or(missing)
    }

    /// Takes the next word, which must be one of `choices`.
    pub(super) fn choice<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, Complaint> {
        let names = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        let word = self.needed(&names)?;
        match choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
            Some((_, chosen)) => Ok(*chosen),
            None => Err(Complaint::NoChoice { topic: self.topic, typed: word.to_owned(), choices: names }),
        }
    }

    /// Like `choice`, but returns `default` if nothing is left.
    pub(super) fn choice_or<T: Copy>(&mut self, default: T, choices: &[(&str, T)]) -> Result<T, Complaint> {
        if self.words.rest().is_empty() { Ok(default) } else { self.choice(choices) }
    }

    /// Takes all that is left as a value, which may stand between quotation marks.
    pub(super) fn text<T: FromStr<Err: Display>>(&mut self) -> Result<T, Complaint> {
        let rest = self.words.take_rest();
        let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner.unwrap_or(rest) {
            "" => Err(Complaint::Incomplete(self.topic, "...".to_owned())),
            text => self.value(text),
        }
    }

    /// Takes all that is left as a point.
    pub(super) fn point(&mut self) -> Result<PointText, Complaint> {
        match self.words.take_rest() {
            "" => Err(Complaint::Incomplete(self.topic, "h8".to_owned())),
            text => text.parse().map_err(|_| Complaint::NoPoint(self.topic, text.to_owned())),
        }
    }

    /// Reads a word as a number.
    pub(super) fn number<T: FromStr>(&self, word: &str) -> Result<T, Complaint> {
        let plain = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| plain);
        number.ok_or_else(|| Complaint::NoNumber(self.topic, word.to_owned()))
    }

    /// Reads a text as a value.
    pub(super) fn value<T: FromStr<Err: Display>>(&self, text: &str) -> Result<T, Complaint> {
        text.parse().map_err(|error: T::Err| Complaint::Bad(self.topic, error.to_string()))
    }
}

#[cfg(test)]
mod tests;
