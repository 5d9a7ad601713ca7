//! Reads settings. Valid values apply, and each invalid one becomes a problem with its line.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike, TomlError, Value};

use super::{NamedTheme, Pref, Problem, Settings, Wrong, problem::shown};
use crate::{
    keymap::{BindError, Key, Remap},
    near::near,
};

/// Parses the settings in `text`. `themes` are the themes to choose from. An invalid setting keeps its
/// default and becomes a problem.
#[must_use]
pub fn read(text: &str, file: &str, themes: &[NamedTheme]) -> (Settings, Vec<Problem>) {
    let mut reader = Reader { text, file, themes, settings: Settings::default(), problems: Vec::new() };
    match Document::parse(text) {
        Ok(document) => reader.top(document.as_table()),
        Err(error) => reader.problems.push(not_toml(text, file, &error)),
    }
    reader.problems.sort_by_key(|problem| problem.line);
    (reader.settings, reader.problems)
}

/// Returns the problem that `text` is not TOML, with the line of the error.
pub(crate) fn not_toml(text: &str, file: &str, error: &TomlError) -> Problem {
    let why = error.message().lines().next().unwrap_or_default();
    let line = error.span().map(|span| line_of(text, &span));
    Problem { file: file.to_owned(), line, wrong: Wrong::NotToml(shown(why)) }
}

/// Returns the number of the line on which `span` begins, from 1.
pub(crate) fn line_of(text: &str, span: &Range<usize>) -> usize {
    1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count()
}

struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    themes: &'a [NamedTheme],
    settings: Settings,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn tell(&mut self, span: Option<&Range<usize>>, wrong: Wrong) {
        let line = span.map(|span| line_of(self.text, span));
        self.problems.push(Problem { file: self.file.to_owned(), line, wrong });
    }

    fn top(&mut self, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let span = key_span(table, key);
            match (key, item.as_table_like()) {
                ("calls", Some(calls)) => self.prefs(calls, Some("calls")),
                ("keys", Some(keys)) => self.keys(keys),
                ("calls" | "keys", None) => {
                    let wrong = Wrong::BadValue {
                        key: key.to_owned(),
                        found: found(item),
                        allowed: format!("[{key}]"),
                    };
                    self.tell(span.as_ref(), wrong);
                }
                _ => self.pref(None, key, item, span),
            }
        }
    }

    fn prefs(&mut self, table: &dyn TableLike, within: Option<&str>) {
        for (key, item) in table.iter() {
            self.pref(within, key, item, key_span(table, key));
        }
    }

    fn pref(&mut self, within: Option<&str>, key: &str, item: &Item, span: Option<Range<usize>>) {
        let full = within.map_or(key.to_owned(), |within| format!("{within}.{key}"));
        let Some(pref) = Pref::ALL.into_iter().find(|pref| pref.place() == (within, key)) else {
            let known = Pref::ALL.into_iter().filter(|pref| pref.place().0 == within);
            let tables = ["calls", "keys"].into_iter().filter(|_| within.is_none());
            let near = near(key, known.map(|pref| pref.place().1).chain(tables)).map(str::to_owned);
            return self.tell(span.as_ref(), Wrong::UnknownKey { key: shown(&full), near });
        };
        let value = name_of(item);
        if !value.is_some_and(|value| pref.set(&mut self.settings, &value, self.themes)) {
            let allowed: Vec<String> =
                pref.names(self.themes).iter().map(|name| format!("\"{name}\"")).collect();
            let wrong = Wrong::BadValue { key: full, found: found(item), allowed: allowed.join(", ") };
            self.tell(item.span().or(span).as_ref(), wrong);
        }
    }

    fn keys(&mut self, table: &dyn TableLike) {
        let (mut wanted, mut places) = (Vec::new(), Vec::new());
        self.collect(table, "", &mut wanted, &mut places);
        let (remap, faults) = Remap::of(&wanted);
        self.settings.keys = remap;
        for (name, fault) in faults {
            let place = places.iter().find(|(known, _)| *known == name).and_then(|(_, span)| span.clone());
            let name = if matches!(fault, BindError::UnknownName { .. }) { shown(&name) } else { name };
            self.tell(place.as_ref(), Wrong::Binding { name, fault });
        }
    }

    /// Collects the key bindings in `table` and its subtables. `replay.faster` and `"replay.faster"` are
    /// equal.
    fn collect(
        &mut self,
        table: &dyn TableLike,
        before: &str,
        wanted: &mut Vec<(String, Vec<Key>)>,
        places: &mut Vec<(String, Option<Range<usize>>)>,
    ) {
        for (key, item) in table.iter() {
            let name = format!("{before}{key}");
            if let Some(within) = item.as_table_like() {
                // Names have at most one dot. Do not descend further: a deeper table is an error.
                if before.is_empty() {
                    self.collect(within, &format!("{name}."), wanted, places);
                    continue;
                }
            }
            let span = key_span(table, key);
            if let Some(keys) = self.bound(&name, item, span.as_ref()) {
                wanted.push((name.clone(), keys));
                places.push((name, span));
            }
        }
    }

    fn bound(&mut self, name: &str, item: &Item, span: Option<&Range<usize>>) -> Option<Vec<Key>> {
        let names: Option<Vec<&str>> = match item.as_value() {
            Some(Value::String(name)) => Some(vec![name.value()]),
            Some(Value::Array(names)) => names.iter().map(Value::as_str).collect(),
            _ => None,
        };
        let Some(names) = names else {
            self.tell(span, Wrong::BadKeys { name: shown(name) });
            return None;
        };
        let mut keys = Vec::new();
        for key in names {
            match key.parse() {
                Ok(key) => keys.push(key),
                Err(error) => {
                    let wrong = Wrong::BadKey { name: shown(name), key: shown(key), error };
                    self.tell(span, wrong);
                    return None;
                }
            }
        }
        Some(keys)
    }
}

/// Returns the position of a key. A table with its own header has no key position, so the header counts.
fn key_span(table: &dyn TableLike, key: &str) -> Option<Range<usize>> {
    let (key, item) = table.get_key_value(key)?;
    key.span().or_else(|| item.span())
}

/// Reads a value as a name. Numbers and booleans count too, because people write `colours = 256`.
fn name_of(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Boolean(yes) => Some(if *yes.value() { "on" } else { "off" }.to_owned()),
        _ => None,
    }
}

/// Formats the value in the file for a message.
pub(crate) fn found(item: &Item) -> String {
    match item.as_value() {
        Some(Value::String(text)) => format!("\"{}\"", shown(text.value())),
        Some(value) => shown(value.to_string().trim()),
        None => format!("({})", item.type_name()),
    }
}
