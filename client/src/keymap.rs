//! The key bindings: one table maps keys to actions in each context. The user can change it, and the help
//! shows it.

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
pub use remap::{BindError, Remap};

use Context as C;

/// A line of the table: an action with its keys.
#[derive(Debug)]
struct Binding {
    /// The name in the settings; `None` if the keys are fixed.
    name: Option<&'static str>,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
    /// Whether the bottom line of the screen shows it.
    hint: bool,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLine {
    pub keys: String,
    /// The description of the action.
    pub what: &'static str,
}

/// An action that the user can bind to other keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The name in the settings.
    pub name: &'static str,
    /// The contexts in which the keys have this meaning.
    pub contexts: &'static [Context],
    /// The present keys.
    pub keys: Vec<Key>,
    /// The description of the action.
    pub what: &'static str,
    /// Whether the present keys differ from the default ones.
    pub is_changed: bool,
}

/// The action of every key, with the language and the characters of its description.
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

/// Returns a line that only the help shows.
const fn bind(
    name: &'static str,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(Some(name), contexts, keys, (action, what, false))
}

/// Returns a line that the help and the bottom line of the screen show.
const fn hint(
    name: &'static str,
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(Some(name), contexts, keys, (action, what, true))
}

/// Returns a line with fixed keys that the help and the bottom line of the screen show.
const fn fixed_hint(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(None, contexts, keys, (action, what, true))
}

/// Returns a line with fixed keys that only the help shows.
const fn fixed(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: fn(Lang) -> &'static str,
) -> Binding {
    line(None, contexts, keys, (action, what, false))
}

/// Returns the lines of all tables.
fn table() -> impl Iterator<Item = &'static Binding> {
    room::TABLE.iter().chain(talk::TABLE).chain(bindings::TABLE).chain(bindings::ALWAYS)
}

impl Default for Keymap {
    fn default() -> Self {
        Self::new(&Remap::default(), Lang::default(), Charset::default())
    }
}

impl Keymap {
    /// Creates the key bindings with the user's own keys. Descriptions use `lang` and the characters of
    /// `charset`.
    #[must_use]
    pub fn new(remap: &Remap, lang: Lang, charset: Charset) -> Self {
        Self { keys: table().map(|line| remap.keys(line)).collect(), lang, charset }
    }

    /// Returns the lines for `context`, with their keys.
    fn lines(&self, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        let all = table().zip(self.keys.iter().map(Vec::as_slice));
        all.filter(move |(line, _)| line.contexts.contains(&context))
    }

    /// Returns the action of `key` in `context`, if there is one.
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

    /// Returns the keys and mouse actions in `context` for the help, without those of `hidden` actions. An explanation
    /// of a sign on the screen may follow.
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
        help.extend(context.note(lang).map(|(sign, what)| HelpLine { keys: sign.to_owned(), what }));
        help
    }

    /// Returns the most useful keys in `context`, for the bottom line.
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

    /// Returns the first key of `action` in `context`.
    #[must_use]
    pub fn key_of(&self, context: Context, action: Action) -> Option<String> {
        let mut lines = self.lines(context);
        let (_, keys) = lines.find(|(line, keys)| line.action == action && !keys.is_empty())?;
        keys.first().map(|key| key.shown(self.charset))
    }

    /// Returns all actions that the user can bind, in the order of the table.
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

/// Whether the menu of a room lists `action`.
#[must_use]
pub fn is_room_action(action: Action) -> bool {
    room::TABLE.iter().any(|binding| binding.contexts == room::ROOM_AND_MENU && binding.action == action)
}

#[cfg(test)]
mod tests;
