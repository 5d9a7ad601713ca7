//! Finished games and times in words.

use std::time::Duration;

use tengen_session::{
    ending::Ending,
    terms::{self, plural},
    text::Lang,
};
use tengen_shared::{
    game::{EndReason, PerSeat, PlayerId, Seat, SideTime},
    protocol::GameSummary,
};

use crate::zone::Zone;

/// Returns why a game ended, in one or two words.
pub(crate) const fn short_reason(reason: EndReason, lang: Lang) -> &'static str {
    match reason {
        EndReason::Line => lang.reason_line(),
        EndReason::BoardFull => lang.reason_full(),
        EndReason::Resignation => lang.reason_resigned(),
        EndReason::Time => lang.reason_time(),
        EndReason::Agreement => lang.reason_agreed(),
        EndReason::Abandonment => lang.reason_left(),
        EndReason::Aborted => lang.reason_aborted(),
        EndReason::Restarted => lang.reason_anew(),
        EndReason::Foul => lang.reason_foul(),
    }
}

/// Returns the seat of `me` in a finished game; `None` if they had none, or both.
pub(crate) fn seat_of(game: &GameSummary, me: Option<PlayerId>) -> Option<Seat> {
    let mut mine = Seat::BOTH.into_iter().filter(|seat| me.is_some() && game.seats[*seat].player() == me);
    mine.next().filter(|_| mine.next().is_none())
}

/// Returns the result of a game in a few words, from the side of the player in the seat `you`. A `long` one has the
/// reason too.
pub(crate) fn short_result(game: &GameSummary, you: Option<Seat>, long: bool, lang: Lang) -> String {
    let reason = short_reason(game.reason, lang);
    let result = match (game.winner, you) {
        (Some(winner), Some(you)) if winner == you => lang.you_won().to_owned(),
        (Some(_), Some(_)) => lang.you_lost().to_owned(),
        (Some(winner), None) if long => lang.won(&game.label(winner)),
        (Some(_), None) => return reason.to_owned(),
        (None, _) if !game.reason.counts() => return reason.to_owned(),
        (None, _) => lang.draw().to_owned(),
    };
    let run = lang.why_line(game.variant.win_length());
    let reason = if game.reason == EndReason::Line { &run } else { reason };
    if long { lang.result_and_reason(&result, reason) } else { result }
}

/// Returns the names of the players. The winner has a star, unless an AI stood in for a player.
pub(crate) fn players(game: &GameSummary) -> String {
    let PerSeat([one, two]) = &game.seats;
    let mark = |seat| if game.winner == Some(seat) && !game.stood_in { "*" } else { "" };
    format!("{}{} - {}{}", one.label(), mark(Seat::One), two.label(), mark(Seat::Two))
}

/// Returns the details of a game in two lines: the room, the board and the number of moves; the time and the result,
/// from the side of the player in the seat `you`.
pub(crate) fn details(game: &GameSummary, you: Option<Seat>, lang: Lang, zone: &Zone) -> [String; 2] {
    let moves = lang.moves(game.moves.into(), plural(game.moves.into()));
    let first = lang.game_of_room(game.room.as_str(), game.number, &terms::board(game.variant, lang), &moves);
    let ending = Ending::of_summary(game).read_by(you).full_text(|seat| game.label(seat), lang);
    [first, lang.moment_and_result(&zone.moment(game.ended), &ending)]
}

/// Formats the time used for a move. Below a minute it includes tenths of a second.
pub(crate) fn used(ms: u32, lang: Lang) -> String {
    let time = Duration::from_millis(ms.into());
    match time.as_secs() {
        0..60 => lang.tenths(&format!("{:.1}", time.as_secs_f64())),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// Formats the time left on a clock, with the number of overtime periods.
pub(crate) fn left(left: SideTime) -> String {
    let seconds = left.ms / 1_000;
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    if left.periods == 0 { time } else { format!("{time} x{}", left.periods) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(used(3_249, Lang::English), "3.2 s");
        assert_eq!(used(83_000, Lang::English), "1:23");
        assert_eq!(left(SideTime { ms: 272_400, periods: 0 }), "4:32");
        assert_eq!(left(SideTime { ms: 7_000, periods: 3 }), "0:07 x3");
    }
}
