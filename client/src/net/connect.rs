//! One attempt to connect to a server.

use std::{io::ErrorKind, net::SocketAddr, time::Duration};

use tengen_session::link::{Address, Loss};
use tengen_shared::protocol::{Codec, MAX_OUTBOUND};
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Error,
        client::IntoClientRequest,
        error::{ProtocolError, SubProtocolError},
        handshake::client::Request,
        http::{HeaderValue, header::SEC_WEBSOCKET_PROTOCOL},
        protocol::WebSocketConfig,
    },
};

/// The time limit for an attempt, including the handshake.
pub(super) const CONNECT_TIME: Duration = Duration::from_secs(5);

const BUFFER: usize = 8 * 1024;

/// A connection and the codec that the server chose.
pub(super) struct Connection {
    pub(super) stream: WebSocketStream<TcpStream>,
    pub(super) codec: Codec,
}

/// Connects to the server at `address` and performs the WebSocket handshake.
pub(super) async fn connect(address: &Address) -> Result<Connection, Loss> {
    timeout(CONNECT_TIME, attempt(address)).await.unwrap_or_else(|_| Err(Loss::TimedOut(address.clone())))
}

async fn attempt(address: &Address) -> Result<Connection, Loss> {
    let found = lookup_host((address.host(), address.port())).await;
    let found: Vec<_> = found.map_err(|_| Loss::of_unknown_host(address.clone()))?.collect();
    match shake_hands(address, &found, true).await {
        // The library rejects a server that ignores the offered subprotocols. Such a server speaks JSON, so
        // connect again without an offer.
        Err(Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(
            SubProtocolError::NoSubProtocol,
        ))) => shake_hands(address, &found, false).await,
        other => other,
    }
    .map_err(|error| explain(address, error))
}

async fn shake_hands(address: &Address, found: &[SocketAddr], offer: bool) -> Result<Connection, Error> {
    let request = request(address, offer)?;
    let socket = TcpStream::connect(found).await?;
    socket.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_OUTBOUND))
        .max_frame_size(Some(MAX_OUTBOUND));
    let (stream, response) = client_async_with_config(request, socket, Some(config)).await?;
    let chosen = response.headers().get(SEC_WEBSOCKET_PROTOCOL).and_then(|value| value.to_str().ok());
    let codec = chosen.and_then(Codec::of_subprotocol).unwrap_or(Codec::Json);
    Ok(Connection { stream, codec })
}

fn request(address: &Address, offer: bool) -> Result<Request, Error> {
    let mut request = address.url().into_client_request()?;
    if offer {
        let offered = Codec::ALL.map(Codec::subprotocol).join(", ");
        let value = HeaderValue::from_str(&offered).expect("invariant: subprotocol names are plain ASCII");
        request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, value);
    }
    Ok(request)
}

fn explain(address: &Address, error: Error) -> Loss {
    let address = address.clone();
    match error {
        Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => Loss::Refused(address),
        Error::Io(error) => Loss::Unreachable(address, error.to_string().into()),
        Error::Http(response) => Loss::Http(address, response.status().to_string().into()),
        other => Loss::Handshake(address, other.to_string().into()),
    }
}
