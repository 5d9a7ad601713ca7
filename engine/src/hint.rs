//! Suggested moves, for people.

use std::time::Duration;

use tengen_shared::rules::{Bot, Outlook, Point, Position};

use crate::{
    bots::engine_for,
    limits::{Limits, StopFlag},
    outlook::outlook,
};

/// The depth, in plies, that a search in a game reaches, however little time there is.
pub const MIN_DEPTH: u8 = 2;

/// The longest time for a hint: a second, less the time for its delivery.
pub const HINT_TIME: Duration = Duration::from_millis(900);

/// Returns the move that `bot` suggests, and its evaluation; `None` if the game is over, or if `bot` cannot play the variant.
pub fn hint(bot: Bot, position: &Position, limits: &Limits, stop: &StopFlag) -> Option<(Point, Outlook)> {
    let variant = position.variant();
    let choice = engine_for(bot, variant).ok()?.choose(position, limits, stop, &mut ())?;
    Some((choice.point, outlook(&choice, bot, variant)))
}
