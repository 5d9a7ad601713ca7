//! The command line, the environment and the configuration file, and how they come together.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand, ValueHint};
use serde::{Deserialize, Deserializer, de::Error as _};

use crate::{
    config::{Announce, Config, DEFAULT_BIND, Durability, LanName, Limits, MetricsToken, TrustedProxy},
    error::Error,
    manual::Manual,
};

/// The Tengen game server: n in a row for friends on a LAN.
///
/// Without a subcommand it serves. An option on the command line goes before one in the environment, and that before
/// the file.
#[derive(Clone, Debug, Parser)]
#[command(name = "tengen-server", version, args_conflicts_with_subcommands = true, after_long_help = EXAMPLES)]
pub struct Cli {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to serve.
    #[command(flatten)]
    pub serve: Args,
}

const EXAMPLES: &str = "\
Examples:
  tengen-server                        serve this network on port 5151
  tengen-server --bind 127.0.0.1:5151  serve this machine alone
  tengen-server --durability power     lose no move even if the power fails
  tengen-server export backup.jsonl    write down all that is kept
  tengen-server import backup.jsonl    read it into an empty data folder

Completions:
  source <(tengen-server completions bash)  in ~/.bashrc
  source <(tengen-server completions zsh)   in ~/.zshrc, after compinit
  tengen-server completions fish | source   in ~/.config/fish/config.fish

Environment:
  TENGEN_LOG  what is logged to standard error: error, warn, info, debug or trace;
              info if it is not set
";

/// What the program does besides serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Write players, rooms and finished games to a file of JSON lines; a server may be running meanwhile
    Export {
        /// Where from.
        #[command(flatten)]
        place: Place,
        /// The file, which is replaced when all is written [default: standard output]
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Read such a file into a data folder: all of it, or nothing if any of it is there already
    ///
    /// The folder's server must be stopped. Into an empty folder the server's identity is taken over too, so that
    /// clients find their rooms again. At the next start, rooms older than --keep-days are deleted as always.
    Import {
        /// Where to.
        #[command(flatten)]
        place: Place,
        /// The file; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Texts about the program itself.
    #[command(flatten)]
    Manual(Manual),
}

/// The data folder of an export or import.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// The server's folder for rooms and players [default: the platform's data folder]
    #[arg(long, env = "TENGEN_DATA", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// The server's configuration file, of which only `data` matters here
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

/// How to serve.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Address and port to listen on; port 0 picks a free one [default: 0.0.0.0:5151]
    #[arg(long, env = "TENGEN_BIND", value_name = "ADDR:PORT")]
    pub bind: Option<SocketAddr>,
    /// Folder for rooms and players [default: the platform's data folder]
    #[arg(long, env = "TENGEN_DATA", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Configuration file in TOML: bind, data, durability, keep_days, origins, hosts, trust_proxy, metrics_token,
    /// bot_threads, announce, lan_name, and a table `limits`
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// What a committed move survives: the end of the process, or the loss of power too
    #[arg(long, env = "TENGEN_DURABILITY", value_enum)]
    pub durability: Option<Durability>,
    /// Rooms without news for so many days and without a game on are deleted, with the games played in them; only days on
    /// which the server has run count [default: 90]
    #[arg(long, env = "TENGEN_KEEP_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_days: Option<u32>,
    /// Web origin that may connect besides the server's own; may be repeated
    #[arg(long = "origin", env = "TENGEN_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub origins: Vec<String>,
    /// Host name by which browsers reach this server; may be repeated. IP addresses, localhost, the machine's name and
    /// names that end in .local are always allowed, and so are the hosts of --origin
    #[arg(long = "host", env = "TENGEN_HOSTS", value_name = "NAME", value_delimiter = ',', value_parser = host_name)]
    pub hosts: Vec<String>,
    /// Address or network of a reverse proxy in front of this server; may be repeated. The last address in its
    /// X-Forwarded-For then counts as the client's
    #[arg(long = "trust-proxy", env = "TENGEN_TRUST_PROXY", value_name = "ADDR", value_delimiter = ',')]
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Secret with which other machines may read /metrics, sent as "Authorization: Bearer TOKEN"
    /// [default: only this machine may]
    #[arg(long, env = "TENGEN_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<MetricsToken>,
    /// Threads that think for the AI seats [default: one less than the machine has]
    #[arg(long, env = "TENGEN_BOT_THREADS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub bot_threads: Option<u16>,
    /// Whether friends' clients on this network find the server by themselves (multicast DNS) [default: auto]
    #[arg(long, env = "TENGEN_ANNOUNCE", value_enum, value_name = "WHEN")]
    pub announce: Option<Announce>,
    /// What the server is called there [default: the machine's name]
    #[arg(long, env = "TENGEN_LAN_NAME", value_name = "NAME")]
    pub lan_name: Option<LanName>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    bind: Option<SocketAddr>,
    data: Option<PathBuf>,
    durability: Option<Durability>,
    keep_days: Option<NonZeroU32>,
    origins: Vec<String>,
    #[serde(deserialize_with = "host_names")]
    hosts: Vec<String>,
    trust_proxy: Vec<TrustedProxy>,
    metrics_token: Option<MetricsToken>,
    bot_threads: Option<u16>,
    announce: Option<Announce>,
    lan_name: Option<LanName>,
    limits: Limits,
}

impl Args {
    /// The address to listen on and the server's settings.
    ///
    /// # Errors
    /// If the configuration file cannot be used, or no data folder is known.
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
        if let Some(threads) = self.bot_threads.or(file.bot_threads) {
            config.bot_threads = usize::from(threads.clamp(1, 256));
        }
        config.announce = self.announce.or(file.announce).unwrap_or_default();
        config.lan_name = self.lan_name.or(file.lan_name);
        config.limits = file.limits;
        Ok((self.bind.or(file.bind).unwrap_or(DEFAULT_BIND), config))
    }
}

impl Place {
    /// The data folder, found as a server finds it.
    ///
    /// # Errors
    /// If the configuration file cannot be used, or no data folder is known.
    pub fn folder(self) -> Result<PathBuf, Error> {
        let file = self.config.as_deref().map(read).transpose()?.unwrap_or_default();
        self.data.or(file.data).map_or_else(platform_folder, Ok)
    }
}

fn read(path: &Path) -> Result<File, Error> {
    let unusable = |why: String| Error::ConfigFile { file: path.to_owned(), why };
    let text = fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    toml::from_str(&text).map_err(|error| unusable(error.to_string()))
}

/// A host name alone, as a browser sends it without its port.
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

fn platform_folder() -> Result<PathBuf, Error> {
    let folders = directories::ProjectDirs::from("", "", "tengen").ok_or(Error::NoDataFolder)?;
    Ok(folders.data_dir().join("server"))
}

/// The addresses at which others reach a server that listens on `bound`, the best first.
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

/// This machine's address on the network that leads outside, which is mostly the one where friends are: others belong to
/// containers and virtual machines. Nothing is sent to find it out.
fn outward_address() -> Option<IpAddr> {
    // An address that belongs to documentation (RFC 5737), and the port that discards.
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
    fn a_server_on_one_address_is_reached_there_alone() {
        for bound in ["192.168.1.20:5151", "[fd00::1]:7"] {
            let bound: SocketAddr = bound.parse().unwrap();
            assert_eq!(reachable(bound), [bound]);
        }
    }
}
