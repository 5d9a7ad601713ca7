//! Texts for several parts of line mode: names, seats, spectators, marks, points and results.

use tengen_session::{
    ending::Ending,
    points::PointText,
    room::{Obstacle, RoomView, Viewer, seat_label},
    text::Lang,
};
use tengen_shared::{
    game::{Game, GameEnd, Name, Room, Seat},
    protocol::Spectators,
    rules::{Choice, Foul, Point, Stone, Variant},
};

use super::Command;
use crate::model::Standing;

/// Returns the name of the occupant of `seat`, or a text that says there is none.
pub(super) fn who(room: &Room, seat: Seat, lang: Lang) -> String {
    seat_label(&room.seats()[seat], lang).unwrap_or_else(|| lang.told_nobody().to_owned())
}

/// Returns the name of the player who had `seat` in the present or last game; empty if unknown.
pub(super) fn player(view: &RoomView, seat: Seat, lang: Lang) -> String {
    view.player(seat).and_then(|state| seat_label(state, lang)).unwrap_or_default()
}

pub(super) fn number(seat: Seat) -> u8 {
    u8::from(seat)
}

/// Returns a line about the occupant of `seat`, with their mark during a game.
pub(super) fn seat(room: &Room, seat: Seat, mine: &[Seat], lang: Lang) -> String {
    let mut who = who(room, seat, lang);
    if mine.contains(&seat) {
        who = lang.told_you(&who);
    }
    if let Some(game) = room.game().filter(|game| game.black().is_some() && room.is_playing()) {
        who = lang.told_with_mark(&who, mark(game, seat, lang));
    }
    lang.told_seat(number(seat), &who)
}

/// Returns a line about the spectators.
pub(super) fn watchers(spectators: &Spectators, lang: Lang) -> String {
    let names: Vec<&str> = spectators.names.iter().map(Name::as_str).collect();
    match spectators.count {
        0 => lang.told_no_watchers().to_owned(),
        count => lang.told_watchers(count, &names.join(", ")),
    }
}

/// Whether a stone is drawn as X. X is the mark of Black, or of seat one on boards where seats keep their marks.
pub(super) fn is_cross(variant: Variant, black: Option<Seat>, stone: Stone) -> bool {
    let turned = variant.marks_follow_seat() && black == Some(Seat::Two);
    (stone == Stone::Black) != turned
}

/// Returns the name of the mark of `seat` in `game`.
pub(super) fn mark(game: &Game, seat: Seat, lang: Lang) -> &'static str {
    let stone = game.stone_of(seat).unwrap_or(Stone::Black);
    let variant = game.position().variant();
    match (variant.marks_follow_seat(), is_cross(variant, game.black(), stone)) {
        (true, true) => lang.told_cross(),
        (true, false) => lang.told_nought(),
        (false, true) => lang.told_black(),
        (false, false) => lang.told_white(),
    }
}

/// Returns lines about whose turn it is and what the opening asks for. On the user's own turn, they list the choices, or
/// the points that the rules forbid.
pub(super) fn turn(viewer: &Viewer<'_>, lang: Lang) -> Vec<String> {
    let Some(seat) = viewer.room.turn() else { return Vec::new() };
    let name = |seat| who(viewer.room, seat, lang);
    let mine = viewer.mine();
    let state = viewer.opening_state(name, lang).unwrap_or_else(|| match mine == [seat] {
        true => lang.told_your_turn().to_owned(),
        false => lang.told_turn(&name(seat)),
    });
    let mut lines = vec![state];
    if mine.contains(&seat) {
        lines.extend(viewer.opening_area(lang));
        let choices = choices(viewer);
        if !choices.is_empty() {
            lines.push(lang.told_choose(&choices));
        }
        lines.extend(forbidden(viewer, lang));
    }
    lines
}

/// Returns what another player does next in an opening whose colours are chosen; `None` once they are.
pub(super) fn waits(viewer: &Viewer<'_>, lang: Lang) -> Option<String> {
    viewer.opening_state(|seat| who(viewer.room, seat, lang), lang)
}

/// Returns the commands with which the user can choose in the opening.
pub(super) fn choices(viewer: &Viewer<'_>) -> String {
    let command = |choice: &Choice| Command::Choose(*choice).to_string();
    viewer.choices().iter().map(command).collect::<Vec<_>>().join(", ")
}

/// Returns a line that lists the points that the rules forbid the user's next stone; `None` if there are none.
pub(super) fn forbidden(viewer: &Viewer<'_>, lang: Lang) -> Option<String> {
    let point = |(point, foul): &(Point, Foul)| format!("{point} ({})", lang.foul(*foul));
    let points: Vec<String> = viewer.forbidden().iter().map(point).collect();
    (!points.is_empty()).then(|| lang.told_forbidden(&points.join(", ")))
}

/// Joins points with spaces.
pub(super) fn points(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the point that was typed.
///
/// # Errors
/// Returns a message for the user if the point is not on `board`.
pub(super) fn point_on(board: Variant, typed: PointText, lang: Lang) -> Result<Point, String> {
    typed.on(board).filter(|point| board.contains(*point)).ok_or_else(|| {
        let last = char::from(b'a' + board.width().saturating_sub(1)).to_string();
        lang.line_off_board(&typed.to_string(), &last, board.height())
    })
}

/// Returns how the last game of a room ended.
pub(super) fn ending(view: &RoomView, room: &Room, end: &GameEnd, lang: Lang) -> String {
    result(Ending::of_room(room, end), &end.line, |seat| player(view, seat, lang), lang)
}

/// Returns how a game ended, in the third person, with the winning points.
pub(super) fn result(ending: Ending, line: &[Point], name: impl Fn(Seat) -> String, lang: Lang) -> String {
    let text = ending.full_text(name, lang);
    if line.is_empty() { text } else { lang.told_points(&text, &points(line)) }
}

/// Replaces the characters of a line that could disturb a terminal, such as control characters.
pub(crate) fn harmless(line: &str) -> String {
    line.chars().map(|c| if tengen_shared::game::is_disturbing(c) { '\u{fffd}' } else { c }).collect()
}

/// Returns the reason why an action is not possible, with the command that helps.
pub(super) fn why(standing: &Standing<'_>, obstacle: &Obstacle) -> String {
    let lang = standing.lang;
    match obstacle {
        Obstacle::NoSeat => lang.line_watching().to_owned(),
        Obstacle::StoodIn => lang.line_seat_taken_over().to_owned(),
        other => other.text(lang),
    }
}
