//! The address under which players reach a node.

use std::{fmt, net::SocketAddr, str::FromStr};

use http::uri::Authority;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Host and port, such as `192.168.1.21:5151` or `b.example.org:443`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicAddress(Authority);

/// Why a text is no address for players.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no address for players: write a host and a port, as in b.example.org:5151")]
pub struct PublicAddressError(String);

impl PublicAddress {
    /// Returns the host, without the port.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host()
    }

    /// Returns whether a page that was loaded from `origin`, such as `https://b.example.org`, came from this address.
    #[must_use]
    pub fn is_origin(&self, origin: &str) -> bool {
        let (usual, authority) = match origin.split_once("://") {
            Some(("http", authority)) => (":80", authority),
            Some(("https", authority)) => (":443", authority),
            _ => return false,
        };
        self.0 == *authority || self.0.as_str().strip_suffix(usual) == Some(authority)
    }
}

impl FromStr for PublicAddress {
    type Err = PublicAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let authority: Option<Authority> = text.trim().to_ascii_lowercase().parse().ok();
        let is_plain = |authority: &Authority| {
            let bare = authority.host().trim_start_matches('[').trim_end_matches(']');
            let is_name = bare.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':'));
            !bare.is_empty()
                && is_name
                && !text.contains('@')
                && authority.port_u16().is_some_and(|port| port != 0)
        };
        authority
            .filter(is_plain)
            .map(Self)
            .ok_or_else(|| PublicAddressError(text.chars().take(80).collect()))
    }
}

impl TryFrom<String> for PublicAddress {
    type Error = PublicAddressError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PublicAddress> for String {
    fn from(address: PublicAddress) -> Self {
        address.0.as_str().to_owned()
    }
}

impl From<SocketAddr> for PublicAddress {
    fn from(address: SocketAddr) -> Self {
        Self(address.to_string().parse().expect("invariant: a socket address is an authority"))
    }
}

impl fmt::Display for PublicAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for good in ["b.example.org:5151", "192.168.1.21:443", "[fd00::1]:5151", " ATTIC:7 "] {
            let address: PublicAddress = good.parse().unwrap();
            assert_eq!(address.to_string(), good.trim().to_ascii_lowercase());
        }
        for bad in [
            "", "b", "b:", "b:0", "b:70000", ":5151", "ws://b:1", "b:1/ws", "ann@b:1", "b c:1", "b;x:1",
            "*:1",
        ] {
            assert!(bad.parse::<PublicAddress>().is_err(), "{bad:?}");
        }
        assert_eq!(PublicAddress::from("[::1]:7".parse::<SocketAddr>().unwrap()).to_string(), "[::1]:7");
    }

    #[test]
    fn pages_of_an_address_are_known_by_their_origin() {
        let at = |text: &str| text.parse::<PublicAddress>().unwrap();
        assert!(at("b:5151").is_origin("http://b:5151") && at("b:443").is_origin("https://b"));
        assert!(at("b:80").is_origin("http://b"));
        for other in ["https://b", "http://b:5152", "http://a:5151", "ws://b:5151", "null", ""] {
            assert!(!at("b:5151").is_origin(other), "{other}");
        }
        assert!(!at("b:443").is_origin("http://b"));
    }
}
