//! The user's own keys, and checks that the program stays usable with them.

use std::collections::BTreeMap;

use super::{Action, Binding, Context, Key, table};
use crate::near::near;

/// The keys that the user has bound, by the names of their bindings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remap(BTreeMap<&'static str, Vec<Key>>);

/// The reason why a binding cannot have some keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindError {
    /// No binding has this name.
    UnknownName {
        /// A similar name.
        near: Option<&'static str>,
    },
    /// The key has another meaning in the same context.
    Clash {
        key: Key,
        /// The name of the other binding; `None` if its keys are fixed.
        with: Option<&'static str>,
    },
    /// The key types a character in a text field of the same context.
    Typed { key: Key },
    /// The binding must have a key, because the user could not go on or back without it.
    NeedsKey,
    /// These are more keys than a binding may have.
    TooMany {
        /// The maximum number of keys of a binding.
        limit: usize,
    },
}

/// The maximum number of keys of a binding.
const MAX_KEYS: usize = 8;

impl Remap {
    /// Returns the keys of a line of the table: the user's own, or the default ones.
    pub(super) fn keys(&self, line: &Binding) -> Vec<Key> {
        let own = line.name.and_then(|name| self.0.get(name));
        own.cloned().unwrap_or_else(|| line.keys.to_vec())
    }

    /// Returns the user's own keys, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[Key])> {
        self.0.iter().map(|(name, keys)| (*name, keys.as_slice()))
    }

    /// Returns the user's own keys for `name`; `None` if it has its default keys.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[Key]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Gives the binding `name` other keys.
    ///
    /// # Errors
    /// Returns the reason if the binding cannot have these keys. Nothing changes then.
    pub fn bind(&mut self, name: &str, keys: Vec<Key>) -> Result<(), BindError> {
        let line = line(name)?;
        check(line, &keys)?;
        let mut changed = self.clone();
        changed.put(line, keys);
        if let Some((_, fault)) = changed.clash() {
            return Err(fault);
        }
        *self = changed;
        Ok(())
    }

    /// Gives the binding `name` its default keys back.
    ///
    /// # Errors
    /// Returns an error if one of these keys has another meaning now. Nothing changes then.
    pub fn unbind(&mut self, name: &str) -> Result<(), BindError> {
        let mut changed = self.clone();
        changed.0.remove(name);
        if let Some((_, fault)) = changed.clash() {
            return Err(fault);
        }
        *self = changed;
        Ok(())
    }

    /// Binds everything in `wanted` at once, so that two bindings may exchange their keys. Leaves out
    /// the bindings that are not possible, and returns them with the reasons.
    #[must_use]
    pub fn of(wanted: &[(String, Vec<Key>)]) -> (Self, Vec<(String, BindError)>) {
        let (mut remap, mut faults) = (Self::default(), Vec::new());
        for (name, keys) in wanted {
            match line(name).and_then(|line| check(line, keys).map(|()| line)) {
                Ok(line) => remap.put(line, keys.clone()),
                Err(fault) => faults.push((name.clone(), fault)),
            }
        }
        // Each turn removes one binding. The default keys do not clash, so the loop ends.
        while let Some((name, fault)) = remap.clash() {
            remap.0.remove(name);
            faults.push((name.to_owned(), fault));
        }
        (remap, faults)
    }

    fn put(&mut self, line: &Binding, wanted: Vec<Key>) {
        let mut keys: Vec<Key> = Vec::new();
        for key in wanted {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        match line.name {
            Some(name) if keys != line.keys => _ = self.0.insert(name, keys),
            Some(name) => _ = self.0.remove(name),
            None => {}
        }
    }

    /// Returns a binding of the user with a key that has another meaning in the same context.
    fn clash(&self) -> Option<(&'static str, BindError)> {
        for (name, keys) in &self.0 {
            let own = table().find(|line| line.name == Some(name))?;
            for other in table().filter(|other| !std::ptr::eq(*other, own) && share_context(own, other)) {
                let theirs = self.keys(other);
                let key = keys.iter().find(|key| theirs.iter().any(|their| key.overlaps(*their)));
                if let Some(key) = key {
                    return Some((name, BindError::Clash { key: *key, with: other.name }));
                }
            }
        }
        None
    }
}

/// Whether two lines of the table share a context.
fn share_context(one: &Binding, other: &Binding) -> bool {
    one.contexts.iter().any(|context| other.contexts.contains(context))
}

fn line(name: &str) -> Result<&'static Binding, BindError> {
    let found = table().find(|line| line.name == Some(name));
    found.ok_or_else(|| BindError::UnknownName { near: near(name, table().filter_map(|line| line.name)) })
}

/// Checks whether a line may have these keys, without regard to other lines.
fn check(line: &Binding, keys: &[Key]) -> Result<(), BindError> {
    let needed = matches!(
        line.action,
        Action::Select
            | Action::Back
            | Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Help
    );
    if keys.is_empty() && needed {
        return Err(BindError::NeedsKey);
    }
    if keys.len() > MAX_KEYS {
        return Err(BindError::TooMany { limit: MAX_KEYS });
    }
    let typed =
        keys.iter().find(|key| key.is_typed() && line.contexts.iter().any(|c| Context::takes_text(*c)));
    typed.map_or(Ok(()), |key| Err(BindError::Typed { key: *key }))
}
