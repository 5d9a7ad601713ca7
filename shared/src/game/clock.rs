//! Clocks: the time control of a room, the time that each side has left, and how turns use it up.
//!
//! This module never reads a clock. The server passes its time as numbers, so a replay gives the same clocks.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PerSeat, id::Millis, seat::Seat};

/// The maximum of any time on a clock: three hours, in milliseconds.
pub const MAX_CLOCK_MS: u32 = 3 * 60 * 60 * 1_000;
/// The minimum time for a turn: one second, in milliseconds.
pub const MIN_TURN_MS: u32 = 1_000;
/// The maximum increment after a move: ten minutes, in milliseconds.
pub const MAX_INCREMENT_MS: u32 = 10 * 60 * 1_000;
/// The maximum number of byo-yomi periods.
pub const MAX_PERIODS: u8 = 25;
/// The maximum network delay that is subtracted from the time of a turn, in milliseconds. A slow wireless link
/// needs about this much, and it is too little to think in.
pub const MAX_LAG_MS: u64 = 500;
/// The time that one player gives another in one gift, in milliseconds; the same as on lichess.
pub const GIFT_MS: u32 = 15_000;

/// The time control of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawRule", into = "RawRule")]
pub enum ClockRule {
    #[default]
    None,
    /// A fixed time for every move: 1 s to 3 h.
    PerMove {
        /// The time for each move, in milliseconds.
        ms: u32,
    },
    /// A time for the whole game, 1 s to 3 h, and an increment after each move, up to 10 min (Fischer).
    Fischer {
        /// The time for the game, in milliseconds.
        main_ms: u32,
        /// The increment after each move, in milliseconds.
        increment_ms: u32,
    },
    /// A time for the whole game, up to 3 h, followed by 1 to 25 periods of 1 s to 3 h each. A move within a period
    /// restores the whole period.
    ByoYomi {
        /// The time before the periods, in milliseconds.
        main_ms: u32,
        /// The length of one period, in milliseconds.
        period_ms: u32,
        /// The number of periods.
        periods: u8,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawRule {
    None {},
    PerMove { ms: u32 },
    Fischer { main_ms: u32, increment_ms: u32 },
    ByoYomi { main_ms: u32, period_ms: u32, periods: u8 },
}

/// The error for a time control out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ClockRuleError {
    /// The time for a turn, a game or a period is out of range.
    #[error("{0} ms cannot be on a clock: choose 1000 (a second) to 10800000 (three hours)")]
    Time(u32),
    /// The time before the periods is too long.
    #[error("{0} ms before the periods are too long: choose 0 to 10800000 (three hours)")]
    Main(u32),
    /// The increment is too long.
    #[error("an increment of {0} ms is too long: choose 0 to 600000 (ten minutes)")]
    Increment(u32),
    /// The number of periods is out of range.
    #[error("there cannot be {0} periods: choose 1 to 25")]
    Periods(u8),
}

impl TryFrom<RawRule> for ClockRule {
    type Error = ClockRuleError;

    fn try_from(raw: RawRule) -> Result<Self, Self::Error> {
        match raw {
            RawRule::None {} => Ok(Self::None),
            RawRule::PerMove { ms } => Self::per_move(ms),
            RawRule::Fischer { main_ms, increment_ms } => Self::fischer(main_ms, increment_ms),
            RawRule::ByoYomi { main_ms, period_ms, periods } => Self::byo_yomi(main_ms, period_ms, periods),
        }
    }
}

impl From<ClockRule> for RawRule {
    fn from(rule: ClockRule) -> Self {
        match rule {
            ClockRule::None => Self::None {},
            ClockRule::PerMove { ms } => Self::PerMove { ms },
            ClockRule::Fischer { main_ms, increment_ms } => Self::Fischer { main_ms, increment_ms },
            ClockRule::ByoYomi { main_ms, period_ms, periods } => {
                Self::ByoYomi { main_ms, period_ms, periods }
            }
        }
    }
}

const fn turn_time(ms: u32) -> Result<u32, ClockRuleError> {
    if ms < MIN_TURN_MS || ms > MAX_CLOCK_MS { Err(ClockRuleError::Time(ms)) } else { Ok(ms) }
}

impl ClockRule {
    /// Creates a time control with a fixed time for every move.
    ///
    /// # Errors
    /// Returns an error if the time is out of range.
    pub fn per_move(ms: u32) -> Result<Self, ClockRuleError> {
        Ok(Self::PerMove { ms: turn_time(ms)? })
    }

    /// Creates a time control with a time for the whole game and an increment after each move.
    ///
    /// # Errors
    /// Returns an error if a time is out of range.
    pub fn fischer(main_ms: u32, increment_ms: u32) -> Result<Self, ClockRuleError> {
        if increment_ms > MAX_INCREMENT_MS {
            return Err(ClockRuleError::Increment(increment_ms));
        }
        Ok(Self::Fischer { main_ms: turn_time(main_ms)?, increment_ms })
    }

    /// Creates a time control with a time for the whole game, followed by periods.
    ///
    /// # Errors
    /// Returns an error if a time or the number of periods is out of range.
    pub fn byo_yomi(main_ms: u32, period_ms: u32, periods: u8) -> Result<Self, ClockRuleError> {
        if main_ms > MAX_CLOCK_MS {
            return Err(ClockRuleError::Main(main_ms));
        }
        if !(1..=MAX_PERIODS).contains(&periods) {
            return Err(ClockRuleError::Periods(periods));
        }
        Ok(Self::ByoYomi { main_ms, period_ms: turn_time(period_ms)?, periods })
    }

    /// Returns the time of each side at the beginning of a game; `None` without clocks.
    #[must_use]
    pub const fn full(self) -> Option<SideTime> {
        match self {
            Self::None => None,
            Self::PerMove { ms } => Some(SideTime { ms, periods: 0 }),
            Self::Fischer { main_ms, .. } => Some(SideTime { ms: main_ms, periods: 0 }),
            Self::ByoYomi { main_ms, periods, .. } => Some(SideTime { ms: main_ms, periods }),
        }
    }

    const fn period(self) -> u64 {
        match self {
            Self::ByoYomi { period_ms, .. } => period_ms as u64,
            Self::None | Self::PerMove { .. } | Self::Fischer { .. } => 0,
        }
    }

    /// Returns how long a side with `left` can think until its flag falls, in milliseconds.
    #[must_use]
    pub const fn until_flag(self, left: SideTime) -> u64 {
        left.ms as u64 + self.period() * left.periods as u64
    }

    /// Returns the time left after `used` milliseconds of a turn that is not over; `None` if the flag has fallen.
    /// An unfinished period still counts as a whole one.
    #[must_use]
    pub fn after(self, left: SideTime, used: u64) -> Option<SideTime> {
        if used >= self.until_flag(left) {
            return None;
        }
        let over = used.saturating_sub(u64::from(left.ms));
        let ms = u64::from(left.ms).saturating_sub(used);
        // Only within the periods: before them, `over` is zero.
        let gone = over.checked_div(self.period()).unwrap_or(0);
        let gone = u8::try_from(gone).unwrap_or(u8::MAX);
        let ms = u32::try_from(ms).unwrap_or(u32::MAX);
        Some(SideTime { ms, periods: left.periods.saturating_sub(gone) })
    }

    /// Returns the time left after a move that took `used` milliseconds; `None` if the flag has fallen.
    #[must_use]
    pub fn after_move(self, left: SideTime, used: u64) -> Option<SideTime> {
        let left = self.after(left, used)?;
        Some(match self {
            Self::None | Self::ByoYomi { .. } => left,
            Self::PerMove { ms } => SideTime { ms, ..left },
            Self::Fischer { increment_ms, .. } => left.and(increment_ms),
        })
    }
}

/// The time that a side has left. Every codec writes the list `[ms, periods]`, because a game keeps one for each
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u8)", into = "(u32, u8)")]
pub struct SideTime {
    /// Milliseconds before the periods, or left for the turn or the game.
    pub ms: u32,
    /// Whole byo-yomi periods after that.
    pub periods: u8,
}

impl From<(u32, u8)> for SideTime {
    fn from((ms, periods): (u32, u8)) -> Self {
        Self { ms, periods }
    }
}

impl From<SideTime> for (u32, u8) {
    fn from(time: SideTime) -> Self {
        (time.ms, time.periods)
    }
}

impl SideTime {
    /// The time of a side whose flag has fallen.
    pub const NOTHING: Self = Self { ms: 0, periods: 0 };

    /// Adds `more` milliseconds, up to a total of three hours.
    #[must_use]
    pub fn and(self, more: u32) -> Self {
        Self { ms: self.ms.saturating_add(more).min(MAX_CLOCK_MS.max(self.ms)), ..self }
    }
}

/// Whether the clocks run, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockState {
    /// The clock of one seat runs.
    Runs {
        /// The seat whose clock runs.
        seat: Seat,
        /// The time since which it runs. After a pause, this is up to five seconds in the future.
        since: Millis,
    },
    /// Both clocks are stopped with the consent of the players.
    Paused {},
    /// Both clocks are stopped because the server was down, or because everybody has left the room.
    Held {},
    /// Both clocks are stopped because the game is over.
    Stopped {},
}

/// Both clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The time control of the game.
    pub rule: ClockRule,
    /// The time that each seat has left. For the running clock, the time when it began to run.
    pub left: PerSeat<SideTime>,
    /// Whether the clocks run, and for which seat.
    pub state: ClockState,
}

impl Clock {
    /// Creates full clocks and starts that of `seat`; `None` if the rule has no clocks.
    #[must_use]
    pub fn new(rule: ClockRule, seat: Seat, since: Millis) -> Option<Self> {
        let full = rule.full()?;
        Some(Self { rule, left: PerSeat([full, full]), state: ClockState::Runs { seat, since } })
    }

    /// Returns the time that `seat` had left when its clock last began to run.
    #[must_use]
    pub const fn left(&self, seat: Seat) -> SideTime {
        *self.left.get(seat)
    }

    /// Returns the same clocks with another time for `seat`.
    #[must_use]
    pub const fn with_left(mut self, seat: Seat, time: SideTime) -> Self {
        *self.left.get_mut(seat) = time;
        self
    }

    /// Returns the same clocks in another state.
    #[must_use]
    pub const fn with_state(self, state: ClockState) -> Self {
        Self { state, ..self }
    }

    /// Returns how long the clock of `seat` has run at `now`, minus `lag` up to its maximum; 0 if it does not run.
    /// All times are in milliseconds.
    #[must_use]
    pub fn used(&self, seat: Seat, now: Millis, lag: Millis) -> u64 {
        match self.state {
            ClockState::Runs { seat: running, since } if running == seat => {
                now.saturating_sub(since).saturating_sub(lag.min(MAX_LAG_MS))
            }
            ClockState::Runs { .. }
            | ClockState::Paused {}
            | ClockState::Held {}
            | ClockState::Stopped {} => 0,
        }
    }

    /// Returns the time of `seat` at `now`, for display: milliseconds of the main time or the current period, and
    /// the number of periods after it.
    #[must_use]
    pub fn shown(&self, seat: Seat, now: Millis) -> SideTime {
        let (left, used) = (self.left(seat), self.used(seat, now, 0));
        let Some(after) = self.rule.after(left, used) else { return SideTime::NOTHING };
        if after.ms > 0 || after.periods == 0 {
            return after;
        }
        let over = used.saturating_sub(u64::from(left.ms));
        let period = self.rule.period();
        let ms = period - over.checked_rem(period).unwrap_or(0);
        SideTime { ms: u32::try_from(ms).unwrap_or(u32::MAX), periods: after.periods - 1 }
    }

    /// Returns how much of `lag` is subtracted from the time that the clock of `seat` has run at `now`.
    #[must_use]
    pub fn forgiven(&self, seat: Seat, now: Millis, lag: Millis) -> u64 {
        self.used(seat, now, 0) - self.used(seat, now, lag)
    }

    /// Returns the clocks after a move of `seat` at `now`; `None` if its flag has fallen before.
    #[must_use]
    pub fn after_move(&self, seat: Seat, now: Millis, lag: Millis) -> Option<Self> {
        let left = self.rule.after_move(self.left(seat), self.used(seat, now, lag))?;
        let state = ClockState::Runs { seat: seat.other(), since: now };
        Some(self.with_left(seat, left).with_state(state))
    }

    /// Returns the clocks stopped at `now`. The side to move pays for its turn so far.
    #[must_use]
    pub fn stopped(&self, state: ClockState, now: Millis, lag: Millis) -> Self {
        let clock = self.with_state(state);
        match self.state {
            ClockState::Runs { seat, .. } => {
                let left = self.rule.after(self.left(seat), self.used(seat, now, lag));
                clock.with_left(seat, left.unwrap_or(SideTime::NOTHING))
            }
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => clock,
        }
    }

    /// Returns when the flag of the running clock falls, unless something happens before; `None` if no clock runs.
    #[must_use]
    pub fn flag_at(&self, lag: Millis) -> Option<Millis> {
        match self.state {
            ClockState::Runs { seat, since } => {
                let until = self.rule.until_flag(self.left(seat));
                Some(since.saturating_add(until).saturating_add(lag.min(MAX_LAG_MS)))
            }
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
        }
    }
}
