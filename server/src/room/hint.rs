//! A hint that a player waits for: asking the pool, and dropping what is stale.

use tengen_engine::{Limits, StopFlag};
use tengen_shared::game::{Room, Seq};
use tokio::{runtime, time::Instant};

use super::ai::RETRY;
use crate::{
    app::App,
    bots::{self, HINT_TIME, Job, MIN_DEPTH, Rank},
    mailbox::{Handle, RoomMsg},
    metrics::Dropped,
    quota::{Share, Source},
};

/// The state of a hint.
#[derive(Default)]
pub(super) enum HintTurn {
    /// Nobody waits for one.
    #[default]
    None,
    /// The pool was full, or the hint could not be written down; ask again then.
    Later {
        /// The position.
        at: Seq,
        /// When it was asked for.
        asked: Instant,
        /// When.
        retry: Instant,
    },
    /// A thread is looking for one, or will.
    Sought {
        /// The position.
        at: Seq,
        /// When it was asked for.
        asked: Instant,
        /// Ends the search.
        stop: StopFlag,
    },
}

impl HintTurn {
    /// When something is to be done, if anything.
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

    /// Brings the hint in line with the room: stops what is stale, starts what is wanted.
    /// The search counts for `asker`, the address of whoever asked.
    pub(super) fn update(
        &mut self,
        app: &App,
        room: &Room,
        me: &Handle,
        now: Instant,
        asker: Option<&Source>,
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
        let place = match asker.map(|source| source.quota.acquire(Share::Hints)) {
            Some(None) => return self.pause(room.at(), now),
            place => place.flatten(),
        };
        let (at, stop) = (room.at(), StopFlag::default());
        let (position, flag, me) = (game.position().clone(), stop.clone(), me.clone());
        let runtime = runtime::Handle::current();
        // Counted from the question, so that the time in the queue is part of it.
        let latest = asked.into_std() + HINT_TIME;
        let job = Job {
            rank: Rank::Played,
            want: HINT_TIME,
            by: None,
            stop: stop.clone(),
            began: Box::new(|| ()),
            work: Box::new(move |due| {
                let _place = place;
                let deadline = Some(due.min(latest));
                let limits = Limits { deadline, min_depth: MIN_DEPTH, ..Limits::default() };
                if let Some((point, outlook)) = bots::hint(&position, &limits, &flag) {
                    let found = RoomMsg::HintFound { seat, at, point, outlook, stop: flag };
                    me.tell_from_thread(&runtime, found);
                }
            }),
        };
        if app.hints.submit(job).is_ok() {
            *self = Self::Sought { at, asked, stop };
        } else {
            app.metrics.drop_one(Dropped::BotQueue);
            self.pause(at, now);
        }
    }

    /// Looks again a little later.
    pub(super) fn pause(&mut self, at: Seq, now: Instant) {
        let asked = match self {
            Self::None => now,
            Self::Later { asked, .. } | Self::Sought { asked, .. } => *asked,
        };
        *self = Self::Later { at, asked, retry: now + RETRY };
    }

    /// Ends the search; its answer will be stale.
    pub(super) fn cancel(&mut self) {
        if let Self::Sought { stop, .. } = self {
            stop.stop();
        }
        *self = Self::None;
    }
}
