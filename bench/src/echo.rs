//! A bare tokio-tungstenite echo server: the cost of the library itself, without any work on a frame.

use std::io::Write as _;

use anyhow::Context as _;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    accept_async_with_config,
    tungstenite::{self, protocol::WebSocketConfig},
};

/// Echoes on a free port until the process ends. `read_buffer` is in bytes; 0 for the default.
pub(crate) async fn serve(read_buffer: usize) -> anyhow::Result<()> {
    crate::socket::raise_file_limit(0)?;
    let mut config = WebSocketConfig::default();
    if read_buffer > 0 {
        config = config.read_buffer_size(read_buffer);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.context("cannot listen")?;
    let address = listener.local_addr().context("the listener has no address")?;
    writeln!(std::io::stdout().lock(), "listening on ws://{address}/ws").context("cannot write")?;
    loop {
        let (stream, _) = listener.accept().await.context("cannot accept")?;
        // The driver reports broken connections.
        tokio::spawn(echo(stream, config));
    }
}

async fn echo(stream: TcpStream, config: WebSocketConfig) -> Result<(), tungstenite::Error> {
    stream.set_nodelay(true)?;
    let mut socket = accept_async_with_config(stream, Some(config)).await?;
    while let Some(message) = socket.next().await {
        let message = message?;
        if message.is_binary() || message.is_text() {
            socket.send(message).await?;
        }
    }
    Ok(())
}
