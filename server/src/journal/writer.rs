//! The journal's writer thread: runs the waiting operations in one transaction, and answers after the commit.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use rusqlite::{Connection, TransactionBehavior};
use tokio::runtime;

use super::{
    JournalError, checkpointer::Checkpointer, file_identity::FileIdentity, log_end::LogEnd,
    stream_heads::StreamHeads,
};
use crate::metrics::Metrics;

/// Interval between write attempts while the journal cannot be written.
const PROBE_EVERY: Duration = Duration::from_secs(1);
/// Bytes that such an attempt writes and deletes again. It is as much as a few large records, so that the attempt fails
/// while the next record would not fit.
const PROBE_BYTES: u32 = 64 * 1024;

/// The outcome of an operation inside its transaction.
pub(super) enum Done {
    /// It succeeded, to be answered after the commit.
    Fine,
    /// The database failed, so the whole transaction must be rolled back.
    Failed(rusqlite::Error),
}

/// An operation on the database. It may run twice, if its first transaction fails because of another operation.
pub(super) trait Operation: Send {
    /// Runs inside a transaction and keeps the result.
    fn run(&mut self, connection: &Connection, heads: &mut StreamHeads) -> Done;

    /// Answers with the result, or with the error of the transaction.
    fn answer(self: Box<Self>, outcome: Result<(), JournalError>);

    /// Returns whether it appends a record.
    fn is_append(&self) -> bool {
        false
    }
}

/// The answer to the caller, or a failure of the database.
pub(crate) type Outcome<T> = rusqlite::Result<Result<T, JournalError>>;

/// Notified when the thread has stopped.
pub(super) type Closed = tokio::sync::oneshot::Sender<()>;

/// A message to the thread.
pub(super) enum Request {
    Run(Box<dyn Operation>),
    /// Finish the waiting operations and stop.
    Close(Closed),
}

/// The state of the writer thread.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) end: LogEnd,
    /// `None` after a failure, since they may contain changes that were rolled back.
    pub(super) heads: Option<StreamHeads>,
    pub(super) copier: Checkpointer,
    pub(super) place: FileIdentity,
    pub(super) requests: Receiver<Request>,
    pub(super) batch: usize,
    pub(super) gather: Duration,
    pub(super) healthy: Arc<AtomicBool>,
    pub(super) metrics: Arc<Metrics>,
    /// Answers there if it is given, because a thread outside it has to wake a worker for each answer.
    pub(super) runtime: Option<runtime::Handle>,
}

impl Writer {
    /// Runs until it is closed, or until every sender is gone.
    pub(super) fn work(mut self) {
        let mut in_groups = false;
        loop {
            let first = match self.requests.recv_timeout(PROBE_EVERY) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.probe();
                    self.end.note();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let (operations, close) = self.gather(first, in_groups);
            in_groups = operations.len() > 1;
            self.carry_out(operations);
            if let Some(closed) = close {
                self.copier.stop();
                self.end.note();
                // A clean end leaves one file; a failure here loses nothing.
                let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
                drop(self.connection);
                let _ = closed.send(());
                return;
            }
        }
    }

    /// Tests whether writing works again, after a failure and while no operation does.
    fn probe(&mut self) {
        if self.healthy.load(Ordering::Relaxed) {
            return;
        }
        let written = self.place.check().is_ok() && self.try_to_write().is_ok();
        self.metrics.journal_failures.inc_by(u64::from(!written));
        self.healthy.store(written, Ordering::Relaxed);
    }

    /// Writes something that needs space: on a full disk, a write that needs no new page still succeeds.
    fn try_to_write(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        let filling = "INSERT INTO records (room, seq, body) VALUES ('', 0, zeroblob(?1))";
        transaction.execute(filling, [PROBE_BYTES])?;
        transaction.execute("DELETE FROM records WHERE id = ?1", [transaction.last_insert_rowid()])?;
        transaction.commit()
    }

    /// Takes the waiting requests. While records arrive in groups it waits a moment first: a commit costs about as much
    /// as a record, and so does waking up for each record.
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
            let answer = move || operations.into_iter().for_each(|operation| operation.answer(Ok(())));
            match &self.runtime {
                Some(runtime) => drop(runtime.spawn(async move { answer() })),
                None => answer(),
            }
            return;
        }
        // Something failed and everything was rolled back. Each operation gets its own transaction, so that one that
        // fails does not take the others with it.
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
                let appends = appends_in(operations);
                self.end.committed(appends);
                if appends > 0 {
                    // Success in reading proves nothing about writing.
                    self.healthy.store(true, Ordering::Relaxed);
                }
                self.metrics.journal_records.inc_by(appends as u64);
                self.metrics.journal_commits.inc();
            }
            Err(error) => {
                self.healthy.store(false, Ordering::Relaxed);
                self.metrics.journal_failures.inc();
                tracing::error!(%error, "a journal transaction failed and was rolled back");
            }
        }
        result
    }

    fn try_transact(&mut self, operations: &mut [Box<dyn Operation>]) -> Result<(), String> {
        self.place.check()?;
        let text = |error: rusqlite::Error| error.to_string();
        let mut heads =
            self.heads.take().map_or_else(|| StreamHeads::load(&self.connection), Ok).map_err(text)?;
        // A transaction that reads before it writes would fail at once if another program is writing, instead of
        // waiting.
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(text)?;
        for operation in operations.iter_mut() {
            if let Done::Failed(error) = operation.run(&transaction, &mut heads) {
                return Err(text(error));
            }
        }
        LogEnd::count(&transaction, appends_in(operations)).map_err(text)?;
        transaction.commit().map_err(text)?;
        self.heads = Some(heads);
        Ok(())
    }
}

fn appends_in(operations: &[Box<dyn Operation>]) -> usize {
    operations.iter().filter(|operation| operation.is_append()).count()
}
