//! The signs of stones and seats, according to the capabilities of the terminal.

use ratatui::style::Style;
use tengen_session::room::board_shown;
use tengen_shared::{
    game::{Game, Room, Seat},
    rules::Stone,
};

use crate::theme::{Charset, Depth, Role, Theme};

/// Whether stones are letters. Without colours, the user could not tell which disc is Black's.
pub(crate) fn in_letters(theme: Theme) -> bool {
    theme.charset == Charset::Ascii || theme.depth == Depth::None
}

/// Returns the sign of a stone within a text.
pub(crate) fn stone(stone: Stone, theme: Theme) -> &'static str {
    match (stone, in_letters(theme)) {
        (Stone::Black, true) => "X",
        (Stone::White, true) => "O",
        (Stone::Black, false) => "●",
        (Stone::White, false) => "○",
    }
}

/// How the stones of the two sides differ on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discs {
    /// Both are filled discs, since the program sets their colours.
    Filled,
    /// Black's is filled and White's is hollow, since the terminal's own colours may not tell them apart.
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

/// Returns the sign of a stone on a board.
pub(crate) fn on_board(stone: Stone, theme: Theme) -> &'static str {
    match (stone, discs(theme)) {
        (Stone::Black, Discs::Letters) => "X",
        (Stone::White, Discs::Letters) => "O",
        (Stone::White, Discs::Hollow) => "○",
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => "●",
    }
}

/// Returns the sign of the last stone on a board; `None` for letters, which have signs around them instead.
pub(crate) fn last(stone: Stone, theme: Theme) -> Option<&'static str> {
    match (stone, discs(theme)) {
        (_, Discs::Letters) => None,
        (Stone::White, Discs::Hollow) => Some("◎"),
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => Some("◉"),
    }
}

/// Returns the sign of a stone in the winning row.
pub(crate) fn won(stone: Stone, theme: Theme) -> &'static str {
    match (stone, discs(theme)) {
        (Stone::Black, Discs::Letters) => "#",
        (Stone::White, Discs::Letters) => "@",
        (Stone::White, Discs::Hollow) => "◇",
        (Stone::Black, Discs::Hollow) | (_, Discs::Filled) => "◆",
    }
}

/// Returns the sign of a stone that the user could place.
pub(crate) fn ghost(stone: Stone, theme: Theme) -> &'static str {
    match (stone, in_letters(theme)) {
        (Stone::Black, true) => "x",
        (Stone::White, true) => "o",
        (Stone::Black, false) => "•",
        (Stone::White, false) => "◦",
    }
}

/// Returns the sign of a point where the rules forbid the user's stone.
pub(crate) fn forbidden(theme: Theme) -> &'static str {
    if in_letters(theme) { "-" } else { "×" }
}

/// Returns the sign and the style of the side that plays `stone`: X or O if `follows_seat`, else the stone.
pub(crate) fn side(seat: Option<Seat>, of: Stone, follows_seat: bool, theme: Theme) -> (&'static str, Style) {
    match seat.filter(|_| follows_seat) {
        Some(seat) => mark(seat, theme),
        None => (stone(of, theme), theme.stone(of)),
    }
}

/// Returns the sign and the style of a seat on 3x3 boards: X or O.
pub(crate) fn mark(seat: Seat, theme: Theme) -> (&'static str, Style) {
    let cross = seat == Seat::One;
    (if cross { "X" } else { "O" }, theme.mark(cross))
}

/// Returns the sign and the style of a seat: X or O on 3x3 boards, else its stone in this game or in the next one.
pub(crate) fn seat(room: &Room, seat: Seat, theme: Theme) -> (&'static str, Style) {
    if board_shown(room).marks_follow_seat() {
        return mark(seat, theme);
    }
    let opening = room.game().map_or(room.settings().opening, Game::opening);
    let next = if room.next_first() == seat { Stone::Black } else { Stone::White };
    let next = Some(next).filter(|_| !opening.has_choice());
    match room.game().and_then(|game| game.stone_of(seat)).or(next) {
        Some(of) => (stone(of, theme), theme.stone(of)),
        // The opening has not given the colours to the seats yet.
        None => ("?", theme.faint()),
    }
}
