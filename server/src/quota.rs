//! Limits on what one client address may take, so that it cannot take the whole server.
//!
//! Each [`AddressBlock`] has one [`Quota`], which all its connections share. A quota counts what is in use
//! (connections, rooms in memory, waiting work) and limits rates (requests, new players, unknown codes). [`PerAddress`]
//! has the sizes, with their reasons.

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

/// The maximum number of quotas in memory; further addresses share one. A quota takes about a kilobyte.
const MOST: usize = 50_000;

/// Resources that are counted while in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// Open connections, before and after `hello`.
    Connections,
    BeforeHello,
    /// Rooms in memory that this address has made or loaded.
    Rooms,
    /// Passphrases being hashed or queued.
    Hashes,
    /// Hints being searched or queued.
    Hints,
    /// Explanations being computed or queued.
    Explanations,
}

/// Actions that are limited by rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// An HTTP request, including the handshake of a WebSocket.
    Request,
    /// A `hello` from a new player.
    NewPlayer,
    NewRoom,
    /// An unknown room code, or a wrong pairing code.
    UnknownCode,
    /// A passphrase, tried or set.
    Passphrase,
    /// A lookup of a room that is not on the list, by somebody who is not in it.
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

/// One unit of an address's share, until it is dropped.
pub(crate) type Permit = OwnedSemaphorePermit;

/// The quota of one address block.
#[derive(Debug)]
pub(crate) struct Quota {
    shares: [(Arc<Semaphore>, usize); 6],
    acts: Mutex<[RateLimit; 6]>,
    /// Lets one passphrase per address into the server's queue. The others wait here, so that addresses take turns.
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

    /// Takes one unit of `share`, if the address has any left.
    #[must_use]
    pub(crate) fn acquire(&self, share: Share) -> Option<Permit> {
        self.shares[share as usize].0.clone().try_acquire_owned().ok()
    }

    /// Counts one `act`; false if it is beyond the rate.
    #[must_use]
    pub(crate) fn take(&self, act: Act) -> bool {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)[act as usize].take(Instant::now())
    }

    /// Returns whether one more `act` would be allowed.
    #[must_use]
    pub(crate) fn allows(&self, act: Act) -> bool {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)[act as usize].has_one(Instant::now())
    }

    /// Waits until no other passphrase of this address is in the server's queue.
    pub(crate) async fn hash_turn(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        self.hash_turn.acquire().await.ok()
    }

    /// Returns whether a new quota would be the same as this one.
    fn is_unused(&self, now: Instant) -> bool {
        let mut acts = self.acts.lock().unwrap_or_else(PoisonError::into_inner);
        self.shares.iter().all(|(share, most)| share.available_permits() == *most)
            && acts.iter_mut().all(|act| act.is_full(now))
    }
}

/// The origin of a connection: its address's quota, and how near it is.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) block: AddressBlock,
    pub(crate) quota: Arc<Quota>,
    pub(crate) nearness: Nearness,
}

/// How near a client is, as far as its address says. Behind a proxy that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nearness {
    /// On the loopback interface, without a proxy in between.
    ThisMachine,
    /// At a private or link-local address, without a proxy in between.
    PrivateNetwork,
    Elsewhere,
}

impl Nearness {
    fn of(address: IpAddr) -> Self {
        let address = address.to_canonical();
        let is_private = match address {
            IpAddr::V4(v4) => v4.is_private() || v4.is_link_local(),
            IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local(),
        };
        match address.is_loopback() {
            true => Self::ThisMachine,
            false if is_private => Self::PrivateNetwork,
            false => Self::Elsewhere,
        }
    }
}

impl Source {
    /// Returns whether the client is on this machine.
    #[must_use]
    pub(crate) fn is_local(&self) -> bool {
        self.nearness == Nearness::ThisMachine
    }
}

/// The quotas of all addresses.
#[derive(Debug)]
pub(crate) struct Quotas {
    sizes: PerAddress,
    known: DashMap<AddressBlock, Arc<Quota>>,
    overflow: Arc<Quota>,
}

impl Quotas {
    /// Creates the quotas, with nothing taken.
    #[must_use]
    pub(crate) fn new(sizes: PerAddress) -> Self {
        let overflow = Arc::new(Quota::new(&sizes, Instant::now()));
        Self { sizes, known: DashMap::new(), overflow }
    }

    /// Returns the source of a connection straight from `address`.
    #[must_use]
    pub(crate) fn direct(&self, address: IpAddr) -> Source {
        Source { nearness: Nearness::of(address), ..self.proxied(address) }
    }

    /// Returns the source of a connection that, according to a proxy, comes from `address`.
    #[must_use]
    pub(crate) fn proxied(&self, address: IpAddr) -> Source {
        let block = AddressBlock::from(address);
        Source { block, quota: self.of(block), nearness: Nearness::Elsewhere }
    }

    /// Returns the quota of these addresses.
    #[must_use]
    pub(crate) fn of(&self, block: AddressBlock) -> Arc<Quota> {
        if let Some(quota) = self.known.get(&block) {
            return quota.clone();
        }
        if self.known.len() >= MOST {
            return self.overflow.clone();
        }
        let new = || Arc::new(Quota::new(&self.sizes, Instant::now()));
        self.known.entry(block).or_insert_with(new).clone()
    }

    /// Forgets addresses without connections whose quota is full again.
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
    fn a_direct_peer_is_as_near_as_its_address_says_and_a_proxied_one_is_elsewhere() {
        let quotas = Quotas::new(PerAddress::default());
        let of = |nearness, addresses: &[&str]| {
            for address in addresses {
                let address = address.parse().unwrap();
                assert_eq!(quotas.direct(address).nearness, nearness, "{address}");
                assert_eq!(quotas.proxied(address).nearness, Nearness::Elsewhere, "{address}");
            }
        };
        of(Nearness::ThisMachine, &["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]);
        of(
            Nearness::PrivateNetwork,
            &["192.168.1.20", "10.1.2.3", "172.16.0.1", "169.254.1.1", "fd00::1", "fe80::1"],
        );
        of(Nearness::Elsewhere, &["192.0.2.1", "172.32.0.1", "100.64.0.1", "2001:db8::1"]);
    }
}
