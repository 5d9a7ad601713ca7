//! The clocks of a room: when a flag falls, and when the clocks are held.

use std::time::Duration;

use tengen_shared::game::{ClockState, Input, Millis};
use tokio::time::Instant;

use super::shell::{Flow, Shell};
use crate::lane::Lane;

/// Delay before an action that could not be written to the journal is tried again.
const STORAGE_RETRY: Duration = Duration::from_secs(1);

impl Shell {
    /// Returns whether a clock runs, so that the room must stay in memory until its flag falls.
    pub(super) fn clock_runs(&self) -> bool {
        let clock = self.machine.room().clock();
        clock.is_some_and(|clock| matches!(clock.state, ClockState::Runs { .. }))
    }

    /// Holds the clocks of a room from the journal, before anything else happens in it. Returns false if the write
    /// failed.
    pub(super) async fn hold_clocks(&mut self) -> Result<bool, Flow> {
        if self.clocks.to_hold {
            match self.happen(Input::Hold).await {
                Ok(_) => self.clocks.to_hold = false,
                Err(Flow::End) => return Err(Flow::End),
                Err(Flow::Go) => self.clocks.not_before = Some(Instant::now() + STORAGE_RETRY),
            }
        }
        Ok(!self.clocks.to_hold)
    }

    /// Returns whether the clocks need any attention. This runs after every message, and most rooms have no clocks.
    fn minds_time(&self) -> bool {
        self.clocks.to_hold || self.machine.room().clock().is_some()
    }

    /// Lets a flag fall, or resumes held clocks, if it is time.
    pub(super) async fn tick_clocks(&mut self) -> Flow {
        if !self.minds_time() {
            return Flow::Go;
        }
        let at = Instant::now();
        if self.clocks.not_before.is_some_and(|not_before| not_before > at) {
            return Flow::Go;
        }
        self.clocks.not_before = None;
        match self.hold_clocks().await {
            Ok(true) => {}
            Ok(false) => return Flow::Go,
            Err(flow) => return flow,
        }
        let input = if self.clock_runs() && self.is_deserted(at) { Input::Hold } else { Input::Tick };
        // Held clocks resume from now. Only a flag must wait for what arrived before it fell.
        let time = if self.clock_runs() { self.handled_until() } else { self.app.now() };
        match self.happen_at(input, time).await {
            Ok(_) => Flow::Go,
            Err(flow) => {
                self.clocks.not_before = Some(Instant::now() + STORAGE_RETRY);
                flow
            }
        }
    }

    /// Returns whether time runs for nobody: in a game of two AIs as soon as nobody watches, otherwise once nobody has
    /// returned within the grace time. Such a room may leave memory, however long its clocks are.
    fn is_deserted(&self, at: Instant) -> bool {
        let gone = self.clocks.deserted.is_some_and(|deserted| deserted <= at);
        self.members.is_empty() && (gone || self.machine.room().seats().all_ai())
    }

    /// Starts the grace time after the last member has gone.
    pub(super) fn wait_for_anybody(&mut self) {
        let grace = Duration::from_millis(self.app.config.limits.grace_ms);
        self.clocks.deserted = Some(Instant::now() + grace);
    }

    /// Returns the time up to which everything that arrived has been handled. A stone that waits behind a slow journal
    /// counts by its arrival, so no flag may fall before its turn comes.
    fn handled_until(&self) -> Millis {
        let waits = |lane, arrived| (!self.me.is_empty(lane)).then_some(arrived);
        let players = waits(Lane::Players, self.arrived.players);
        let spectators = waits(Lane::Spectators, self.arrived.spectators);
        // A seated player has at most a few commands behind those of spectators.
        [players, spectators].into_iter().flatten().min().unwrap_or_else(|| self.app.now())
    }

    /// Computes when the clocks next need attention.
    pub(super) fn plan_clocks(&mut self) {
        if !self.minds_time() {
            self.clocks.due = None;
            return;
        }
        let now = self.app.now();
        let due = self.machine.room().tick_due(&self.context(now, None));
        let due = due.map(|due| Instant::now() + Duration::from_millis(due.saturating_sub(now)));
        let deserted = self.clocks.deserted.filter(|_| self.members.is_empty() && self.clock_runs());
        let due = [due, deserted].into_iter().flatten().min();
        let waits = self.clocks.not_before;
        self.clocks.due =
            if self.clocks.to_hold { waits } else { due.map(|due| waits.map_or(due, |w| w.max(due))) };
    }
}
