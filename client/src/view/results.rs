//! How a game ended, in words.

use tengen_shared::game::{EndReason, Game, GameEnd, Room};
use unicode_width::UnicodeWidthStr;

use crate::model::Standing;

/// How the last game ended, and whether that counts, in about `space` columns.
pub(crate) fn result(standing: &Standing<'_>, end: &GameEnd, space: usize) -> String {
    let text = ending(standing, end);
    let long = format!("{text}{}", standing.lang.uncounted());
    if is_uncounted(standing.room) && long.width() <= space { long } else { text }
}

/// Whether a computer played for somebody, so that a game that was played to its end counts for nobody.
pub(crate) fn is_uncounted(room: &Room) -> bool {
    let ended = room.game().and_then(Game::end);
    ended.is_some_and(|end| end.reason.counts()) && room.game().is_some_and(Game::had_stand_in)
}

fn ending(standing: &Standing<'_>, end: &GameEnd) -> String {
    let (room, lang) = (standing.room, standing.lang);
    let winner = end.winner.map(|seat| standing.player(seat)).unwrap_or_default();
    let loser = end.winner.map(|seat| standing.player(seat.other())).unwrap_or_default();
    match (end.reason, end.winner) {
        (EndReason::Line, Some(_)) => {
            // The settings may be those of the next game already.
            let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
            lang.result_row(&winner, variant.win_length())
        }
        (EndReason::Resignation, Some(_)) => lang.result_resigned(&winner, &loser),
        (EndReason::BoardFull, None) => lang.draw_full().to_owned(),
        (EndReason::Time, Some(_)) => lang.result_time(&winner, &loser),
        (EndReason::Abandonment, Some(_)) => lang.result_gone(&winner, &loser),
        (EndReason::Abandonment, None) => lang.draw_gone().to_owned(),
        (EndReason::Agreement, None) => lang.draw_agreed().to_owned(),
        (EndReason::Aborted, _) => lang.aborted().to_owned(),
        (EndReason::Restarted, _) => lang.restarted().to_owned(),
        // No server ends a game so.
        (EndReason::BoardFull | EndReason::Agreement, Some(_)) => lang.result_won(&winner),
        (EndReason::Line | EndReason::Resignation | EndReason::Time, None) => lang.draw().to_owned(),
    }
}
