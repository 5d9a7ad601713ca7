//! Listens for announcements of servers over multicast DNS.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    time::Duration,
};

use mdns_sd::{IfKind, Receiver, ResolvedService, ServiceDaemon, ServiceEvent};
use tengen_session::link::Address;
use tengen_shared::protocol::{SafeText, ServerId};
use tokio::time::timeout;

use super::LanServer;

/// The service type that servers announce.
const SERVICE: &str = "_tengen._tcp.local.";
/// The name of the thread on which the mDNS library listens. If a packet makes this thread panic, the client
/// starts another.
pub const MDNS_THREAD: &str = "mDNS_daemon";
/// The maximum number of addresses to keep of one server.
const MOST_ADDRESSES: usize = 4;
/// The maximum number of records from the network in the cache of the library. After a flood of records, the client starts
/// the library again.
const MOST_RECORDS: i64 = 4_096;

/// A listener for announcements. Dropping it stops the library.
pub(super) struct Browse {
    daemon: ServiceDaemon,
    events: Receiver<ServiceEvent>,
}

/// An announcement or its withdrawal. `announcement` is its full name, which may differ from the name of the
/// server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Announcement {
    Here { announcement: String, server: LanServer },
    Gone { announcement: String },
}

impl Browse {
    /// Starts to listen on every network of this machine except loopback. Returns `None` if that fails.
    pub(super) fn start() -> Option<Self> {
        let daemon = ServiceDaemon::new().ok()?;
        let begun = daemon
            .disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])
            .and_then(|()| daemon.browse(SERVICE));
        match begun {
            Ok(events) => Some(Self { daemon, events }),
            Err(_) => {
                let _ = daemon.shutdown();
                None
            }
        }
    }

    async fn next(&self) -> Option<Announcement> {
        loop {
            match self.events.recv_async().await.ok()? {
                ServiceEvent::ServiceResolved(service) => {
                    if let Some(server) = server_of(&service) {
                        return Some(Announcement::Here { announcement: service.fullname, server });
                    }
                }
                ServiceEvent::ServiceRemoved(_, announcement) => {
                    return Some(Announcement::Gone { announcement });
                }
                ServiceEvent::SearchStopped(_) => return None,
                _ => {}
            }
        }
    }

    /// Whether the cache holds more records than honest servers send. Also true if the library does not
    /// answer.
    pub(super) async fn is_flooded(&self) -> bool {
        let Ok(asked) = self.daemon.get_metrics() else { return true };
        let metrics: HashMap<String, i64> = match timeout(Duration::from_secs(1), asked.recv_async()).await {
            Ok(Ok(metrics)) => metrics,
            Ok(Err(_)) | Err(_) => return true,
        };
        let cached = metrics.iter().filter(|(name, _)| name.starts_with("cached-")).map(|(_, count)| *count);
        cached.sum::<i64>() > MOST_RECORDS
    }
}

impl Drop for Browse {
    fn drop(&mut self) {
        // Only this call ends the thread of the library.
        let _ = self.daemon.shutdown();
    }
}

/// Waits for the next announcement or withdrawal. Returns `None` if the listener has stopped and must be
/// replaced. Without a listener, waits forever.
pub(super) async fn next(browse: Option<&Browse>) -> Option<Announcement> {
    match browse {
        Some(browse) => browse.next().await,
        None => std::future::pending().await,
    }
}

/// Whether a network interface other than loopback is up.
pub(super) fn any_network() -> bool {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.iter().any(|interface| !interface.is_loopback() && interface.is_oper_up())
}

fn server_of(service: &ResolvedService) -> Option<LanServer> {
    let id = service.get_property_val_str("id")?;
    let id = ServerId(u64::from_str_radix(id, 16).ok().filter(|_| id.len() == 16)?);
    if service.port == 0 || service.get_property_val_str("path").is_some_and(|path| path != "/ws") {
        return None;
    }
    let mut addresses = addresses_of(service).into_iter();
    Some(LanServer {
        id,
        name: name_in(&service.fullname),
        version: SafeText::from(service.get_property_val_str("version").unwrap_or_default()),
        address: addresses.next()?,
        others: addresses.collect(),
    })
}

/// Returns the usable addresses of the server, best first.
fn addresses_of(service: &ResolvedService) -> Vec<Address> {
    let mut ips: Vec<(Rank, IpAddr)> =
        service.addresses.iter().filter_map(|ip| Some((rank(ip.to_ip_addr())?, ip.to_ip_addr()))).collect();
    ips.sort_unstable();
    ips.into_iter().take(MOST_ADDRESSES).map(|(_, ip)| Address::at(ip, service.port)).collect()
}

/// The quality of an address, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Private,
    Public,
    Version6,
    LinkLocal,
}

/// Returns the quality of an address; `None` if this machine cannot reach a server on the network there. A
/// link-local IPv6 address is useless too: it needs the name of a link, which an [`Address`] does not hold.
fn rank(ip: IpAddr) -> Option<Rank> {
    match ip {
        IpAddr::V4(ip) if unusable(ip) => None,
        IpAddr::V4(ip) if ip.is_link_local() => Some(Rank::LinkLocal),
        IpAddr::V4(ip) if ip.is_private() => Some(Rank::Private),
        IpAddr::V4(_) => Some(Rank::Public),
        IpAddr::V6(ip) if ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() => None,
        IpAddr::V6(ip) if ip.is_unicast_link_local() || mapped(ip) => None,
        IpAddr::V6(_) => Some(Rank::Version6),
    }
}

fn unusable(ip: Ipv4Addr) -> bool {
    ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() || ip.is_broadcast()
}

fn mapped(ip: Ipv6Addr) -> bool {
    ip.to_ipv4_mapped().is_some()
}

/// Returns the name of the announcement without the service type, unescaped.
fn name_in(fullname: &str) -> SafeText {
    let name = fullname.strip_suffix(SERVICE).and_then(|name| name.strip_suffix('.')).unwrap_or(fullname);
    let mut shown = String::new();
    let mut escaped = false;
    for c in name.chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            shown.push(c);
        }
    }
    SafeText::from(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_house_come_before_others_and_useless_ones_are_left_out() {
        let ranked = |text: &str| rank(text.parse().unwrap());
        let best_first = ["192.168.1.20", "130.92.9.53", "fd00::20", "169.254.3.4"].map(ranked);
        assert!(best_first.iter().all(Option::is_some) && best_first.is_sorted(), "{best_first:?}");
        for useless in
            ["127.0.0.1", "0.0.0.0", "224.0.0.251", "255.255.255.255", "::1", "fe80::1", "ff02::fb"]
        {
            assert_eq!(ranked(useless), None, "{useless}");
        }
        assert_eq!(ranked("::ffff:127.0.0.1"), None);
    }

    #[test]
    fn a_name_is_shown_as_it_was_meant_and_cannot_disturb() {
        for (fullname, shown) in [
            ("ann._tengen._tcp.local.", "ann"),
            (r"ann\.s box._tengen._tcp.local.", "ann.s box"),
            (r"a\\b (2)._tengen._tcp.local.", r"a\b (2)"),
            ("a\u{1b}[2Jb._tengen._tcp.local.", "a\u{fffd}[2Jb"),
        ] {
            assert_eq!(name_in(fullname).as_str(), shown);
        }
    }
}
