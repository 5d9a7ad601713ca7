//! A text field of one line.

use std::fmt;

use tengen_shared::game::{PASSPHRASE_CHARS, is_disturbing};
use tui_input::{Input, InputRequest};
use unicode_segmentation::UnicodeSegmentation;

use crate::action::Action;

/// A text field with a cursor and a length limit.
#[derive(Clone, Debug)]
pub struct TextInput {
    line: Input,
    limit: usize,
}

/// The content of a text field, divided at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The text before the cursor.
    pub before: String,
    /// The character under the cursor; empty if the cursor is at the end.
    pub under: String,
    /// The text after that character.
    pub after: String,
}

impl TextInput {
    /// Creates a field for at most `limit` code points that contains `text`, with the cursor at the end.
    /// Leaves out the code points of `text` that are not accepted, see [`is_disturbing`].
    #[must_use]
    pub fn new(text: &str, limit: usize) -> Self {
        let text = text.chars().filter(|c| !is_disturbing(*c)).take(limit).collect();
        Self { line: Input::new(text), limit }
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.line.value()
    }

    /// Divides the text at the cursor.
    #[must_use]
    pub fn typed(&self) -> Typed {
        let text = self.text();
        let at = text.char_indices().nth(self.line.cursor()).map_or(text.len(), |(at, _)| at);
        let (before, rest) = text.split_at(at);
        let under = rest.graphemes(true).next().unwrap_or_default();
        let after = rest.strip_prefix(under).unwrap_or_default();
        Typed { before: before.to_owned(), under: under.to_owned(), after: after.to_owned() }
    }

    /// Carries out an editing action. Returns false for any other action.
    pub fn edit(&mut self, action: Action) -> bool {
        let request = match action {
            Action::Type(c) if self.takes(c) => InputRequest::InsertChar(c),
            Action::Type(_) => return true,
            Action::Erase => InputRequest::DeletePrevChar,
            Action::Delete => InputRequest::DeleteNextChar,
            Action::EraseWord => InputRequest::DeletePrevWord,
            Action::EraseAll => {
                self.clear();
                return true;
            }
            Action::TextLeft => InputRequest::GoToPrevChar,
            Action::TextRight => InputRequest::GoToNextChar,
            Action::TextStart => InputRequest::GoToStart,
            Action::TextEnd => InputRequest::GoToEnd,
            _ => return false,
        };
        self.line.handle(request);
        if action == Action::EraseWord {
            self.forget_erased();
        }
        true
    }

    /// Whether the field accepts no more text.
    pub fn is_full(&self) -> bool {
        self.text().chars().count() >= self.limit
    }

    /// Whether the field accepts `c`: it is no control or invisible code point, see [`is_disturbing`], and the field is
    /// not full.
    fn takes(&self, c: char) -> bool {
        !is_disturbing(c) && !self.is_full()
    }

    /// Deletes the whole text.
    pub fn clear(&mut self) {
        self.line = Input::default();
    }

    /// Removes the copy of an erased word that the input keeps. The word may be part of a secret.
    fn forget_erased(&mut self) {
        self.line = Input::new(self.text().to_owned()).with_cursor(self.line.cursor());
    }
}

impl PartialEq for TextInput {
    fn eq(&self, other: &Self) -> bool {
        let state = |input: &Self| (input.line.cursor(), input.limit);
        self.text() == other.text() && state(self) == state(other)
    }
}

impl Eq for TextInput {}

impl Typed {
    /// Returns the whole text.
    #[must_use]
    pub fn whole(&self) -> String {
        [self.before.as_str(), &self.under, &self.after].concat()
    }
}

/// A field for a secret. It hides the text unless the user wants to see it, and no log contains the text.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretInput {
    /// The field with the passphrase.
    pub input: TextInput,
    /// Whether the passphrase is visible.
    pub shown: bool,
}

impl SecretInput {
    /// Creates an empty, hidden field.
    #[must_use]
    pub fn passphrase() -> Self {
        Self { input: TextInput::new("", *PASSPHRASE_CHARS.end()), shown: false }
    }

    /// Returns the visible text, divided at the cursor. A hidden text consists of dots, one for each
    /// character.
    #[must_use]
    pub fn typed(&self) -> Typed {
        let typed = self.input.typed();
        if self.shown {
            return typed;
        }
        let dots = |text: String| "•".repeat(text.chars().count());
        Typed { before: dots(typed.before), under: dots(typed.under), after: dots(typed.after) }
    }
}

impl fmt::Debug for SecretInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretInput(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(input: &TextInput) -> [String; 3] {
        let Typed { before, under, after } = input.typed();
        [before, under, after]
    }

    fn after(text: &str, actions: &[Action]) -> [String; 3] {
        let mut input = TextInput::new(text, 20);
        for action in actions {
            assert!(input.edit(*action), "{action:?}");
        }
        divided(&input)
    }

    #[test]
    fn the_cursor_moves_and_characters_go_in_where_it_is() {
        use Action::{Delete, Erase, TextEnd, TextLeft, TextRight, TextStart, Type};
        assert_eq!(after("abc", &[]), ["abc", "", ""]);
        assert_eq!(after("abc", &[TextLeft, TextLeft]), ["a", "b", "c"]);
        assert_eq!(after("abc", &[TextStart, TextLeft, TextRight]), ["a", "b", "c"]);
        assert_eq!(after("abc", &[TextStart, TextEnd, TextRight]), ["abc", "", ""]);
        assert_eq!(after("abc", &[TextLeft, Type('x')]), ["abx", "c", ""]);
        assert_eq!(after("abc", &[TextLeft, Erase]), ["a", "c", ""]);
        assert_eq!(after("abc", &[TextStart, Delete, Erase]), ["", "b", "c"]);
    }

    #[test]
    fn characters_of_several_code_points_move_and_go_as_one() {
        use Action::{Delete, Erase, TextLeft};
        assert_eq!(after("ae\u{301}天", &[TextLeft, TextLeft]), ["a", "e\u{301}", "天"]);
        assert_eq!(after("ae\u{301}天", &[TextLeft, Erase]), ["a", "天", ""]);
        assert_eq!(after("ae\u{301}天", &[TextLeft, TextLeft, Delete]), ["a", "天", ""]);
    }

    #[test]
    fn words_and_the_line_are_taken_away() {
        use Action::{EraseAll, EraseWord, TextLeft};
        assert_eq!(after("good luck ", &[EraseWord]), ["good ", "", ""]);
        assert_eq!(after("good luck", &[TextLeft, EraseWord]), ["good ", "k", ""]);
        assert_eq!(after("good luck", &[TextLeft, EraseAll]), ["", "", ""]);
    }

    #[test]
    fn the_limit_and_disturbing_characters_hold_wherever_the_cursor_is() {
        use Action::{TextStart, Type};
        let mut input = TextInput::new("ab\u{1b}cdef", 4);
        assert_eq!(input.text(), "abcd");
        for action in [TextStart, Type('x'), Action::Delete, Type('\u{7}'), Type('y'), Type('z')] {
            assert!(input.edit(action));
        }
        assert_eq!(divided(&input), ["y", "b", "cd"]);
        assert!(!input.edit(Action::Left));
    }

    #[test]
    fn a_secret_shows_dots_on_both_sides_and_is_never_in_a_log() {
        let mut secret = SecretInput::passphrase();
        for c in "open sesame".chars() {
            secret.input.edit(Action::Type(c));
        }
        secret.input.edit(Action::TextLeft);
        secret.input.edit(Action::EraseWord);
        assert_eq!(
            secret.typed(),
            Typed { before: "•".repeat(5), under: "•".to_owned(), after: String::new() }
        );
        assert_eq!(format!("{secret:?}"), "SecretInput(..)");
        secret.shown = true;
        assert_eq!(secret.typed().whole(), "open e");
    }
}
