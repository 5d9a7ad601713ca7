//! Limits per client address.

use serde::Deserialize;

use crate::rate_limit::Rate;

/// Limits per client address: an IPv4 address, or an IPv6 /64.
///
/// A class of 30 or a club of 200 may share one address. Each limit therefore lets 200 people come, play, and return
/// all at once after a restart. One stranger who takes all of it still leaves most of the server to everybody else.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PerAddress {
    /// Open connections: five for each of 200 people.
    pub connections: usize,
    /// Connections before `hello`, which an honest client sends within milliseconds.
    pub before_hello: usize,
    /// Rooms in memory that were made or loaded from this address.
    pub rooms: usize,
    /// Passphrases being hashed or queued.
    pub hashes: usize,
    /// Hints being searched or queued; a further hint waits in its room.
    pub hints: usize,
    /// Explanations being computed or queued.
    pub explanations: usize,
    /// People who ask to watch the same room.
    pub asking: usize,
    /// HTTP requests, including WebSocket handshakes. A client that looks for servers asks every few seconds.
    pub requests: Rate,
    /// New players. Each takes a number that is never reused.
    pub new_players: Rate,
    /// New rooms. Each is written to the journal.
    pub new_rooms: Rate,
    /// Unknown room codes. A returning client may name 16 rooms that were deleted meanwhile.
    pub unknown_codes: Rate,
    /// Passphrases tried or set.
    pub passphrases: Rate,
    /// Lookups of rooms that are not on the list, by people who are not in them. Each may read a room from the journal.
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
