//! Writes settings. Only changed values get new text, so comments, order and all other content stay.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, TomlError, Value};

use super::{Pref, Settings};

/// A settings file with every setting at its default, and comments about the allowed values.
pub const FRESH: &str = include_str!("settings.toml");

/// Returns `text` with the differences between `old` and `new` applied.
///
/// # Errors
/// Returns an error if `text` is not TOML.
pub fn change(text: &str, old: &Settings, new: &Settings) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    if document.is_empty() && !text.trim().is_empty() {
        // The file has only comments. They must stay above the new settings.
        let line_end = if text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{line_end}{}", change("", old, new)?));
    }
    for pref in Pref::ALL {
        let value = pref.value(new);
        if pref.value(old) != value {
            let (within, key) = pref.place();
            let table = match within {
                None => document.as_table_mut() as &mut dyn TableLike,
                Some(within) => table(document.as_table_mut(), within),
            };
            put(table, key, value.into());
        }
    }
    change_keys(&mut document, old, new);
    Ok(document.to_string())
}

fn change_keys(document: &mut DocumentMut, old: &Settings, new: &Settings) {
    if old.keys == new.keys {
        return;
    }
    let table = table(document.as_table_mut(), "keys");
    for (name, _) in old.keys.iter().filter(|(name, _)| new.keys.get(name).is_none()) {
        table.remove(name);
        if let Some((group, rest)) = name.split_once('.')
            && let Some(group) = table.get_mut(group).and_then(Item::as_table_like_mut)
        {
            group.remove(rest);
        }
    }
    for (name, keys) in new.keys.iter().filter(|(name, keys)| old.keys.get(name) != Some(*keys)) {
        let value = match keys {
            [key] => Value::from(key.to_string()),
            keys => Value::Array(keys.iter().map(ToString::to_string).collect::<Array>()),
        };
        let nested = name.split_once('.').filter(|(group, rest)| {
            let group = table.get(group).and_then(Item::as_table_like);
            group.is_some_and(|group| group.contains_key(rest))
        });
        match nested {
            Some((group, rest)) => {
                if let Some(group) = table.get_mut(group).and_then(Item::as_table_like_mut) {
                    put(group, rest, value);
                }
            }
            None => put(table, name, value),
        }
    }
}

/// Returns the table `name`. Replaces any other value of that name.
fn table<'a>(top: &'a mut Table, name: &str) -> &'a mut dyn TableLike {
    let item = top.entry(name).or_insert_with(|| Item::Table(Table::new()));
    if !item.is_table_like() {
        *item = Item::Table(Table::new());
    }
    item.as_table_like_mut().expect("invariant: it was made one just now")
}

/// Sets a value. Keeps the whitespace and the comment beside the old one.
fn put(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        Some(other) => *other = Item::Value(value),
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}
