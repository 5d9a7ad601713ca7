//! A TCP stream with rate-limited reads, and a sending side that rooms share.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tengen_shared::protocol::MAX_INBOUND;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpStream, tcp::OwnedReadHalf},
    time::{Instant, Sleep},
};

use crate::{
    rate_limit::{Rate, RateLimit},
    wire::Wire,
};

/// A TCP stream with a budget for the bytes that it reads. Once the budget is spent, reading pauses until it refills,
/// and the kernel applies backpressure to the peer. A flood of any kind (pings, empty fragments, junk) therefore costs
/// no more than the same number of bytes in commands.
#[derive(Debug)]
pub(crate) struct Metered {
    stream: OwnedReadHalf,
    wire: Arc<Wire>,
    /// The budget; one token pays for a frame of the greatest length.
    budget: RateLimit,
    /// The pause until the budget refills.
    pause: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    /// Wraps a stream so that it reads no more than frames of [`MAX_INBOUND`] bytes at this rate.
    pub(crate) fn new(stream: TcpStream, frames: Rate) -> Self {
        let (stream, wire) = stream.into_split();
        let wire = Arc::new(Wire::new(wire));
        Self { stream, wire, budget: RateLimit::new(frames, Instant::now()), pause: None }
    }

    /// Returns the sending side.
    pub(crate) const fn wire(&self) -> &Arc<Wire> {
        &self.wire
    }

    /// Returns the reading side without its budget, and closes the sending side.
    pub(crate) fn into_reader(self) -> OwnedReadHalf {
        self.stream
    }

    /// Pauses the reading if more bytes came than the budget has.
    fn spend(&mut self, bytes: usize) {
        #[allow(clippy::cast_precision_loss, reason = "a read is far shorter than 2^53 bytes")]
        let frames = bytes as f64 / MAX_INBOUND as f64;
        if let Some(wait) = self.budget.spend(frames, Instant::now()) {
            self.pause = Some(Box::pin(tokio::time::sleep(wait)));
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(pause) = &mut this.pause {
            ready!(pause.as_mut().poll(cx));
            this.pause = None;
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        this.spend(buf.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.wire.poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wire.poll_flush(cx)
    }

    /// Only flushes: the sending side closes when it is dropped.
    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wire.poll_flush(cx)
    }
}
