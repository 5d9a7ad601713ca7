//! AI turns in a room: asks the pool, and holds the move until the think time is over.

use std::{sync::Arc, time::Duration};

use tengen_engine::{StopFlag, Turn};
use tengen_shared::game::{Millis, Room, Seat, Seq};
use tokio::time::Instant;

use crate::{
    app::App,
    bots::{self, Chosen, EngineKey, Job, Owner, Place, Rank},
    gateway::{Away, FarJob, think_elsewhere},
    mailbox::Handle,
    metrics::Dropped,
    room_io::{JobId, RoomIn},
};

/// Delay before a full pool is asked again.
pub(super) const RETRY: Duration = Duration::from_millis(50);
/// The time for an AI whose room has no think time.
const LEAST_THINK: Duration = Duration::from_millis(100);
/// The most stones and choices of one turn in an opening.
const ACTS_OF_OPENING_TURN: u32 = 3;
/// Delay after a move could not be written to the journal.
const STORAGE_RETRY: Duration = Duration::from_secs(1);

/// How long another node may take for an answer, besides the time to think.
const AWAY_GRACE: Duration = Duration::from_millis(500);

/// Numbers the searches of a room.
#[derive(Default)]
pub(super) struct Jobs(u64);

impl Jobs {
    pub(super) const fn next(&mut self) -> JobId {
        self.0 += 1;
        JobId(self.0)
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The state of an AI turn.
#[derive(Default)]
pub(super) enum AiTurn {
    /// No AI is to move.
    #[default]
    None,
    /// Nobody seeks the move; `retry` says when to ask again.
    Queued {
        /// The position, by the number of its event.
        at: Seq,
        /// The earliest time to show the move.
        not_before: Instant,
        retry: Instant,
        /// Whether the followers know that the AI waits.
        is_told: bool,
    },
    /// The move is sought, or waits for a thread, here or on another node.
    Thinking {
        /// The position, by the number of its event.
        at: Seq,
        /// The earliest time to show the move.
        not_before: Instant,
        job: JobId,
        search: Search,
        /// Whether the job had to wait for a thread when it was submitted.
        place: Place,
    },
    /// The move is chosen and waits for the think time to pass.
    Chosen {
        /// The position, by the number of its event.
        at: Seq,
        /// When to show the move.
        show: Instant,
        seat: Seat,
        chosen: Chosen,
    },
}

/// A search for an AI's move. Dropping it ends the search.
pub(super) enum Search {
    Here(StopFlag),
    /// On another node.
    Elsewhere {
        _away: Away,
        /// When to seek the move here, if that node has not answered.
        give_up: Instant,
    },
}

impl Drop for Search {
    fn drop(&mut self) {
        if let Self::Here(stop) = self {
            stop.stop();
        }
    }
}

/// An AI's move that is due.
#[derive(Clone, Copy)]
pub(super) struct DueMove {
    pub(super) seat: Seat,
    pub(super) at: Seq,
    pub(super) chosen: Chosen,
}

/// A move that an AI is to find.
struct Wanted {
    key: EngineKey,
    turn: Turn,
    rank: Rank,
    owner: Owner,
    /// The longest time that it needs.
    want: Duration,
    /// The time that the game clock leaves.
    left: Option<Duration>,
    /// Whether a quick engine seeks it.
    quick: bool,
}

impl Wanted {
    /// Begins to seek the move, for the room `me`; `None` if too many moves wait already.
    fn seek(
        self,
        app: &Arc<App>,
        me: &Handle,
        ((seat, at), job): ((Seat, Seq), JobId),
    ) -> Option<(Search, Place)> {
        let Self { key, turn, rank, owner, want, left, quick } = self;
        // Another node knows nothing of openings.
        if !quick
            && turn.step.is_none()
            && let Some(member) = app.lacks_threads()
        {
            let far = FarJob {
                key: key.clone(),
                position: turn.position.clone(),
                owner,
                rank,
                want_ms: millis(want),
                left_ms: left.map(millis),
            };
            if let Some(away) = think_elsewhere(app, member, &far, me, ((seat, at), job)) {
                let give_up = Instant::now() + want + AWAY_GRACE;
                return Some((Search::Elsewhere { _away: away, give_up }, Place::Now));
            }
        }
        let (stop, seed) = (StopFlag::default(), rand::random());
        let (flag, thinking) = (stop.clone(), app.clone());
        let (began, chose) = (me.clone(), me.clone());
        let submitted = Job {
            rank,
            owner,
            want,
            by: left.map(|left| std::time::Instant::now() + left),
            stop: stop.clone(),
            // If the mailbox is full, the seat only shows as waiting for a thread for longer.
            began: Box::new(move || drop(began.try_send(RoomIn::AiBegan { seat, job }.into()))),
            work: Box::new(move |grant| {
                if let Some(chosen) = bots::choose(&thinking.engines, &key, &turn, (grant, seed), &flag) {
                    chose.tell(RoomIn::AiChose { seat, at, chosen, job });
                }
            }),
        };
        // A quick engine never waits for a slow one. In an opening, it is the main engine that places and chooses.
        let pool = if quick { &app.quick_bots } else { &app.bots };
        Some((Search::Here(stop), pool.submit(submitted).ok()?))
    }
}

impl AiTurn {
    /// Returns when the turn next needs attention, if at all.
    pub(super) const fn due(&self) -> Option<Instant> {
        match self {
            Self::Thinking { search: Search::Elsewhere { give_up, .. }, .. } => Some(*give_up),
            Self::None | Self::Thinking { search: Search::Here(_), .. } => None,
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

    /// Brings the turn in line with the room: cancels a stale search and starts the next one. Returns the seat that has
    /// begun to think, or waits for a thread.
    pub(super) fn update(
        &mut self,
        app: &Arc<App>,
        room: &Room,
        (me, jobs): (&Handle, &mut Jobs),
        (now, time): (Instant, Millis),
        owner: impl FnOnce() -> Owner,
    ) -> Option<(Seat, Place)> {
        let turn = room.ai_to_move();
        if turn.is_none() || self.at() != Some(room.at()) {
            self.cancel();
        }
        let (seat, bot) = turn?;
        if let Self::Thinking { job, search: Search::Elsewhere { give_up, .. }, .. } = *self
            && give_up <= now
        {
            self.lost(job, now);
        }
        let budget = room.clock().map_or(Duration::MAX, |clock| {
            // Part of the budget may be used already, for example while waiting for a place in the queue.
            let used = Duration::from_millis(clock.used(seat, time, 0));
            bots::budget::of_turn(clock, seat).saturating_sub(used)
        });
        // Where colours are chosen, a turn has up to three acts, and each waits for its place in the queue.
        let game = room.game()?;
        let has_acts = game.step().is_some() && game.opening().has_choice();
        let budget = if has_acts { budget / ACTS_OF_OPENING_TURN } else { budget };
        // The think time of the room is what the AI takes, unless its clock leaves less.
        let think_time = Duration::from_millis(room.settings().think_time.ms().into()).min(budget);
        let not_before = match self {
            Self::None => now + think_time,
            Self::Queued { not_before, retry, .. } if *retry <= now => *not_before,
            Self::Queued { .. } | Self::Thinking { .. } | Self::Chosen { .. } => return None,
        };
        let is_told = matches!(self, Self::Queued { is_told: true, .. });
        let (at, number) = (room.at(), jobs.next());
        let (position, code) = (game.position().clone(), room.code().clone());
        let variant = position.variant();
        let (opening, step, choices) = (game.opening(), game.step(), game.choices().len());
        let turn = Turn { position, opening, step, choices };
        let quick = turn.special_step().is_none() && tengen_engine::cost(bot, variant).quick;
        let key = EngineKey { room: code, seat, game: game.number(), bot, variant };
        let most = Duration::from_millis(app.config.limits.bot_think_ms).min(budget);
        let rank = match room.seats().any_person() {
            _ if game.last_actor() == Some(seat) => Rank::Continued,
            true => Rank::Played,
            false => Rank::Watched,
        };
        let wanted = Wanted {
            key,
            turn,
            rank,
            owner: owner(),
            want: think_time.max(LEAST_THINK).min(most),
            left: room.clock().map(|_| budget),
            quick,
        };
        if let Some((search, place)) = wanted.seek(app, me, ((seat, at), number)) {
            *self = Self::Thinking { at, not_before, job: number, search, place };
            return Some((seat, place));
        }
        app.metrics.drop_one(Dropped::BotQueue);
        *self = Self::Queued { at, not_before, retry: now + RETRY, is_told: true };
        (!is_told).then_some((seat, Place::Queued))
    }

    /// Delays the next search of `at`, after its move could not be written to the journal.
    pub(super) fn pause(&mut self, at: Seq, now: Instant) {
        *self = Self::Queued { at, not_before: now, retry: now + STORAGE_RETRY, is_told: true };
    }

    /// Returns whether this search was told to wait for a thread.
    pub(super) fn waits(&self, job: JobId) -> bool {
        matches!(self, Self::Thinking { job: asked, place: Place::Queued, .. } if *asked == job)
    }

    /// Keeps a move until it may show; drops one of a cancelled search.
    pub(super) fn chosen(&mut self, job: JobId, (seat, at): (Seat, Seq), chosen: Chosen, now: Instant) {
        if let Self::Thinking { job: asked, not_before, .. } = self
            && *asked == job
        {
            *self = Self::Chosen { at, show: (*not_before).max(now), seat, chosen };
        }
    }

    /// Seeks the move again, after another node has not found it.
    pub(super) fn lost(&mut self, job: JobId, now: Instant) {
        if let Self::Thinking { at, not_before, job: asked, .. } = *self
            && asked == job
        {
            *self = Self::Queued { at, not_before, retry: now, is_told: false };
        }
    }

    /// Returns the search that is in progress.
    #[cfg(test)]
    pub(super) const fn job(&self) -> Option<JobId> {
        match self {
            Self::Thinking { job, .. } => Some(*job),
            Self::None | Self::Queued { .. } | Self::Chosen { .. } => None,
        }
    }

    /// Takes the move if it is due.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<DueMove> {
        match *self {
            Self::Chosen { at, show, seat, chosen } if show <= now => {
                *self = Self::None;
                Some(DueMove { seat, at, chosen })
            }
            _ => None,
        }
    }

    /// Cancels the search, so that its answer is stale.
    pub(super) fn cancel(&mut self) {
        *self = Self::None;
    }
}
