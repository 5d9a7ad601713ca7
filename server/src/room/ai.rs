//! The computer's turn in a room: asking the pool, and holding the answer until the think time is over.

use std::time::Duration;

use tengen_engine::{Limits, StopFlag};
use tengen_shared::game::{Room, Seat, Seq};
use tokio::{runtime, time::Instant};

use crate::{
    app::App,
    bots::{self, Chosen, Job, MIN_DEPTH, Place, Rank},
    mailbox::{Handle, RoomMsg},
    metrics::Dropped,
};

/// How long to wait before a full pool is asked again.
pub(super) const RETRY: Duration = Duration::from_millis(50);
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
        /// Whether it waited for a thread when it was asked for.
        place: Place,
    },
    /// The move is known and waits for the think time to pass.
    Chosen {
        /// The position.
        at: Seq,
        /// When to show it.
        show: Instant,
        /// For which seat.
        seat: Seat,
        /// What.
        chosen: Chosen,
    },
}

/// An AI's move that may show now.
#[derive(Clone, Copy)]
pub(super) struct DueMove {
    pub(super) seat: Seat,
    pub(super) at: Seq,
    pub(super) chosen: Chosen,
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
    ) -> Option<(Seat, Place)> {
        let turn = room.ai_to_move();
        if turn.is_none() || self.at() != Some(room.at()) {
            self.cancel();
        }
        let (seat, bot) = turn?;
        let budget = room.clock().map_or(Duration::MAX, |clock| {
            // It may have waited for a place in the queue before.
            let used = Duration::from_millis(clock.used(seat, app.now(), 0));
            bots::budget::of_turn(clock, seat).saturating_sub(used)
        });
        let not_before = match self {
            Self::None => now + Duration::from_millis(room.settings().think_time.ms().into()).min(budget),
            Self::Queued { not_before, retry, .. } if *retry <= now => *not_before,
            Self::Queued { .. } | Self::Thinking { .. } | Self::Chosen { .. } => return None,
        };
        let was_queued = matches!(self, Self::Queued { .. });
        let (at, stop) = (room.at(), StopFlag::default());
        let position = room.game()?.position().clone();
        let (flag, seed) = (stop.clone(), rand::random());
        let (began, chose, runtime) = (me.clone(), me.clone(), runtime::Handle::current());
        let job = Job {
            rank: if room.seats().any_person() { Rank::Played } else { Rank::Watched },
            want: Duration::from_millis(app.config.limits.bot_think_ms).min(budget),
            by: room.clock().map(|_| std::time::Instant::now() + budget),
            stop: stop.clone(),
            // A room that has left memory, or is not in the mood, asks anew.
            began: Box::new(move || drop(began.try_send(RoomMsg::AiBegan { seat, at }))),
            work: Box::new(move |due| {
                let limits = Limits { deadline: Some(due), seed, min_depth: MIN_DEPTH, ..Limits::default() };
                if let Some(chosen) = bots::choose(&position, bot, &limits, &flag) {
                    chose.tell_from_thread(&runtime, RoomMsg::AiChose { seat, at, chosen, stop: flag });
                }
            }),
        };
        if let Ok(place) = app.bots.submit(job) {
            *self = Self::Thinking { at, not_before, stop, place };
            return Some((seat, place));
        }
        app.metrics.drop_one(Dropped::BotQueue);
        *self = Self::Queued { at, not_before, retry: now + RETRY };
        (!was_queued).then_some((seat, Place::Queued))
    }

    /// Waits a while before the computer thinks about `at` again: its move could not be written down.
    pub(super) fn pause(&mut self, at: Seq, now: Instant) {
        *self = Self::Queued { at, not_before: now, retry: now + STORAGE_RETRY };
    }

    /// Whether the thinking about `at` was told to wait for a thread.
    pub(super) fn waits_at(&self, at: Seq) -> bool {
        matches!(self, Self::Thinking { at: asked, place: Place::Queued, .. } if *asked == at)
    }

    /// Keeps a choice until it may show; one for another position is dropped.
    pub(super) fn chosen(&mut self, seat: Seat, at: Seq, chosen: Chosen, now: Instant) {
        if let Self::Thinking { at: asked, not_before, .. } = self
            && *asked == at
        {
            *self = Self::Chosen { at, show: (*not_before).max(now), seat, chosen };
        }
    }

    /// Takes the move that may show now.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<DueMove> {
        match *self {
            Self::Chosen { at, show, seat, chosen } if show <= now => {
                *self = Self::None;
                Some(DueMove { seat, at, chosen })
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
