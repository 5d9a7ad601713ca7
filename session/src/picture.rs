//! A board as a picture in SVG, with the numbers of the moves, to keep or to print.

use std::fmt::Write as _;

use tengen_shared::rules::{Point, Stone, Variant};

use crate::points;

/// The distance of two lines, in units of the picture.
const UNIT: u32 = 24;
/// The distance of the outer lines from the edges, with space for the coordinates.
const EDGE: u32 = 36;

/// Returns an SVG document of a board with the stones of `moves`, from the first. Moves beside the board are left out.
#[must_use]
pub fn svg(variant: Variant, moves: &[Point]) -> String {
    let (cols, rows) = (u32::from(variant.width()), u32::from(variant.height()));
    let at = |point: Point| {
        (EDGE + UNIT * u32::from(point.col()), EDGE + UNIT * (rows - 1 - u32::from(point.row())))
    };
    let (right, bottom) = (EDGE + UNIT * (cols - 1), EDGE + UNIT * (rows - 1));
    let (width, height) = (right + EDGE, bottom + EDGE);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='sans-serif' \
         font-size='11' text-anchor='middle'><rect width='{width}' height='{height}' fill='burlywood'/>\
         <path stroke='black' fill='none' d='"
    );
    for col in 0..cols {
        let x = EDGE + UNIT * col;
        let _ = write!(svg, "M{x} {EDGE}V{bottom}");
    }
    for row in 0..rows {
        let y = EDGE + UNIT * row;
        let _ = write!(svg, "M{EDGE} {y}H{right}");
    }
    svg.push_str("'/>");
    for point in variant.reading_order() {
        let (x, y) = at(point);
        if points::is_star(variant, point) {
            let _ = write!(svg, "<circle cx='{x}' cy='{y}' r='3'/>");
        }
        let name = point.to_string();
        let (letter, number) = name.split_at(1);
        if point.row() == 0 {
            let _ = write!(svg, "<text x='{x}' y='{}'>{letter}</text>", height - 8);
        }
        if point.col() == 0 {
            let _ = write!(svg, "<text x='12' y='{}'>{number}</text>", y + 4);
        }
    }
    for (ply, point) in moves.iter().enumerate().filter(|(_, point)| variant.contains(**point)) {
        let (x, y) = at(*point);
        let (fill, ink) = match Stone::of_ply(ply + 1) {
            Stone::Black => ("black", "white"),
            Stone::White => ("white", "black"),
        };
        let _ = write!(
            svg,
            "<circle cx='{x}' cy='{y}' r='11' fill='{fill}' stroke='black'/>\
             <text x='{x}' y='{}' fill='{ink}'>{}</text>",
            y + 4,
            ply + 1
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Returns the address of an SVG document that contains the document itself.
#[must_use]
pub fn data_address(svg: &str) -> String {
    let escaped = svg.replace('%', "%25").replace('#', "%23").replace('<', "%3C").replace('>', "%3E");
    format!("data:image/svg+xml,{escaped}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn a_picture_has_each_stone_with_its_number_and_every_line() {
        let moves = ["h8", "i9"].map(|point| point.parse().unwrap());
        let picture = svg(Variant::GOMOKU15, &moves);
        assert!(picture.contains(
            "<circle cx='204' cy='204' r='11' fill='black' stroke='black'/><text x='204' y='208' fill='white'>1</text>"
        ));
        assert!(picture.contains("<circle cx='228' cy='180' r='11' fill='white'"));
        assert_eq!((picture.matches('V').count(), picture.matches('H').count()), (15, 15));
        assert!(picture.contains(">a</text>") && picture.contains(">15</text>"));
        assert!(data_address(&picture).starts_with("data:image/svg+xml,%3Csvg "));
    }
}
