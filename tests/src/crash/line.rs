//! A client's socket, which may break at any time.

use std::{error::Error, net::SocketAddr};

use futures_util::{SinkExt, StreamExt};
use tengen_shared::protocol::{Codec, Frame, ServerFrame, ServerMessage};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Why a connection is no more.
#[derive(Clone, Debug)]
pub(super) struct Broken(pub(super) String);

fn broken(error: impl Into<Box<dyn Error>>) -> Broken {
    Broken(error.into().to_string())
}

/// An open connection.
pub(super) struct Line {
    socket: WebSocketStream<TcpStream>,
    codec: Codec,
}

impl Line {
    /// Connects.
    ///
    /// # Errors
    /// If the server is not there.
    pub(super) async fn connect(addr: SocketAddr, codec: Codec) -> Result<Self, Broken> {
        let stream = TcpStream::connect(addr).await.map_err(broken)?;
        stream.set_nodelay(true).map_err(broken)?;
        let mut request = format!("ws://{addr}/ws").into_client_request().map_err(broken)?;
        let offer = codec.subprotocol().parse().map_err(broken)?;
        request.headers_mut().insert("sec-websocket-protocol", offer);
        let (socket, _) = client_async(request, stream).await.map_err(broken)?;
        Ok(Self { socket, codec })
    }

    /// Sends frames in this order.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(super) async fn send(&mut self, frames: Vec<Frame>) -> Result<(), Broken> {
        if frames.is_empty() {
            return Ok(());
        }
        for frame in frames {
            let bytes = self.codec.encode_client(&frame);
            let message = match self.codec {
                Codec::Json => Message::text(String::from_utf8(bytes).map_err(broken)?),
                Codec::Bincode => Message::binary(bytes),
            };
            self.socket.feed(message).await.map_err(broken)?;
        }
        self.socket.flush().await.map_err(broken)
    }

    /// The next message. Safe to drop and call again.
    ///
    /// # Errors
    /// If the connection breaks, or the server says what this program does not know.
    pub(super) async fn next(&mut self) -> Result<ServerMessage, Broken> {
        loop {
            let message = self.socket.next().await.ok_or_else(|| broken("the connection has ended"))?;
            let bytes = match message.map_err(broken)? {
                Message::Text(text) => text.as_bytes().to_vec(),
                Message::Binary(bytes) => bytes.to_vec(),
                Message::Close(frame) => return Err(broken(format!("closed: {frame:?}"))),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
            };
            return match self.codec.decode_server(&bytes).map_err(broken)? {
                ServerFrame::Known(message) => Ok(*message),
                ServerFrame::Unknown { .. } => Err(broken("a message that this program does not know")),
            };
        }
    }
}
