//! Every configurable limit of the server, with its default and the reason for it.

mod check;
mod per_address;

use std::time::Duration;

use serde::Deserialize;

pub(crate) use check::LimitError;
pub use per_address::PerAddress;

use crate::rate_limit::Rate;

/// The limits that keep one peer from hurting another. Times are in milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Open connections; beyond it a new one is answered 503. 12,000 idle ones take about 100 MB.
    pub connections: usize,
    /// Connections reserved for this machine and for known players, who have made or joined a room before. A new player
    /// is refused when only these are left. At most a sixth of all.
    pub reserved_connections: usize,
    /// Time to send the whole HTTP head; an incomplete one must not hold a socket for ever.
    pub header_ms: u64,
    /// Time from the open socket to `hello`.
    pub hello_ms: u64,
    /// The heartbeat interval. A silent peer shows as away within one interval, and is disconnected after two and a
    /// half.
    pub heartbeat_ms: u32,
    /// Time that a seat is kept for an absent player before the opponent may act.
    pub grace_ms: u64,
    /// Passphrases that one connection may try or set at once; after that, one per second.
    pub passphrase_burst: u16,
    /// Passphrases being hashed or queued, at most one per address. Each takes some tens of milliseconds; a connection
    /// that sets one is not read meanwhile.
    pub hash_queue: usize,
    /// Time that a peer may read nothing before its connection is closed.
    pub write_stall_ms: u64,
    /// Time for a Close frame to arrive before the socket is dropped.
    pub close_linger_ms: u64,
    /// Bytes queued for all peers together. Beyond it each peer may have one message queued, or up to a sixteenth of
    /// its usual limit.
    pub all_outbox_bytes: usize,
    /// Bytes queued for one peer; beyond it the peer gets a snapshot after it has caught up.
    pub outbox_bytes: usize,
    /// The kernel's send buffer for one peer, in bytes. A small one reveals a slow peer early.
    pub socket_send_buffer: usize,
    /// Rooms that one connection may follow, at most 16.
    pub rooms_followed: u16,
    /// Rooms in memory that were made by one player.
    pub rooms_per_player: usize,
    /// Rooms in memory. Beyond it, rooms with nobody in them are evicted.
    pub rooms: usize,
    /// Rooms in memory reserved for known players and for this machine. At most a sixth of all.
    pub reserved_rooms: usize,
    /// Commands per second from one connection, over a longer time.
    pub commands_per_second: u16,
    /// Commands at once from one connection, after a pause.
    pub command_burst: u16,
    /// Pings, pongs and other control frames from one connection. The server itself pings twice per heartbeat.
    pub control_frames: Rate,
    /// Full room lists, and subscriptions to the wall, for one connection; a list may be some hundred kilobytes.
    pub full_lists: Rate,
    /// The maximum number of rooms in one list. Clients find the others by code, or page by page.
    pub list_rooms: usize,
    /// Time for which a full list is reused before it is built again.
    pub list_refresh_ms: u64,
    /// Chat lines of one player in one room.
    pub talk: Rate,
    /// Chat lines of all spectators of one room together. Each is stored, and sent to everybody in the room.
    pub spectators_talk: Rate,
    /// Refused frames (too many, or unreadable), less the accepted ones, after which a connection is closed.
    pub strikes: u32,
    /// Messages queued for one room.
    pub room_mailbox: usize,
    /// Spectators' commands queued for one room, and those of players who come back before the room knows them again. They
    /// are read when no other message waits.
    pub spectator_mailbox: usize,
    /// Requests queued for the journal's writer.
    pub journal_queue: usize,
    /// Operations in one commit.
    pub journal_batch: usize,
    /// Time that a commit waits for more records, in microseconds, while records arrive in groups.
    pub journal_gather_us: u64,
    /// Requests that wait for each of the two threads that read the journal. Beyond it, they are refused as `busy`.
    pub journal_readers_queue: usize,
    /// The maximum number of pages (of 4 KiB) of the database file, for disks with a quota; `None` for no limit. Beyond it the
    /// server refuses commands with `storage` until old rooms are deleted or the limit is raised.
    pub journal_max_pages: Option<u32>,
    /// Jobs queued for a thinking thread; the pools for moves and for hints have such a queue each.
    pub bot_queue: usize,
    /// Explanations queued for their thread. They share the window too; further ones are refused as `busy`.
    pub explain_queue: usize,
    /// The longest thinking time of an AI, whatever the think time of its room is.
    pub bot_think_ms: u64,
    /// Time within which everybody with a queued job is served once: addresses share it, then their players. It is less than the usual think time of
    /// a room, so that nobody notices the sharing.
    pub bot_window_ms: u64,
    /// Memory for the tables that engines keep from move to move. Beyond it, those that were not used for longest begin
    /// anew.
    pub bot_memory_bytes: usize,
    /// Pause between two games of two AI seats.
    pub ai_game_pause_ms: u64,
    /// Rooms in memory made by one player with an AI in both seats, since those think without a pause.
    pub ai_rooms_per_player: usize,
    /// Time after which a room with nobody in it leaves memory.
    pub room_idle_ms: u64,
    /// The same for a room without any game. It is deleted as well, which frees its place.
    pub unplayed_idle_ms: u64,
    /// Days after which an untouched game ends as aborted. Only days on which the server ran count.
    pub untouched_game_days: u32,
    /// Days after which a room is deleted if only its maker has been in it and no game was finished.
    pub unshared_room_days: u32,
    /// Time between two rounds of upkeep, which ends and deletes what is old. The first round comes after this time
    /// too, so that the operator can first notice a wrong clock.
    pub upkeep_ms: u64,
    /// Time over which changes of presence, of the room list and of the wall are batched.
    pub gather_ms: u64,
    /// Time to withdraw the announcement on the network, as part of `drain_ms`.
    pub farewell_ms: u64,
    /// Time for everything to end after a stop was requested.
    pub drain_ms: u64,
    /// Limits per client address.
    pub per_address: PerAddress,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 12_000,
            reserved_connections: 2_000,
            header_ms: 5_000,
            hello_ms: 10_000,
            heartbeat_ms: 10_000,
            grace_ms: 60_000,
            passphrase_burst: 5,
            hash_queue: 128,
            write_stall_ms: 30_000,
            close_linger_ms: 1_000,
            all_outbox_bytes: 128 * 1024 * 1024,
            outbox_bytes: 128 * 1024,
            socket_send_buffer: 64 * 1024,
            rooms_followed: 16,
            rooms_per_player: 64,
            rooms: 10_000,
            reserved_rooms: 1_000,
            commands_per_second: 20,
            command_burst: 60,
            control_frames: Rate { per_minute: 600, burst: 60 },
            full_lists: Rate { per_minute: 60, burst: 20 },
            list_rooms: 1_000,
            list_refresh_ms: 500,
            talk: Rate { per_minute: 30, burst: 5 },
            spectators_talk: Rate { per_minute: 240, burst: 20 },
            strikes: 200,
            room_mailbox: 256,
            spectator_mailbox: 256,
            journal_queue: 8_192,
            journal_batch: 256,
            journal_gather_us: 600,
            journal_readers_queue: 8_192,
            journal_max_pages: None,
            bot_queue: 1_024,
            explain_queue: 64,
            bot_think_ms: 5_000,
            bot_window_ms: 800,
            bot_memory_bytes: 256 * 1024 * 1024,
            ai_game_pause_ms: 3_000,
            ai_rooms_per_player: 4,
            room_idle_ms: 10 * 60 * 1_000,
            unplayed_idle_ms: 60 * 1_000,
            untouched_game_days: 30,
            unshared_room_days: 3,
            upkeep_ms: 60 * 60 * 1_000,
            gather_ms: 100,
            farewell_ms: 1_000,
            drain_ms: 5_000,
            per_address: PerAddress::default(),
        }
    }
}

impl Limits {
    /// Returns the interval between two checks for silence: a quarter of a heartbeat, so that silence shows within one.
    #[must_use]
    pub fn beat(&self) -> Duration {
        Duration::from_millis((u64::from(self.heartbeat_ms) / 4).max(1))
    }

    /// Returns the silence after which a peer counts as dead.
    #[must_use]
    pub fn dead_after(&self) -> Duration {
        Duration::from_millis(u64::from(self.heartbeat_ms) * 5 / 2)
    }
}
