//! The codes by which players bring another of their devices in. They live in memory only, for some minutes.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tengen_shared::{
    game::PlayerId,
    protocol::{Meeting, PairingCode, SecretMac},
};
use tokio::time::Instant;

use crate::{journal::Key, quota::AddressBlock};

/// How long a code works.
pub(crate) const VALID: Duration = Duration::from_secs(10 * 60);
/// Codes that can be valid at once. Whoever shows a code has it compared with each of them.
const MOST: usize = 4_000;
/// Codes that can be valid at once for players of one address.
const MOST_OF_ADDRESS: usize = 50;

/// The code that a device of a player has asked for.
#[derive(Debug)]
pub(crate) struct Pairing {
    pub(crate) player: PlayerId,
    /// The key of the device that asked. The code works only while the player has it.
    pub(crate) key: Key,
    address: AddressBlock,
    code: PairingCode,
    until: Instant,
}

/// The valid codes: at most one for each player.
#[derive(Debug, Default)]
pub(crate) struct Pairings(Mutex<HashMap<PlayerId, Pairing>>);

impl Pairings {
    fn valid(&self) -> MutexGuard<'_, HashMap<PlayerId, Pairing>> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        codes.retain(|_, pairing| pairing.until > now);
        codes
    }

    /// Returns a new code for the player, in place of an earlier one; `None` if too many are valid. `key`: of the device
    /// that asks.
    pub(crate) fn start(&self, player: PlayerId, key: Key, address: AddressBlock) -> Option<PairingCode> {
        let mut codes = self.valid();
        codes.remove(&player);
        let of_address = codes.values().filter(|pairing| pairing.address == address).count();
        if codes.len() >= MOST || of_address >= MOST_OF_ADDRESS {
            return None;
        }
        let code = PairingCode::from_bits(rand::random());
        let until = Instant::now() + VALID;
        codes.insert(player, Pairing { player, key, address, code, until });
        Some(code)
    }

    /// Adds a code that another node of a cluster has given out, in place of an earlier one of the player.
    pub(crate) fn hear(&self, player: PlayerId, key: Key, address: AddressBlock, code: PairingCode) {
        let until = Instant::now() + VALID;
        let mut codes = self.valid();
        // The other node counts its own; this is for one that does not.
        if codes.len() < 2 * MOST {
            codes.insert(player, Pairing { player, key, address, code, until });
        }
    }

    /// Forgets a player's code, which was used on another node.
    pub(crate) fn forget(&self, player: PlayerId) {
        self.valid().remove(&player);
    }

    /// Returns what belongs to the code that was used for `mac`, and makes the code invalid.
    pub(crate) fn redeem(&self, meeting: &Meeting, mac: &SecretMac) -> Option<Pairing> {
        let mut codes = self.valid();
        let player = codes.values().find(|pairing| meeting.knows_code(&pairing.code, mac))?.player;
        codes.remove(&player)
    }

    /// Makes a code valid again that could not be used, unless the player has a newer one.
    pub(crate) fn restore(&self, pairing: Pairing) {
        self.valid().entry(pairing.player).or_insert(pairing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_use_up_all_codes() {
        let (pairings, key) = (Pairings::default(), Key::Secret([0; 32]));
        let [eve, ann] = ["203.0.113.66", "192.0.2.30"].map(|text| {
            let address: std::net::IpAddr = text.parse().expect("an address");
            AddressBlock::from(address)
        });
        let start = |number, address| pairings.start(PlayerId(number), key, address).is_some();
        assert_eq!((0..100).filter(|number| start(*number, eve)).count(), MOST_OF_ADDRESS);
        assert!(start(0, eve), "in place of an earlier one");
        assert!(start(200, ann));
    }
}
