//! How a game ended, in words.

use tengen_shared::game::{EndReason, Game, GameEnd, Room};

use unicode_width::UnicodeWidthStr;

use crate::model::RoomView;

/// How the last game ended, and whether that counts, in about `space` columns.
pub(super) fn result(view: &RoomView, room: &Room, end: &GameEnd, space: usize) -> String {
    let text = ending(view, room, end);
    let long = format!("{text}{UNCOUNTED}");
    if is_uncounted(room) && long.width() <= space { long } else { text }
}

/// Whether a computer played for somebody, so that a game that was played to its end counts for nobody.
pub(super) fn is_uncounted(room: &Room) -> bool {
    let ended = room.game().and_then(Game::end);
    ended.is_some_and(|end| end.reason.counts()) && room.game().is_some_and(Game::had_stand_in)
}

const UNCOUNTED: &str = "; it counts for nobody";

fn ending(view: &RoomView, room: &Room, end: &GameEnd) -> String {
    let winner = end.winner.and_then(|seat| view.player(seat)).unwrap_or_default();
    let loser = end.winner.and_then(|seat| view.player(seat.other())).unwrap_or_default();
    match (end.reason, end.winner) {
        (EndReason::Line, Some(_)) => {
            // The settings may be those of the next game already.
            let variant = room.game().map_or(room.settings().variant, |game| game.position().variant());
            format!("{winner} wins: {} in a row", variant.win_length())
        }
        (EndReason::Resignation, Some(_)) => format!("{winner} wins: {loser} resigned"),
        (EndReason::BoardFull, None) => "a draw: the board is full".to_owned(),
        (EndReason::Time, Some(_)) => format!("{winner} wins: {loser} ran out of time"),
        (EndReason::Abandonment, Some(_)) => format!("{winner} wins: {loser} was gone too long"),
        (EndReason::Abandonment, None) => "a draw: a player was gone too long".to_owned(),
        (EndReason::Agreement, None) => "a draw by agreement".to_owned(),
        (EndReason::Aborted, _) => "aborted: it counts for nobody".to_owned(),
        (EndReason::Restarted, _) => "begun anew: it counts for nobody".to_owned(),
        // No server ends a game so.
        (EndReason::BoardFull | EndReason::Agreement, Some(_)) => format!("{winner} wins"),
        (EndReason::Line | EndReason::Resignation | EndReason::Time, None) => "a draw".to_owned(),
    }
}
