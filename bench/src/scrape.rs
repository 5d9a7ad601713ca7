//! The server's counters, read from `/metrics`.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use anyhow::Context as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// All counters and gauges at one moment, by name with labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters(BTreeMap<String, f64>);

impl Counters {
    /// Reads the counters of the server at `address`.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub(crate) async fn read(address: SocketAddr) -> anyhow::Result<Self> {
        let text = timeout(Duration::from_secs(10), get(address)).await;
        let text = text.context("the server does not answer /metrics in 10 s")??;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.rsplit_once(' '));
        Ok(Self(pairs.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()))
    }

    /// Returns the value of this name; 0 if there is no such name.
    #[must_use]
    pub(crate) fn get(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    /// Returns the names, with labels, that begin with `family`.
    pub(crate) fn family<'a>(&'a self, family: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.keys().map(String::as_str).filter(move |name| name.starts_with(family))
    }
}

async fn get(address: SocketAddr) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address).await.context("cannot connect for /metrics")?;
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.context("cannot ask for /metrics")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.context("cannot read /metrics")?;
    let (head, body) = answer.split_once("\r\n\r\n").context("/metrics gave no HTTP answer")?;
    anyhow::ensure!(head.starts_with("HTTP/1.1 200"), "/metrics answered {:?}", head.lines().next());
    Ok(body.to_owned())
}
