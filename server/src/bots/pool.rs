//! A bounded pool of threads that think, and share their time among all who want it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tengen_engine::StopFlag;
use thiserror::Error;

use crate::error::Error;

/// The least time that a job is given, however many wait. What must be done at any rate (depth 2, a win, a
/// block) is done even if it takes longer.
const LEAST: Duration = Duration::from_millis(5);

/// Something to be thought about.
pub(crate) struct Job {
    /// The time that it takes at the longest.
    pub want: Duration,
    /// Ends the thinking early, when nobody wants the answer any more.
    pub stop: StopFlag,
    /// Called when a thread takes the job.
    pub began: Box<dyn FnOnce() + Send>,
    /// The thinking, until the instant given. Called on the thinking thread, so it must not wait for others.
    pub work: Box<dyn FnOnce(Instant) + Send>,
}

/// Too many jobs are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many moves are waiting for a thinking thread")]
pub(crate) struct PoolFull;

/// Where a job has come in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A thread is free for it.
    Now,
    /// It waits for one.
    Queued,
}

/// The threads, and the queue before them.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: Mutex<Option<SyncSender<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    stop_all: StopFlag,
    threads: usize,
    window: Duration,
    waiting: AtomicUsize,
    running: AtomicUsize,
}

impl Pool {
    /// Starts `threads` threads, called by `name`, with space for `waiting` jobs before them. When jobs wait, each gets its share
    /// of `window`, so that whoever comes last waits about that long.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub(crate) fn start(threads: usize, name: &str, waiting: usize, window: Duration) -> Result<Self, Error> {
        let threads = threads.max(1);
        let (queue, jobs) = sync_channel::<Job>(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let shared = Arc::new(Shared {
            stop_all: StopFlag::default(),
            threads,
            window,
            waiting: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
        });
        let spawn = |number: usize| {
            let (jobs, shared) = (jobs.clone(), shared.clone());
            thread::Builder::new().name(format!("tengen-{name}-{number}")).spawn(move || work(&jobs, &shared))
        };
        let threads = (0..threads).map(spawn).collect::<Result<_, _>>().map_err(Error::Thread)?;
        Ok(Self { queue: Mutex::new(Some(queue)), threads: Mutex::new(threads), shared })
    }

    /// Hands a job to the next free thread.
    ///
    /// # Errors
    /// If too many are waiting, or the pool has stopped; nothing will be answered.
    pub(crate) fn submit(&self, job: Job) -> Result<Place, PoolFull> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(PoolFull)?;
        let before = self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        if queue.try_send(job).is_err() {
            self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(PoolFull);
        }
        let busy = before + self.shared.running.load(Ordering::Relaxed);
        Ok(if busy < self.shared.threads { Place::Now } else { Place::Queued })
    }

    /// Drops what waits and waits for the threads to end. Blocks; not for the runtime's threads.
    pub(crate) fn close(&self) {
        self.shared.stop_all.stop();
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that has panicked has ended too.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// The time for a job while `waiting` others wait: all of them shall be done within the window.
    fn share(&self, want: Duration, waiting: usize) -> Duration {
        if waiting == 0 {
            return want;
        }
        let turns = u32::try_from(1 + waiting / self.threads).unwrap_or(u32::MAX);
        want.min((self.window / turns).max(LEAST))
    }
}

fn work(jobs: &Mutex<Receiver<Job>>, shared: &Shared) {
    loop {
        // The lock is held while waiting: it only decides which idle thread takes the next job.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let waiting = shared.waiting.fetch_sub(1, Ordering::Relaxed) - 1;
        if shared.stop_all.is_set() || job.stop.is_set() {
            continue;
        }
        shared.running.fetch_add(1, Ordering::Relaxed);
        let Job { want, began, work, .. } = job;
        let due = Instant::now() + shared.share(want, waiting);
        let done = catch_unwind(AssertUnwindSafe(|| {
            began();
            work(due);
        }));
        if done.is_err() {
            tracing::error!("a thinking thread's job panicked");
        }
        shared.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(threads: usize) -> Shared {
        let (waiting, running) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let window = Duration::from_millis(800);
        Shared { stop_all: StopFlag::default(), threads, window, waiting, running }
    }

    #[test]
    fn whoever_is_alone_gets_all_and_many_share_the_window() {
        let want = Duration::from_secs(5);
        assert_eq!(shared(1).share(want, 0), want);
        assert_eq!(shared(1).share(want, 1), Duration::from_millis(400));
        assert_eq!(shared(2).share(want, 1), Duration::from_millis(800));
        assert_eq!(shared(1).share(want, 79), Duration::from_millis(10));
        assert_eq!(shared(1).share(want, 100_000), LEAST);
        assert_eq!(shared(1).share(Duration::from_millis(1), 100_000), Duration::from_millis(1));
    }
}
