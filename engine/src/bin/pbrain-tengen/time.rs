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
/// The move may use the whole time of the turn. If the game's time is limited too, the target is a small share of
/// the rest. The deadline is a few times as much.
pub(crate) fn limits(settings: &Settings, free: u32, began: Instant) -> Limits {
    let turn = settings.turn.saturating_sub(MARGIN);
    let left = settings.left.map(|left| left.saturating_sub(MARGIN + AT_ONCE * free));
    let most = left.map_or(turn, |left| turn.min(left / MOST_OF_GAME));
    let target = left.and_then(|left| began.checked_add(turn.min(left / MOVES_AHEAD)));
    // A deadline beyond the range of the clock is no limit.
    Limits { deadline: began.checked_add(most), target, max_nodes: settings.max_nodes, ..Limits::default() }
}
