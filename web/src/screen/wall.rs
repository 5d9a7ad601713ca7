//! The wall: the running games of the server on one screen, for a projector or a television.

pub(crate) mod view;

use std::time::Duration;

use tengen_session::{Session, ticks};
use tengen_shared::{
    game::{ClockState, Millis, Seat, SideTime},
    protocol::WallGame,
};

/// Returns the time of a seat at the server's time `now`; `None` in a game without clocks.
fn time_of(game: &WallGame, seat: Seat, now: Millis) -> Option<SideTime> {
    Some(game.clock?.shown(seat, now))
}

/// Returns the time until a clock on the wall shows something else; `None` if no clock runs.
#[must_use]
pub(crate) fn next_tick(session: &Session) -> Option<Duration> {
    let now = session.time().server()?;
    let running = session.wall().games()?.iter().filter_map(|game| match game.clock?.state {
        ClockState::Runs { seat, .. } => time_of(game, seat, now),
        ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
    });
    running.filter_map(ticks::to_next_clock).min()
}
