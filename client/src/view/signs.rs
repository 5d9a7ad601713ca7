//! The signs of stones, seats and points, by what the terminal can show.

use ratatui::style::Style;
use tengen_session::room::board_shown;
use tengen_shared::{
    game::{Room, Seat},
    rules::Stone,
};

use crate::theme::{Charset, Depth, Role, Theme};

/// Whether stones are letters: where there are no colours, nobody could tell which disc is the black one.
pub(crate) fn in_letters(theme: Theme) -> bool {
    theme.charset == Charset::Ascii || theme.depth == Depth::None
}

/// A stone in a text.
pub(crate) fn stone(stone: Stone, theme: Theme) -> &'static str {
    match (stone, in_letters(theme)) {
        (Stone::Black, true) => "X",
        (Stone::White, true) => "O",
        (Stone::Black, false) => "●",
        (Stone::White, false) => "○",
    }
}

/// How stones on a board differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discs {
    /// Both are filled, since their colours tell them apart.
    Filled,
    /// White is hollow, since the terminal decides how its colours look.
    Hollow,
    Letters,
}

fn discs(theme: Theme) -> Discs {
    let has_colours = theme.palette[Role::Black].is_some() && theme.palette[Role::White].is_some();
    match theme.depth {
        _ if in_letters(theme) => Discs::Letters,
        Depth::Indexed | Depth::True if has_colours => Discs::Filled,
        Depth::None | Depth::Sixteen | Depth::Indexed | Depth::True => Discs::Hollow,
    }
}

/// A stone on a board.
pub(crate) fn on_board(stone: Stone, theme: Theme) -> &'static str {
    match (stone, discs(theme)) {
        (Stone::Black, Discs::Letters) => "X",
        (Stone::White, Discs::Letters) => "O",
        (Stone::White, Discs::Hollow) => "○",
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => "●",
    }
}

/// The stone of the last move on a board; `None` for letters, which need signs around them.
pub(crate) fn last(stone: Stone, theme: Theme) -> Option<&'static str> {
    match (stone, discs(theme)) {
        (_, Discs::Letters) => None,
        (Stone::White, Discs::Hollow) => Some("◎"),
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => Some("◉"),
    }
}

/// A stone of the winning run on a board.
pub(crate) fn won(stone: Stone, theme: Theme) -> &'static str {
    match (stone, discs(theme)) {
        (Stone::Black, Discs::Letters) => "#",
        (Stone::White, Discs::Letters) => "@",
        (Stone::White, Discs::Hollow) => "◇",
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => "◆",
    }
}

/// A stone that could be placed.
pub(crate) fn ghost(stone: Stone, theme: Theme) -> &'static str {
    match (stone, in_letters(theme)) {
        (Stone::Black, true) => "x",
        (Stone::White, true) => "o",
        (Stone::Black, false) => "•",
        (Stone::White, false) => "◦",
    }
}

/// The sign of whoever plays `stone`, in its colours: X or O on 3x3 boards, else the stone.
pub(crate) fn side(seat: Option<Seat>, of: Stone, follows_seat: bool, theme: Theme) -> (&'static str, Style) {
    match seat.filter(|_| follows_seat) {
        Some(seat) => mark(seat, theme),
        None => (stone(of, theme), theme.stone(of)),
    }
}

/// X or O on a 3x3 board.
pub(crate) fn mark(seat: Seat, theme: Theme) -> (&'static str, Style) {
    let cross = seat == Seat::One;
    (if cross { "X" } else { "O" }, theme.mark(cross))
}

/// The sign of a seat: X or O on 3x3 boards, else the stone of this game, or of the next one.
pub(crate) fn seat(room: &Room, seat: Seat, theme: Theme) -> (&'static str, Style) {
    if board_shown(room).marks_follow_seat() {
        return mark(seat, theme);
    }
    let next = if room.next_first() == seat { Stone::Black } else { Stone::White };
    let of = room.game().and_then(|game| game.stone_of(seat)).unwrap_or(next);
    (stone(of, theme), theme.stone(of))
}
