//! The network between one node and the brokers, which the crash test can cut.
//!
//! While it is cut, bytes wait on both sides, as packets do that are sent again until they arrive. So the broker gets late
//! messages when the network is back, and the node late answers.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinSet,
};

use crate::brokers::BROKERS;

/// A forwarder for each broker. They end when this is dropped.
pub(super) struct Network {
    addrs: Vec<SocketAddr>,
    is_cut: watch::Sender<bool>,
    _forwarders: JoinSet<()>,
}

impl Network {
    /// Starts forwarders to the brokers on these ports of this machine.
    ///
    /// # Errors
    /// Returns an error if there is no free port.
    pub(super) async fn start(brokers: [u16; BROKERS]) -> io::Result<Self> {
        let is_cut = watch::Sender::new(false);
        let (mut addrs, mut forwarders) = (Vec::new(), JoinSet::new());
        for broker in brokers {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
            addrs.push(listener.local_addr()?);
            forwarders.spawn(forward_all(listener, broker, is_cut.subscribe()));
        }
        Ok(Self { addrs, is_cut, _forwarders: forwarders })
    }

    /// Returns the addresses under which the node reaches the brokers, as `--cluster` takes them.
    pub(super) fn urls(&self) -> String {
        let urls: Vec<String> = self.addrs.iter().map(|addr| format!("nats://{addr}")).collect();
        urls.join(",")
    }

    /// Lets nothing through any more.
    pub(super) fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// Delivers what waits, and goes on.
    pub(super) fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

async fn forward_all(listener: TcpListener, broker: u16, is_cut: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    while let Ok((node, _)) = listener.accept().await {
        connections.spawn(forward(node, broker, is_cut.clone()));
        while connections.try_join_next().is_some() {}
    }
}

async fn forward(node: TcpStream, broker: u16, mut is_cut: watch::Receiver<bool>) {
    if is_cut.wait_for(|is_cut| !*is_cut).await.is_err() {
        return;
    }
    // A broker that is down refuses: then the node's connection closes, too.
    let Ok(broker) = TcpStream::connect(("127.0.0.1", broker)).await else { return };
    for stream in [&node, &broker] {
        // Without this, only the times suffer.
        let _ = stream.set_nodelay(true);
    }
    let ((from_node, to_node), (from_broker, to_broker)) = (node.into_split(), broker.into_split());
    tokio::join!(copy(from_node, to_broker, is_cut.clone()), copy(from_broker, to_node, is_cut));
}

/// Copies bytes until the sender closes, and then closes the other side.
async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut is_cut: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 << 10];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        if is_cut.wait_for(|is_cut| !*is_cut).await.is_err() || read == 0 {
            return;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
