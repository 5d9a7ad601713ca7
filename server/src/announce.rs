//! The server's announcement on the network, by multicast DNS, so that friends' clients find it by themselves.
//!
//! Where the network carries no multicast nothing happens: the server can be reached all the same.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use mdns_sd::{DaemonEvent, IfKind, Receiver, ServiceDaemon, ServiceInfo};
use tengen_shared::protocol::ServerId;
use tokio::time::{sleep, timeout};

use crate::{
    app::App,
    config::{Announce, LanName},
};

/// What is announced.
const SERVICE: &str = "_tengen._tcp.local.";
/// The library says good-bye twice, so far apart, as one packet may be lost.
const FAREWELL_GAP: Duration = Duration::from_millis(150);

/// Announces the server until it stops, and takes leave then.
pub(crate) async fn announce(app: Arc<App>, bound: SocketAddr) {
    // Nobody else can come to an address of this machine alone.
    if app.config.announce == Announce::Off || bound.ip().is_loopback() {
        return;
    }
    let name = app.config.lan_name.clone().unwrap_or_else(machine_name);
    let id = ServerId(app.journal.server_id());
    let announced = match Announced::start(&name, id, bound) {
        Ok(announced) => announced,
        Err(error) => return tracing::info!(%error, "the server is not announced on this network"),
    };
    tokio::select! {
        () = app.stop.cancelled() => {}
        () = announced.watch() => return,
    }
    let time = Duration::from_millis(app.config.limits.farewell_ms);
    if timeout(time, announced.take_leave()).await.is_err() {
        tracing::debug!("the network was not told in time that the server stops");
    }
}

/// The library's thread and what it tells. Dropping this ends the thread.
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

    /// Tells once that others can hear of the server; returns when the library has given up.
    async fn watch(&self) {
        let mut told = false;
        while let Ok(event) = self.events.recv_async().await {
            match event {
                DaemonEvent::Announce(..) if !told => {
                    told = true;
                    tracing::info!(name = %self.fullname, "announced on this network");
                }
                DaemonEvent::NameChange(change) => {
                    tracing::info!(name = %change.new_name, "another server has this name: announced under a new one");
                }
                DaemonEvent::Error(error) => tracing::debug!(%error, "multicast DNS"),
                _ => {}
            }
        }
        tracing::debug!("the announcement on the network has ended");
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
        // After a leave-taking it has ended already.
        let _ = self.daemon.shutdown();
    }
}

fn service(name: &LanName, id: ServerId, bound: SocketAddr) -> Result<ServiceInfo, mdns_sd::Error> {
    // A host name of its own: the machine's belongs to the machine's own responder.
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

/// Lets the library use only the networks on which the server listens.
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

/// The machine's name, as far as it can be shown.
fn machine_name() -> LanName {
    let host = gethostname::gethostname();
    let host = host.to_string_lossy();
    // Without the domain, which only the machine's owner cares for.
    let short = host.split('.').next().unwrap_or_default();
    LanName::from_any(short).unwrap_or_else(|| LanName::from_any("tengen").expect("invariant: a plain word"))
}
