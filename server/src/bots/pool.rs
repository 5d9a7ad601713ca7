//! A bounded pool of threads that think for the AI seats.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use tengen_engine::{Limits, StopFlag};
use tengen_shared::rules::{Level, Point, Position};
use thiserror::Error;

use crate::error::Error;

/// A move to be thought about.
pub(crate) struct Job {
    /// The position; the side to move is the AI's.
    pub position: Position,
    /// How strong to play.
    pub level: Level,
    /// When the answer is due.
    pub deadline: Instant,
    /// Ends the thinking early, when nobody wants the answer any more.
    pub stop: StopFlag,
    /// What chance is drawn from.
    pub seed: u64,
    /// Takes the answer. Called on the thinking thread, so it must not wait long.
    pub reply: Box<dyn FnOnce(Point) + Send>,
}

/// Too many moves are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many moves are waiting for a thinking thread")]
pub(crate) struct PoolFull;

/// The threads, and the queue before them.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: Mutex<Option<SyncSender<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    stop_all: StopFlag,
}

impl Pool {
    /// Starts `threads` threads with room for `waiting` jobs before them.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub(crate) fn start(threads: usize, waiting: usize) -> Result<Self, Error> {
        let (queue, jobs) = sync_channel::<Job>(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let stop_all = StopFlag::default();
        let spawn = |number: usize| {
            let (jobs, stop_all) = (jobs.clone(), stop_all.clone());
            thread::Builder::new().name(format!("tengen-bot-{number}")).spawn(move || work(&jobs, &stop_all))
        };
        let threads = (0..threads.max(1)).map(spawn).collect::<Result<_, _>>().map_err(Error::Thread)?;
        Ok(Self { queue: Mutex::new(Some(queue)), threads: Mutex::new(threads), stop_all })
    }

    /// Hands a job to the next free thread.
    ///
    /// # Errors
    /// If too many are waiting, or the pool has stopped; nothing will be answered.
    pub(crate) fn submit(&self, job: Job) -> Result<(), PoolFull> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(PoolFull)?;
        queue.try_send(job).map_err(|_| PoolFull)
    }

    /// Drops what waits and waits for the threads to end. Blocks; not for the runtime's threads.
    pub(crate) fn close(&self) {
        self.stop_all.stop();
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that has panicked has ended too.
            let _ = thread.join();
        }
    }
}

fn work(jobs: &Mutex<Receiver<Job>>, stop_all: &StopFlag) {
    loop {
        // The lock is held while waiting: it only decides which idle thread takes the next job.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if !stop_all.is_set() && !job.stop.is_set() {
            think(job);
        }
    }
}

fn think(job: Job) {
    let Job { position, level, deadline, stop, seed, reply } = job;
    let limits = Limits { deadline: Some(deadline), seed, ..Limits::default() };
    let chosen = catch_unwind(AssertUnwindSafe(|| {
        let mut brain = tengen_engine::brain(level, position.variant()).ok()?;
        brain.choose(&position, &limits, &stop, &mut ()).map(|choice| choice.point)
    }));
    // A brain that fails must not cost its opponent the game: any legal point goes on with it.
    let chosen = chosen.unwrap_or_else(|_| {
        tracing::error!(%level, variant = %position.variant(), moves = ?position.moves(), "a brain panicked");
        None
    });
    if let Some(point) = chosen.or_else(|| position.legal_points().next()) {
        reply(point);
    }
}
