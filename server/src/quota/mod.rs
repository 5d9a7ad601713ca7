//! What one client address may take of the server, so that it cannot take everything.
//!
//! Each [`AddressBlock`] has one [`Quota`], which all its connections share. A quota counts what is in use (connections,
//! rooms in memory, waiting work) and limits how often something may happen (requests, new players, unknown codes).
//! The sizes are in [`PerAddress`], with their reasons.

mod address;

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use dashmap::DashMap;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

pub use address::TrustedProxy;
pub(crate) use address::{AddressBlock, FORWARDED_FOR, forwarded_for};

use crate::{
    limits::PerAddress,
    rate_limit::{Rate, RateLimit},
};

/// The most quotas that are kept; further addresses share one. A quota takes about a kilobyte.
const MOST: usize = 50_000;

/// What is counted while it is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// Connections that are open, before and after `hello`.
    Connections,
    /// Connections that have not said `hello`.
    BeforeHello,
    /// Rooms in memory that this address has made or asked for.
    Rooms,
    /// Passphrases that are hashed or wait for it.
    Hashes,
    /// Hints that are searched or wait for it.
    Hints,
    /// Explanations that are worked out or wait for it.
    Explanations,
}

/// What is limited in how often it may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// An HTTP request, the handshake of a WebSocket among them.
    Request,
    /// A `hello` that makes a new player.
    NewPlayer,
    /// A room that is made.
    NewRoom,
    /// A room code that does not exist.
    UnknownCode,
    /// A passphrase that is tried or set.
    Passphrase,
    /// A look at a room that is on no list, by somebody who is not in it.
    Lookup,
}

impl Share {
    const ALL: [Self; 6] =
        [Self::Connections, Self::BeforeHello, Self::Rooms, Self::Hashes, Self::Hints, Self::Explanations];

    const fn most(self, sizes: &PerAddress) -> usize {
        match self {
            Self::Connections => sizes.connections,
            Self::BeforeHello => sizes.before_hello,
            Self::Rooms => sizes.rooms,
            Self::Hashes => sizes.hashes,
            Self::Hints => sizes.hints,
            Self::Explanations => sizes.explanations,
        }
    }
}

impl Act {
    const ALL: [Self; 6] =
        [Self::Request, Self::NewPlayer, Self::NewRoom, Self::UnknownCode, Self::Passphrase, Self::Lookup];

    const fn rate(self, sizes: &PerAddress) -> Rate {
        match self {
            Self::Request => sizes.requests,
            Self::NewPlayer => sizes.new_players,
            Self::NewRoom => sizes.new_rooms,
            Self::UnknownCode => sizes.unknown_codes,
            Self::Passphrase => sizes.passphrases,
            Self::Lookup => sizes.lookups,
        }
    }
}

/// One address's part of the server, until it is dropped.
pub(crate) type Permit = OwnedSemaphorePermit;

/// What one address may take.
#[derive(Debug)]
pub(crate) struct Quota {
    shares: [(Arc<Semaphore>, usize); 6],
    acts: Mutex<[RateLimit; 6]>,
    /// One passphrase of each address is in the server's queue; the others wait here, so that addresses take turns.
    hash_turn: Semaphore,
}

impl Quota {
    fn new(sizes: &PerAddress, now: Instant) -> Self {
        let share = |share: Share| (Arc::new(Semaphore::new(share.most(sizes))), share.most(sizes));
        Self {
            shares: Share::ALL.map(share),
            acts: Mutex::new(Act::ALL.map(|act| RateLimit::new(act.rate(sizes), now))),
            hash_turn: Semaphore::new(1),
        }
    }

    /// Takes one more of `share`, if the address has any left.
    #[must_use]
    pub(crate) fn acquire(&self, share: Share) -> Option<Permit> {
        self.shares[share as usize].0.clone().try_acquire_owned().ok()
    }

    /// Counts one more `act`; false if there were too many lately.
    #[must_use]
    pub(crate) fn take(&self, act: Act) -> bool {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)[act as usize].take(Instant::now())
    }

    /// Whether one more `act` would be allowed.
    #[must_use]
    pub(crate) fn allows(&self, act: Act) -> bool {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)[act as usize].has_one(Instant::now())
    }

    /// Waits until no other passphrase of this address is in the server's queue.
    pub(crate) async fn hash_turn(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        self.hash_turn.acquire().await.ok()
    }

    /// Whether a new quota would be the same as this one.
    fn is_unused(&self, now: Instant) -> bool {
        let mut acts = self.acts.lock().unwrap_or_else(PoisonError::into_inner);
        self.shares.iter().all(|(share, most)| share.available_permits() == *most)
            && acts.iter_mut().all(|act| act.is_full(now))
    }
}

/// Where a connection comes from: its address's quota, and whether it comes from this very machine.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The addresses that share the quota.
    pub(crate) block: AddressBlock,
    /// What they may take.
    pub(crate) quota: Arc<Quota>,
    /// Whether the peer is on the loopback interface with no proxy in between.
    pub(crate) local: bool,
}

/// The quotas of all addresses.
#[derive(Debug)]
pub(crate) struct Quotas {
    sizes: PerAddress,
    known: DashMap<AddressBlock, Arc<Quota>>,
    overflow: Arc<Quota>,
}

impl Quotas {
    /// No address has taken anything yet.
    #[must_use]
    pub(crate) fn new(sizes: PerAddress) -> Self {
        let overflow = Arc::new(Quota::new(&sizes, Instant::now()));
        Self { sizes, known: DashMap::new(), overflow }
    }

    /// A connection straight from `address`.
    #[must_use]
    pub(crate) fn direct(&self, address: IpAddr) -> Source {
        Source { local: address.to_canonical().is_loopback(), ..self.proxied(address) }
    }

    /// A connection of which a proxy says that it comes from `address`.
    #[must_use]
    pub(crate) fn proxied(&self, address: IpAddr) -> Source {
        let block = AddressBlock::from(address);
        Source { block, quota: self.quota(block), local: false }
    }

    fn quota(&self, block: AddressBlock) -> Arc<Quota> {
        if let Some(quota) = self.known.get(&block) {
            return quota.clone();
        }
        if self.known.len() >= MOST {
            return self.overflow.clone();
        }
        let new = || Arc::new(Quota::new(&self.sizes, Instant::now()));
        self.known.entry(block).or_insert_with(new).clone()
    }

    /// Forgets addresses that are not connected and whose quota is whole again.
    pub(crate) fn forget_unused(&self) {
        let now = Instant::now();
        self.known.retain(|_, quota| Arc::strong_count(quota) > 1 || !quota.is_unused(now));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;
    use crate::rate_limit::Rate;

    #[tokio::test(start_paused = true)]
    async fn an_address_has_its_own_share_and_is_forgotten_when_it_has_given_everything_back() {
        let sizes = PerAddress {
            rooms: 2,
            unknown_codes: Rate { per_minute: 60, burst: 3 },
            ..PerAddress::default()
        };
        let quotas = Quotas::new(sizes);
        let [ann, eve] = ["203.0.113.1", "203.0.113.2"].map(|text| quotas.direct(text.parse().unwrap()));
        let held = [eve.quota.acquire(Share::Rooms).unwrap(), eve.quota.acquire(Share::Rooms).unwrap()];
        assert!(eve.quota.acquire(Share::Rooms).is_none());
        assert!(eve.quota.acquire(Share::Connections).is_some(), "shares are apart");
        assert!(ann.quota.acquire(Share::Rooms).is_some(), "addresses are apart");
        assert_eq!((0..9).filter(|_| eve.quota.take(Act::UnknownCode)).count(), 3);
        assert!(!eve.quota.allows(Act::UnknownCode) && ann.quota.allows(Act::UnknownCode));
        drop((ann, eve));
        quotas.forget_unused();
        assert_eq!(quotas.known.len(), 1, "what is in use is remembered");
        drop(held);
        quotas.forget_unused();
        assert_eq!(quotas.known.len(), 1, "so is what was used lately");
        tokio::time::advance(std::time::Duration::from_secs(60)).await;
        quotas.forget_unused();
        assert_eq!(quotas.known.len(), 0);
    }

    #[test]
    fn only_a_direct_peer_on_loopback_is_local() {
        let quotas = Quotas::new(PerAddress::default());
        for address in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            let address = address.parse().unwrap();
            assert!(quotas.direct(address).local && !quotas.proxied(address).local, "{address}");
        }
        assert!(!quotas.direct("192.0.2.1".parse().unwrap()).local);
    }
}
