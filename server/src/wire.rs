//! The sending side of a socket. A room's thread may write to it, so that a frame need not wait for the connection's task.

use std::{
    future::poll_fn,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use tengen_shared::protocol::Codec;
use tokio::net::tcp::OwnedWriteHalf;

/// The sending side of a socket, shared by all who send. Whatever is written is a number of whole frames.
#[derive(Debug)]
pub(crate) struct Wire {
    socket: OwnedWriteHalf,
    /// The bytes that the kernel has not taken yet. Nothing else is written before them.
    unsent: Mutex<Vec<u8>>,
}

/// The fate of a frame that was to be sent at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The kernel has it.
    Whole,
    /// The wire keeps what the kernel did not take. The connection must flush it.
    Kept,
    /// Nothing was sent, because the wire still keeps something else.
    Busy,
}

impl Wire {
    pub(crate) const fn new(socket: OwnedWriteHalf) -> Self {
        Self { socket, unsent: Mutex::new(Vec::new()) }
    }

    fn unsent(&self) -> MutexGuard<'_, Vec<u8>> {
        self.unsent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends `message` in one frame, without waiting.
    ///
    /// # Errors
    /// Returns an error if the socket is broken.
    pub(crate) fn try_send(&self, codec: Codec, message: &[u8]) -> io::Result<Sent> {
        let mut unsent = self.unsent();
        if !unsent.is_empty() {
            return Ok(Sent::Busy);
        }
        // One buffer, because that costs less than a system call with two.
        let frame = frame(codec, message);
        let taken = or_nothing(self.socket.try_write(&frame))?;
        if taken == frame.len() {
            return Ok(Sent::Whole);
        }
        unsent.extend_from_slice(&frame[taken..]);
        Ok(Sent::Kept)
    }

    /// Writes whole frames after everything before them. It takes all bytes or none.
    pub(crate) fn poll_write(&self, cx: &mut Context<'_>, frames: &[u8]) -> Poll<io::Result<usize>> {
        let mut unsent = ready!(self.poll_unsent(cx))?;
        let taken = or_nothing(self.socket.try_write(frames))?;
        unsent.extend_from_slice(&frames[taken..]);
        Poll::Ready(Ok(frames.len()))
    }

    /// Resolves when the kernel has everything. Only the connection's task waits for that.
    pub(crate) fn poll_flush(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_unsent(cx).map_ok(drop)
    }

    fn poll_unsent(&self, cx: &mut Context<'_>) -> Poll<io::Result<MutexGuard<'_, Vec<u8>>>> {
        let mut unsent = self.unsent();
        while !unsent.is_empty() {
            ready!(self.socket.as_ref().poll_write_ready(cx))?;
            let taken = or_nothing(self.socket.try_write(&unsent))?;
            unsent.drain(..taken);
        }
        unsent.shrink_to_fit();
        Poll::Ready(Ok(unsent))
    }

    /// Resolves when the kernel has everything.
    ///
    /// # Errors
    /// Returns an error if the socket is broken.
    pub(crate) async fn flush(&self) -> io::Result<()> {
        poll_fn(|cx| self.poll_flush(cx)).await
    }

    /// Sends `message` in one frame after everything before it, and resolves when the kernel has it.
    ///
    /// # Errors
    /// Returns an error if the socket is broken.
    pub(crate) async fn send(&self, codec: Codec, message: &[u8]) -> io::Result<()> {
        while self.try_send(codec, message)? == Sent::Busy {
            self.flush().await?;
        }
        self.flush().await
    }
}

/// Returns the number of bytes that the kernel took: none while its buffer is full.
fn or_nothing(taken: io::Result<usize>) -> io::Result<usize> {
    match taken {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        taken => taken,
    }
}

/// Returns an unmasked frame that holds the whole of `message` (RFC 6455, section 5.2).
fn frame(codec: Codec, message: &[u8]) -> Vec<u8> {
    const LONGEST_HEADER: usize = 10;
    let mut frame = Vec::with_capacity(LONGEST_HEADER + message.len());
    frame.push(match codec {
        Codec::Json => 0x81,
        Codec::Bincode => 0x82,
    });
    match (u8::try_from(message.len()), u16::try_from(message.len())) {
        (Ok(length @ 0..126), _) => frame.push(length),
        (_, Ok(length)) => {
            frame.push(126);
            frame.extend(length.to_be_bytes());
        }
        (_, Err(_)) => {
            frame.push(127);
            frame.extend((message.len() as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(message);
    frame
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use futures_util::StreamExt;
    use tokio::net::{TcpListener, TcpStream};
    use tokio_tungstenite::{
        WebSocketStream,
        tungstenite::protocol::{Message, Role},
    };

    use super::*;

    /// Returns the sending side of a socket, and a client at its other end.
    async fn wire() -> (Wire, WebSocketStream<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let (reader, wire) = server.into_split();
        // The reading side stays open as long as the runtime.
        tokio::spawn(async move {
            let _reader = reader;
            std::future::pending::<()>().await;
        });
        (Wire::new(wire), WebSocketStream::from_raw_socket(client, Role::Client, None).await)
    }

    #[tokio::test]
    async fn messages_of_every_length_arrive_whole() {
        let (wire, mut client) = wire().await;
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 300_000] {
            let message = vec![b'x'; length];
            let (sent, received) = tokio::join!(wire.send(Codec::Json, &message), client.next());
            sent.unwrap();
            assert_eq!(received.unwrap().unwrap(), Message::text("x".repeat(length)), "{length} bytes");
            let (sent, received) = tokio::join!(wire.send(Codec::Bincode, &message), client.next());
            sent.unwrap();
            assert_eq!(received.unwrap().unwrap(), Message::binary(message), "{length} bytes");
        }
    }

    #[tokio::test]
    async fn a_frame_that_the_kernel_takes_in_part_is_whole_before_the_next_one() {
        let (wire, mut client) = wire().await;
        let message = |number: usize| number.to_be_bytes().repeat(4096);
        let mut sent = 0;
        // The client reads nothing yet.
        while wire.try_send(Codec::Bincode, &message(sent)).unwrap() == Sent::Whole {
            sent += 1;
        }
        assert_eq!(wire.try_send(Codec::Bincode, &message(sent)).unwrap(), Sent::Busy);
        let ping = [0x89, 1, b'!'];
        let (written, ()) = tokio::join!(poll_fn(|cx| wire.poll_write(cx, &ping)), async {
            for number in 0..=sent {
                assert_eq!(client.next().await.unwrap().unwrap(), Message::binary(message(number)));
            }
        });
        assert_eq!(written.unwrap(), ping.len());
        wire.send(Codec::Bincode, b"last").await.unwrap();
        assert_eq!(client.next().await.unwrap().unwrap(), Message::Ping("!".into()));
        assert_eq!(client.next().await.unwrap().unwrap(), Message::binary("last"));
    }
}
