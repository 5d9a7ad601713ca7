//! The address of a server, as people type it.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
};

use thiserror::Error;

/// The port of a server if the address names none.
pub const DEFAULT_PORT: u16 = 5151;

/// The host and port of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

/// Why a text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The scheme is not `ws`; holds the typed text.
    #[error(
        "{0:?} cannot be reached: this program speaks plain WebSockets only; type HOST, HOST:PORT or ws://HOST:PORT/ws"
    )]
    Scheme(String),
    /// The path is not `/ws`; holds the typed text.
    #[error("{0:?} has another path than /ws: type HOST, HOST:PORT or ws://HOST:PORT/ws")]
    Path(String),
    /// The port is not a number from 1 to 65535; holds the typed port.
    #[error("{0:?} is not a port: type a number from 1 to 65535, as in 192.168.1.20:5151")]
    Port(String),
    /// The host is empty or contains an invalid character; holds the typed text.
    #[error("{0:?} is not a host: type a name or an address, as in 192.168.1.20:5151 or [::1]:5151")]
    Host(String),
}

impl Address {
    /// Returns the address of a server on this machine: `127.0.0.1` with the given port.
    #[must_use]
    pub fn this_machine(port: u16) -> Self {
        Self { host: "127.0.0.1".to_owned(), port }
    }

    /// Returns the address of a server at `ip`, which must not need an IPv6 zone.
    #[must_use]
    pub fn at(ip: IpAddr, port: u16) -> Self {
        Self { host: ip.to_string(), port }
    }

    /// The host name or IP address; an IPv6 address has no brackets here.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The TCP port, never 0 in an address that was parsed.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the shortest text for this address: without the port if it is the usual one.
    #[must_use]
    pub fn short(&self) -> String {
        if self.port == DEFAULT_PORT { self.host.clone() } else { self.to_string() }
    }

    /// Whether the host looks like a room code without its number: two words of letters with a hyphen between them.
    #[must_use]
    pub fn resembles_code(&self) -> bool {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        self.port == DEFAULT_PORT
            && self.host.split_once('-').is_some_and(|(first, second)| is_word(first) && is_word(second))
    }

    /// Whether the address leads to the machine that uses it, so that it is of no use on another one.
    #[must_use]
    pub fn is_this_machine(&self) -> bool {
        let is_here = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
        self.host.eq_ignore_ascii_case("localhost") || self.host.parse().is_ok_and(is_here)
    }

    /// Returns the URL of the server's WebSocket, such as `ws://[::1]:5151/ws`.
    #[must_use]
    pub fn url(&self) -> String {
        if self.host.contains(':') {
            format!("ws://[{}]:{}/ws", self.host, self.port)
        } else {
            format!("ws://{}:{}/ws", self.host, self.port)
        }
    }
}

impl Default for Address {
    fn default() -> Self {
        Self::this_machine(DEFAULT_PORT)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let shown =
            || text.chars().filter(|c| !tengen_shared::game::is_disturbing(*c)).take(60).collect::<String>();
        let rest = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("ws") => rest,
            Some(_) => return Err(AddressError::Scheme(shown())),
            None => text,
        };
        let authority = match rest.split_once('/') {
            Some((authority, "" | "ws" | "ws/")) => authority,
            Some(_) => return Err(AddressError::Path(shown())),
            None => rest,
        };
        let (host, port) = split_port(authority).ok_or_else(|| AddressError::Host(shown()))?;
        let port = match port {
            Some(port) => port
                .parse()
                .ok()
                .filter(|port| *port != 0 && !port_has_sign(authority))
                .ok_or_else(|| AddressError::Port(port.chars().take(12).collect()))?,
            None => DEFAULT_PORT,
        };
        if is_host(host) {
            Ok(Self { host: host.to_owned(), port })
        } else {
            Err(AddressError::Host(shown()))
        }
    }
}

fn port_has_sign(authority: &str) -> bool {
    authority.ends_with('+') || authority.contains(":+")
}

/// Splits into host and port text. An IPv6 address with a port must be in brackets.
fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (host, after) = rest.split_once(']')?;
        host.parse::<Ipv6Addr>().ok()?;
        return match after.strip_prefix(':') {
            Some(port) => Some((host, Some(port))),
            None => after.is_empty().then_some((host, None)),
        };
    }
    if authority.parse::<Ipv6Addr>().is_ok() {
        return Some((authority, None));
    }
    match authority.split_once(':') {
        Some((host, port)) => Some((host, Some(port))),
        None => Some((authority, None)),
    }
}

fn is_host(host: &str) -> bool {
    host.parse::<Ipv6Addr>().is_ok()
        || (!host.is_empty()
            && host.len() <= 253
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
            && host.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, AddressError> {
        text.parse::<Address>().map(|address| address.to_string())
    }

    #[test]
    fn every_form_of_address_is_read() {
        for (text, expected) in [
            ("localhost", "localhost:5151"),
            ("192.168.1.20:6000", "192.168.1.20:6000"),
            ("ws://play.example.org:5151/ws", "play.example.org:5151"),
            ("WS://a/", "a:5151"),
            ("[::1]:5151", "[::1]:5151"),
            ("::1", "[::1]:5151"),
            ("ws://[fe80::1]/ws", "[fe80::1]:5151"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!("[::1]:7".parse::<Address>().unwrap().url(), "ws://[::1]:7/ws");
    }

    #[test]
    fn a_code_without_its_number_is_noticed() {
        for (text, expected) in
            [("amber-fox", true), ("amber-fox:5152", false), ("fox", false), ("my-host2", false)]
        {
            assert_eq!(text.parse::<Address>().unwrap().resembles_code(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_address_says_what_to_do() {
        for text in ["", "a b", "host:", "host:0", "host:70000", "host:x", "host:+5", "[::1", "-x", "a:b:c"] {
            assert!(shown(text).is_err(), "{text}");
        }
        assert!(matches!(shown("wss://host"), Err(AddressError::Scheme(_))));
        assert!(matches!(shown("http://host"), Err(AddressError::Scheme(_))));
        assert!(matches!(shown("host/other"), Err(AddressError::Path(_))));
    }
}
