//! A bounded pool of thinking threads, which share their time among all jobs.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tengen_engine::StopFlag;
use thiserror::Error;

use super::{
    fair_queue::FairQueue,
    job::{Grant, Job, Owner},
};
use crate::error::Error;

/// The least time per job, however many wait. Work that must be done (depth 2, a win, a block) is done even if it takes
/// longer.
const LEAST: Duration = Duration::from_millis(5);

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
    state: Mutex<State>,
    /// Notified when a job arrives or the pool closes.
    news: Condvar,
    /// The same, for the thread that hurries jobs.
    hurry: Condvar,
    threads: usize,
    /// The maximum number of jobs that may wait.
    space: usize,
    window: Duration,
}

/// A job on a thread.
struct Running {
    number: u64,
    owner: Owner,
    began: Instant,
    want: Duration,
    stop: StopFlag,
}

#[derive(Default)]
struct State {
    queue: FairQueue,
    running: Vec<Running>,
    last: u64,
    closed: bool,
}

impl Pool {
    /// Starts `threads` threads named after `name`, with a queue of `space` jobs. While jobs wait, each gets its share
    /// of `window`, so that the last one waits about that long.
    ///
    /// # Errors
    /// Returns an error if the system refuses a thread.
    pub(crate) fn start(threads: usize, name: &str, space: usize, window: Duration) -> Result<Self, Error> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared::new(threads, space, window));
        let spawn = |name: String, run: fn(&Shared)| {
            let shared = shared.clone();
            thread::Builder::new().name(name).spawn(move || run(&shared))
        };
        let workers = (0..threads).map(|number| spawn(format!("tengen-{name}-{number}"), Shared::work));
        let clock = std::iter::once_with(|| spawn(format!("tengen-{name}-hurry"), Shared::hurry_jobs));
        let threads = workers.chain(clock).collect::<Result<_, _>>().map_err(Error::Thread)?;
        Ok(Self { threads: Mutex::new(threads), shared })
    }

    /// Creates a pool without threads, which never runs a job.
    #[cfg(test)]
    pub(crate) fn without_threads() -> Self {
        Self::by_hand(0)
    }

    /// Creates a pool that runs its jobs where [`Self::run_by_hand`] is called, as if it had `threads` threads.
    #[cfg(test)]
    pub(crate) fn by_hand(threads: usize) -> Self {
        let shared = Shared::new(threads, usize::MAX, Duration::from_secs(1));
        Self { threads: Mutex::default(), shared: Arc::new(shared) }
    }

    /// Takes the next job, if one waits, lets `time` pass, and runs the job, as one of the threads does.
    #[cfg(test)]
    pub(crate) async fn run_by_hand(&self, time: Duration) {
        let next = self.shared.take(&mut self.shared.state());
        tokio::time::sleep(time).await;
        if let Some(next) = next {
            self.shared.run(next);
        }
    }

    /// Returns how many threads have nothing to do.
    pub(crate) fn free(&self) -> usize {
        let state = self.shared.state();
        let taken = if state.closed { usize::MAX } else { state.queue.len() + state.running.len() };
        self.shared.threads.saturating_sub(taken)
    }

    /// Queues a job for the next free thread.
    ///
    /// # Errors
    /// Returns an error if too many jobs wait or the pool is closed; the job never runs.
    pub(crate) fn submit(&self, job: Job) -> Result<Place, PoolFull> {
        let mut state = self.shared.state();
        if state.closed || state.queue.len() >= self.shared.space {
            return Err(PoolFull);
        }
        let free = state.queue.len() + state.running.len() < self.shared.threads;
        state.queue.put(job);
        self.shared.news.notify_one();
        if !free {
            // A job on a thread may have had more than its share by now.
            self.shared.hurry.notify_one();
        }
        Ok(if free { Place::Now } else { Place::Queued })
    }

    /// Drops the waiting jobs and waits for the threads to end. Blocks, so do not call it on a runtime thread.
    pub(crate) fn close(&self) {
        let mut state = self.shared.state();
        state.closed = true;
        let dropped = std::mem::take(&mut state.queue);
        drop(state);
        drop(dropped);
        self.shared.news.notify_all();
        self.shared.hurry.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that panicked has ended too.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn new(threads: usize, space: usize, window: Duration) -> Self {
        let (news, hurry) = (Condvar::new(), Condvar::new());
        Self { state: Mutex::default(), news, hurry, threads, space, window }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs on this thread until the pool closes.
    fn work(&self) {
        while let Some(next) = self.next() {
            self.run(next);
        }
    }

    /// Runs a job that was taken.
    fn run(&self, (job, number, share): (Job, u64, Duration)) {
        if !job.stop.is_set() {
            let due = Instant::now() + share;
            let grant = Grant { due: job.by.map_or(due, |by| due.min(by)), full: share == job.want };
            let done = catch_unwind(AssertUnwindSafe(|| {
                (job.began)();
                (job.work)(grant);
            }));
            if done.is_err() {
                tracing::error!("a thinking job panicked");
            }
        }
        self.state().running.retain(|running| running.number != number);
    }

    /// Takes the next job, with a number and its share of the time.
    fn take(&self, state: &mut State) -> Option<(Job, u64, Duration)> {
        let job = state.queue.take()?;
        state.last += 1;
        let (number, owner, want) = (state.last, job.owner, job.want);
        let stop = job.stop.clone();
        state.running.push(Running { number, owner, began: Instant::now(), want, stop });
        let share = self.share(&state.queue, owner, want);
        Some((job, number, share))
    }

    /// Waits for the next job. Returns `None` when the pool closes.
    fn next(&self) -> Option<(Job, u64, Duration)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(next) = self.take(&mut state) {
                return Some(next);
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the time for a job of `owner` while others wait, so that everybody gets a turn within the window.
    fn share(&self, queue: &FairQueue, owner: Owner, want: Duration) -> Duration {
        if queue.len() == 0 {
            return want;
        }
        let parts = u32::try_from(queue.parts(owner).div_ceil(self.threads.max(1))).unwrap_or(u32::MAX);
        want.min((self.window / parts.max(2)).max(LEAST))
    }

    /// Hurries jobs that have had their share while others wait, until the pool closes. A job that began while nobody
    /// waited has a grant of all that it wanted.
    fn hurry_jobs(&self) {
        let mut state = self.state();
        while !state.closed {
            let now = Instant::now();
            let mut next: Option<Duration> = None;
            if state.queue.len() > 0 {
                for running in &state.running {
                    let share = self.share(&state.queue, running.owner, running.want);
                    match share.checked_sub(now.saturating_duration_since(running.began)) {
                        Some(left) if !left.is_zero() => {
                            next = Some(next.map_or(left, |next| next.min(left)));
                        }
                        _ => running.stop.hurry(),
                    }
                }
            }
            state = match next {
                Some(left) => self.hurry.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.hurry.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tengen_shared::game::PlayerId;

    use super::*;
    use crate::{bots::Rank, quota::AddressBlock};

    fn owner(player: u32) -> Owner {
        Owner {
            address: AddressBlock::from(std::net::IpAddr::from([192, 0, 2, 1])),
            player: PlayerId(player),
        }
    }

    fn job(owner: Owner, want: Duration, work: Box<dyn FnOnce(Grant) + Send>) -> Job {
        let (stop, began) = (StopFlag::default(), Box::new(|| ()));
        Job { rank: Rank::Played, owner, want, by: None, stop, began, work }
    }

    #[test]
    fn whoever_is_alone_gets_all_and_many_share_the_window() {
        let want = Duration::from_secs(5);
        let shared = Shared::new(1, 1, Duration::from_millis(800));
        let share = |others: u32| {
            let mut queue = FairQueue::default();
            for player in 1..=others {
                queue.put(job(owner(player), want, Box::new(|_| ())));
            }
            shared.share(&queue, owner(0), want)
        };
        assert_eq!(share(0), want);
        assert_eq!(share(1), Duration::from_millis(400));
        assert_eq!(share(79), Duration::from_millis(10));
        assert_eq!(share(1_000), LEAST);
    }

    #[test]
    fn a_job_that_began_alone_is_hurried_once_somebody_waits_and_it_has_had_its_share() {
        let pool = Pool::start(1, "test", 4, Duration::from_millis(20)).unwrap();
        let (done, results) = mpsc::channel();
        let long = job(owner(1), Duration::from_secs(60), Box::new(|_| ()));
        let (stop, told) = (long.stop.clone(), done.clone());
        let work = Box::new(move |grant: Grant| {
            assert!(grant.full, "nobody waits yet");
            told.send("began").unwrap();
            while !stop.is_hurried() {
                thread::yield_now();
            }
            assert!(!stop.is_set());
            told.send("hurried").unwrap();
        });
        pool.submit(Job { work, ..long }).unwrap();
        assert_eq!(results.recv(), Ok("began"));
        let short = job(owner(2), Duration::from_millis(1), Box::new(move |_| done.send("short").unwrap()));
        assert_eq!(pool.submit(short), Ok(Place::Queued));
        assert_eq!([results.recv(), results.recv()], [Ok("hurried"), Ok("short")]);
        pool.close();
    }

    #[test]
    fn a_job_must_be_done_by_the_time_its_clock_runs_out() {
        let pool = Pool::start(1, "test", 4, Duration::from_millis(800)).unwrap();
        let (done, results) = mpsc::channel();
        let by = Instant::now() + Duration::from_secs(2);
        let work = Box::new(move |grant: Grant| done.send(grant.due).unwrap());
        pool.submit(Job { by: Some(by), ..job(owner(1), Duration::from_secs(60), work) }).unwrap();
        assert_eq!(results.recv(), Ok(by));
        pool.close();
    }

    #[test]
    fn what_is_called_off_never_runs_a_panic_ends_nothing_and_the_queue_is_bounded() {
        let pool = Pool::start(1, "test", 3, Duration::from_millis(800)).unwrap();
        let (done, results) = mpsc::channel();
        let (go, gate) = mpsc::channel::<()>();
        let (begun, has_begun) = mpsc::channel();
        let want = Duration::from_secs(1);
        let first = Box::new(move |_| {
            begun.send(()).unwrap();
            gate.recv().unwrap();
        });
        assert_eq!(pool.submit(job(owner(1), want, first)), Ok(Place::Now));
        has_begun.recv().unwrap();
        let tell = |name: &'static str| -> Box<dyn FnOnce(Grant) + Send> {
            let done = done.clone();
            Box::new(move |_| done.send(name).unwrap())
        };
        let called_off = job(owner(1), want, tell("called off"));
        called_off.stop.stop();
        assert_eq!(pool.submit(called_off), Ok(Place::Queued));
        assert_eq!(pool.submit(job(owner(2), want, Box::new(|_| panic!("on purpose")))), Ok(Place::Queued));
        assert_eq!(pool.submit(job(owner(3), want, tell("last"))), Ok(Place::Queued));
        assert_eq!(pool.submit(job(owner(4), want, tell("too many"))), Err(PoolFull));
        go.send(()).unwrap();
        assert_eq!(results.recv(), Ok("last"));
        pool.close();
        assert_eq!(pool.submit(job(owner(5), want, tell("closed"))), Err(PoolFull));
    }
}
