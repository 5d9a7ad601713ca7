//! Types pasted text into the text field. Pasted text never counts as keys.

use tengen_shared::game::is_disturbing;

use super::act;
use crate::{
    action::Action,
    effect::Effect,
    model::{Model, context},
};

/// The maximum number of characters of pasted text that count. No text field takes more.
const MOST: usize = 4_096;

pub(crate) fn paste(model: &mut Model, effects: &mut Vec<Effect>, text: &str) {
    if !context(model).takes_text() {
        return model.warn(model.lang.paste_nowhere());
    }
    for c in line(text).chars() {
        act(model, effects, Action::Type(c));
    }
}

/// Turns the text into one line: replaces line ends, tabs and repeated spaces by one space, and removes
/// characters that could disturb a terminal.
fn line(text: &str) -> String {
    let spaced = text.chars().take(MOST).map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c });
    let clean: String = spaced.filter(|c| !is_disturbing(*c)).collect();
    clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_text_is_one_clean_line() {
        assert_eq!(line("amber-fox-42\r\n"), "amber-fox-42");
        assert_eq!(line("one\ntwo\t three"), "one two three");
        assert_eq!(line("a\u{1b}[31mb\u{7}\u{9b}c\u{7f}"), "a[31mbc");
        assert_eq!(line(&"x".repeat(10_000)).len(), MOST);
    }
}
