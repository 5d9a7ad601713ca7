//! Hints in a room: asks the pool, and drops stale answers.

use tengen_engine::{HINT_TIME, Limits, MIN_DEPTH, StopFlag};
use tengen_shared::game::{Room, Seq};
use tokio::time::Instant;

use super::ai::{Jobs, RETRY};
use crate::{
    app::App,
    bots::{self, Job, Owner, Rank},
    mailbox::Handle,
    metrics::Dropped,
    quota::Share,
    room_io::{JobId, RoomIn},
};

/// The state of a hint.
#[derive(Default)]
pub(super) enum HintTurn {
    /// Nobody waits for a hint.
    #[default]
    None,
    /// The pool or the quota was full, or the hint could not be written to the journal.
    Later {
        /// The position, by the number of its event.
        at: Seq,
        /// When the player asked for it.
        asked: Instant,
        /// When to ask the pool again.
        retry: Instant,
    },
    /// The search is in the pool.
    Sought {
        /// The position, by the number of its event.
        at: Seq,
        /// When the player asked for it.
        asked: Instant,
        job: JobId,
        stop: StopFlag,
    },
}

impl HintTurn {
    /// Returns when the hint next needs attention, if at all.
    pub(super) const fn due(&self) -> Option<Instant> {
        match self {
            Self::None | Self::Sought { .. } => None,
            Self::Later { retry, .. } => Some(*retry),
        }
    }

    const fn at(&self) -> Option<Seq> {
        match self {
            Self::None => None,
            Self::Later { at, .. } | Self::Sought { at, .. } => Some(*at),
        }
    }

    /// Brings the hint in line with the room: cancels a stale search and starts a requested one. The search counts
    /// against the quota of the owner's address.
    pub(super) fn update(
        &mut self,
        app: &App,
        room: &Room,
        (me, jobs): (&Handle, &mut Jobs),
        now: Instant,
        owner: impl FnOnce() -> Owner,
    ) {
        let wanted = room.hint_wanted();
        if wanted.is_none() || self.at() != Some(room.at()) {
            self.cancel();
        }
        let (Some(seat), Some(game)) = (wanted, room.game()) else { return };
        let asked = match self {
            Self::None => now,
            Self::Later { asked, retry, .. } if *retry <= now => *asked,
            Self::Later { .. } | Self::Sought { .. } => return,
        };
        let owner = owner();
        let Some(place) = app.quotas.of(owner.address).acquire(Share::Hints) else {
            return self.pause(room.at(), now);
        };
        let (at, stop, number) = (room.at(), StopFlag::default(), jobs.next());
        let (position, flag, me) = (game.position().clone(), stop.clone(), me.clone());
        // Counted from the request, so that it includes the time in the queue.
        let latest = asked.into_std() + HINT_TIME;
        let job = Job {
            rank: Rank::Played,
            owner,
            want: HINT_TIME,
            by: None,
            stop: stop.clone(),
            began: Box::new(|| ()),
            work: Box::new(move |grant| {
                let _place = place;
                let deadline = Some(grant.due.min(latest));
                let limits = Limits { deadline, min_depth: MIN_DEPTH, ..Limits::default() };
                if let Some((point, outlook)) = bots::hint(&position, &limits, &flag) {
                    let found = RoomIn::HintFound { seat, at, point, outlook, job: number };
                    me.tell(found);
                }
            }),
        };
        if app.hints.submit(job).is_ok() {
            *self = Self::Sought { at, asked, job: number, stop };
        } else {
            app.metrics.drop_one(Dropped::BotQueue);
            self.pause(at, now);
        }
    }

    /// Returns whether this search is in progress, so that its answer counts.
    pub(super) fn is_sought(&self, job: JobId) -> bool {
        matches!(self, Self::Sought { job: asked, .. } if *asked == job)
    }

    /// Returns the search that is in progress.
    #[cfg(test)]
    pub(super) const fn job(&self) -> Option<JobId> {
        match self {
            Self::Sought { job, .. } => Some(*job),
            Self::None | Self::Later { .. } => None,
        }
    }

    /// Tries again a little later.
    pub(super) fn pause(&mut self, at: Seq, now: Instant) {
        let asked = match self {
            Self::None => now,
            Self::Later { asked, .. } | Self::Sought { asked, .. } => *asked,
        };
        *self = Self::Later { at, asked, retry: now + RETRY };
    }

    /// Cancels the search, so that its answer is stale.
    pub(super) fn cancel(&mut self) {
        if let Self::Sought { stop, .. } = self {
            stop.stop();
        }
        *self = Self::None;
    }
}
