//! Every limit of the server, with its default and the reason for it.

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
    /// Connections of those that are kept for known players, who have made or joined a room before, and for this machine.
    /// A new player who comes when only these are left is turned away. Never more than a sixth of all.
    pub reserved_connections: usize,
    /// Time to send the whole HTTP head; a half-sent one must not hold a socket for ever.
    pub header_ms: u64,
    /// Time from the open socket to `hello`.
    pub hello_ms: u64,
    /// Time within which a peer that gives no signs of life shows as away; silent for two and a half times as long, it is dead.
    pub heartbeat_ms: u32,
    /// Time that a seat is kept for somebody who is away before the other player may act.
    pub grace_ms: u64,
    /// Passphrases that one connection may try or set at once; then one a second.
    pub passphrase_burst: u16,
    /// Passphrases that are hashed or wait for it, at most one of each address; each takes some tens of milliseconds, and
    /// whoever waits is not heard meanwhile.
    pub hash_queue: usize,
    /// Time that a peer may take nothing at all before it is closed.
    pub write_stall_ms: u64,
    /// Time given to a Close frame to arrive before the socket is dropped.
    pub close_linger_ms: u64,
    /// Bytes waiting for all peers together. Beyond it a peer may have one message waiting, and no more than a sixteenth of
    /// what it may have otherwise.
    pub all_outbox_bytes: usize,
    /// Bytes waiting for one peer; beyond it the peer gets a snapshot when it has caught up.
    pub outbox_bytes: usize,
    /// The kernel's send buffer for one peer, in bytes: a slow peer must be noticed early.
    pub socket_send_buffer: usize,
    /// Rooms that one connection may follow, at most 16.
    pub rooms_followed: u16,
    /// Rooms in memory that one player may have made.
    pub rooms_per_player: usize,
    /// Rooms in memory. When there are so many, those that nobody is in make room.
    pub rooms: usize,
    /// Rooms of those that are kept for known players and for this machine. Never more than a sixth of all.
    pub reserved_rooms: usize,
    /// Commands a second that one connection may send over a longer time.
    pub commands_per_second: u16,
    /// Commands that one connection may send at once after a pause.
    pub command_burst: u16,
    /// Pings, pongs and other control frames that one connection may send. The server itself pings twice in a heartbeat.
    pub control_frames: Rate,
    /// Whole room lists that one connection may ask for; each may be some hundred kilobytes.
    pub full_lists: Rate,
    /// Rooms that one list has at most. The others are found by their code, or page by page.
    pub list_rooms: usize,
    /// Time for which a whole list is sent to everybody who asks before it is put together anew.
    pub list_refresh_ms: u64,
    /// Lines that one player may say in one room.
    pub talk: Rate,
    /// Lines that all spectators of one room may say together: each is written down and goes to everybody there.
    pub spectators_talk: Rate,
    /// Refused frames (too many, or unreadable), less the good ones, after which a connection is closed.
    pub strikes: u32,
    /// Commands waiting for one room.
    pub room_mailbox: usize,
    /// Commands of spectators waiting for one room. They are taken when no player's command waits.
    pub spectator_mailbox: usize,
    /// Records waiting for the journal's writer.
    pub journal_queue: usize,
    /// Records in one commit.
    pub journal_batch: usize,
    /// Time that a commit waits for more records, in microseconds, while records come in groups.
    pub journal_gather_us: u64,
    /// Most pages (of 4 KiB) that the database file may have, for disks with a quota; none: as many as fit. Beyond
    /// it commands are refused with `storage` until old rooms are deleted or the limit is raised.
    pub journal_max_pages: Option<u32>,
    /// Moves waiting for a thinking thread.
    pub bot_queue: usize,
    /// Explanations waiting for their thread; they share the window too, and who comes after is told to ask again.
    pub explain_queue: usize,
    /// Time that an AI may think at the longest.
    pub bot_think_ms: u64,
    /// Time within which all who wait for a thinking thread shall be served; each gets its share of it. Less than
    /// the usual think time of a room, so that the sharing is not seen.
    pub bot_window_ms: u64,
    /// Time between two games of two AI seats.
    pub ai_game_pause_ms: u64,
    /// Rooms in memory that one player may have made with AI in both seats: they think without a pause.
    pub ai_rooms_per_player: usize,
    /// Time after which a room with nobody connected leaves memory.
    pub room_idle_ms: u64,
    /// The same for a room in which nothing was played: it is deleted, and its place is free again.
    pub unplayed_idle_ms: u64,
    /// Days after which a game that nobody has touched ends as aborted. Only days on which the server has run count.
    pub untouched_game_days: u32,
    /// Days after which a room is deleted in which only its maker has ever been and no game was finished.
    pub unshared_room_days: u32,
    /// Time between two rounds of upkeep, which deletes what is old; the first comes after this time too, so that a clock
    /// that was set wrong at the start can be noticed first.
    pub upkeep_ms: u64,
    /// Time over which changes of presence and of the room list are gathered.
    pub gather_ms: u64,
    /// Time given to the leave-taking on the network, of the time to end.
    pub farewell_ms: u64,
    /// Time given to everything to end after a stop was asked for.
    pub drain_ms: u64,
    /// What one address may take.
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
            spectator_mailbox: 64,
            journal_queue: 8_192,
            journal_batch: 256,
            journal_gather_us: 1_000,
            journal_max_pages: None,
            bot_queue: 1_024,
            explain_queue: 64,
            bot_think_ms: 5_000,
            bot_window_ms: 800,
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
    /// Time between two looks at a peer's signs of life: a quarter of a heartbeat, so that silence shows within one.
    #[must_use]
    pub fn beat(&self) -> Duration {
        Duration::from_millis((u64::from(self.heartbeat_ms) / 4).max(1))
    }

    /// The silence after which a peer is taken for dead.
    #[must_use]
    pub fn dead_after(&self) -> Duration {
        Duration::from_millis(u64::from(self.heartbeat_ms) * 5 / 2)
    }
}
