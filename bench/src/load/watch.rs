//! Watches programs and the bots that load them, and measures windows of time.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use tokio::task::JoinSet;

use super::tally::{Counts, Tally};
use crate::{proc, program::Program};

/// The interval at which to check the programs and the rooms.
const GLANCE: Duration = Duration::from_millis(200);
/// The time without a move that counts as a stall, if moves come continuously.
pub(super) const STALL: Duration = Duration::from_secs(10);

/// Programs under load.
pub(super) struct Watch<'a> {
    pub(super) programs: &'a mut [Program],
    pub(super) tally: Arc<Tally>,
    pub(super) tasks: JoinSet<anyhow::Result<()>>,
    /// The time without a move that counts as a stall.
    pub(super) stall: Duration,
}

/// The measurements of a window.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The length of the window.
    pub(super) time: Duration,
    /// The processor time of the programs under test.
    pub(super) program: Duration,
    /// The processor time of the bots.
    pub(super) driver: Duration,
    /// The processor time of everything else on the machine.
    pub(super) others: Duration,
    /// The counts of the bots.
    pub(super) counts: Counts,
}

struct Marks {
    at: Instant,
    program: Duration,
    driver: Duration,
    machine: Duration,
}

impl Marks {
    fn now(programs: &[Program]) -> anyhow::Result<Self> {
        Ok(Self {
            at: Instant::now(),
            program: programs.iter().map(|program| proc::cpu_time(program.pid())).sum::<Result<_, _>>()?,
            driver: proc::cpu_time(std::process::id())?,
            machine: proc::machine_time()?,
        })
    }
}

impl Watch<'_> {
    /// Lets time pass.
    ///
    /// # Errors
    /// Returns an error if a program ends, or if no move comes for too long.
    pub(super) async fn pass(&mut self, time: Duration) -> anyhow::Result<()> {
        let tally = self.tally.clone();
        let end = Instant::now() + time;
        let (mut moves, mut moved) = (tally.moves(), Instant::now());
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            tokio::time::sleep(GLANCE.min(left)).await;
            self.programs.iter_mut().try_for_each(Program::check)?;
            while let Some(ended) = self.tasks.try_join_next() {
                if let Err(error) = ended.context("a bot's task has died").flatten() {
                    tally.stopped(format!("{error:#}"));
                }
            }
            if tally.moves() > moves {
                (moves, moved) = (tally.moves(), Instant::now());
            }
            let why = tally.failures();
            ensure!(
                moved.elapsed() < self.stall,
                "nothing has moved for {:?}: {} of the rooms have stopped, commands refused: {:?}; {}",
                self.stall,
                why.stopped,
                why.rejected,
                why.texts.join("; ")
            );
        }
        Ok(())
    }

    /// Measures the next window.
    ///
    /// # Errors
    /// The same errors as in [`Watch::pass`].
    pub(super) async fn window(&mut self, time: Duration) -> anyhow::Result<Window> {
        self.tally.take()?;
        let before = Marks::now(self.programs)?;
        self.pass(time).await?;
        let after = Marks::now(self.programs)?;
        let counts = self.tally.take()?;
        let program = after.program.saturating_sub(before.program);
        let driver = after.driver.saturating_sub(before.driver);
        let machine = after.machine.saturating_sub(before.machine);
        let others = machine.saturating_sub(program + driver);
        Ok(Window { time: after.at - before.at, program, driver, others, counts })
    }
}

impl Window {
    /// Returns the rate per second of something that happened `count` times.
    #[must_use]
    pub(super) fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }

    /// Returns the programs' processor time for each of `count` events, in microseconds.
    #[must_use]
    pub(super) fn cpu_each(&self, count: u64) -> f64 {
        self.program.as_secs_f64() * 1e6 / count.max(1) as f64
    }

    /// Converts a processor time to a number of cores.
    #[must_use]
    pub(super) fn cores(&self, cpu: Duration) -> f64 {
        cpu.as_secs_f64() / self.time.as_secs_f64()
    }
}
