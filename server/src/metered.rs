//! A TCP stream that is read no faster than its peer has any reason to send.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep},
};

/// A TCP stream with a budget for the bytes that come in. When the budget is spent, nothing is read until there is some
/// again, and the kernel holds the peer up. So a flood of whatever kind (pings, empty fragments, junk) costs no more than
/// as many bytes of commands would.
#[derive(Debug)]
pub(crate) struct Metered {
    stream: TcpStream,
    per_second: f64,
    burst: f64,
    left: f64,
    filled: Instant,
    /// Ends when there is something to spend again.
    rest: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    /// A stream from which `burst` bytes may come at once, and `per_second` over a longer time.
    pub(crate) fn new(stream: TcpStream, per_second: f64, burst: f64) -> Self {
        Self { stream, per_second, burst, left: burst, filled: Instant::now(), rest: None }
    }

    /// The stream itself.
    pub(crate) fn into_inner(self) -> TcpStream {
        self.stream
    }

    fn spend(&mut self, bytes: usize) {
        let now = Instant::now();
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * self.per_second;
        self.filled = now;
        #[allow(clippy::cast_precision_loss, reason = "a read is far shorter than 2^53 bytes")]
        let spent = bytes as f64;
        self.left = (self.left + gained).min(self.burst) - spent;
        if self.left < 0.0 {
            let wait = std::time::Duration::from_secs_f64(-self.left / self.per_second);
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
