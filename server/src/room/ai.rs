//! The computer's turn in a room: asking the pool, and holding the answer until the think time is over.

use std::time::Duration;

use tengen_engine::StopFlag;
use tengen_shared::{
    game::{Room, Seat, Seq},
    rules::Point,
};
use tokio::time::Instant;

use super::{Handle, RoomMsg};
use crate::{app::App, bots::Job, metrics::Dropped};

/// How long to wait before a full pool is asked again.
const RETRY: Duration = Duration::from_millis(50);
/// How long to wait after a move could not be written down.
const STORAGE_RETRY: Duration = Duration::from_secs(1);

/// The state of the computer's turn.
#[derive(Default)]
pub(super) enum AiTurn {
    /// It is not the computer's turn.
    #[default]
    None,
    /// The pool was full; ask again then.
    Queued {
        /// The position.
        at: Seq,
        /// When the move may show at the earliest.
        not_before: Instant,
        /// When to ask again.
        retry: Instant,
    },
    /// A thread is thinking, or will.
    Thinking {
        /// The position.
        at: Seq,
        /// When the move may show at the earliest.
        not_before: Instant,
        /// Ends the thinking.
        stop: StopFlag,
    },
    /// The move is known and waits for the think time to pass.
    Chosen {
        /// The position.
        at: Seq,
        /// When to show it.
        show: Instant,
        /// For which seat.
        seat: Seat,
        /// Where to.
        point: Point,
    },
}

impl AiTurn {
    /// When something is to be done, if anything.
    pub(super) const fn due(&self) -> Option<Instant> {
        match self {
            Self::None | Self::Thinking { .. } => None,
            Self::Queued { retry, .. } => Some(*retry),
            Self::Chosen { show, .. } => Some(*show),
        }
    }

    const fn at(&self) -> Option<Seq> {
        match self {
            Self::None => None,
            Self::Queued { at, .. } | Self::Thinking { at, .. } | Self::Chosen { at, .. } => Some(*at),
        }
    }

    /// Brings the turn in line with the room: stops what is stale, starts what is due. Says whose seat has
    /// begun to think, or waits for a thread.
    pub(super) fn update(
        &mut self,
        app: &App,
        room: &Room,
        me: &Handle,
        now: Instant,
    ) -> Option<(Seat, bool)> {
        let turn = room.ai_to_move();
        if turn.is_none() || self.at() != Some(room.at()) {
            self.cancel();
        }
        let (seat, level) = turn?;
        let not_before = match self {
            Self::None => now + Duration::from_millis(u64::from(room.settings().think_time.ms())),
            Self::Queued { not_before, retry, .. } if *retry <= now => *not_before,
            Self::Queued { .. } | Self::Thinking { .. } | Self::Chosen { .. } => return None,
        };
        let was_queued = matches!(self, Self::Queued { .. });
        let (at, stop) = (room.at(), StopFlag::default());
        let me = me.clone();
        let job = Job {
            position: room.game()?.position().clone(),
            level,
            deadline: (now + Duration::from_millis(app.config.limits.bot_think_ms)).into_std(),
            stop: stop.clone(),
            seed: rand::random(),
            // A room that has left memory asks anew when it is back.
            reply: Box::new(move |point| drop(me.0.blocking_send(RoomMsg::AiChose { seat, at, point }))),
        };
        if app.bots.submit(job).is_ok() {
            *self = Self::Thinking { at, not_before, stop };
            return Some((seat, false));
        }
        app.metrics.drop_one(Dropped::BotQueue);
        *self = Self::Queued { at, not_before, retry: now + RETRY };
        (!was_queued).then_some((seat, true))
    }

    /// Waits a while before the computer thinks about `at` again: its move could not be written down.
    pub(super) fn pause(&mut self, at: Seq, now: Instant) {
        *self = Self::Queued { at, not_before: now, retry: now + STORAGE_RETRY };
    }

    /// Keeps a choice until it may show; one for another position is dropped.
    pub(super) fn chosen(&mut self, seat: Seat, at: Seq, point: Point, now: Instant) {
        if let Self::Thinking { at: asked, not_before, .. } = self
            && *asked == at
        {
            *self = Self::Chosen { at, show: (*not_before).max(now), seat, point };
        }
    }

    /// Takes the move that may show now.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<(Seat, Seq, Point)> {
        match *self {
            Self::Chosen { at, show, seat, point } if show <= now => {
                *self = Self::None;
                Some((seat, at, point))
            }
            _ => None,
        }
    }

    /// Ends the thinking; its answer will be stale.
    pub(super) fn cancel(&mut self) {
        if let Self::Thinking { stop, .. } = self {
            stop.stop();
        }
        *self = Self::None;
    }
}
