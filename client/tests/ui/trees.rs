//! Whatever tree the server sends: what is none is refused, any other can be walked and drawn.

use crossterm::event::KeyCode;
use proptest::prelude::*;
use ratatui::layout::Position;
use tengen_client::{
    layout::{Body, Layout},
    msg::Msg,
    screen::{Screen, thinking::Answer},
};
use tengen_shared::rules::{
    Variant,
    search::{End, Node, Side, Tree},
};

use crate::thinking::{after_a_game, tree};

#[test]
fn what_is_no_tree_is_refused() {
    let good = tree();
    let broken = |change: &dyn Fn(&mut Vec<Node>)| {
        let mut tree = good.clone();
        change(&mut tree.nodes);
        tree
    };
    let trees = [
        broken(&|nodes| nodes.clear()),
        broken(&|nodes| nodes[0].parent = Some(0)),
        broken(&|nodes| nodes[3].parent = None),
        broken(&|nodes| nodes[3].parent = Some(3)),
        broken(&|nodes| nodes[3].parent = Some(u32::MAX)),
    ];
    for tree in trees {
        let mut bench = after_a_game(80, 24);
        bench.fake.tree = Some(tree);
        bench.keys("e");
        bench.shows("the server sent no tree");
    }
    let mut bench = after_a_game(80, 24);
    bench.fake.tree = Some(broken(&|nodes| {
        nodes[0].end = End::AllTried { best: Some(u32::MAX) };
        nodes[5].end = End::Cut { by: 0, untried: u32::MAX };
        nodes[6].value = i64::MIN;
        nodes[7].left_out = 38;
    }));
    bench.keys("e ");
    bench.shows("searched all, best ?");
    bench.keys("\x1b");
    bench.shows("You resigned");
}

#[test]
fn what_is_left_out_is_counted_where_there_is_space_and_nothing_is_cut_in_the_middle() {
    let mut tree = tree();
    tree.nodes[1].left_out = 38;
    tree.nodes[11].left_out = 7;
    let mut bench = after_a_game(80, 24);
    bench.fake.tree = Some(tree);
    bench.keys("e");
    bench.shows("immediate b1, 38 not shown");
    bench.shows("cut by c2, 2 not searched, 7 not shown");
    bench.msg(Msg::Resize { width: 40, height: 30 });
    assert!(!bench.screen().contains('…'), "{}", bench.screen());
    bench.shows("min    -20 immediate b1");
    bench.shows("max    >=1 cut c2, 2 skipped");
}

#[test]
fn numbers_that_are_too_long_are_shown_by_their_size() {
    let mut tree = tree();
    tree.nodes[5].value = -1_000_000_000_000_000_000;
    tree.nodes[5].alpha = None;
    tree.nodes[4].value = 123_456_789;
    let mut bench = after_a_game(40, 24);
    bench.fake.tree = Some(tree);
    bench.keys("e");
    bench.shows("min    -1.0e18 best c3");
    bench.shows("min  123456789 immediate b1");
}

/// Of what a node is made.
type Drawn = (prop::sample::Index, u8, u32, i64, Option<i64>);

/// Any list of nodes of which each, save the first, has one above it.
fn any_tree() -> impl Strategy<Value = Tree> {
    let node = (any::<prop::sample::Index>(), any::<u8>(), any::<u32>(), any::<i64>(), any::<Option<i64>>());
    prop::collection::vec(node, 1..40).prop_map(|nodes| {
        let mut tree = tree();
        let points: Vec<_> = Variant::TICTACTOE.reading_order().collect();
        let node = |(index, (above, kind, number, value, edge)): (usize, Drawn)| {
            let parent = (index > 0).then(|| u32::try_from(above.index(index)).unwrap());
            let point = points[usize::from(kind) % points.len()];
            let end = match kind % 5 {
                0 => End::Leaf {},
                1 => End::Decided {},
                2 => End::AtOnce { point },
                3 => End::AllTried { best: Some(number % 40) },
                _ => End::Cut { by: number % 40, untried: number },
            };
            let side = if kind > 99 { Side::Max } else { Side::Min };
            let (alpha, beta) = (edge, Some(value));
            let (value, left_out) = (value, number % 3);
            Node { parent, point: Some(point), side, alpha, beta, value, end, left_out }
        };
        tree.nodes = nodes.into_iter().enumerate().map(node).collect();
        tree
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_tree_can_be_walked_and_drawn_at_any_size(
        tree in any_tree(),
        sizes in prop::collection::vec((1..140u16, 1..50u16), 1..4),
        keys in "[hjkl \\[\\]b]{0,40}",
    ) {
        let mut bench = after_a_game(80, 24);
        bench.fake.tree = Some(tree);
        bench.keys("e");
        for (width, height) in sizes {
            bench.msg(Msg::Resize { width, height });
            bench.keys(&keys);
            bench.click(Position::new(width / 2, height / 2));
            bench.key(KeyCode::PageDown);
            bench.screen();
            let Screen::SearchTree(screen) = &bench.model.screen else { panic!() };
            let Answer::Shown(outline) = &screen.answer else { panic!() };
            let rows = outline.rows();
            prop_assert!(outline.cursor_row() < rows.len());
            if let Some(Layout { body: Body::Thinking(parts), .. }) = Layout::of(&bench.model) {
                prop_assert!(parts.rows.shown().contains(&outline.cursor_row()), "the cursor is out of sight");
            }
        }
    }
}
