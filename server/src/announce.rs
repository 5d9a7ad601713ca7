//! Announces the server on the local network with multicast DNS, so that clients find it by themselves.
//!
//! On a network without multicast nothing happens; players can still connect by address.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use mdns_sd::{DaemonEvent, IfKind, Receiver, ServiceDaemon, ServiceInfo};
use tengen_shared::protocol::ServerId;
use tokio::time::{sleep, timeout};

use crate::{
    app::App,
    config::{Announce, LanName},
};

/// The DNS-SD service type.
const SERVICE: &str = "_tengen._tcp.local.";
/// Time to wait for the library's second goodbye packet, which it sends in case the first is lost.
const FAREWELL_GAP: Duration = Duration::from_millis(150);

/// Announces the server until it stops, then withdraws the announcement.
pub(crate) async fn announce(app: Arc<App>, bound: SocketAddr) {
    // Nobody else can reach a loopback address.
    if app.config.announce == Announce::Off || bound.ip().is_loopback() {
        return;
    }
    let name = app.config.lan_name.clone().unwrap_or_else(machine_name);
    let id = app.journal.identity().id;
    let announced = match Announced::start(&name, id, bound) {
        Ok(announced) => announced,
        Err(error) => return tracing::info!(%error, "cannot announce the server: players need its address"),
    };
    tokio::select! {
        () = app.stop.cancelled() => {}
        () = announced.watch() => return,
    }
    let time = Duration::from_millis(app.config.limits.farewell_ms);
    if timeout(time, announced.take_leave()).await.is_err() {
        tracing::debug!("could not withdraw the network announcement in time");
    }
}

/// The multicast DNS daemon and its events. Dropping this stops the daemon's thread.
struct Announced {
    daemon: ServiceDaemon,
    events: Receiver<DaemonEvent>,
    fullname: String,
}

impl Announced {
    fn start(name: &LanName, id: ServerId, bound: SocketAddr) -> Result<Self, mdns_sd::Error> {
        let service = service(name, id, bound)?;
        let daemon = ServiceDaemon::new()?;
        let fullname = service.get_fullname().to_owned();
        let begun = restrict(&daemon, bound).and_then(|()| {
            let events = daemon.monitor()?;
            daemon.register(service)?;
            Ok(events)
        });
        match begun {
            Ok(events) => Ok(Self { daemon, events, fullname }),
            Err(error) => {
                let _ = daemon.shutdown();
                Err(error)
            }
        }
    }

    /// Logs the first announcement and every change of name. Returns when the daemon stops.
    async fn watch(&self) {
        let mut told = false;
        while let Ok(event) = self.events.recv_async().await {
            match event {
                DaemonEvent::Announce(..) if !told => {
                    told = true;
                    tracing::info!(name = %self.fullname, "announced on this network");
                }
                DaemonEvent::NameChange(change) => {
                    tracing::info!(name = %change.new_name, "another server uses this name: announced under a new one");
                }
                DaemonEvent::Error(error) => tracing::debug!(%error, "multicast DNS failed"),
                _ => {}
            }
        }
        tracing::debug!("the network announcement has ended");
    }

    async fn take_leave(&self) {
        if let Ok(left) = self.daemon.unregister(&self.fullname) {
            let _ = left.recv_async().await;
            sleep(FAREWELL_GAP).await;
        }
        if let Ok(ended) = self.daemon.shutdown() {
            let _ = ended.recv_async().await;
        }
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        // After `take_leave` the daemon has already stopped; a second call does no harm.
        let _ = self.daemon.shutdown();
    }
}

fn service(name: &LanName, id: ServerId, bound: SocketAddr) -> Result<ServiceInfo, mdns_sd::Error> {
    // The announcement needs its own host name: the machine's name belongs to the machine's own mDNS responder.
    let host = format!("tengen-{id}.local.");
    let id = id.to_string();
    let about = [("id", id.as_str()), ("version", env!("CARGO_PKG_VERSION")), ("path", "/ws")];
    let (ip, port) = (bound.ip(), bound.port());
    if ip.is_unspecified() {
        ServiceInfo::new(SERVICE, name.as_str(), &host, "", port, &about[..])
            .map(ServiceInfo::enable_addr_auto)
    } else {
        ServiceInfo::new(SERVICE, name.as_str(), &host, ip, port, &about[..])
    }
}

/// Limits the library to the networks on which the server listens.
fn restrict(daemon: &ServiceDaemon, bound: SocketAddr) -> Result<(), mdns_sd::Error> {
    let ip = bound.ip();
    if !ip.is_unspecified() {
        daemon.disable_interface(IfKind::All)?;
        return daemon.enable_interface(IfKind::Addr(ip));
    }
    let mut unused = vec![IfKind::LoopbackV4, IfKind::LoopbackV6];
    if ip.is_ipv4() {
        unused.push(IfKind::IPv6);
    }
    daemon.disable_interface(unused)
}

/// Returns the machine's name in a form that can be announced.
fn machine_name() -> LanName {
    let host = gethostname::gethostname();
    let host = host.to_string_lossy();
    // Drop the domain: it only matters to the machine's owner.
    let short = host.split('.').next().unwrap_or_default();
    LanName::from_any(short).unwrap_or_else(|| LanName::from_any("tengen").expect("invariant: a plain word"))
}
