//! Splits a line into words. A text between quotation marks is one word.

use super::complaint::Complaint;

/// The part of a line that has not been read.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) const fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// Returns the rest of the line, without spaces at its ends.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    /// Takes the rest of the line, without spaces at its ends.
    pub(super) fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim()
    }

    /// Takes the next word; returns `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<&'a str>, Complaint> {
        let text = self.rest.trim_start();
        if let Some(quoted) = text.strip_prefix('"') {
            let Some((word, rest)) = quoted.split_once('"') else { return Err(Complaint::OpenQuote) };
            self.rest = rest;
            return Ok(Some(word));
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        Ok((!word.is_empty()).then_some(word))
    }

    /// Takes all the words that are left.
    pub(super) fn all(&mut self) -> Result<Vec<&'a str>, Complaint> {
        let mut words = Vec::new();
        while let Some(word) = self.next()? {
            words.push(word);
        }
        Ok(words)
    }
}

/// Puts `word` between quotation marks if it is empty, contains whitespace or begins with a quotation mark. A quotation
/// mark inside is not escaped.
pub(super) fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && !word.contains(char::is_whitespace) && !word.starts_with('"');
    if plain { word.to_owned() } else { format!("\"{word}\"") }
}
