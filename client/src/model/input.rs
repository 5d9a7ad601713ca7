//! A line of text being typed.

/// Text with a cursor at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextInput {
    text: String,
    limit: usize,
}

impl TextInput {
    /// An input of at most `limit` characters that begins with `text`.
    #[must_use]
    pub fn new(text: &str, limit: usize) -> Self {
        let mut input = Self { text: String::new(), limit };
        text.chars().for_each(|c| input.push(c));
        input
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a character, unless it is a control character or there is no room for it.
    pub fn push(&mut self, c: char) {
        if !c.is_control() && self.text.chars().count() < self.limit {
            self.text.push(c);
        }
    }

    /// Takes the last character away.
    pub fn erase(&mut self) {
        self.text.pop();
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.text.clear();
    }
}
