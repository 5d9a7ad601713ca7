//! Bare TCP: requests that a WebSocket client would never send, and plain HTTP.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{poll_until, within};

/// A TCP connection with nothing on top of it.
#[derive(Debug)]
pub struct RawSocket(pub TcpStream);

/// The answer to an HTTP request.
#[derive(Clone, Debug)]
pub struct Http {
    pub status: u16,
    /// The head in lower case.
    pub head: String,
    /// The body.
    pub body: String,
}

/// Returns the head of a WebSocket handshake with these additional header lines, each ending in `\r\n`.
#[must_use]
pub fn handshake_head(addr: SocketAddr, further: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: {addr}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{further}\r\n"
    )
}

/// Returns a client's WebSocket frame of up to 65,535 bytes, with a mask of zeros: opcode 1 is text, 2 binary.
///
/// # Panics
/// Panics if `payload` is longer.
#[must_use]
pub fn masked_frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len()).expect("a short frame").to_be_bytes();
    let mut frame = vec![0x80 | opcode, 0x80 | 126, length[0], length[1], 0, 0, 0, 0];
    frame.extend(payload);
    frame
}

impl RawSocket {
    /// Connects to the server.
    ///
    /// # Panics
    /// Panics if that fails.
    pub async fn connect(addr: SocketAddr) -> Self {
        Self(TcpStream::connect(addr).await.expect("a connection"))
    }

    /// Sends bytes.
    ///
    /// # Panics
    /// Panics if that fails.
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.expect("the server takes it");
    }

    /// Reads all bytes until the server closes the connection.
    ///
    /// # Errors
    /// Returns an error if the server resets the connection.
    pub async fn read_to_end(&mut self) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        within("the server to close", self.0.read_to_end(&mut all)).await?;
        Ok(all)
    }

    /// Reads the head of an HTTP answer, and nothing after it.
    ///
    /// # Panics
    /// Panics if the connection ends before that.
    pub async fn read_head(&mut self) -> Http {
        let mut head = Vec::new();
        within("the head of an answer", async {
            while !head.ends_with(b"\r\n\r\n") {
                head.push(self.0.read_u8().await.expect("a whole head"));
            }
        })
        .await;
        parse(&head)
    }
}

impl Http {
    /// Sends a GET request for `path`.
    ///
    /// # Panics
    /// Panics if no answer comes.
    pub async fn get(addr: SocketAddr, path: &str) -> Self {
        let mut socket = RawSocket::connect(addr).await;
        socket.send(format!("GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n")).await;
        parse(&socket.read_to_end().await.expect("a whole answer"))
    }

    /// Sends a WebSocket handshake with these additional header lines, and returns the answer.
    pub async fn handshake(addr: SocketAddr, further: &str) -> Self {
        let mut socket = RawSocket::connect(addr).await;
        socket.send(handshake_head(addr, further)).await;
        socket.read_head().await
    }

    /// Returns the value of a metric without labels.
    ///
    /// # Panics
    /// Panics if there is no such metric.
    pub async fn metric(addr: SocketAddr, name: &str) -> f64 {
        let text = Self::get(addr, "/metrics").await.body;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no metric {name} in:\n{text}")).parse().expect("a number")
    }

    /// Waits until the server accepts commands.
    pub async fn wait_until_ready(addr: SocketAddr) {
        poll_until("the server to be ready", async || Self::get(addr, "/readyz").await.status == 200).await;
    }

    /// Waits until the server has removed every room from memory.
    pub async fn wait_until_no_room_is_in_memory(addr: SocketAddr) {
        poll_until("all rooms to leave memory", async || Self::metric(addr, "tengen_rooms").await <= 0.0)
            .await;
    }
}

fn parse(bytes: &[u8]) -> Http {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no HTTP answer: {text:?}"));
    Http { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}
