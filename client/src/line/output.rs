//! Lines to standard output, by a thread of its own: a reader who takes their time holds up no signal.

use std::io::{ErrorKind, Result, Write};

use tokio::sync::{mpsc, oneshot};

/// How many pieces of text may wait between the loop and the writer.
const QUEUE: usize = 16;

/// Where lines are written to, one after the other.
pub(super) struct Output {
    texts: mpsc::Sender<String>,
    end: oneshot::Receiver<Result<()>>,
}

impl Output {
    /// Writes to `out` on a thread that ends with the program, or with its reader.
    pub(super) fn to(mut out: impl Write + Send + 'static) -> Self {
        let (texts, mut queued) = mpsc::channel::<String>(QUEUE);
        let (ended, end) = oneshot::channel();
        std::thread::spawn(move || {
            let texts = std::iter::from_fn(|| queued.blocking_recv());
            let result = texts.map(|text| write(&mut out, &text)).find(Result::is_err).unwrap_or(Ok(()));
            // Somebody who reads no more has seen enough.
            let quiet = result.or_else(|error| match error.kind() {
                ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error),
            });
            // The loop may have ended before.
            let _ = ended.send(quiet);
        });
        Self { texts, end }
    }

    /// Hands lines to the writer, once it has space for them.
    pub(super) async fn write(&self, lines: Vec<String>) {
        if !lines.is_empty() {
            let text = lines.into_iter().map(|line| line + "\n").collect();
            // If the writer is gone, its end says why.
            let _ = self.texts.send(text).await;
        }
    }

    /// Waits until nobody reads any more.
    pub(super) async fn ended(&mut self) -> Result<()> {
        (&mut self.end).await.unwrap_or(Ok(()))
    }

    /// Waits until all is written.
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
