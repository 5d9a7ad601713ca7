//! The time limits of a move, from the manager's settings.

use std::time::{Duration, Instant};

use tengen_engine::Limits;

use crate::settings::Settings;

/// The time reserved of each move for the reply to reach the manager.
const MARGIN: Duration = Duration::from_millis(12);
/// The time reserved of the game for every empty point: half of what a move without a search takes.
const AT_ONCE: Duration = Duration::from_millis(1);
/// The number of moves over which the rest of the game's time is spread.
const MOVES_AHEAD: u32 = 16;
/// The greatest part of the game's remaining time for one move is 1 divided by this number.
const MOST_OF_GAME: u32 = 5;

/// Returns the limits for a move on a board with `free` empty points.
///
/// The move may use the whole time of the turn. If the rest of the game's time does not suffice for many such turns, the
/// target is a small share of it, and the deadline is a few times as much.
pub(crate) fn limits(settings: &Settings, free: u32, began: Instant) -> Limits {
    let turn = settings.turn.saturating_sub(MARGIN);
    let left = settings.left.map(|left| left.saturating_sub(MARGIN + AT_ONCE * free));
    let most = left.map_or(turn, |left| turn.min(left / MOST_OF_GAME));
    // Without a target, a search takes the whole turn. Time that it left would be lost.
    let share = left.map(|left| left / MOVES_AHEAD).filter(|share| *share < turn);
    let target = share.and_then(|share| began.checked_add(share));
    // A deadline beyond the range of the clock is no limit.
    Limits { deadline: began.checked_add(most), target, max_nodes: settings.max_nodes, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the target and the deadline, counted from the beginning of the move.
    fn times(turn: u64, left: Option<u64>) -> (Option<Duration>, Option<Duration>) {
        let mut settings = Settings::default();
        settings.turn = Duration::from_millis(turn);
        settings.left = left.map(Duration::from_millis);
        let began = Instant::now();
        let limits = limits(&settings, 225, began);
        (limits.target.map(|it| it - began), limits.deadline.map(|it| it - began))
    }

    #[test]
    fn a_turn_is_used_whole_if_the_game_has_time_for_many() {
        let whole = Some(Duration::from_millis(488));
        assert_eq!(times(500, None), (None, whole));
        assert_eq!(times(500, Some(3_000_000)), (None, whole));
        // 16 turns, and what is reserved for the reply and for each empty point.
        assert_eq!(times(500, Some(16 * 488 + 12 + 225)), (None, whole));
    }

    #[test]
    fn the_rest_of_the_game_is_spread_over_many_moves() {
        let (target, deadline) = times(500, Some(16 * 100 + 12 + 225));
        assert_eq!(target, Some(Duration::from_millis(100)));
        assert_eq!(deadline, Some(Duration::from_millis(320)));
    }
}
