//! The command line, merged with the environment and the configuration file.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand, ValueHint};
use serde::{Deserialize, Deserializer, de::Error as _};

use crate::{
    cluster::{BrokerArgs, BrokerConfig, ClusterArgs, ClusterFile},
    config::{
        Announce, Config, DEFAULT_BIND, Durability, LanName, Limits, MetricsToken, SecretKeys, TrustedProxy,
    },
    error::Error,
    manual::Manual,
};

/// The Tengen game server: n in a row for friends on a LAN.
///
/// Runs the server unless you name a subcommand. Command line options override environment variables, and those
/// override the configuration file.
#[derive(Clone, Debug, Parser)]
#[command(name = "tengen-server", version, args_conflicts_with_subcommands = true, after_long_help = EXAMPLES)]
pub struct Cli {
    /// The task to run instead of the server.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Options of the server.
    #[command(flatten)]
    pub serve: Args,
}

const EXAMPLES: &str = "\
Examples:
  tengen-server                        serve the local network on port 5151
  tengen-server --bind 127.0.0.1:5151  serve this machine only
  tengen-server --durability power     lose no move even if the power fails
  tengen-server export backup.jsonl    save all stored data
  tengen-server import backup.jsonl    restore it into an empty data folder

Completions:
  source <(tengen-server completions bash)  in ~/.bashrc
  source <(tengen-server completions zsh)   in ~/.zshrc, after compinit
  tengen-server completions fish | source   in ~/.config/fish/config.fish

Environment:
  TENGEN_LOG  log level on standard error: error, warn, info, debug or trace;
              the default is info
";

/// Tasks other than serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Write players, rooms and finished games to a JSON Lines file; the server may keep running
    Export {
        /// The data folder to export.
        #[command(flatten)]
        place: Place,
        /// Include the server's secret key: an import is then this server for its clients. Keep such a file secret
        #[arg(long)]
        with_identity: bool,
        /// Output file, replaced once the export is complete [default: standard output]
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Read an export into a data folder: all of it, or nothing if any of it is already there
    ///
    /// Stop the folder's server first. After an import into an empty folder, clients find their players and rooms again;
    /// unless the export was made --with-identity, they say that the server has another key. Old rooms are deleted later
    /// as usual, see --keep-days.
    Import {
        /// The data folder to import into.
        #[command(flatten)]
        place: Place,
        /// Export file; - reads standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Shell completions and the man page.
    #[command(flatten)]
    Manual(Manual),
}

/// The data of an export or import: a folder, or a cluster.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// Folder for rooms and players [default: the platform's data folder]
    #[arg(long, env = "TENGEN_DATA", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// The server's configuration file; only `data` and `cluster` are read from it
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub brokers: BrokerArgs,
}

/// Options of the server.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Address and port to listen on; port 0 picks a free one [default: 0.0.0.0:5151]
    #[arg(long, env = "TENGEN_BIND", value_name = "ADDR:PORT", value_parser = bind_address)]
    pub bind: Option<SocketAddr>,
    /// Folder for rooms and players [default: the platform's data folder]
    #[arg(long, env = "TENGEN_DATA", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Configuration file in TOML: bind, data, durability, keep_days, origins, hosts, trust_proxy, metrics_token,
    /// secret_keys, bot_threads, announce, lan_name, and the tables `cluster` and `limits`
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// How safe an accepted move is against crashes [default: process]
    #[arg(long, env = "TENGEN_DURABILITY", value_enum)]
    pub durability: Option<Durability>,
    /// Delete a room and its games after this many days without activity; only days on which the server ran count
    /// [default: 90]
    #[arg(long, env = "TENGEN_KEEP_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_days: Option<u32>,
    /// Web origin that may connect, besides the server's own; may be repeated
    #[arg(long = "origin", env = "TENGEN_ORIGIN", value_name = "ORIGIN", value_delimiter = ',', value_parser = origin)]
    pub origins: Vec<String>,
    /// Host name by which browsers reach this server; may be repeated. IP addresses, localhost, the machine's name,
    /// names ending in .local and the hosts of --origin are always allowed
    #[arg(long = "host", env = "TENGEN_HOSTS", value_name = "NAME", value_delimiter = ',', value_parser = host_name)]
    pub hosts: Vec<String>,
    /// Address or network of a reverse proxy in front of this server; may be repeated. The last address in its
    /// X-Forwarded-For header counts as the client's
    #[arg(long = "trust-proxy", env = "TENGEN_TRUST_PROXY", value_name = "ADDR", value_delimiter = ',')]
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Secret that lets other machines read /metrics; they send "Authorization: Bearer TOKEN" [default: only this
    /// machine may]
    #[arg(long, env = "TENGEN_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<MetricsToken>,
    /// From where players may use a secret key in place of a key pair, as simple programs do [default: nearby]
    #[arg(long, env = "TENGEN_SECRET_KEYS", value_enum, value_name = "FROM")]
    pub secret_keys: Option<SecretKeys>,
    /// Threads that choose moves for AI seats [default: one fewer than the machine has]
    #[arg(long, env = "TENGEN_BOT_THREADS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub bot_threads: Option<u16>,
    /// Whether to announce the server to clients on this network (multicast DNS) [default: auto]
    #[arg(long, env = "TENGEN_ANNOUNCE", value_enum, value_name = "WHEN")]
    pub announce: Option<Announce>,
    /// Name of the server in the announcement [default: the machine's name]
    #[arg(long, env = "TENGEN_LAN_NAME", value_name = "NAME")]
    pub lan_name: Option<LanName>,
    /// The cluster of which the server is a part.
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    bind: Option<SocketAddr>,
    data: Option<PathBuf>,
    durability: Option<Durability>,
    keep_days: Option<NonZeroU32>,
    #[serde(deserialize_with = "web_origins")]
    origins: Vec<String>,
    #[serde(deserialize_with = "host_names")]
    hosts: Vec<String>,
    trust_proxy: Vec<TrustedProxy>,
    metrics_token: Option<MetricsToken>,
    secret_keys: Option<SecretKeys>,
    bot_threads: Option<u16>,
    announce: Option<Announce>,
    lan_name: Option<LanName>,
    cluster: ClusterFile,
    limits: Limits,
}

impl Args {
    /// Merges the options with the configuration file. Returns the address to listen on and the settings.
    ///
    /// # Errors
    /// Returns an error if the configuration file cannot be used, or no data folder is known.
    pub fn settle(self) -> Result<(SocketAddr, Config), Error> {
        let file = self.config.as_deref().map(read).transpose()?.unwrap_or_default();
        let folder = self.data.or(file.data).map_or_else(platform_folder, Ok)?;
        let mut config = Config::in_folder(folder);
        config.durability = self.durability.or(file.durability).unwrap_or_default();
        config.keep_days = self.keep_days.or(file.keep_days.map(NonZeroU32::get)).unwrap_or(config.keep_days);
        config.origins = if self.origins.is_empty() { file.origins } else { self.origins };
        config.hosts = if self.hosts.is_empty() { file.hosts } else { self.hosts };
        config.trusted_proxies =
            if self.trusted_proxies.is_empty() { file.trust_proxy } else { self.trusted_proxies };
        config.metrics_token = self.metrics_token.or(file.metrics_token);
        config.secret_keys = self.secret_keys.or(file.secret_keys).unwrap_or_default();
        if let Some(threads) = self.bot_threads.or(file.bot_threads) {
            config.bot_threads = usize::from(threads.clamp(1, 256));
        }
        config.announce = self.announce.or(file.announce).unwrap_or_default();
        config.lan_name = self.lan_name.or(file.lan_name);
        config.cluster = self.cluster.settle(file.cluster);
        config.limits = file.limits;
        Ok((self.bind.or(file.bind).unwrap_or(DEFAULT_BIND), config))
    }
}

/// Where a server keeps its data.
#[derive(Debug)]
pub enum Kept {
    Folder(PathBuf),
    Cluster(BrokerConfig),
}

impl Place {
    /// Returns where the data is: in the folder or the cluster that the options name, or else the configuration file. Without
    /// any of them, it is in the platform's folder.
    ///
    /// # Errors
    /// Returns an error if the configuration file cannot be used, the options name both, or no data folder is known.
    pub fn kept(self) -> Result<Kept, Error> {
        let file = self.config.as_deref().map(read).transpose()?.unwrap_or_default();
        match (self.data, self.brokers.urls.is_empty()) {
            (Some(_), false) => Err(Error::FolderAndCluster),
            (Some(folder), true) => Ok(Kept::Folder(folder)),
            (None, _) => match self.brokers.settle(&file.cluster) {
                Some(brokers) => Ok(Kept::Cluster(brokers)),
                None => file.data.map_or_else(platform_folder, Ok).map(Kept::Folder),
            },
        }
    }
}

fn read(path: &Path) -> Result<File, Error> {
    let unusable = |why: String| Error::ConfigFile { file: path.to_owned(), why };
    let text = fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    toml::from_str(&text).map_err(|error| unusable(error.to_string()))
}

/// Parses an address with a port.
fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse::<u16>().unwrap_or(DEFAULT_BIND.port());
    text.parse().map_err(|_| format!("type an address and a port, such as 127.0.0.1:{port}"))
}

/// Parses a host name without scheme or port.
fn host_name(text: &str) -> Result<String, String> {
    let name = text.parse::<http::uri::Authority>().ok().filter(|name| name.host() == text);
    name.map(|name| name.host().to_owned()).ok_or_else(|| {
        format!("{text:?} is not a host name: write for example games.example, without scheme or port")
    })
}

fn host_names<'de, D: Deserializer<'de>>(names: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(names)?;
    names.iter().map(|name| host_name(name).map_err(D::Error::custom)).collect()
}

/// Reads a web origin, and returns it as browsers send it: in lower case, without the usual port.
fn origin(text: &str) -> Result<String, String> {
    let lower = text.to_ascii_lowercase();
    let parts = lower.split_once("://").and_then(|(scheme, rest)| {
        let usual = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return None,
        };
        // No browser sends a name or a pattern.
        let authority = rest.parse::<http::uri::Authority>().ok().filter(|_| !rest.contains(['@', '*']))?;
        Some((scheme, authority.as_str().trim_end_matches(usual).to_owned()))
    });
    match parts {
        Some((scheme, host)) => Ok(format!("{scheme}://{host}")),
        None => Err(format!("{text:?} is not a web origin: write for example https://games.example")),
    }
}

fn web_origins<'de, D: Deserializer<'de>>(texts: D) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(texts)?;
    texts.iter().map(|text| origin(text).map_err(D::Error::custom)).collect()
}

fn platform_folder() -> Result<PathBuf, Error> {
    let folders = directories::ProjectDirs::from("", "", "tengen").ok_or(Error::NoDataFolder)?;
    Ok(folders.data_dir().join("server"))
}

/// Returns the addresses at which others reach a server that listens on `bound`, best first.
#[must_use]
pub fn reachable(bound: SocketAddr) -> Vec<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = interfaces
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|interface| interface.ip())
        .filter(|ip| bound.is_ipv6() || ip.is_ipv4())
        .collect();
    let outward = outward_address();
    addresses.sort_unstable_by_key(|ip| (Some(*ip) != outward, *ip));
    addresses.dedup();
    addresses.into_iter().map(|ip| SocketAddr::new(ip, bound.port())).collect()
}

/// Returns this machine's address on the network that leads outside, without sending a packet. Friends are mostly
/// there; other addresses belong to containers and virtual machines.
fn outward_address() -> Option<IpAddr> {
    // A documentation address (RFC 5737) and the discard port.
    let anywhere = SocketAddr::from(([192, 0, 2, 1], 9));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(anywhere).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn settled(line: &[&str], file: &str) -> Config {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tengen.toml");
        fs::write(&path, format!("data = '/nowhere'\n{file}")).unwrap();
        let config = ["tengen-server", "--config", path.to_str().unwrap()];
        let Cli { serve, .. } = Cli::try_parse_from(config.iter().chain(line)).unwrap();
        serve.settle().unwrap().1
    }

    #[test]
    fn a_server_announces_itself_unless_it_is_told_not_to_and_the_command_line_goes_before_the_file() {
        let told = |config: &Config| {
            (config.announce, config.lan_name.as_ref().map(|name| name.as_str().to_owned()))
        };
        assert_eq!(told(&settled(&[], "")), (Announce::Auto, None));
        let file = "announce = 'off'\nlan_name = 'Ann'";
        assert_eq!(told(&settled(&[], file)), (Announce::Off, Some("Ann".to_owned())));
        let line = ["--announce", "auto", "--lan-name", "Bo"];
        assert_eq!(told(&settled(&line, file)), (Announce::Auto, Some("Bo".to_owned())));
        assert_eq!(told(&Config::local("/nowhere".into())), (Announce::Off, None));
        for bad in ["https://games.example/", "games.example:443", ""] {
            assert!(Cli::try_parse_from(["tengen-server", "--host", bad]).is_err(), "{bad:?}");
        }
        assert_eq!(settled(&["--host", "games.example"], "").hosts, ["games.example"]);
        for bad in [["--announce", "maybe"], ["--lan-name", ""], ["--lan-name", "a\nb"]] {
            assert!(Cli::try_parse_from(["tengen-server"].iter().chain(&bad)).is_err(), "{bad:?}");
        }
        assert!(toml::from_str::<File>("lan_name = ''").is_err());
    }

    #[test]
    fn only_what_a_browser_can_send_is_a_web_origin() {
        assert_eq!(origin("HTTPS://Games.Example:443").unwrap(), "https://games.example");
        for bad in
            ["games.example", "https://ann@games.example", "https://*.games.example", "https://a.example/b"]
        {
            assert!(origin(bad).unwrap_err().contains("is not a web origin"), "{bad}");
        }
    }

    #[test]
    fn an_address_without_a_port_is_refused_with_an_example() {
        let refused = |text| Cli::try_parse_from(["tengen-server", "--bind", text]).unwrap_err().to_string();
        assert!(refused("15151").contains("type an address and a port, such as 127.0.0.1:15151"));
        assert!(refused("localhost").contains("such as 127.0.0.1:5151"));
    }

    #[test]
    fn a_server_on_one_address_is_reached_there_alone() {
        for bound in ["192.168.1.20:5151", "[fd00::1]:7"] {
            let bound: SocketAddr = bound.parse().unwrap();
            assert_eq!(reachable(bound), [bound]);
        }
    }
}
