//! A reader of the database: a thread with a connection of its own, so that nobody who reads makes a move wait.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    thread,
};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{JournalError, Later, schema, writer::Outcome};
use crate::error::Error;

/// A message to the thread.
enum Request {
    Read(Box<dyn FnOnce(&Connection) + Send>),
    /// Finish the waiting requests and stop.
    Close(oneshot::Sender<()>),
}

/// The handle to a reading thread.
#[derive(Debug)]
pub(super) struct Reader(SyncSender<Request>);

impl Reader {
    /// Starts a thread of this name, which reads the database in `file`. At most `queue` requests wait for it.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened, or the system refuses a thread.
    pub(super) fn start(file: &Path, name: &str, queue: usize) -> Result<Self, Error> {
        let (connection, _) = schema::open_to_read(file)?;
        connection.set_prepared_statement_cache_capacity(32);
        let (requests, waiting) = sync_channel(queue);
        let thread = thread::Builder::new().name(name.to_owned());
        thread.spawn(move || work(connection, &waiting)).map_err(Error::Thread)?;
        Ok(Self(requests))
    }

    /// Runs `work` on the thread.
    pub(super) fn read<T, F>(&self, work: F) -> Later<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Outcome<T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let sent = self.0.try_send(Request::Read(Box::new(move |connection| {
            let failed = |error: rusqlite::Error| Err(JournalError::Storage(error.to_string()));
            // Nobody may be waiting any more.
            let _ = reply.send(work(connection).unwrap_or_else(failed));
        })));
        Box::pin(async move {
            match sent {
                Ok(()) => answer.await.unwrap_or(Err(JournalError::Closed)),
                Err(TrySendError::Full(_)) => Err(JournalError::Busy),
                Err(TrySendError::Disconnected(_)) => Err(JournalError::Closed),
            }
        })
    }

    /// Stops the thread once it has answered what waits. Blocks until then.
    pub(super) fn close(&self) {
        let (closed, done) = oneshot::channel();
        if self.0.send(Request::Close(closed)).is_ok() {
            let _ = done.blocking_recv();
        }
    }
}

fn work(connection: Connection, requests: &Receiver<Request>) {
    while let Ok(request) = requests.recv() {
        match request {
            Request::Read(read) => read(&connection),
            Request::Close(closed) => {
                // The writer empties SQLite's write-ahead log next, and must be alone then.
                drop(connection);
                let _ = closed.send(());
                return;
            }
        }
    }
}
