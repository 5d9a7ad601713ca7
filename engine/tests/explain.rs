//! Tests of shown trees: both tic-tac-toe searches on every vector, and random searches.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;
#[path = "common/tree.rs"]
mod tree;

use proptest::prelude::*;
use serde::Deserialize;
use tengen_engine::{
    Budget, Limits, StopFlag,
    classic::{
        alphabeta::{self, effort},
        levels,
    },
    explain::{Bounds, Cut, End, ExplainError, Method, Model, Node, Ties, Tree, explain},
};
use tengen_shared::rules::{Outcome, Point, Position, Variant, search::Cuts};
use tree::{assert_bounds, assert_part, assert_tree, is_whole};

#[derive(Deserialize)]
struct Vector {
    pos: String,
    first: char,
}

fn positions() -> Vec<Position> {
    let text = include_str!("vectors/ttt_solved.jsonl");
    let read = |line| {
        let vector: Vector = serde_json::from_str(line).unwrap();
        common::tictactoe(&vector.pos, vector.first)
    };
    let positions: Vec<Position> = text.lines().map(read).collect();
    assert_eq!(positions.len(), 2327);
    positions
}

fn empty() -> Position {
    Position::new(Variant::TICTACTOE)
}

fn shown(nodes: usize) -> Bounds {
    Bounds { shown: nodes, ..Bounds::default() }
}

fn ask(
    model: &mut dyn Model,
    depth: u8,
    bounds: &Bounds,
    max_nodes: Option<u64>,
) -> Result<Tree, ExplainError> {
    let stop = StopFlag::default();
    explain(
        model,
        depth,
        Cuts::On,
        bounds,
        &mut Budget::new(Limits { max_nodes, ..Limits::default() }, &stop),
    )
}

fn of_levels(position: &Position, depth: u8, bounds: &Bounds) -> Tree {
    ask(&mut levels::model(position).unwrap(), depth, bounds, None).unwrap()
}

fn of_alphabeta(position: &Position, layers: u8, bounds: &Bounds) -> Tree {
    ask(&mut alphabeta::model(position).unwrap(), layers, bounds, None).unwrap()
}

const LEVELS: Method = Method::Minimax(Ties::Last);

/// Counts the nodes of article 001's tree by the rules alone. It ends at the depth and where the game is over.
fn count(position: &mut Position, depth: u8, ply: usize, per_level: &mut Vec<u64>) {
    if per_level.len() <= ply {
        per_level.push(0);
    }
    per_level[ply] += 1;
    if depth == 0 {
        return;
    }
    for point in position.legal_points().collect::<Vec<_>>() {
        position.play(point).unwrap();
        count(position, depth - 1, ply + 1, per_level);
        position.undo();
    }
}

#[test]
fn the_levels_have_the_nodes_that_article_001_gives() {
    let per_level = [1, 9, 72, 504, 3024];
    for (depth, nodes) in [(1, 10), (2, 82), (3, 586), (4, 3610)] {
        let tree = of_levels(&empty(), depth, &Bounds::default());
        assert_eq!(tree.totals.per_level, per_level[..=usize::from(depth)]);
        assert_eq!(
            (tree.totals.nodes, tree.totals.plain, tree.totals.saved()),
            (nodes, Some(nodes), Some(0))
        );
        assert_eq!(is_whole(&tree), depth <= 3);
    }
}

#[test]
fn alpha_beta_saves_more_than_half_of_two_layers_on_the_empty_board() {
    let tree = of_alphabeta(&empty(), 2, &Bounds::default());
    assert_eq!((tree.totals.nodes, tree.totals.plain, tree.totals.saved()), (36, Some(82), Some(46)));
    assert_eq!(tree.totals.per_level, [1, 9, 26]);
    assert_eq!((tree.nodes[0].value, tree.line()[0].to_string().as_str()), (1, "b2"));
    // With two layers, only MIN can make a cutoff, because no node lies above MAX.
    let cuts: Vec<Cut> = tree.nodes.iter().filter_map(Node::cut).collect();
    assert_eq!(cuts, [Cut::Alpha; 7]);
}

#[test]
fn every_vector_is_shown_whole_to_depth_3() {
    for position in positions() {
        for depth in 1..=3 {
            let tree = of_levels(&position, depth, &Bounds::default());
            assert!(is_whole(&tree));
            assert_tree(&tree, LEVELS);
            assert_bounds(&tree, &mut levels::model(&position).unwrap());
            assert_is_of_position(&tree, &position);
            let tree = of_alphabeta(&position, depth, &Bounds::default());
            assert!(is_whole(&tree));
            assert_tree(&tree, Method::AlphaBeta);
            assert_bounds(&tree, &mut alphabeta::model(&position).unwrap());
            assert_is_of_position(&tree, &position);
        }
    }
}

/// Asserts by the rules that every node has the right children and is a leaf only where it must be.
fn assert_is_of_position(tree: &Tree, position: &Position) {
    for (at, node) in tree.nodes.iter().enumerate() {
        let mut position = position.clone();
        for point in tree::path(tree, at) {
            position.play(point).unwrap();
        }
        let children = tree.nodes.iter().filter(|child| child.parent == u32::try_from(at).ok()).count();
        let tried = children + usize::try_from(node.left_out).unwrap();
        match node.end {
            End::Leaf {} => assert!(tree::ply(tree, at) == tree.depth && position.outcome().is_none()),
            End::Decided {} => assert!(position.outcome().is_some()),
            End::AtOnce { point } => {
                let side = position.to_move();
                assert_eq!(position.play(point), Ok(Some(Outcome::Win(side))));
                let first = common::winning(&undone(&position), side)[0];
                assert_eq!(point, first);
            }
            End::AllTried { .. } => assert_eq!(tried, position.legal_points().count()),
            End::Cut { untried, .. } => {
                assert_eq!(tried + usize::try_from(untried).unwrap(), position.legal_points().count());
            }
        }
    }
}

fn undone(position: &Position) -> Position {
    let mut position = position.clone();
    position.undo();
    position
}

#[test]
fn the_root_has_the_value_and_the_move_of_the_brains_ranking_at_every_depth() {
    for position in positions() {
        for depth in 1..=9 {
            let tree = of_levels(&position, depth, &shown(1));
            let ranking = levels::rank(&position, depth).unwrap();
            assert_eq!(tree.nodes[0].value, i64::from(ranking.value));
            assert_eq!(tree.line()[0], ranking.pick);
            let tree = of_alphabeta(&position, depth, &shown(1));
            let ranking = alphabeta::rank(&position, depth).unwrap();
            assert_eq!(tree.nodes[0].value, i64::from(ranking.value));
            assert_eq!(tree.line()[0], ranking.pick);
        }
    }
}

#[test]
fn the_totals_are_those_of_the_brains_own_searches() {
    for position in positions() {
        for depth in 1..=9 {
            let totals = of_alphabeta(&position, depth, &shown(1)).totals;
            assert_eq!(totals.nodes, effort(&position, depth, Cuts::On).unwrap().nodes);
            assert_eq!(totals.plain, Some(effort(&position, depth, Cuts::Off).unwrap().nodes));
        }
        let mut per_level = Vec::new();
        match common::winning(&position, position.to_move()).is_empty() {
            true => count(&mut position.clone(), 9, 0, &mut per_level),
            false => per_level.push(1),
        }
        assert_eq!(of_levels(&position, 9, &shown(1)).totals.per_level, per_level);
    }
}

#[test]
fn the_whole_game_is_shown_in_part_from_the_empty_board() {
    for nodes in [1, 30, 100, 600] {
        let tree = of_levels(&empty(), 9, &shown(nodes));
        // The known numbers for tic-tac-toe: 255168 games in 549946 nodes.
        assert_eq!(tree.totals.nodes, 549_946);
        assert_tree(&tree, LEVELS);
        assert_fills(&tree, nodes);
        let tree = of_alphabeta(&empty(), 9, &shown(nodes));
        assert_eq!(tree.totals.nodes, 4815);
        assert_tree(&tree, Method::AlphaBeta);
        assert_fills(&tree, nodes);
    }
}

/// Asserts that the tree keeps its bound and has no room for one more line.
fn assert_fills(tree: &Tree, bound: usize) {
    let most = bound.max(usize::from(tree.depth) + 1);
    assert!(tree.nodes.len() <= most, "{} of {most}", tree.nodes.len());
    assert!(is_whole(tree) || tree.nodes.len() + usize::from(tree.depth) > most, "{most}");
}

#[test]
fn a_bounded_tree_is_part_of_the_whole() {
    for position in positions().iter().step_by(23) {
        for (depth, nodes) in [(3, 20), (4, 60), (5, 150), (9, 40)] {
            let whole = of_alphabeta(position, depth, &shown(usize::MAX));
            let part = of_alphabeta(position, depth, &shown(nodes));
            assert_tree(&part, Method::AlphaBeta);
            assert_part(&part, &whole);
            assert_fills(&part, nodes);
        }
        let whole = of_levels(position, 3, &shown(usize::MAX));
        let part = of_levels(position, 3, &shown(30));
        assert_tree(&part, LEVELS);
        assert_part(&part, &whole);
        assert_fills(&part, 30);
    }
}

#[test]
fn a_bounded_tree_shows_the_other_moves_of_the_root_before_those_below() {
    let tree = of_levels(&empty(), 4, &shown(1 + 9 * 4));
    assert_eq!((tree.nodes[0].left_out, tree.nodes.len()), (0, 37));
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        let ply = tree::ply(&tree, at);
        assert!(ply == 4 || (node.best().is_some() && node.left_out == u32::from(8 - ply)), "{node:?}");
    }
}

#[test]
fn a_search_that_is_too_large_names_the_depths_that_are_not() {
    let ask = |searched, depth| {
        let bounds = Bounds { searched, ..Bounds::default() };
        ask(&mut levels::model(&empty()).unwrap(), depth, &bounds, None)
    };
    assert!(ask(586, 3).is_ok());
    assert_eq!(ask(585, 3), Err(ExplainError::TooLarge { depth: 3, limit: 585, deepest: 2 }));
    assert_eq!(ask(585, 9), Err(ExplainError::TooLarge { depth: 9, limit: 585, deepest: 2 }));
    let text = |searched, depth| ask(searched, depth).unwrap_err().to_string();
    assert_eq!(text(585, 9), "at depth 9 more than 585 nodes are looked at here: choose a depth of 1 to 2");
    assert_eq!(text(81, 2), "at depth 2 more than 81 nodes are looked at here: choose depth 1");
    assert!(text(5, 2).ends_with("ask again when fewer points are empty"));
    assert!(text(5, 1).ends_with("ask again when fewer points are empty"));
}

#[test]
fn a_plain_count_beyond_its_bound_is_left_out() {
    let plain = |plain| of_alphabeta(&empty(), 3, &Bounds { plain, ..Bounds::default() }).totals.plain;
    assert_eq!([0, 1, 585, 586].map(plain), [None, None, None, Some(586)]);
}

#[test]
fn wherever_the_budget_ends_the_answer_is_stopped_or_right_and_the_model_as_it_was() {
    let mut model = alphabeta::model(&empty()).unwrap();
    let whole = ask(&mut model, 3, &shown(40), None).unwrap();
    let mut stopped = 0;
    for max_nodes in 0.. {
        match ask(&mut model, 3, &shown(40), Some(max_nodes)) {
            Err(error) => {
                assert!(matches!(error, ExplainError::Stopped { depth: 3, deepest: 0..=2 }), "{error:?}");
                stopped += 1;
            }
            Ok(tree) if tree.totals.plain.is_none() => assert_eq!(tree.nodes, whole.nodes),
            Ok(tree) => {
                assert_eq!(tree, whole);
                break;
            }
        }
        assert_eq!(model.leaf(), 0);
        let mut moves = Vec::new();
        model.moves(&mut moves);
        assert_eq!(moves, common::points());
    }
    assert!(stopped > whole.totals.nodes);
}

#[test]
fn a_decided_game_and_a_set_flag_are_refused() {
    let mut over = empty();
    for cell in [0, 3, 1, 4, 2] {
        over.play(common::points()[cell]).unwrap();
    }
    assert!(levels::model(&over).is_none() && alphabeta::model(&over).is_none());
    assert!(alphabeta::model(&Position::new(Variant::GOMOKU15)).is_none());
    let mut won = levels::model(&empty()).unwrap();
    for cell in [0, 3, 1, 4, 2] {
        won.play(common::points()[cell]);
    }
    assert_eq!(ask(&mut won, 3, &Bounds::default(), None), Err(ExplainError::Decided));
    let stop = StopFlag::default();
    stop.stop();
    let mut model = levels::model(&empty()).unwrap();
    let stopped =
        explain(&mut model, 3, Cuts::On, &Bounds::default(), &mut Budget::new(Limits::default(), &stop));
    assert_eq!(stopped, Err(ExplainError::Stopped { depth: 3, deepest: 0 }));
}

/// An invented search. The moves that lead to a node determine everything about it by chance.
struct Invented {
    method: Method,
    /// The distance between values: with 1 ties are rare, with a large number they are frequent.
    coarse: u64,
    keys: Vec<u64>,
}

impl Invented {
    fn draw(&self, what: usize) -> common::Dice {
        common::Dice(self.keys.last().unwrap().wrapping_add(u64::try_from(what).unwrap() << 32))
    }

    fn value(&self) -> i64 {
        let ends = 1_000_000_000_000_000_000 / self.coarse;
        let drawn = self.draw(1).below(usize::try_from(2 * ends + 1).unwrap());
        (i64::try_from(drawn).unwrap() - i64::try_from(ends).unwrap()) * i64::try_from(self.coarse).unwrap()
    }
}

impl Model for Invented {
    fn method(&self) -> Method {
        self.method
    }

    fn decided(&self) -> Option<i64> {
        (self.keys.len() > 1 && self.draw(2).below(10) == 0).then(|| self.value())
    }

    fn at_once(&self) -> Option<(Point, i64)> {
        (self.draw(3).below(12) == 0).then(|| (Point::new(25, 25).unwrap(), self.value()))
    }

    fn leaf(&self) -> i64 {
        self.value()
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        let mut points: Vec<Point> = (0..6).map(|col| Point::new(col, 0).unwrap()).collect();
        let mut dice = self.draw(4);
        points.truncate(dice.below(7));
        for i in (1..points.len()).rev() {
            points.swap(i, dice.below(i + 1));
        }
        out.extend(points);
    }

    fn play(&mut self, point: Point) {
        let key = common::Dice(self.keys.last().unwrap() ^ u64::from(point.col() + 1)).below(usize::MAX);
        self.keys.push(u64::try_from(key).unwrap());
    }

    fn undo(&mut self) {
        self.keys.pop();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_search_is_shown_as_it_is(
        seed: u64,
        depth in 0..=5_u8,
        nodes in 1..200_usize,
        coarse in prop::sample::select(vec![1_u64, 100_000_000_000_000_000, 500_000_000_000_000_000]),
        method in prop::sample::select(vec![
            Method::AlphaBeta,
            Method::AlphaBeta,
            Method::Minimax(Ties::First),
            Method::Minimax(Ties::Last),
        ]),
    ) {
        let mut model = Invented { method, coarse, keys: vec![seed] };
        let whole = ask(&mut model, depth, &shown(usize::MAX), None).unwrap();
        assert!(is_whole(&whole));
        assert_tree(&whole, method);
        assert_bounds(&whole, &mut model);
        let part = ask(&mut model, depth, &shown(nodes), None).unwrap();
        assert_tree(&part, method);
        assert_part(&part, &whole);
        assert_fills(&part, nodes);
        prop_assert_eq!(model.keys, vec![seed]);
    }
}
