//! What one client address may take.

use serde::Deserialize;

use crate::rate_limit::Rate;

/// What one client address may take: an IPv4 address, or an IPv6 /64.
///
/// A class of 30 or a club of 200 may be behind one address, so each limit lets 200 people come, play and come back after
/// a restart all at once; one stranger who takes all of it still leaves most of the server to everybody else.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PerAddress {
    /// Open connections: five for each of 200 people.
    pub connections: usize,
    /// Connections that have not said `hello`, which takes an honest client milliseconds.
    pub before_hello: usize,
    /// Rooms in memory that were made or asked for from this address.
    pub rooms: usize,
    /// Passphrases that are hashed or wait for it.
    pub hashes: usize,
    /// Hints that are searched or wait for it; a hint beyond waits in its room.
    pub hints: usize,
    /// Explanations that are worked out or wait for it.
    pub explanations: usize,
    /// People who ask to watch the same room.
    pub asking: usize,
    /// HTTP requests, WebSocket handshakes among them. A client that looks for servers asks once in some seconds.
    pub requests: Rate,
    /// New players. Each takes a number that is never given again.
    pub new_players: Rate,
    /// New rooms. Each is written down.
    pub new_rooms: Rate,
    /// Room codes that do not exist. A client that comes back may name 16 rooms that were deleted meanwhile.
    pub unknown_codes: Rate,
    /// Passphrases that are tried or set.
    pub passphrases: Rate,
    /// Looks at rooms that are on no list, by people who are not in them. A room may have to be read for each.
    pub lookups: Rate,
}

impl Default for PerAddress {
    fn default() -> Self {
        Self {
            connections: 1_000,
            before_hello: 500,
            rooms: 500,
            hashes: 64,
            hints: 16,
            explanations: 8,
            asking: 2,
            requests: Rate { per_minute: 6_000, burst: 2_000 },
            new_players: Rate { per_minute: 60, burst: 500 },
            new_rooms: Rate { per_minute: 60, burst: 300 },
            unknown_codes: Rate { per_minute: 30, burst: 120 },
            passphrases: Rate { per_minute: 60, burst: 60 },
            lookups: Rate { per_minute: 120, burst: 200 },
        }
    }
}
