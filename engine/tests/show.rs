//! Tests of shown searches: the trees are consistent and belong to the bot's own search.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;
#[path = "common/tree.rs"]
#[allow(dead_code, reason = "each test file uses its own part")]
mod tree;

use common::{Dice, choose, winning};
use proptest::prelude::*;
use tengen_engine::{
    Budget, Limits, ShowError, StopFlag, Value, available,
    classic::{
        domain::{self, DomainArticle, WIN},
        greedy::{self, Greedy},
    },
    explain::{Bounds, Cuts, End, Method, Model, Side, Ties, Tree, explain},
    show,
};
use tengen_shared::rules::{Bot, EngineName, Level, NamedEngine, Point, Position, RuleSet, Variant};
use tree::{assert_bounds, assert_part, assert_tree, is_whole, minimax};

/// The nodes that always fit into one frame, and the nodes of a whole tic-tac-toe tree of depth 3.
const SHOWN: usize = 300;
const WHOLE: usize = 586;

fn tree_of(model: &mut dyn Model, depth: u8, shown: usize) -> Tree {
    let stop = StopFlag::default();
    let bounds = Bounds { shown, ..Bounds::default() };
    explain(model, depth, Cuts::On, &bounds, &mut Budget::new(Limits::default(), &stop)).unwrap()
}

/// Asserts that the tree of `model` is right, whole and in part, and returns its root's value.
fn check(mut model: impl Model, depth: u8, method: Method) -> i64 {
    let whole = tree_of(&mut model, depth, usize::MAX);
    assert!(is_whole(&whole));
    assert_tree(&whole, method);
    assert_bounds(&whole, &mut model);
    let part = tree_of(&mut model, depth, 40);
    assert_tree(&part, method);
    assert_part(&part, &whole);
    whole.nodes[0].value
}

/// Returns an undecided board of five in a row with a few stones close together.
fn five(dice: &mut Dice, most_stones: usize) -> Position {
    let mut side = || 5 + u8::try_from(dice.below(4)).unwrap();
    let (width, height) = (side(), side());
    let runs = if dice.below(2) == 0 { RuleSet::Freestyle } else { RuleSet::Standard };
    let mut position = Position::new(Variant::new(width, height, 5, runs).unwrap());
    for _ in 0..dice.below(most_stones + 1) {
        let point = dice.legal(&position);
        if position.play(point).unwrap().is_some() {
            position.undo();
        }
    }
    position
}

/// Returns the value of `point` by plain minimax of `depth` plies in all.
fn worth(model: &mut dyn Model, point: Point, depth: u8) -> i64 {
    model.play(point);
    let (value, _) = minimax(model, Side::Min, depth - 1);
    model.undo();
    value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_scores_shown_of_greedy_are_those_it_plays_by(seed: u64) {
        let mut dice = Dice(seed);
        for position in [five(&mut dice, 20), dice.tense_position(Variant::GOMOKU15)] {
            let Some(model) = greedy::model(&position) else {
                prop_assert_eq!(position.last(), None);
                continue;
            };
            let value = check(model, 1, Method::Minimax(Ties::First));
            let choice = choose(&mut Greedy, &position, 1);
            let wins = winning(&position, position.to_move());
            if wins.is_empty() {
                prop_assert_eq!(choice.value, Value::Estimate(i32::try_from(value).unwrap()));
                prop_assert_eq!(worth(&mut greedy::model(&position).unwrap(), choice.point, 1), value);
            } else {
                // Of several wins the engine plays the first, but the scores may prefer another.
                let best = tree_of(&mut greedy::model(&position).unwrap(), 1, SHOWN).line()[0];
                prop_assert!(wins.contains(&best) && wins.contains(&choice.point));
            }
        }
    }

    #[test]
    fn the_tree_of_article_004_has_the_articles_value_and_move(seed: u64, depth in 1..=3_u8) {
        let mut dice = Dice(seed);
        let position = if depth < 3 { five(&mut dice, 16) } else { small(&mut dice) };
        let Some(ranking) = domain::rank(&position, depth) else {
            prop_assert!(domain::model(&position).is_none());
            return Ok(());
        };
        let value = check(domain::model(&position).unwrap(), depth, Method::AlphaBeta);
        prop_assert_eq!(value, -ranking.value);
        let tree = tree_of(&mut domain::model(&position).unwrap(), depth, SHOWN);
        prop_assert_eq!(tree.line()[0], ranking.pick);
        // The engine completes and blocks fives outside the article's domain, too.
        let urgent = |stone| !winning(&position, stone).is_empty();
        if !urgent(position.to_move()) && !urgent(position.to_move().other()) {
            prop_assert_eq!(choose(&mut DomainArticle::new(depth), &position, u64::MAX).point, ranking.pick);
        }
        prop_assert!(value.abs() <= WIN);
    }

    #[test]
    fn the_tree_of_the_engine_proper_is_whole_and_its_moves_are_legal(seed: u64) {
        let mut dice = Dice(seed);
        let mut variant = dice.variant();
        while variant.points() > 100 {
            variant = dice.variant();
        }
        let position = dice.tense_position(variant);
        let tree = shown("pvs".parse().unwrap(), &position).unwrap();
        prop_assert_eq!(tree.depth, 2);
        // The engine plays an immediate win without a search.
        prop_assert_eq!(tree.nodes.len() > 1, common::winning(&position, position.to_move()).is_empty());
        for node in &tree.nodes {
            if let Some(point) = node.point {
                prop_assert!(position.check(point).is_ok());
            }
        }
    }
}

/// Returns a position of five in a row on 5x5 with half of the points occupied.
fn small(dice: &mut Dice) -> Position {
    let mut position = Position::new(Variant::new(5, 5, 5, RuleSet::Freestyle).unwrap());
    for _ in 0..12 {
        let point = dice.legal(&position);
        if position.play(point).unwrap().is_some() {
            position.undo();
        }
    }
    position
}

/// Returns every bot for the variant. Engines with a depth appear with each depth up to `deepest`.
fn bots(variant: Variant, deepest: u8) -> Vec<Bot> {
    let choices = available(variant);
    let deep = |name: EngineName| {
        let depths = name.depths().into_iter().flatten().filter(move |depth| *depth <= deepest);
        depths.map(move |depth| Bot::Engine(NamedEngine::new(name, Some(depth)).unwrap()))
    };
    choices.iter().chain(choices.engines.iter().copied().flat_map(deep)).collect()
}

fn shown(bot: Bot, position: &Position) -> Result<Tree, ShowError> {
    shown_with(bot, position, Cuts::On)
}

fn shown_with(bot: Bot, position: &Position, cuts: Cuts) -> Result<Tree, ShowError> {
    let stop = StopFlag::default();
    show(
        bot,
        position,
        cuts,
        &mut Budget::new(Limits { max_nodes: Some(400_000), ..Limits::default() }, &stop),
    )
}

#[test]
fn what_is_shown_keeps_its_bound_for_every_bot_and_board() {
    let boards = ["tictactoe", "4x4k4", "5x5k5", "7x7k4", "gomoku15", "standard15", "26x26k5", "26x3k4exact"];
    for variant in boards.map(|text| text.parse::<Variant>().unwrap()) {
        let tictactoe = variant.points() == 9;
        for stones in [1, 4] {
            let mut position = Position::new(variant);
            let mut dice = Dice(7 + stones);
            for _ in 0..stones {
                let point = dice.legal(&position);
                position.play(point).unwrap();
            }
            for bot in bots(variant, if tictactoe { 9 } else { 3 }) {
                let whole = tictactoe && is_whole_to_3(bot);
                match shown(bot, &position) {
                    Ok(tree) => {
                        assert!(tree.nodes.len() <= if whole { WHOLE } else { SHOWN }, "{variant} {bot}");
                        assert!(!whole || is_whole(&tree), "{variant} {bot}");
                    }
                    Err(ShowError::NothingToShow { bot, .. }) => {
                        let solves = [Bot::Level(Level::Master), EngineName::Solver.into()].contains(&bot);
                        assert!(solves, "{variant} {bot}");
                    }
                    Err(ShowError::Search(_)) => assert!(variant.points() > 100, "{variant} {bot}"),
                    Err(error @ ShowError::Bot { .. }) => panic!("{error}"),
                }
            }
        }
    }
}

#[test]
fn without_cuts_every_move_is_searched_and_the_best_one_is_the_same() {
    let best = |tree: &Tree| match tree.nodes[0].end {
        End::AllTried { best: Some(best) } => tree.nodes[best as usize].point,
        _ => None,
    };
    let mut compared = 0;
    for (variant, deepest) in [("tictactoe", 5), ("5x5k4", 3), ("9x9k5", 2)] {
        let mut position = Position::new(variant.parse().unwrap());
        let mut dice = Dice(23);
        for _ in 0..3 {
            position.play(dice.legal(&position)).unwrap();
            for bot in bots(position.variant(), deepest) {
                let Ok(cut) = shown(bot, &position) else { continue };
                let Ok(whole) = shown_with(bot, &position, Cuts::Off) else { continue };
                assert_eq!(whole.nodes[0].value, cut.nodes[0].value, "{bot} in {position:?}");
                assert_eq!(best(&whole), best(&cut), "{bot} in {position:?}");
                assert!(!whole.nodes.iter().any(|node| matches!(node.end, End::Cut { .. })));
                assert!(cut.totals.plain.is_none_or(|plain| plain == whole.totals.nodes), "{bot}");
                assert_eq!(whole.totals.plain, Some(whole.totals.nodes));
                compared += u32::from(whole.totals.nodes > cut.totals.nodes);
            }
        }
    }
    assert!(compared > 10, "{compared} searches with cuts");
}

/// Returns whether a bot searches at most three plies in tic-tac-toe.
fn is_whole_to_3(bot: Bot) -> bool {
    match bot {
        Bot::Level(level) => level != Level::Master,
        Bot::Engine(engine) => engine.depth().map_or(engine.name() != EngineName::Solver, |depth| depth <= 3),
        Bot::Former(_) => true,
    }
}

#[test]
fn a_former_engine_shows_the_search_of_the_level_in_its_place() {
    for (former, level, variant) in
        [("domain", "hard", "gomoku15"), ("lines:1", "easy", "tictactoe"), ("lines:12", "hard", "7x7k4")]
    {
        let mut position = Position::new(variant.parse().unwrap());
        position.play("b2".parse().unwrap()).unwrap();
        let [former, level] = [former, level].map(|bot| shown(bot.parse().unwrap(), &position).unwrap());
        assert_eq!(former, level);
    }
}

#[test]
fn a_search_that_is_cut_names_the_depths_that_were_done() {
    let mut position = Position::new(Variant::GOMOKU15);
    for point in ["h8", "i9", "g9", "h9"] {
        position.play(point.parse().unwrap()).unwrap();
    }
    let stop = StopFlag::default();
    let told = |max_nodes| {
        let limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
        show("domain-article:4".parse().unwrap(), &position, Cuts::On, &mut Budget::new(limits, &stop))
            .unwrap_err()
    };
    let text = |error: ShowError| error.to_string();
    assert_eq!(
        text(told(10)),
        "at depth 4 the search takes too long here: not even depth 1 is possible, so ask again when fewer points are empty"
    );
    assert_eq!(text(told(79)), "at depth 4 the search takes too long here: choose depth 1");
    assert_eq!(text(told(20_000)), "at depth 4 the search takes too long here: choose a depth of 1 to 2");
}

#[test]
fn who_has_nothing_to_show_is_told_who_has() {
    let text = |bot: &str, variant: &str, moves: &[&str]| {
        let mut position = Position::new(variant.parse().unwrap());
        for point in moves {
            position.play(point.parse().unwrap()).unwrap();
        }
        shown(bot.parse().unwrap(), &position).unwrap_err().to_string()
    };
    assert_eq!(
        text("solver", "tictactoe", &[]),
        "solver makes no such search in this position: choose easy, medium, hard, expert, alphabeta, levels, pvs"
    );
    assert_eq!(
        text("master", "4x4k4", &[]),
        "master makes no such search in this position: choose easy, medium, hard, expert, pvs"
    );
    let greedy =
        "greedy makes no such search in this position: choose easy, medium, hard, expert, master, pvs";
    assert_eq!(text("greedy", "gomoku15", &[]), greedy);
    assert!(text("solver", "gomoku15", &[]).starts_with("solver cannot play gomoku15: choose one of easy, "));
    let over = text("levels", "tictactoe", &["a1", "b1", "a2", "b2", "a3"]);
    assert!(over.starts_with("this game is over"), "{over}");
}
