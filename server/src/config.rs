//! The server's settings; [`Limits`] holds the limits.

use std::{net::SocketAddr, path::PathBuf, str::FromStr};

use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use tengen_shared::protocol::SafeText;
use thiserror::Error;

use crate::{cluster::ClusterConfig, quota::Nearness};
pub use crate::{
    limits::{Limits, PerAddress},
    quota::TrustedProxy,
    rate_limit::Rate,
};

/// What the command line, the environment and the configuration file set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where rooms and players are stored.
    pub data: Data,
    /// The failures that a committed record survives.
    pub durability: Durability,
    /// Days after which a room without news and without a running game is deleted. Only days on which the server ran
    /// count.
    pub keep_days: u32,
    /// Web origins that may connect besides the server's own.
    pub origins: Vec<String>,
    /// Host names by which browsers reach the server, besides names that no other site can have.
    pub hosts: Vec<String>,
    /// Reverse proxies that are trusted to name their clients' addresses.
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Token for reading `/metrics` from another machine. Without it only this machine may read them.
    pub metrics_token: Option<MetricsToken>,
    /// From where players may use a secret key in place of a key pair.
    pub secret_keys: SecretKeys,
    /// Threads that choose moves for AI seats.
    pub bot_threads: usize,
    /// Whether the server announces itself on the network.
    pub announce: Announce,
    /// The announced name; `None` for the machine's name.
    pub lan_name: Option<LanName>,
    /// The cluster of which the server is a part; `None` if it is alone.
    pub cluster: Option<ClusterConfig>,
    /// Limits on connections, rooms, rates and queues.
    pub limits: Limits,
}

/// Where the server stores its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In memory: all data is lost when the server stops. For tests.
    Memory,
    /// In a folder, which is locked while the server runs.
    Folder(PathBuf),
}

/// From where players may use a secret key, which anybody who sees it can use, in place of a key pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum SecretKeys {
    /// From this machine and from private networks, without a proxy in between
    #[default]
    Nearby,
    /// From everywhere
    Always,
    /// From nowhere
    Never,
}

impl SecretKeys {
    /// Returns whether a client this near may use a secret key.
    #[must_use]
    pub(crate) fn allows(self, nearness: Nearness) -> bool {
        match self {
            Self::Nearby => nearness != Nearness::Elsewhere,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// The failures that a committed record survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// It survives a crash or kill of the server
    #[default]
    Process,
    /// It also survives a power failure; the server waits for the disk (fsync), which is slower
    Power,
}

/// Whether the server announces itself on the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    /// Announce with multicast DNS, unless only this machine can reach the server
    #[default]
    Auto,
    /// Never announce
    Off,
}

/// A secret of at least 16 characters that grants access to `/metrics`; `Debug` hides it.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct MetricsToken(String);

/// The error for a text that cannot be a metrics token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the token for /metrics must have at least 16 visible ASCII characters")]
pub struct MetricsTokenError;

impl MetricsToken {
    const LEAST: usize = 16;

    /// Returns whether `shown` is the token. Takes the same time for every answer.
    pub(crate) fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }
}

impl FromStr for MetricsToken {
    type Err = MetricsTokenError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = text.len() >= Self::LEAST && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(MetricsTokenError) }
    }
}

impl TryFrom<String> for MetricsToken {
    type Error = MetricsTokenError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl std::fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MetricsToken(..)")
    }
}

/// The announced name of a server: 1 to 50 bytes, without control or invisible characters. A DNS label has space for it
/// and an appended number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LanName(String);

/// The error for a text that cannot be an announced name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the announced name must have 1 to 50 bytes, without control or invisible characters")]
pub struct LanNameError;

impl LanName {
    /// The greatest length, in bytes.
    const MOST: usize = 50;

    /// Returns as much of `text` as can be a name, or `None` if nothing can.
    #[must_use]
    pub fn from_any(text: &str) -> Option<Self> {
        let clean = SafeText::from(text.trim());
        let mut end = clean.as_str().len().min(Self::MOST);
        while !clean.as_str().is_char_boundary(end) {
            end -= 1;
        }
        clean.as_str()[..end].trim_end().parse().ok()
    }

    /// Returns the name as text.
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

impl Config {
    /// Returns the default settings with data in `folder`. The server does not announce itself.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { data: Data::Folder(folder), ..Self::in_memory() }
    }

    /// Returns the default settings for play on one machine, with data in `folder`.
    #[must_use]
    pub fn local(folder: PathBuf) -> Self {
        Self::in_folder(folder)
    }

    /// Returns the default settings with data in memory. For tests.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            data: Data::Memory,
            durability: Durability::Process,
            keep_days: 90,
            origins: Vec::new(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics_token: None,
            secret_keys: SecretKeys::default(),
            bot_threads: default_bot_threads(),
            announce: Announce::Off,
            lan_name: None,
            cluster: None,
            limits: Limits::default(),
        }
    }
}

/// Returns one thread fewer than the machine has, so that thinking never starves the sockets; at least one.
#[must_use]
pub fn default_bot_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The default address, which people on the LAN reach without any set-up.
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
