//! A TCP stream with rate-limited reads.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tengen_shared::protocol::MAX_INBOUND;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep},
};

use crate::rate_limit::{Rate, RateLimit};

/// A TCP stream with a budget for the bytes that it reads. Once the budget is spent, reading pauses until it refills,
/// and the kernel applies backpressure to the peer. A flood of any kind (pings, empty fragments, junk) therefore costs
/// no more than the same number of bytes in commands.
#[derive(Debug)]
pub(crate) struct Metered {
    stream: TcpStream,
    /// The budget; one token pays for a frame of the greatest length.
    budget: RateLimit,
    /// The pause until the budget refills.
    rest: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    /// Wraps a stream so that it reads no more than frames of [`MAX_INBOUND`] bytes at this rate.
    pub(crate) fn new(stream: TcpStream, frames: Rate) -> Self {
        Self { stream, budget: RateLimit::new(frames, Instant::now()), rest: None }
    }

    /// Returns the stream without its budget.
    pub(crate) fn into_inner(self) -> TcpStream {
        self.stream
    }

    fn spend(&mut self, bytes: usize) {
        #[allow(clippy::cast_precision_loss, reason = "a read is far shorter than 2^53 bytes")]
        let frames = bytes as f64 / MAX_INBOUND as f64;
        if let Some(wait) = self.budget.spend(frames, Instant::now()) {
            self.rest = Some(Box::pin(tokio::time::sleep(wait)));
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(rest) = &mut this.rest {
            ready!(rest.as_mut().poll(cx));
            this.rest = None;
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        this.spend(buf.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
