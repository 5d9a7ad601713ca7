//! Tests the layout at many sizes and on many boards: a click finds the point that is drawn there, and no panel covers
//! the board.

use ratatui::layout::{Rect, Size};
use tengen_shared::rules::{RuleSet, Variant};

use super::{
    BoardLayout,
    frame::{Frame, Wanted},
};
use crate::screen::room::layout::{Contents, arrange};

fn boards() -> impl Iterator<Item = Variant> {
    let sides = (3..=26).flat_map(|width| [3, 7, 15, 20, 26].map(|height| (width, height)));
    let free = sides.filter_map(|(width, height)| Variant::new(width, height, 3, RuleSet::Freestyle).ok());
    Variant::NAMED.into_iter().map(|(_, variant)| variant).chain(free)
}

fn sizes() -> Vec<Size> {
    let usual = [(40, 16), (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60)];
    let odd = [(40, 60), (200, 16), (57, 23), (79, 25), (133, 37)];
    usual.into_iter().chain(odd).map(|(width, height)| Size::new(width, height)).collect()
}

fn every_point_maps_back(board: &BoardLayout, within: Rect) {
    let mut shown = 0;
    for point in board.variant().reading_order() {
        let Some(centre) = board.centre(point) else { continue };
        assert!(board.area.contains(centre), "{point} in {board:?}");
        assert_eq!(board.point_at(centre), Some(point), "{board:?}");
        shown += 1;
    }
    assert_eq!(shown, board.shown_points(), "{board:?}");
    assert_eq!(board.area.intersection(within), board.area, "{board:?}");
    assert!(board.letters_y() >= board.ground().bottom(), "{board:?}");
}

#[test]
fn panels_lie_over_nothing_at_any_size() {
    let yes = [false, true];
    for Size { width, height } in sizes() {
        let area = Rect::new(0, 1, width, height - 3);
        for variant in boards() {
            for (has_evaluations, typing, talked, watched) in
                yes.iter().flat_map(|a| yes.iter().flat_map(move |b| yes.map(|c| (*a, *b, c, *a != c))))
            {
                let contents = Contents {
                    has_evaluations,
                    typing,
                    talked,
                    moves_asked: talked != typing,
                    watched,
                    alone: has_evaluations,
                };
                let (board, panels) = arrange(contents, variant, (3, 2), area);
                every_point_maps_back(&board, area);
                let areas: Vec<Rect> = panels.areas().collect();
                for (index, panel) in areas.iter().enumerate() {
                    assert_eq!(panel.intersection(area), *panel, "{variant} {width}x{height} {panels:?}");
                    assert!(!panel.intersects(board.area), "{variant} {width}x{height} {panels:?} {board:?}");
                    let others = areas.iter().skip(index + 1);
                    assert!(
                        others.clone().all(|other| !panel.intersects(*other)),
                        "{width}x{height} {panels:?}"
                    );
                }
                assert!(panels.banner.height > 0 && panels.banner.width >= 22, "{panels:?}");
                assert!(
                    !typing || panels.chat.is_some_and(|chat| chat.height >= 3),
                    "{width}x{height} {panels:?}"
                );
            }
        }
    }
}

#[test]
fn cells_are_square() {
    for Size { width, height } in sizes() {
        for variant in boards().filter(|variant| !variant.is_3x3()) {
            let wanted = Wanted { variant, origin: (0, 0), above: 3, below: 0 };
            let (Frame::Beside { board, .. } | Frame::Stacked { board, .. }) =
                wanted.frame(Rect::new(0, 1, width, height - 3));
            let super::BoardStyle::Lines { dx, dy } = board.style else { panic!("{board:?}") };
            assert_eq!(dx, 2 * dy);
        }
    }
}
