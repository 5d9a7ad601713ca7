//! One attempt to reach a server.

use std::{io::ErrorKind, time::Duration};

use tengen_shared::protocol::{Codec, MAX_OUTBOUND};
use thiserror::Error;
use tokio::{net::TcpStream, time::timeout};
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

use super::address::Address;

/// How long an attempt may take.
pub(super) const CONNECT_TIME: Duration = Duration::from_secs(5);

const BUFFER: usize = 8 * 1024;

/// A connection and the codec that the server chose.
pub(super) struct Connection {
    pub(super) stream: WebSocketStream<TcpStream>,
    pub(super) codec: Codec,
}

/// Why a server could not be reached.
#[derive(Debug, Error)]
pub(super) enum ConnectError {
    #[error("nothing answers at {0}: start a server there with `tengen-server`, or check the address")]
    Refused(Address),
    #[error("no answer from {0} within 5 s: check the address and the network")]
    TimedOut(Address),
    #[error("{0} cannot be reached: {1}")]
    Io(Address, std::io::Error),
    #[error("what answers at {0} is no Tengen server: {1}")]
    Handshake(Address, String),
}

/// Reaches the server at `address` and shakes hands.
pub(super) async fn connect(address: &Address) -> Result<Connection, ConnectError> {
    match timeout(CONNECT_TIME, attempt(address)).await {
        Ok(result) => result.map_err(|error| explain(address, error)),
        Err(_) => Err(ConnectError::TimedOut(address.clone())),
    }
}

async fn attempt(address: &Address) -> Result<Connection, Error> {
    match shake_hands(address, true).await {
        // A server that knows no subprotocol speaks JSON, but must then not be offered any.
        Err(Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(
            SubProtocolError::NoSubProtocol,
        ))) => shake_hands(address, false).await,
        other => other,
    }
}

async fn shake_hands(address: &Address, offer: bool) -> Result<Connection, Error> {
    let request = request(address, offer)?;
    let socket = TcpStream::connect((address.host(), address.port())).await?;
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

fn explain(address: &Address, error: Error) -> ConnectError {
    match error {
        Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => {
            ConnectError::Refused(address.clone())
        }
        Error::Io(error) => ConnectError::Io(address.clone(), error),
        Error::Http(response) => {
            ConnectError::Handshake(address.clone(), format!("it says {}", response.status()))
        }
        other => ConnectError::Handshake(address.clone(), other.to_string()),
    }
}
