//! The part of its clock that an AI seat spends on a move.

use std::time::Duration;

use tengen_shared::game::{Clock, ClockRule, Seat};

/// Moves over which a whole game's time is spread: about as many as a side makes in a long game of gomoku.
const MOVES_AHEAD: u64 = 25;
/// Reserve for delivering the move to the room, in milliseconds.
const MARGIN: u64 = 150;

/// Returns the time that `seat` may spend on its turn without losing on time.
#[must_use]
pub(crate) fn of_turn(clock: &Clock, seat: Seat) -> Duration {
    let left = u64::from(clock.left(seat).ms);
    let wanted = match clock.rule {
        ClockRule::None => return Duration::MAX,
        ClockRule::PerMove { .. } => left * 4 / 5,
        ClockRule::Fischer { increment_ms, .. } => left / MOVES_AHEAD + u64::from(increment_ms) * 4 / 5,
        ClockRule::ByoYomi { period_ms, .. } => left / MOVES_AHEAD + u64::from(period_ms) / 2,
    };
    let most = clock.rule.until_flag(clock.left(seat)).saturating_sub(MARGIN) / 2;
    Duration::from_millis(wanted.saturating_sub(MARGIN).min(most))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn forty_moves_that_use_their_whole_budget_and_the_margin_keep_every_flag_up() {
        let rules = [
            ClockRule::per_move(1_000),
            ClockRule::fischer(10_000, 0),
            ClockRule::fischer(60_000, 1_000),
            ClockRule::byo_yomi(0, 1_000, 1),
            ClockRule::byo_yomi(30_000, 5_000, 3),
        ];
        for rule in rules.map(Result::unwrap) {
            let mut clock = Clock::new(rule, Seat::One, 0).unwrap();
            let mut now = 0;
            for _ in 0..40 {
                let used = u64::try_from(of_turn(&clock, Seat::One).as_millis()).unwrap();
                now += used + 50;
                clock = clock.after_move(Seat::One, now, 0).unwrap_or_else(|| panic!("{rule:?} at {now}"));
                clock = clock.after_move(Seat::Two, now, 0).unwrap();
            }
        }
    }
}
