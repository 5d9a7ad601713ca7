//! Every setting and limit of the server, with its default and the reason for it.

use std::{net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use serde::Deserialize;
use tengen_shared::protocol::SafeText;
use thiserror::Error;

/// What the server is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where rooms and players are kept.
    pub data: Data,
    /// How safe a committed record is.
    pub durability: Durability,
    /// Days after which, at a start, a room in which nothing has happened and no game is on is deleted.
    pub keep_days: u32,
    /// Web origins that may connect besides the server's own.
    pub origins: Vec<String>,
    /// Threads that think for the AI seats.
    pub bot_threads: usize,
    /// Whether the server makes itself known on the network.
    pub announce: Announce,
    /// What it calls itself there; none for the machine's name.
    pub lan_name: Option<LanName>,
    /// The limits.
    pub limits: Limits,
}

/// Where the server keeps what must last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// Nowhere: all is gone when the server stops. For tests.
    Memory,
    /// In a folder, locked while the server runs.
    Folder(PathBuf),
}

/// What a committed record survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// The end of the process at any instant.
    #[default]
    Process,
    /// The loss of power too: one fsync per group of records.
    Power,
}

/// Whether the server makes itself known on the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    /// By multicast DNS, where others can reach it and the network carries that.
    #[default]
    Auto,
    /// Never.
    Off,
}

/// The name under which a server is announced: 1 to 50 bytes, so that it fits into a label of DNS with a number behind
/// it, without control or invisible characters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LanName(String);

/// A text that cannot be such a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a name on the network is 1 to 50 bytes long, without control or invisible characters")]
pub struct LanNameError;

impl LanName {
    /// The longest, in bytes.
    const MOST: usize = 50;

    /// As much of `text` as can be a name, if anything can.
    #[must_use]
    pub fn from_any(text: &str) -> Option<Self> {
        let clean = SafeText::from(text.trim());
        let mut end = clean.as_str().len().min(Self::MOST);
        while !clean.as_str().is_char_boundary(end) {
            end -= 1;
        }
        clean.as_str()[..end].trim_end().parse().ok()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LanName {
    type Err = LanNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let fits = (1..=Self::MOST).contains(&text.len()) && SafeText::from(text).as_str() == text;
        if fits { Ok(Self(text.to_owned())) } else { Err(LanNameError) }
    }
}

impl TryFrom<String> for LanName {
    type Error = LanNameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The limits that keep one peer from hurting another. Times are in milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Open connections; beyond it a new one is answered 503. 12,000 idle ones take about 100 MB.
    pub connections: usize,
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
    /// Passphrases that are hashed or wait for it; each takes some tens of milliseconds, and whoever waits is not heard
    /// meanwhile.
    pub hash_queue: usize,
    /// Time that a peer may take nothing at all before it is closed.
    pub write_stall_ms: u64,
    /// Time given to a Close frame to arrive before the socket is dropped.
    pub close_linger_ms: u64,
    /// Bytes waiting for one peer; beyond it the peer gets a snapshot when it has caught up.
    pub outbox_bytes: usize,
    /// The kernel's send buffer for one peer, in bytes: a slow peer must be noticed early.
    pub socket_send_buffer: usize,
    /// Rooms that one connection may follow, at most 16.
    pub rooms_followed: u16,
    /// Rooms in memory that one player may have made.
    pub rooms_per_player: usize,
    /// Rooms in memory.
    pub rooms: usize,
    /// Commands a second that one connection may send over a longer time.
    pub commands_per_second: u16,
    /// Commands that one connection may send at once after a pause.
    pub command_burst: u16,
    /// Rooms that are on no list may be looked up by their code so many times a second, whoever asks: codes are short
    /// enough to be guessed by somebody who may try thousands.
    pub lookups_per_second: u16,
    /// The same at once after a pause.
    pub lookup_burst: u16,
    /// Refused frames (too many, or unreadable), less the good ones, after which a connection is closed.
    pub strikes: u32,
    /// Commands waiting for one room.
    pub room_mailbox: usize,
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
    /// Time over which changes of presence and of the room list are gathered.
    pub gather_ms: u64,
    /// Time given to the leave-taking on the network, of the time to end.
    pub farewell_ms: u64,
    /// Time given to everything to end after a stop was asked for.
    pub drain_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 12_000,
            header_ms: 5_000,
            hello_ms: 10_000,
            heartbeat_ms: 10_000,
            grace_ms: 60_000,
            passphrase_burst: 5,
            hash_queue: 32,
            write_stall_ms: 30_000,
            close_linger_ms: 1_000,
            outbox_bytes: 128 * 1024,
            socket_send_buffer: 64 * 1024,
            rooms_followed: 16,
            rooms_per_player: 64,
            rooms: 10_000,
            commands_per_second: 20,
            command_burst: 60,
            lookups_per_second: 10,
            lookup_burst: 50,
            strikes: 200,
            room_mailbox: 256,
            journal_queue: 8_192,
            journal_batch: 256,
            journal_gather_us: 1_000,
            journal_max_pages: None,
            bot_queue: 1_024,
            explain_queue: 16,
            bot_think_ms: 5_000,
            bot_window_ms: 800,
            ai_game_pause_ms: 3_000,
            ai_rooms_per_player: 4,
            room_idle_ms: 10 * 60 * 1_000,
            unplayed_idle_ms: 60 * 1_000,
            gather_ms: 100,
            farewell_ms: 1_000,
            drain_ms: 5_000,
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

impl Config {
    /// The usual settings, with everything kept in `folder`; unannounced, as are those below.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { data: Data::Folder(folder), ..Self::in_memory() }
    }

    /// The usual settings for play on one machine, with everything kept in `folder`.
    #[must_use]
    pub fn local(folder: PathBuf) -> Self {
        Self::in_folder(folder)
    }

    /// The usual settings, with nothing kept. For tests.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            data: Data::Memory,
            durability: Durability::Process,
            keep_days: 90,
            origins: Vec::new(),
            bot_threads: default_bot_threads(),
            announce: Announce::Off,
            lan_name: None,
            limits: Limits::default(),
        }
    }
}

/// One thread less than the machine has, so that thinking never starves the sockets; at least one.
#[must_use]
pub fn default_bot_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The address that people on the LAN reach without any set-up.
pub const DEFAULT_BIND: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), 5151);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_on_the_network_fits_into_a_label_and_cannot_disturb() {
        for bad in ["", "  ", "a\nb", "a\u{1b}b", &"x".repeat(51)] {
            assert_eq!(bad.parse::<LanName>(), Err(LanNameError), "{bad:?}");
        }
        for good in ["ann", "Ann's box", "阿明的电脑", &"x".repeat(50)] {
            assert_eq!(good.parse::<LanName>().map(|name| name.as_str().to_owned()), Ok(good.to_owned()));
        }
        let cut = LanName::from_any(&"明".repeat(40));
        assert_eq!(cut.map(|name| name.as_str().to_owned()), Some("明".repeat(16)));
        assert_eq!(LanName::from_any(" \t "), None);
    }
}
