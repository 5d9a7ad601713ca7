//! Where rooms belong: rendezvous hashing (Thaler and Ravishankar 1998). Every node computes the same place from the names
//! of the living nodes alone. When a node comes or goes, only the rooms move that it gets or had.

use sha2::{Digest as _, Sha256};
use tengen_shared::game::RoomCode;

use super::NodeName;

/// What is placed on a node: the hash of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u64);

impl From<&RoomCode> for Place {
    fn from(room: &RoomCode) -> Self {
        Self::of(room.as_str())
    }
}

impl Place {
    /// Returns the place of something with this key.
    #[must_use]
    pub fn of(key: &str) -> Self {
        let digest = Sha256::digest(key);
        Self(digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes)))
    }

    /// Returns one of `shards` parts.
    pub(super) fn shard(self, shards: u8) -> u8 {
        u8::try_from(self.0 % u64::from(shards)).unwrap_or(0)
    }

    /// Returns how much a node wants this place. `node`: the place of the node's name.
    const fn weight(self, node: Self) -> u64 {
        mix(self.0 ^ node.0)
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): every bit of the input changes half of the bits.
const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns the node on which something belongs; `None` if there is no node.
pub fn place<'a>(what: Place, nodes: impl IntoIterator<Item = &'a NodeName>) -> Option<&'a NodeName> {
    nodes.into_iter().max_by_key(|node| (what.weight(Place::of(node.as_str())), *node))
}

/// Like [`place`], for many rooms and the same nodes. `nodes`: the places of their names. Returns the index of one.
#[must_use]
pub fn place_among(what: Place, nodes: &[Place]) -> Option<usize> {
    (0..nodes.len()).max_by_key(|index| what.weight(nodes[*index]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::game::plain_code;

    use super::*;

    #[test]
    fn rooms_are_spread_evenly_and_only_those_of_a_lost_node_move() {
        let nodes: Vec<NodeName> = (0..5).map(|number| format!("node-{number}").parse().unwrap()).collect();
        let hashes: Vec<Place> = nodes.iter().map(|node| Place::of(node.as_str())).collect();
        let mut counts = [0_i32; 5];
        for bits in 0..10_000_u64 {
            let room = Place::from(&plain_code(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let before = place(room, &nodes).unwrap();
            assert_eq!(place_among(room, &hashes).map(|index| &nodes[index]), Some(before));
            counts[nodes.iter().position(|node| node == before).unwrap()] += 1;
            let after = place(room, nodes.iter().skip(1)).unwrap();
            assert!(before == after || before == &nodes[0], "{before} -> {after}");
        }
        // Five standard deviations of a fair draw.
        assert!(counts.iter().all(|count| (count - 2_000).abs() < 200), "{counts:?}");
        assert_eq!(place(Place::of("a"), []), None);
    }
}
