//! A WebSocket for a driver: small buffers, no delay, no queue.

use std::net::SocketAddr;

use anyhow::{Context as _, ensure};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{ClientRequestBuilder, http::Uri, protocol::WebSocketConfig},
};

/// A connection to a program under test.
pub(crate) type Socket = WebSocketStream<TcpStream>;

const READ_BUFFER: usize = 4 * 1024;

/// Connects to `/ws` at `address`, and offers at most one subprotocol.
///
/// # Errors
/// Returns an error if the server cannot be reached or refuses.
pub(crate) async fn connect(address: SocketAddr, subprotocol: Option<&str>) -> anyhow::Result<Socket> {
    let stream = TcpStream::connect(address).await.context("cannot connect")?;
    stream.set_nodelay(true).context("cannot set up a socket")?;
    let uri: Uri = format!("ws://{address}/ws").parse().context("not an address")?;
    let mut request = ClientRequestBuilder::new(uri);
    if let Some(subprotocol) = subprotocol {
        request = request.with_sub_protocol(subprotocol);
    }
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let (socket, _) = client_async_with_config(request, stream, Some(config))
        .await
        .context("the WebSocket handshake failed")?;
    Ok(socket)
}

/// Raises this process's limit on open files as far as possible.
///
/// # Errors
/// Returns an error if the limit stays below `needed`.
pub(crate) fn raise_file_limit(needed: usize) -> anyhow::Result<()> {
    let limit = rlimit::increase_nofile_limit(u64::MAX).context("cannot raise the limit on open files")?;
    let enough = u64::try_from(needed).is_ok_and(|needed| limit >= needed);
    ensure!(
        enough,
        "{needed} open files are needed and {limit} allowed: raise `ulimit -Hn` or lower --rooms"
    );
    Ok(())
}
