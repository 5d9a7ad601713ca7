//! A bounded pool of thinking threads, which share their time among all jobs.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tengen_engine::StopFlag;
use thiserror::Error;

use crate::error::Error;

/// The least time per job, however many wait. Work that must be done (depth 2, a win, a block) is done even if it takes
/// longer.
const LEAST: Duration = Duration::from_millis(5);

pub(crate) struct Job {
    pub rank: Rank,
    /// The longest time that it needs.
    pub want: Duration,
    /// Its deadline, if a game clock runs for it. Time in the queue counts too.
    pub by: Option<Instant>,
    /// Ends the work early, once nobody needs the answer.
    pub stop: StopFlag,
    /// Called when a thread takes the job.
    pub began: Box<dyn FnOnce() + Send>,
    /// The work, up to the given deadline. It runs on the thinking thread, so it must not wait for others.
    pub work: Box<dyn FnOnce(Instant) + Send>,
}

/// The priority of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// A person plays and waits for it.
    Played,
    /// People only watch it, so it waits until no player needs a thread.
    Watched,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many moves are waiting for a thinking thread")]
pub(crate) struct PoolFull;

/// The position of a submitted job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A thread is free for the job.
    Now,
    /// The job waits for a thread.
    Queued,
}

/// The threads and their queue.
pub(crate) struct Pool {
    threads: Mutex<Vec<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Notified when a job arrives or the pool closes.
    news: Condvar,
    threads: usize,
    /// The maximum number of jobs that may wait.
    space: usize,
    window: Duration,
}

/// The waiting jobs by rank, and the number of running ones.
#[derive(Default)]
struct Queue {
    played: VecDeque<Job>,
    watched: VecDeque<Job>,
    running: usize,
    closed: bool,
}

impl Queue {
    fn waiting(&self) -> usize {
        self.played.len() + self.watched.len()
    }

    /// Inserts a job after those of its rank. A job with a deadline goes before those with a later one or none.
    fn put(&mut self, job: Job) {
        let queue = match job.rank {
            Rank::Played => &mut self.played,
            Rank::Watched => &mut self.watched,
        };
        let has_more_time = |other: &Job| match (job.by, other.by) {
            (Some(by), Some(other)) => by < other,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let place = queue.iter().position(has_more_time).unwrap_or(queue.len());
        queue.insert(place, job);
    }
}

impl Pool {
    /// Starts `threads` threads named after `name`, with a queue of `space` jobs. While jobs wait, each gets its share
    /// of `window`, so that the last one waits about that long.
    ///
    /// # Errors
    /// Returns an error if the system refuses a thread.
    pub(crate) fn start(threads: usize, name: &str, space: usize, window: Duration) -> Result<Self, Error> {
        let threads = threads.max(1);
        let shared =
            Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), threads, space, window });
        let spawn = |number: usize| {
            let shared = shared.clone();
            thread::Builder::new().name(format!("tengen-{name}-{number}")).spawn(move || shared.work())
        };
        let threads = (0..threads).map(spawn).collect::<Result<_, _>>().map_err(Error::Thread)?;
        Ok(Self { threads: Mutex::new(threads), shared })
    }

    /// Creates a pool without threads, which never runs a job.
    #[cfg(test)]
    pub(crate) fn without_threads() -> Self {
        let (queue, news, window) = (Mutex::default(), Condvar::new(), Duration::ZERO);
        let shared = Arc::new(Shared { queue, news, threads: 0, space: usize::MAX, window });
        Self { threads: Mutex::default(), shared }
    }

    /// Queues a job for the next free thread.
    ///
    /// # Errors
    /// Returns an error if too many jobs wait or the pool is closed; the job never runs.
    pub(crate) fn submit(&self, job: Job) -> Result<Place, PoolFull> {
        let mut queue = self.shared.queue();
        if queue.closed || queue.waiting() >= self.shared.space {
            return Err(PoolFull);
        }
        let free = queue.waiting() + queue.running < self.shared.threads;
        queue.put(job);
        self.shared.news.notify_one();
        Ok(if free { Place::Now } else { Place::Queued })
    }

    /// Drops the waiting jobs and waits for the threads to end. Blocks, so do not call it on a runtime thread.
    pub(crate) fn close(&self) {
        let dropped =
            std::mem::replace(&mut *self.shared.queue(), Queue { closed: true, ..Queue::default() });
        drop(dropped);
        self.shared.news.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that panicked has ended too.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs on this thread until the pool closes.
    fn work(&self) {
        while let Some((job, waiting)) = self.next() {
            if !job.stop.is_set() {
                let due = Instant::now() + self.share(job.want, waiting);
                let due = job.by.map_or(due, |by| due.min(by));
                let done = catch_unwind(AssertUnwindSafe(|| {
                    (job.began)();
                    (job.work)(due);
                }));
                if done.is_err() {
                    tracing::error!("a thinking job panicked");
                }
            }
            let mut queue = self.queue();
            queue.running = queue.running.saturating_sub(1);
        }
    }

    /// Waits for the next job. Returns it with the number of jobs behind it, or `None` when the pool closes.
    fn next(&self) -> Option<(Job, usize)> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.played.pop_front().or_else(|| queue.watched.pop_front()) {
                queue.running += 1;
                return Some((job, queue.waiting()));
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the time for a job with `waiting` jobs behind it, so that all of them finish within the window.
    fn share(&self, want: Duration, waiting: usize) -> Duration {
        if waiting == 0 {
            return want;
        }
        let turns = u32::try_from(1 + waiting / self.threads).unwrap_or(u32::MAX);
        want.min((self.window / turns).max(LEAST))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn whoever_is_alone_gets_all_and_many_share_the_window() {
        let want = Duration::from_secs(5);
        let shared = |threads| Shared {
            queue: Mutex::default(),
            news: Condvar::new(),
            threads,
            space: 1,
            window: Duration::from_millis(800),
        };
        assert_eq!(shared(1).share(want, 0), want);
        assert_eq!(shared(1).share(want, 1), Duration::from_millis(400));
        assert_eq!(shared(2).share(want, 1), Duration::from_millis(800));
        assert_eq!(shared(1).share(want, 79), Duration::from_millis(10));
        assert_eq!(shared(1).share(want, 100_000), LEAST);
        assert_eq!(shared(1).share(Duration::from_millis(1), 100_000), Duration::from_millis(1));
    }

    #[test]
    fn who_has_little_time_comes_first_and_must_be_done_by_then() {
        let mut queue = Queue::default();
        let start = Instant::now();
        let by = |seconds| start + Duration::from_secs(seconds);
        for (wanted, rank) in [
            (None, Rank::Played),
            (Some(by(7)), Rank::Played),
            (Some(by(3)), Rank::Played),
            (Some(by(1)), Rank::Watched),
            (None, Rank::Played),
            (Some(by(5)), Rank::Played),
        ] {
            let stop = StopFlag::default();
            let (began, work) = (Box::new(|| ()), Box::new(|_| ()));
            queue.put(Job { rank, want: Duration::ZERO, by: wanted, stop, began, work });
        }
        let order = |jobs: &VecDeque<Job>| jobs.iter().map(|job| job.by).collect::<Vec<_>>();
        assert_eq!(order(&queue.played), [Some(by(3)), Some(by(5)), Some(by(7)), None, None]);
        assert_eq!(order(&queue.watched), [Some(by(1))]);

        let pool = Pool::start(1, "test", 4, Duration::from_millis(800)).unwrap();
        let (done, results) = mpsc::channel();
        pool.submit(Job {
            rank: Rank::Played,
            want: Duration::from_secs(60),
            by: Some(by(2)),
            stop: StopFlag::default(),
            began: Box::new(|| ()),
            work: Box::new(move |due| done.send(due).unwrap()),
        })
        .unwrap();
        assert_eq!(results.recv(), Ok(by(2)));
        pool.close();
    }

    #[test]
    fn what_is_played_comes_before_what_is_watched_and_what_is_called_off_never() {
        let pool = Pool::start(1, "test", 4, Duration::from_millis(800)).unwrap();
        let (done, results) = mpsc::channel();
        let (go, gate) = mpsc::channel::<()>();
        let job = |rank, work: Box<dyn FnOnce(Instant) + Send>| Job {
            rank,
            want: Duration::from_secs(1),
            by: None,
            stop: StopFlag::default(),
            began: Box::new(|| ()),
            work,
        };
        let (begun, has_begun) = mpsc::channel();
        let first = job(
            Rank::Watched,
            Box::new(move |_| {
                begun.send(()).unwrap();
                gate.recv().unwrap();
            }),
        );
        assert_eq!(pool.submit(first), Ok(Place::Now));
        has_begun.recv().unwrap();
        let tell = |name: &'static str| -> Box<dyn FnOnce(Instant) + Send> {
            let done = done.clone();
            Box::new(move |_| done.send(name).unwrap())
        };
        let called_off = job(Rank::Played, tell("called off"));
        called_off.stop.stop();
        assert_eq!(pool.submit(called_off), Ok(Place::Queued));
        assert_eq!(pool.submit(job(Rank::Watched, tell("watched"))), Ok(Place::Queued));
        assert_eq!(pool.submit(job(Rank::Played, tell("played"))), Ok(Place::Queued));
        assert_eq!(pool.submit(job(Rank::Played, Box::new(|_| panic!("on purpose")))), Ok(Place::Queued));
        assert_eq!(pool.submit(job(Rank::Played, tell("too many"))), Err(PoolFull));
        go.send(()).unwrap();
        assert_eq!([results.recv(), results.recv()], [Ok("played"), Ok("watched")]);
        pool.close();
        assert_eq!(pool.submit(job(Rank::Played, tell("closed"))), Err(PoolFull));
    }
}
