//! A small board, as a picture only: for the wall and for the nodes of a search.

use tengen_shared::{
    game::Seat,
    rules::{Point, Stone, Variant},
};

use crate::{
    tree::{Element, el},
    view::parts::Mark,
};

/// Shows a board with the stones of `moves`, which are on it, the last one marked and those of `line`, too. `black` is the
/// seat of Black.
pub(crate) fn board<M>(variant: Variant, moves: &[Point], black: Option<Seat>, line: &[Point]) -> Element<M> {
    let stones = moves.iter().enumerate().map(|(index, point)| {
        let stone = Stone::of_ply(index + 1);
        let seat = black.map(|black| Seat::of_stone(stone, black));
        let mut class = String::from("stone");
        if let Some(mark) = Mark::of(variant, seat, Some(stone)) {
            class.push(' ');
            class.push_str(mark.class());
        }
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
