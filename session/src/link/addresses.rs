//! The addresses at which one server can be reached.

use std::{fmt, str::FromStr};

use super::{Address, AddressError};

/// The maximum number of addresses, so that no server makes a client try others without end.
const MOST: usize = 16;

/// The addresses of one server, tried one after the other: those that the user named, and those that the server adds. A
/// server that consists of several machines has one for each.
///
/// ```
/// use tengen_session::link::Addresses;
///
/// let addresses: Addresses = "attic.local,192.168.1.20:6000".parse().unwrap();
/// assert_eq!(addresses.current().to_string(), "attic.local:5151");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// At least one, each once, and at most [`MOST`] unless the user named more.
    all: Vec<Address>,
    /// How many of them the user named; those come first.
    named: usize,
    /// The place of the one in use.
    current: usize,
    /// How many have failed, one after the other.
    failed: usize,
}

impl Addresses {
    /// Returns the address in use.
    #[must_use]
    pub fn current(&self) -> &Address {
        &self.all[self.current]
    }

    /// Returns whether the user named the address in use, and not the server.
    #[must_use]
    pub(crate) const fn is_named(&self) -> bool {
        self.current < self.named
    }

    /// Returns these addresses with those that the user names now. What the server has added stays if they share an address.
    #[must_use]
    pub(crate) fn renamed(self, named: Self) -> Self {
        if !named.all.iter().any(|address| self.all.contains(address)) {
            return named;
        }
        let told = self.all;
        let mut joined = named;
        joined.add(told);
        joined
    }

    /// Takes in the addresses that the server has told, in the order in which to try them. They replace those that it told
    /// before, except for the one in use.
    pub(crate) fn tell(&mut self, told: impl IntoIterator<Item = Address>) {
        let current = self.current().clone();
        self.all.truncate(self.named);
        let told = std::iter::once(current.clone()).chain(told);
        self.add(told);
        self.current = self.all.iter().position(|address| *address == current).unwrap_or_default();
    }

    fn add(&mut self, more: impl IntoIterator<Item = Address>) {
        for address in more {
            if self.all.len() < MOST && !self.all.contains(&address) {
                self.all.push(address);
            }
        }
    }

    /// Notes that the address in use leads to the server.
    pub(crate) const fn reached(&mut self) {
        self.failed = 0;
    }

    /// Goes on to the next address. Returns false if each has failed since the last connection; then the first round is over.
    #[must_use]
    pub(crate) fn advance(&mut self) -> bool {
        self.failed += 1;
        self.current = (self.current + 1) % self.all.len();
        let is_fresh = self.failed < self.all.len();
        if !is_fresh {
            self.failed = 0;
        }
        is_fresh
    }
}

impl From<Address> for Addresses {
    fn from(address: Address) -> Self {
        Self { all: vec![address], named: 1, current: 0, failed: 0 }
    }
}

impl FromStr for Addresses {
    type Err = AddressError;

    /// Reads addresses with commas between them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut addresses: Option<Self> = None;
        for part in text.split(',') {
            let address: Address = part.parse()?;
            match &mut addresses {
                Some(addresses) => addresses.add([address]),
                None => addresses = Some(address.into()),
            }
        }
        let mut addresses = addresses.ok_or_else(|| AddressError::Host(String::new()))?;
        addresses.named = addresses.all.len();
        Ok(addresses)
    }
}

impl fmt::Display for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.current().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn at(text: &str) -> Address {
        text.parse().unwrap()
    }

    #[test]
    fn each_address_is_tried_once_in_a_round() {
        let mut addresses: Addresses = "a,b,c,a".parse().unwrap();
        let mut seen = vec![addresses.current().host().to_owned()];
        while addresses.advance() {
            seen.push(addresses.current().host().to_owned());
        }
        assert_eq!(seen, ["a", "b", "c"]);
        assert_eq!(addresses.current(), &at("a"), "the next round begins with the first");
        assert!(addresses.advance());
        addresses.reached();
        assert!(addresses.advance() && addresses.advance() && !addresses.advance());
    }

    #[test]
    fn what_the_server_told_last_holds_and_what_the_user_named_stays() {
        let mut addresses: Addresses = "a,b".parse().unwrap();
        addresses.tell([at("c"), at("b"), at("d")]);
        assert_eq!(addresses.all, ["a", "b", "c", "d"].map(at));
        assert!(addresses.advance() && addresses.advance());
        assert!(!addresses.is_named());
        addresses.tell([at("e")]);
        assert_eq!(
            (addresses.all.clone(), addresses.current()),
            (["a", "b", "c", "e"].map(at).to_vec(), &at("c"))
        );
        addresses.tell((0..100).map(|n| at(&format!("n{n}"))));
        assert_eq!(addresses.all.len(), MOST);
    }

    #[test]
    fn an_address_named_again_keeps_what_the_server_has_told() {
        let mut addresses = Addresses::from(at("a"));
        addresses.tell([at("b")]);
        let again = addresses.clone().renamed(at("a").into());
        assert_eq!((again.all.len(), again.current()), (2, &at("a")));
        assert_eq!(addresses.renamed(at("z").into()).all, [at("z")]);
    }

    #[test]
    fn one_bad_address_is_refused() {
        for text in ["", "a,", ",a", "a,b c", "a, http://b"] {
            assert!(text.parse::<Addresses>().is_err(), "{text:?}");
        }
        assert_eq!("a, b".parse::<Addresses>().unwrap().all.len(), 2);
    }
}
