//! The clocks of a room's game: lets flags fall, and holds clocks.

use std::{sync::Arc, time::Duration};

use tengen_shared::game::{Input, Millis};
use tokio::time::Instant;

use super::Shell;
use crate::{
    app::App,
    room::{clocks, flow::Flow},
};

/// The time of a room. It never lies before the room's last event: that may come from another node of a cluster, whose
/// clock is ahead. Otherwise the clocks of its game would stand still until this one has caught up.
pub(super) struct RoomTime {
    app: Arc<App>,
    ahead: Millis,
}

impl RoomTime {
    /// Returns the time of a room whose last event was at `last`.
    pub(super) fn new(app: Arc<App>, last: Millis) -> Self {
        let ahead = last.saturating_sub(app.now());
        Self { app, ahead }
    }

    pub(super) fn now(&self) -> Millis {
        self.of(self.app.now())
    }

    /// Returns the server's time at a time of the room.
    pub(super) const fn of_server(&self, time: Millis) -> Millis {
        time.saturating_sub(self.ahead)
    }

    /// Returns the room's time at a time of the server.
    pub(super) const fn of(&self, time: Millis) -> Millis {
        time.saturating_add(self.ahead)
    }
}

impl Shell {
    /// Holds the clocks of a room from the journal, before anything else happens in it. Returns false if the write
    /// failed.
    pub(super) async fn hold_clocks(&mut self) -> Result<bool, Flow> {
        if self.clocks.must_be_held() {
            match self.happen(Input::Hold).await {
                Ok(_) => self.clocks.held(),
                Err(Flow::Go) => self.clocks.retry_later(),
                Err(flow) => return Err(flow),
            }
        }
        Ok(!self.clocks.must_be_held())
    }

    /// Lets a flag fall, or resumes held or paused clocks, if it is time.
    pub(super) async fn tick_clocks(&mut self) -> Flow {
        let at = Instant::now();
        if !self.clocks.are_due(self.log.room(), at) {
            return Flow::Go;
        }
        match self.hold_clocks().await {
            Ok(true) => {}
            Ok(false) => return Flow::Go,
            Err(flow) => return flow,
        }
        let room = self.log.room();
        let running = clocks::is_running(room);
        let for_nobody = running && self.clocks.run_for_nobody(room, !self.members.has_players(room), at);
        let input = if for_nobody { Input::Hold } else { Input::Tick };
        // Stopped clocks resume from now. Only a flag must wait for what arrived before it fell.
        let time = if running { self.handled_until() } else { self.time.now() };
        match self.happen_at(input, time).await {
            Ok(_) => Flow::Go,
            Err(flow) => {
                self.clocks.retry_later();
                flow
            }
        }
    }

    /// Computes when the clocks next need attention.
    pub(super) fn plan_clocks(&mut self) {
        let now = self.time.now();
        let room = self.log.room();
        // Only a room with a clock has anything to compute.
        let due = room.clock().and_then(|_| room.tick_due(&self.context(now, None)));
        let after = due.map(|due| Duration::from_millis(due.saturating_sub(now)));
        self.clocks.plan(room, !self.members.has_players(room), after);
    }
}
