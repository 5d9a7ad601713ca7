//! A map for a few entries.

use std::borrow::Borrow;

/// A map for a few entries: each look-up goes through them from the first on. In the page for browsers, each other type of
/// `BTreeMap` adds one to two kilobytes.
#[derive(Clone, Debug)]
pub struct Pairs<K, V>(Vec<(K, V)>);

impl<K, V> Default for Pairs<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V> Pairs<K, V> {
    /// Returns the value of an entry; `None` if there is no such key.
    #[must_use]
    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.iter().find(|(known, _)| known.borrow() == key).map(|(_, value)| value)
    }

    /// Adds an entry, or gives the present one another value.
    pub fn insert(&mut self, key: K, value: V) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// Removes an entry, if there is one with this key.
    pub fn remove<Q: PartialEq + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.0.retain(|(known, _)| known.borrow() != key);
    }

    /// Returns the entries in the order in which their keys came.
    pub fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_replaced_and_removed_and_keep_their_order() {
        let mut pairs = Pairs::default();
        for (key, value) in [("one", 1), ("two", 2), ("three", 3), ("one", 11)] {
            pairs.insert(key.to_owned(), value);
        }
        pairs.remove("two");
        assert_eq!((pairs.get("one"), pairs.get("two")), (Some(&11), None));
        assert_eq!(pairs.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["one", "three"]);
    }
}
