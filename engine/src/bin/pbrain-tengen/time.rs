//! How long a move may take, by what the manager allows.

use std::time::{Duration, Instant};

use tengen_engine::Limits;

use crate::settings::Settings;

/// Kept back of a move's time for the way to the manager.
const MARGIN: Duration = Duration::from_millis(12);
/// Kept back of a game's time for every free point: half of what a move without a search takes.
const AT_ONCE: Duration = Duration::from_millis(1);
/// The rest of a game's time is spread over so many moves to come.
const MOVES_AHEAD: u32 = 16;
/// One move takes at most so small a part of it.
const MOST_OF_GAME: u32 = 5;

/// What may be spent on a move on a board with so many free points: all the turn's time, unless the game's time runs
/// out. Of that, a share is aimed at and a few times as much is the most.
pub(crate) fn limits(settings: &Settings, free: u32, began: Instant) -> Limits {
    let turn = settings.turn.saturating_sub(MARGIN);
    let left = settings.left.map(|left| left.saturating_sub(MARGIN + AT_ONCE * free));
    let most = left.map_or(turn, |left| turn.min(left / MOST_OF_GAME));
    let target = left.and_then(|left| began.checked_add(turn.min(left / MOVES_AHEAD)));
    // A time beyond what the clock can tell is none.
    Limits { deadline: began.checked_add(most), target, max_nodes: settings.max_nodes, ..Limits::default() }
}
