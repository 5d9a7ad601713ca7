//! The addresses that share a quota, and the client's address behind a proxy.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use http::HeaderMap;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The header in which a proxy names its client's address.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The addresses that share one quota: an IPv4 address, or an IPv6 /64, the least that a household or a rented machine
/// gets (RFC 6177).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct AddressBlock(IpAddr);

impl AddressBlock {
    /// The block in place of an address, for work that nobody who is connected has asked for.
    pub(crate) const NOBODY: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

impl From<IpAddr> for AddressBlock {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// The address or network of a reverse proxy whose `X-Forwarded-For` is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct TrustedProxy(IpNet);

/// The error for a text that is neither an address nor a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an address or network: write for example 127.0.0.1 or 10.0.0.0/8")]
pub struct TrustedProxyError(String);

impl FromStr for TrustedProxy {
    type Err = TrustedProxyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let net = text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse::<IpNet>());
        net.map(Self).map_err(|_| TrustedProxyError(text.to_owned()))
    }
}

impl TryFrom<String> for TrustedProxy {
    type Error = TrustedProxyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl TrustedProxy {
    /// Returns whether `address` belongs to the proxy.
    #[must_use]
    pub(crate) fn covers(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// Returns the client's address as the trusted proxy names it: the last one in the last header, which the proxy itself
/// added. Earlier ones come from the client and may be forged. Returns `None` if the address is not readable.
pub(crate) fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
    let named = last.rsplit(',').next()?.trim();
    // Some proxies add the port.
    let address =
        named.parse::<IpAddr>().or_else(|_| named.parse().map(|with: std::net::SocketAddr| with.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn block(text: &str) -> AddressBlock {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn an_ipv6_network_of_64_bits_shares_a_quota_and_ipv4_is_the_same_in_both_notations() {
        assert_eq!(block("2001:db8:1:2::1"), block("2001:db8:1:2:ffff::9"));
        assert_ne!(block("2001:db8:1:2::1"), block("2001:db8:1:3::1"));
        assert_eq!(block("::ffff:192.0.2.7"), block("192.0.2.7"));
        assert_ne!(block("192.0.2.7"), block("192.0.2.8"));
    }

    #[test]
    fn only_the_address_that_the_proxy_itself_has_added_counts() {
        let named = |lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, line.parse().unwrap());
            }
            forwarded_for(&headers).map(|address| address.to_string())
        };
        assert_eq!(named(&["203.0.113.9"]).as_deref(), Some("203.0.113.9"));
        assert_eq!(named(&["127.0.0.1, 203.0.113.9"]).as_deref(), Some("203.0.113.9"));
        assert_eq!(named(&["127.0.0.1", "203.0.113.9"]).as_deref(), Some("203.0.113.9"));
        assert_eq!(named(&["203.0.113.9:4711"]).as_deref(), Some("203.0.113.9"));
        assert_eq!(named(&["[2001:db8::1]:4711"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(named(&["unknown"]), None);
        assert_eq!(named(&["203.0.113.9, "]), None);
        assert_eq!(named(&[]), None);
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        let proxy: TrustedProxy = "10.0.0.0/8".parse().unwrap();
        assert!(proxy.covers("10.1.2.3".parse().unwrap()) && !proxy.covers("11.0.0.1".parse().unwrap()));
        assert!(proxy.covers("::ffff:10.1.2.3".parse().unwrap()), "a socket for both families names it so");
        let proxy: TrustedProxy = "::1".parse().unwrap();
        assert!(proxy.covers("::1".parse().unwrap()) && !proxy.covers("::2".parse().unwrap()));
        assert!("games.example".parse::<TrustedProxy>().unwrap_err().to_string().contains("10.0.0.0/8"));
    }
}
