//! The keys: one table says what each means where; the user may bind others, and the help is written from it.

mod bindings;
mod context;
mod key;
mod remap;
mod room;
mod talk;

use crossterm::event::{KeyCode, KeyEvent};
use tengen_session::text::Lang;

use crate::{action::Action, theme::Charset};

pub use context::{ALL, Context};
pub use key::{Key, KeyError};
pub use remap::{Fault, Remap};

use Context as C;

/// A line of the table.
#[derive(Debug)]
struct Binding {
    /// The name in the settings; none where the keys are fixed.
    name: Option<&'static str>,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
    /// Whether the line at the bottom of the screen shows it.
    hint: bool,
}

/// A line of the help: the keys and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLine {
    /// The keys.
    pub keys: String,
    /// What they do.
    pub what: &'static str,
}

/// Something that the user can bind to other keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name in the settings.
    pub name: &'static str,
    /// Where its keys mean this.
    pub contexts: &'static [Context],
    /// Its keys.
    pub keys: Vec<Key>,
    /// What they do.
    pub what: &'static str,
    /// Whether the user has bound it to other keys than it has by itself.
    pub is_changed: bool,
}

/// What every key means, and in which words that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    /// The keys of each line of the table, in its order.
    keys: Vec<Vec<Key>>,
    lang: Lang,
    charset: Charset,
}

const fn line(
    name: Option<&'static str>,
    contexts: &'static [Context],
    keys: &'static [Key],
    (action, what, hint): (Action, fn(Lang) -> &'static str, bool),
) -> Binding {
    Binding { name, contexts, keys, action, what, hint }
}

/// A line that the help alone shows.
const fn bind(
    name: &'static str,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(Some(name), contexts, keys, (action, what, false))
}

/// A line that the bottom of the screen shows, too.
const fn hint(
    name: &'static str,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(Some(name), contexts, keys, (action, what, true))
}

/// A line whose keys stay, shown at the bottom of the screen.
const fn fixed(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(None, contexts, keys, (action, what, true))
}

/// A line whose keys stay.
const fn always(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(None, contexts, keys, (action, what, false))
}

/// The lines of all tables.
fn table() -> impl Iterator<Item = &'static Binding> {
    room::TABLE.iter().chain(talk::TABLE).chain(bindings::TABLE).chain(bindings::ALWAYS)
}

impl Default for Keymap {
    fn default() -> Self {
        Self::new(&Remap::default(), Lang::default(), Charset::default())
    }
}

impl Keymap {
    /// The table with the user's own keys, told in a language and in characters that the terminal has.
    #[must_use]
    pub fn new(remap: &Remap, lang: Lang, charset: Charset) -> Self {
        Self { keys: table().map(|line| remap.keys(line)).collect(), lang, charset }
    }

    /// The lines for `context`, with their keys.
    fn lines(&self, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        let all = table().zip(self.keys.iter().map(Vec::as_slice));
        all.filter(move |(line, _)| line.contexts.contains(&context))
    }

    /// What `key` means in `context`; `None` if nothing.
    #[must_use]
    pub fn action(&self, context: Context, key: &KeyEvent) -> Option<Action> {
        let bound = self.lines(context).find(|(_, keys)| keys.iter().any(|bound| bound.matches(key)));
        match (bound.map(|(line, _)| line.action), key.code) {
            (Some(Action::Digit(_)), KeyCode::Char(digit)) => {
                digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).map(Action::Digit)
            }
            (Some(action), _) => Some(action),
            (None, KeyCode::Char(c)) if context.takes_text() && key::is_plain(key.modifiers) => {
                Some(Action::Type(c))
            }
            (None, _) => None,
        }
    }

    /// The keys and mouse actions in `context`, for the help, without those of `hidden` actions.
    #[must_use]
    pub fn help(&self, context: Context, hidden: impl Fn(Action) -> bool) -> Vec<HelpLine> {
        let shown = self.lines(context).filter(|(line, _)| !hidden(line.action));
        let mut help: Vec<HelpLine> = shown.map(|(line, keys)| self.help_line(line, keys)).collect();
        let lang = self.lang;
        if let Some(what) = context.mouse(lang) {
            help.push(HelpLine { keys: lang.mouse().to_owned(), what });
        }
        if context == C::Room {
            help.push(HelpLine { keys: lang.mouse_right().to_owned(), what: lang.key_menu() });
        }
        help
    }

    /// The most useful keys in `context`, for the bottom line.
    #[must_use]
    pub fn hints(&self, context: Context) -> Vec<HelpLine> {
        let hints = self.lines(context).filter(|(line, keys)| line.hint && !keys.is_empty());
        hints.map(|(line, keys)| self.help_line(line, &keys[..1])).collect()
    }

    fn help_line(&self, line: &Binding, keys: &[Key]) -> HelpLine {
        let names: Vec<String> = keys.iter().map(|key| key.shown(self.charset)).collect();
        let keys = if names.is_empty() { self.lang.no_key().to_owned() } else { names.join(" ") };
        HelpLine { keys, what: (line.what)(self.lang) }
    }

    /// The key of `action` in `context`; of several the first.
    #[must_use]
    pub fn key_of(&self, context: Context, action: Action) -> Option<String> {
        let mut lines = self.lines(context);
        let (_, keys) = lines.find(|(line, keys)| line.action == action && !keys.is_empty())?;
        keys.first().map(|key| key.shown(self.charset))
    }

    /// All that the user can bind, in the order of the table.
    #[must_use]
    pub fn bound(&self) -> Vec<Bound> {
        let bound = |(line, keys): (&Binding, &Vec<Key>)| {
            Some(Bound {
                name: line.name?,
                contexts: line.contexts,
                keys: keys.clone(),
                what: (line.what)(self.lang),
                is_changed: keys != line.keys,
            })
        };
        table().zip(&self.keys).filter_map(bound).collect()
    }
}

/// Whether `action` is one that the menu of a room lists.
#[must_use]
pub fn is_deed(action: Action) -> bool {
    room::TABLE.iter().any(|binding| binding.contexts == room::DEEDS && binding.action == action)
}

#[cfg(test)]
mod tests;
