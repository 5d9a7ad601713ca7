//! Writes lines to standard output on a separate thread, so that a slow reader does not delay signals.

use std::io::{ErrorKind, Result, Write};

use tokio::sync::{mpsc, oneshot};

/// The maximum number of pieces of text that wait between the loop and the writer.
const QUEUE: usize = 16;

/// The handle of the thread that writes lines.
pub(super) struct Output {
    texts: mpsc::Sender<String>,
    end: oneshot::Receiver<Result<()>>,
}

impl Output {
    /// Starts a thread that writes to `out` until writing fails or the handle is dropped.
    pub(super) fn to(mut out: impl Write + Send + 'static) -> Self {
        let (texts, mut queued) = mpsc::channel::<String>(QUEUE);
        let (ended, end) = oneshot::channel();
        std::thread::spawn(move || {
            let texts = std::iter::from_fn(|| queued.blocking_recv());
            let result = texts.map(|text| write(&mut out, &text)).find(Result::is_err).unwrap_or(Ok(()));
            // A closed pipe is not an error: the reader has seen enough.
            let quiet = result.or_else(|error| match error.kind() {
                ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error),
            });
            // The loop may have ended earlier.
            let _ = ended.send(quiet);
        });
        Self { texts, end }
    }

    /// Hands lines to the writer, and waits while its queue is full.
    pub(super) async fn write(&self, lines: Vec<String>) {
        if !lines.is_empty() {
            let text = lines.into_iter().map(|line| line + "\n").collect();
            // If the writer has ended, `ended` and `finish` return the reason.
            let _ = self.texts.send(text).await;
        }
    }

    /// Waits until the writer has ended, because writing failed or nobody reads any more.
    ///
    /// # Errors
    /// Returns an error if writing failed. A closed pipe is not an error.
    pub(super) async fn ended(&mut self) -> Result<()> {
        (&mut self.end).await.unwrap_or(Ok(()))
    }

    /// Waits until everything is written.
    ///
    /// # Errors
    /// Returns an error if writing failed. A closed pipe is not an error.
    pub(super) async fn finish(self) -> Result<()> {
        drop(self.texts);
        self.end.await.unwrap_or(Ok(()))
    }
}

fn write(out: &mut impl Write, text: &str) -> Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn all_is_written_in_its_order_before_the_end() {
        let paper = Paper::default();
        let out = Output::to(paper.clone());
        let mut wanted = String::new();
        for number in 0..10 * QUEUE {
            out.write(vec![format!("line {number}"), "more".to_owned()]).await;
            wanted += &format!("line {number}\nmore\n");
        }
        out.finish().await.unwrap();
        assert_eq!(String::from_utf8(paper.0.lock().unwrap().clone()).unwrap(), wanted);
    }

    #[tokio::test]
    async fn a_reader_who_goes_ends_it_quietly_and_all_else_with_its_reason() {
        let mut out = Output::to(Broken(ErrorKind::BrokenPipe));
        out.write(vec!["line".to_owned()]).await;
        out.ended().await.unwrap();
        out.write(vec!["nobody waits for this".to_owned()]).await;
        let out = Output::to(Broken(ErrorKind::StorageFull));
        out.write(vec!["line".to_owned()]).await;
        assert_eq!(out.finish().await.unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
