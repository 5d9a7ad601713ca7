//! What the screen says of finished games, in words.

use std::time::Duration;

use tengen_shared::{
    game::{EndReason, GameRecord, Seat, SideTime},
    protocol::GameSummary,
    rules::Variant,
};

use super::{date, words};

/// The reason of an end in a word or two.
pub(super) const fn short_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Line => "in a row",
        EndReason::BoardFull => "full",
        EndReason::Resignation => "resigned",
        EndReason::Time => "on time",
        EndReason::Agreement => "agreed",
        EndReason::Abandonment => "left",
        EndReason::Aborted => "aborted",
        EndReason::Restarted => "anew",
    }
}

/// Who won, and why.
fn result(variant: Variant, reason: EndReason, names: Option<(&str, &str)>) -> String {
    let Some((winner, loser)) = names else {
        return match reason {
            EndReason::BoardFull => "a draw: the board is full".to_owned(),
            EndReason::Agreement => "a draw by agreement".to_owned(),
            EndReason::Abandonment => "a draw: a player was gone too long".to_owned(),
            EndReason::Line
            | EndReason::Resignation
            | EndReason::Time
            | EndReason::Aborted
            | EndReason::Restarted => "a draw".to_owned(),
        };
    };
    match reason {
        EndReason::Line => format!("{winner} won: {} in a row", variant.win_length()),
        EndReason::Resignation => format!("{winner} won: {loser} resigned"),
        EndReason::Time => format!("{winner} won: {loser} ran out of time"),
        EndReason::Abandonment => format!("{winner} won: {loser} was gone too long"),
        EndReason::BoardFull | EndReason::Agreement | EndReason::Aborted | EndReason::Restarted => {
            format!("{winner} won")
        }
    }
}

fn winner_and_loser(names: &[String; 2], winner: Option<Seat>) -> Option<(&str, &str)> {
    let [one, two] = names;
    match winner? {
        Seat::One => Some((one, two)),
        Seat::Two => Some((two, one)),
    }
}

/// The players of a list's line, the winner marked.
pub(super) fn players(game: &GameSummary) -> String {
    let [one, two] = &game.seats;
    let mark = |seat| if game.winner == Some(seat) && !game.stood_in { "*" } else { "" };
    format!("{}{} - {}{}", one.label(), mark(Seat::One), two.label(), mark(Seat::Two))
}

/// All that a list knows of a game: what was played where, and how it ended when.
pub(super) fn details(game: &GameSummary) -> [String; 2] {
    let names = [game.seats[0].label(), game.seats[1].label()];
    let moves = words::counted(game.moves.into(), "move");
    let first = format!("{} game {}, {}, {moves}", game.room, game.number, game.variant);
    let result = result(game.variant, game.reason, winner_and_loser(&names, game.winner));
    [first, format!("{}, {}", date::moment(game.ended), counted(result, game.stood_in))]
}

/// How a game ended; with a word more if it counted for nobody.
pub(super) fn ending(record: &GameRecord) -> String {
    let names = [record.seats[0].label(), record.seats[1].label()];
    let text = result(record.variant, record.end.reason, winner_and_loser(&names, record.end.winner));
    counted(text, record.stood_in)
}

fn counted(result: String, stood_in: bool) -> String {
    if stood_in { format!("{result}; a computer stood in, so nobody scored") } else { result }
}

/// The name of whoever sat in `seat`.
pub(super) fn name(record: &GameRecord, seat: Seat) -> String {
    let [one, two] = &record.seats;
    if seat == Seat::One { one.label() } else { two.label() }
}

/// A time that was used: tenths of seconds below a minute.
pub(super) fn used(ms: u32) -> String {
    let time = Duration::from_millis(ms.into());
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// A time that was left, with the periods after it.
pub(super) fn left(left: SideTime) -> String {
    let seconds = left.ms / 1_000;
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    if left.periods == 0 { time } else { format!("{time} x{}", left.periods) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(used(3_249), "3.2 s");
        assert_eq!(used(83_000), "1:23");
        assert_eq!(left(SideTime { ms: 272_400, periods: 0 }), "4:32");
        assert_eq!(left(SideTime { ms: 7_000, periods: 3 }), "0:07 x3");
    }
}
