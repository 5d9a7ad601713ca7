//! A client's socket, which may break at any time.

use std::{error::Error, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tengen_session::link::{Address, Loss};
use tengen_shared::protocol::Codec;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// The time limit for the handshake; the server may be killed during it.
const HANDSHAKE: Duration = Duration::from_secs(5);

fn broken(error: impl Into<Box<dyn Error>>) -> Loss {
    Loss::Broken(error.into().to_string().into())
}

/// An open connection.
pub(super) struct Line {
    socket: WebSocketStream<TcpStream>,
    codec: Codec,
}

impl Line {
    /// Connects to the server.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub(super) async fn connect(address: &Address, codec: Codec) -> Result<Self, Loss> {
        let stream = TcpStream::connect((address.host(), address.port())).await.map_err(broken)?;
        stream.set_nodelay(true).map_err(broken)?;
        let mut request = address.url().into_client_request().map_err(broken)?;
        let offer = codec.subprotocol().parse().map_err(broken)?;
        request.headers_mut().insert("sec-websocket-protocol", offer);
        let shaken = timeout(HANDSHAKE, client_async(request, stream)).await.map_err(broken)?;
        Ok(Self { socket: shaken.map_err(broken)?.0, codec })
    }

    /// Buffers a frame for sending.
    ///
    /// # Errors
    /// Returns an error if the connection breaks.
    pub(super) async fn feed(&mut self, bytes: Vec<u8>) -> Result<(), Loss> {
        let message = match self.codec {
            Codec::Json => Message::text(String::from_utf8(bytes).map_err(broken)?),
            Codec::Bincode => Message::binary(bytes),
        };
        self.socket.feed(message).await.map_err(broken)
    }

    /// Sends the buffered frames.
    ///
    /// # Errors
    /// Returns an error if the connection breaks.
    pub(super) async fn flush(&mut self) -> Result<(), Loss> {
        self.socket.flush().await.map_err(broken)
    }

    /// Returns the next frame; `None` for another sign of life, such as a ping. Cancel-safe: no frame is lost if
    /// the future is dropped.
    ///
    /// # Errors
    /// Returns an error if the connection breaks.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<u8>>, Loss> {
        match self.socket.next().await.ok_or(Loss::Closed)?.map_err(broken)? {
            Message::Text(text) => Ok(Some(text.as_bytes().to_vec())),
            Message::Binary(bytes) => Ok(Some(bytes.to_vec())),
            Message::Close(frame) => Err(Loss::ClosedFor(format!("{frame:?}").into())),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(None),
        }
    }
}

/// Returns the next frame of a line. Without a line, it never completes.
#[expect(clippy::disallowed_methods, reason = "a select waits for something else meanwhile")]
pub(super) async fn next(line: &mut Option<Line>) -> Result<Option<Vec<u8>>, Loss> {
    match line {
        Some(line) => line.next().await,
        None => std::future::pending().await,
    }
}
