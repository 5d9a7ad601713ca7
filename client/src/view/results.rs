//! The result of the last game in a room, in words.

use tengen_session::ending::Ending;
use tengen_shared::game::{Game, GameEnd, Occupant, Room, Seat};

use crate::model::Standing;

/// Returns how the last game ended. Whether it counts stands in the prompt.
pub(crate) fn result(standing: &Standing<'_>, end: &GameEnd) -> String {
    let (room, lang) = (standing.room, standing.lang);
    let mine = |seat: &Seat| {
        standing
            .view
            .player(*seat)
            .is_some_and(|state| state.occupant.as_ref().and_then(Occupant::player) == standing.me)
    };
    let you = match Seat::BOTH.map(|seat| Some(seat).filter(|seat| standing.me.is_some() && mine(seat))) {
        [Some(seat), None] | [None, Some(seat)] => Some(seat),
        [Some(_), Some(_)] | [None, None] => None,
    };
    // The settings may already be those of the next game.
    let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
    let stood_in = room.game().is_some_and(Game::had_stand_in);
    let ending = Ending { variant, reason: end.reason, winner: end.winner, you, stood_in };
    ending.text(|seat| standing.player(seat), lang)
}

/// Whether the last game does not count: it was aborted, or an AI stood in for a player.
pub(crate) fn is_uncounted(room: &Room) -> bool {
    let ended = room.game().and_then(Game::end);
    ended.is_some_and(|end| !end.reason.counts() || room.game().is_some_and(Game::had_stand_in))
}
