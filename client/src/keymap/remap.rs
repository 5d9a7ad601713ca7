//! The user's own keys: which may be bound to what.

use std::collections::BTreeMap;

use super::{Action, Binding, Context, Key, table};
use crate::near::near;

/// The keys that the user has bound, by the names of what they do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remap(BTreeMap<&'static str, Vec<Key>>);

/// Why something cannot be bound to some keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing has this name.
    UnknownName {
        /// One that is much like it.
        near: Option<&'static str>,
    },
    /// The key means something else in the same place.
    Clash {
        /// The key.
        key: Key,
        /// What it means there, if that can be bound to another key.
        with: Option<&'static str>,
    },
    /// The key is a character that is typed there.
    Typed {
        /// The key.
        key: Key,
    },
    /// Without a key for this, one could not go on or back.
    NeedsKey,
    /// So many keys cannot be told of.
    TooMany {
        /// How many may be.
        limit: usize,
    },
}

/// How many keys one line may have.
const MAX_KEYS: usize = 8;

impl Remap {
    /// The keys of a line of the table.
    pub(super) fn keys(&self, line: &Binding) -> Vec<Key> {
        let own = line.name.and_then(|name| self.0.get(name));
        own.cloned().unwrap_or_else(|| line.keys.to_vec())
    }

    /// What is bound by the user, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[Key])> {
        self.0.iter().map(|(name, keys)| (*name, keys.as_slice()))
    }

    /// The keys of `name`, if they are the user's own.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[Key]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Binds what is called `name` to other keys.
    ///
    /// # Errors
    /// Why that cannot be; nothing is changed then.
    pub fn bind(&mut self, name: &str, keys: Vec<Key>) -> Result<(), Fault> {
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

    /// Gives what is called `name` its own keys back.
    ///
    /// # Errors
    /// If one of them means something else now.
    pub fn unbind(&mut self, name: &str) -> Result<(), Fault> {
        let mut changed = self.clone();
        changed.0.remove(name);
        if let Some((_, fault)) = changed.clash() {
            return Err(fault);
        }
        *self = changed;
        Ok(())
    }

    /// Binds everything in `wanted` at once, so that two may exchange their keys. What cannot be is left out and
    /// comes back with the reason.
    #[must_use]
    pub fn of(wanted: &[(String, Vec<Key>)]) -> (Self, Vec<(String, Fault)>) {
        let (mut remap, mut faults) = (Self::default(), Vec::new());
        for (name, keys) in wanted {
            match line(name).and_then(|line| check(line, keys).map(|()| line)) {
                Ok(line) => remap.put(line, keys.clone()),
                Err(fault) => faults.push((name.clone(), fault)),
            }
        }
        // Each turn takes one away, and without any there is no clash.
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

    /// Something of the user's that has a key which means something else in the same place.
    fn clash(&self) -> Option<(&'static str, Fault)> {
        for (name, keys) in &self.0 {
            let own = table().find(|line| line.name == Some(name))?;
            for other in table().filter(|other| !std::ptr::eq(*other, own) && meet(own, other)) {
                let theirs = self.keys(other);
                let key = keys.iter().find(|key| theirs.iter().any(|their| key.overlaps(*their)));
                if let Some(key) = key {
                    return Some((name, Fault::Clash { key: *key, with: other.name }));
                }
            }
        }
        None
    }
}

/// Whether two lines hold at the same place.
fn meet(one: &Binding, other: &Binding) -> bool {
    one.contexts.iter().any(|context| other.contexts.contains(context))
}

fn line(name: &str) -> Result<&'static Binding, Fault> {
    let found = table().find(|line| line.name == Some(name));
    found.ok_or_else(|| Fault::UnknownName { near: near(name, table().filter_map(|line| line.name)) })
}

/// Whether a line may have these keys, whatever the other lines have.
fn check(line: &Binding, keys: &[Key]) -> Result<(), Fault> {
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
        return Err(Fault::NeedsKey);
    }
    if keys.len() > MAX_KEYS {
        return Err(Fault::TooMany { limit: MAX_KEYS });
    }
    let typed =
        keys.iter().find(|key| key.is_typed() && line.contexts.iter().any(|c| Context::takes_text(*c)));
    typed.map_or(Ok(()), |key| Err(Fault::Typed { key: *key }))
}
