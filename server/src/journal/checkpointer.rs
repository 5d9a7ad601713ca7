//! The checkpoint thread of SQLite's write-ahead log: copies the log into the database file while the writer continues.
//!
//! A checkpoint ends in an fsync and takes tens of milliseconds. Within a commit every waiting move would wait for it;
//! here only the log grows a little meanwhile.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rusqlite::Connection;

/// Operations of the writer between two checkpoints: about a quarter of a megabyte of log. While the system writes the
/// log to disk, a commit waits for it; with four times as much, the longest waits are twice as long.
const OPERATIONS: usize = 500;
/// The least time between two checkpoints. Under the greatest load, more would cost more than they save.
const PAUSE: Duration = Duration::from_millis(30);

/// The writer's handle to the checkpoint thread.
pub(super) struct Checkpointer {
    wake: SyncSender<()>,
    thread: JoinHandle<()>,
    operations: usize,
    last: Instant,
}

impl Checkpointer {
    /// Starts the thread, with its own connection to the database in `file`.
    pub(super) fn start(file: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let connection = Connection::open(file)?;
        connection.busy_timeout(Duration::from_secs(2))?;
        let (wake, woken) = sync_channel(1);
        let name = "tengen-checkpoint".to_owned();
        let thread = thread::Builder::new().name(name).spawn(move || work(&connection, &woken))?;
        Ok(Self { wake, thread, operations: 0, last: Instant::now() })
    }

    /// Counts committed operations, and wakes the thread when there is enough to copy.
    pub(super) fn committed(&mut self, operations: usize) {
        self.operations += operations;
        if self.operations >= OPERATIONS && self.last.elapsed() >= PAUSE {
            self.operations = 0;
            self.last = Instant::now();
            // A thread that is already at work has enough to do.
            let _ = self.wake.try_send(());
        }
    }

    /// Stops the thread and waits for it to end.
    pub(super) fn stop(self) {
        drop(self.wake);
        // A thread that panicked has ended too.
        let _ = self.thread.join();
    }
}

fn work(connection: &Connection, woken: &Receiver<()>) {
    while woken.recv().is_ok() {
        // PASSIVE never makes the writer wait. The next run copies the rest, or the writer does when the log reaches
        // the limit `wal_autocheckpoint`.
        if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            tracing::warn!(%error, "cannot copy the journal's write-ahead log into the database");
        }
    }
}
