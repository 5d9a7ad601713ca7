//! What several tellers say alike: who somebody is, who watches, how a game ended, what an AI thought.

use tengen_session::{
    ending::Ending,
    points::PointText,
    room::{Obstacle, RoomView},
    text::Lang,
};
use tengen_shared::{
    game::{Game, GameEnd, Name, Room, Seat},
    protocol::Spectators,
    rules::{Point, Stone, Variant},
};

use crate::model::{Standing, seat_label};

/// Who plays in `seat`.
pub(super) fn who(room: &Room, seat: Seat, lang: Lang) -> String {
    seat_label(&room.seats()[seat], lang).unwrap_or_else(|| lang.told_nobody().to_owned())
}

/// Who had `seat` in the present or last game.
pub(super) fn player(view: &RoomView, seat: Seat, lang: Lang) -> String {
    view.player(seat).and_then(|state| seat_label(state, lang)).unwrap_or_default()
}

/// The number of a seat.
pub(super) fn number(seat: Seat) -> u8 {
    u8::from(seat)
}

/// Who has `seat`, with their mark while a game is on, in a line.
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

/// Who watches, in a line.
pub(super) fn watchers(spectators: &Spectators, lang: Lang) -> String {
    let names: Vec<&str> = spectators.names.iter().map(Name::as_str).collect();
    match spectators.count {
        0 => lang.told_no_watchers().to_owned(),
        count => lang.told_watchers(count, &names.join(", ")),
    }
}

/// The mark of a stone: a cross for Black, but on boards where each seat keeps its mark for seat one.
pub(super) fn is_cross(variant: Variant, black: Option<Seat>, stone: Stone) -> bool {
    let turned = variant.marks_follow_seat() && black == Some(Seat::Two);
    (stone == Stone::Black) != turned
}

/// The mark with which `seat` plays `game`.
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

/// Points one after the other.
pub(super) fn points(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The point that was typed, or why `board` has none there.
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

/// A line that cannot disturb a terminal, whoever wrote what is in it.
pub(crate) fn harmless(line: &str) -> String {
    line.chars().map(|c| if tengen_shared::game::is_disturbing(c) { '\u{fffd}' } else { c }).collect()
}

/// Why something cannot be done, with the command that helps.
pub(super) fn why(standing: &Standing<'_>, obstacle: &Obstacle) -> String {
    let lang = standing.lang;
    match obstacle {
        Obstacle::NoSeat => lang.line_watching().to_owned(),
        Obstacle::StoodIn => lang.line_seat_taken_over().to_owned(),
        other => other.text(lang),
    }
}
