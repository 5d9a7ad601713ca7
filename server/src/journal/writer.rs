//! The journal's thread: takes what is waiting, carries it out in one transaction, answers after the commit.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use rusqlite::{Connection, TransactionBehavior};

use super::{JournalError, copier::Copier, file_place::FilePlace, tails::Tails};
use crate::metrics::Metrics;

/// How often a journal that cannot be written is tried.
const PROBE_EVERY: Duration = Duration::from_secs(1);
/// What is written then and taken back, in bytes: as much as a few large records, so that it does not work while
/// the next record would not fit.
const PROBE_BYTES: u32 = 64 * 1024;

/// How an operation ended inside its transaction.
pub(super) enum Done {
    /// It is to be answered after the commit.
    Fine,
    /// The database failed, so the whole transaction must be undone.
    Failed(rusqlite::Error),
}

/// Something to be done with the database. It may be run twice, if a transaction fails for another's sake.
pub(super) trait Operation: Send {
    /// Carries it out inside a transaction and keeps the result.
    fn run(&mut self, connection: &Connection, tails: &mut Tails) -> Done;

    /// Answers with the result, or with what went wrong.
    fn answer(self: Box<Self>, outcome: Result<(), JournalError>);

    /// Whether it adds a record.
    fn is_append(&self) -> bool {
        false
    }
}

/// Either the caller's answer, or a failure of the database.
pub(crate) type Outcome<T> = rusqlite::Result<Result<T, JournalError>>;

/// Told when the thread has stopped.
pub(super) type Closed = tokio::sync::oneshot::Sender<()>;

/// What reaches the thread.
pub(super) enum Request {
    /// Work.
    Run(Box<dyn Operation>),
    /// Finish and stop.
    Close(Closed),
}

/// The thread's own state.
pub(super) struct Writer {
    pub(super) connection: Connection,
    /// None after a failure, when what was undone may be in them.
    pub(super) tails: Option<Tails>,
    pub(super) copier: Copier,
    pub(super) place: FilePlace,
    pub(super) requests: Receiver<Request>,
    pub(super) batch: usize,
    pub(super) gather: Duration,
    pub(super) healthy: Arc<AtomicBool>,
    pub(super) metrics: Arc<Metrics>,
}

impl Writer {
    /// Works until told to close or until everybody who could ask is gone.
    pub(super) fn work(mut self) {
        let mut in_groups = false;
        loop {
            let first = match self.requests.recv_timeout(PROBE_EVERY) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.probe();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let (operations, close) = self.gather(first, in_groups);
            in_groups = operations.len() > 1;
            self.carry_out(operations);
            if let Some(closed) = close {
                self.copier.stop();
                // A clean end leaves one file behind; a failure here loses nothing.
                let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
                drop(self.connection);
                let _ = closed.send(());
                return;
            }
        }
    }

    /// While writing fails and nobody tries, finds out whether it works again.
    fn probe(&mut self) {
        if self.healthy.load(Ordering::Relaxed) {
            return;
        }
        let written = self.place.check().is_ok() && self.try_to_write().is_ok();
        self.metrics.journal_failures.inc_by(u64::from(!written));
        self.healthy.store(written, Ordering::Relaxed);
    }

    /// Writes something that needs space. On a full disk, what needs no new page can still be written.
    fn try_to_write(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        let filling = "INSERT INTO records (room, seq, body) VALUES ('', 0, zeroblob(?1))";
        transaction.execute(filling, [PROBE_BYTES])?;
        transaction.execute("DELETE FROM records WHERE id = ?1", [transaction.last_insert_rowid()])?;
        transaction.commit()
    }

    /// Takes what is waiting. While records come in groups it lets a moment pass first, since a commit costs
    /// about as much as a record, and waking up for each record as much again.
    fn gather(&self, first: Request, in_groups: bool) -> (Vec<Box<dyn Operation>>, Option<Closed>) {
        if in_groups {
            std::thread::sleep(self.gather);
        }
        let mut operations = Vec::new();
        for request in std::iter::once(first).chain(self.requests.try_iter()) {
            match request {
                Request::Run(operation) => operations.push(operation),
                Request::Close(closed) => return (operations, Some(closed)),
            }
            if operations.len() >= self.batch {
                break;
            }
        }
        (operations, None)
    }

    fn carry_out(&mut self, mut operations: Vec<Box<dyn Operation>>) {
        if self.transact(&mut operations).is_ok() {
            for operation in operations {
                operation.answer(Ok(()));
            }
            return;
        }
        // Something failed and all was undone: each operation gets a transaction of its own, so that
        // one that cannot be done does not take the others with it.
        for operation in operations {
            let mut alone = vec![operation];
            let outcome = self.transact(&mut alone).map_err(JournalError::Storage);
            for operation in alone {
                operation.answer(outcome.clone());
            }
        }
    }

    fn transact(&mut self, operations: &mut [Box<dyn Operation>]) -> Result<(), String> {
        let result = self.try_transact(operations);
        match &result {
            Ok(()) => {
                self.copier.committed(operations.len());
                let records = operations.iter().filter(|operation| operation.is_append()).count();
                if records > 0 {
                    // Reading proves nothing about writing.
                    self.healthy.store(true, Ordering::Relaxed);
                }
                self.metrics.journal_records.inc_by(records as u64);
                self.metrics.journal_commits.inc();
            }
            Err(error) => {
                self.healthy.store(false, Ordering::Relaxed);
                self.metrics.journal_failures.inc();
                tracing::error!(%error, "a journal transaction failed and was undone");
            }
        }
        result
    }

    fn try_transact(&mut self, operations: &mut [Box<dyn Operation>]) -> Result<(), String> {
        self.place.check()?;
        let text = |error: rusqlite::Error| error.to_string();
        let mut tails = self.tails.take().map_or_else(|| Tails::load(&self.connection), Ok).map_err(text)?;
        // A transaction that reads first and writes then would not wait for another program that writes.
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(text)?;
        for operation in operations {
            if let Done::Failed(error) = operation.run(&transaction, &mut tails) {
                return Err(text(error));
            }
        }
        transaction.commit().map_err(text)?;
        self.tails = Some(tails);
        Ok(())
    }
}
