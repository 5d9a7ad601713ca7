//! The result of the last game in a room, in words.

use tengen_session::ending::Ending;
use tengen_shared::game::{Game, GameEnd, Occupant, Room, Seat};

use crate::model::Standing;

/// Returns how the last game ended. It does not say whether the game counts; `words::prompt` tells players who are not
/// ready.
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
    Ending::of_room(room, end).read_by(you).text(|seat| standing.player(seat), lang)
}

/// Whether the last game does not count, because it was aborted, or an AI stood in for a player.
pub(crate) fn is_uncounted(room: &Room) -> bool {
    let end = room.game().and_then(Game::end);
    end.is_some_and(|end| Ending::of_room(room, end).is_uncounted())
}
