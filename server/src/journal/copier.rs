//! A thread that copies SQLite's log into the database file while the writer goes on writing.
//!
//! Copying ends in an fsync and takes tens of milliseconds. Within a commit every waiting move would wait
//! for it; here only the log grows a little meanwhile.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::Connection;

/// Operations of the writer between two copies: about a megabyte of log.
const OPERATIONS: usize = 2_000;

/// The writer's end of the thread.
pub(super) struct Copier {
    wake: SyncSender<()>,
    thread: JoinHandle<()>,
    operations: usize,
}

impl Copier {
    /// Starts the thread, with a connection of its own to the database in `file`.
    pub(super) fn start(file: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let connection = Connection::open(file)?;
        connection.busy_timeout(Duration::from_secs(2))?;
        let (wake, woken) = sync_channel(1);
        let name = "tengen-copier".to_owned();
        let thread = thread::Builder::new().name(name).spawn(move || work(&connection, &woken))?;
        Ok(Self { wake, thread, operations: 0 })
    }

    /// Counts what has been committed, and wakes the thread when there is enough to copy.
    pub(super) fn committed(&mut self, operations: usize) {
        self.operations += operations;
        if self.operations >= OPERATIONS {
            self.operations = 0;
            // If it is at work already, it has enough to do.
            let _ = self.wake.try_send(());
        }
    }

    /// Waits for the thread to end.
    pub(super) fn stop(self) {
        drop(self.wake);
        // A thread that has panicked has ended too.
        let _ = self.thread.join();
    }
}

fn work(connection: &Connection, woken: &Receiver<()>) {
    while woken.recv().is_ok() {
        // PASSIVE never makes the writer wait. What it leaves is copied next time, or by the writer itself
        // when the log has grown to its own limit.
        if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            tracing::warn!(%error, "the journal's log could not be copied");
        }
    }
}
