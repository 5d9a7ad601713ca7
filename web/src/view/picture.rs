//! A small board, as a picture only: for the wall and for the nodes of a search.

use tengen_shared::{
    game::Seat,
    rules::{Point, Variant},
};

use crate::{msg::Element, tree::el};

/// Shows a board with the stones of `moves`, which are on it, the last one marked and those of `line`, too. `black` is the
/// seat of Black.
pub(crate) fn board(variant: Variant, moves: &[Point], black: Option<Seat>, line: &[Point]) -> Element {
    let stones = moves.iter().enumerate().map(|(index, point)| {
        let is_black = index % 2 == 0;
        let seat = black.map(|black| if is_black { black } else { black.other() });
        let mut class = format!("stone {}", sign(variant, seat.unwrap_or(Seat::One), is_black));
        if index + 1 == moves.len() {
            class.push_str(" last");
        }
        if line.contains(point) {
            class.push_str(" won");
        }
        let from_top = variant.height() - 1 - point.row();
        el("i").class(class).attr("style", format!("--x:{};--y:{from_top}", point.col()))
    });
    el("span")
        .class(if variant.is_3x3() { "picture squares" } else { "picture" })
        .attr("style", format!("--cols:{};--rows:{}", variant.width(), variant.height()))
        .attr("aria-hidden", "true")
        .children(stones)
}

/// Returns the class of a seat's stones: their colour, or X or O where seats keep their marks.
pub(crate) fn sign(variant: Variant, seat: Seat, is_black: bool) -> &'static str {
    match (variant.marks_follow_seat(), seat, is_black) {
        (true, Seat::One, _) => "cross",
        (true, Seat::Two, _) => "nought",
        (false, _, true) => "black",
        (false, _, false) => "white",
    }
}
