//! A bounded pool of threads that think, and share their time among all who want it.

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

/// The least time that a job is given, however many wait. What must be done at any rate (depth 2, a win, a
/// block) is done even if it takes longer.
const LEAST: Duration = Duration::from_millis(5);

/// Something to be thought about.
pub(crate) struct Job {
    /// Who waits for it.
    pub rank: Rank,
    /// The time that it takes at the longest.
    pub want: Duration,
    /// When it shall be done, if a clock runs for it: the time that it waits counts too.
    pub by: Option<Instant>,
    /// Ends the thinking early, when nobody wants the answer any more.
    pub stop: StopFlag,
    /// Called when a thread takes the job.
    pub began: Box<dyn FnOnce() + Send>,
    /// The thinking, until the instant given. Called on the thinking thread, so it must not wait for others.
    pub work: Box<dyn FnOnce(Instant) + Send>,
}

/// Whose job comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// A person plays and waits for it.
    Played,
    /// It is only watched, so it waits until nobody plays.
    Watched,
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
pub(crate) struct Pool {
    threads: Mutex<Vec<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Told when a job has come, or the pool closes.
    news: Condvar,
    threads: usize,
    /// The most jobs that may wait.
    space: usize,
    window: Duration,
}

/// What waits, by rank, and how many jobs are being done.
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

    /// Puts a job behind those of its rank, or, if a clock runs for it, before those that have more time.
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
    /// Starts `threads` threads, called by `name`, with space for `space` jobs before them. When jobs wait, each
    /// gets its share of `window`, so that whoever comes last waits about that long.
    ///
    /// # Errors
    /// If the system refuses a thread.
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

    /// A pool in which nobody ever thinks.
    #[cfg(test)]
    pub(crate) fn without_threads() -> Self {
        let (queue, news, window) = (Mutex::default(), Condvar::new(), Duration::ZERO);
        let shared = Arc::new(Shared { queue, news, threads: 0, space: usize::MAX, window });
        Self { threads: Mutex::default(), shared }
    }

    /// Hands a job to the next free thread.
    ///
    /// # Errors
    /// If too many are waiting, or the pool has stopped; nothing will be answered.
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

    /// Drops what waits and waits for the threads to end. Blocks; not for the runtime's threads.
    pub(crate) fn close(&self) {
        let dropped =
            std::mem::replace(&mut *self.shared.queue(), Queue { closed: true, ..Queue::default() });
        drop(dropped);
        self.shared.news.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that has panicked has ended too.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until the pool closes.
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
                    tracing::error!("a thinking thread's job panicked");
                }
            }
            let mut queue = self.queue();
            queue.running = queue.running.saturating_sub(1);
        }
    }

    /// Waits for the next job, and tells how many wait behind it; `None` when the pool closes.
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

    /// The time for a job while `waiting` others wait: all of them shall be done within the window.
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
