//! Tests of article 004's engine with the golden vectors, and of its additions to the article.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Dice, assert_urgent, choose};
use proptest::prelude::*;
use serde::Deserialize;
use tengen_engine::{
    Engine, Limits, StopFlag, Value,
    classic::domain::{DomainArticle, judge, leaf, rank, rank_board, side_score},
};
use tengen_shared::rules::{Board, Point, Position, RuleSet, Stone, Variant};

/// The articles' sides: 1 is the human with Black, 2 the AI with White.
const HUMAN: Stone = Stone::Black;
const AI: Stone = Stone::White;

#[derive(Deserialize)]
struct Scores {
    pos: String,
    f1: i64,
    f2: i64,
    fleaf: i64,
    judge: Vec<(u8, u8, u8, i64, i64)>,
}

#[derive(Deserialize)]
struct Moves {
    pos: String,
    tag: String,
    last: (u8, u8),
    d1: Wanted,
    d2: Wanted,
    d3: Wanted,
}

#[derive(Deserialize)]
struct Wanted {
    fixed_value: i64,
    fixed_best: Vec<(u8, u8)>,
}

/// Converts the article's coordinates, which count columns from the left and rows from the top.
fn point((x, y): (u8, u8)) -> Point {
    Variant::GOMOKU19.point_from_top(y + 1, x + 1).unwrap()
}

fn board(pos: &str) -> Board {
    let mut board = Board::new(Variant::GOMOKU19);
    for (index, sign) in (0_u16..).zip(pos.chars()) {
        let stone = match sign {
            '1' => Some(HUMAN),
            '2' => Some(AI),
            _ => None,
        };
        board.set(point((u8::try_from(index / 19).unwrap(), u8::try_from(index % 19).unwrap())), stone);
    }
    board
}

fn moves() -> Vec<Moves> {
    let text = include_str!("vectors/minimax19_move.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_stone_and_every_board_is_scored_as_in_the_vectors() {
    let lines: Vec<Scores> = include_str!("vectors/minimax19_eval.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 281);
    let mut judged = 0;
    for line in lines {
        let board = board(&line.pos);
        assert_eq!(side_score(&board, HUMAN), line.f1, "{}", line.pos);
        assert_eq!(side_score(&board, AI), line.f2, "{}", line.pos);
        assert_eq!(leaf(&board, HUMAN), line.fleaf, "{}", line.pos);
        for at in board.variant().reading_order() {
            let listed = line.judge.iter().find(|entry| point((entry.0, entry.1)) == at);
            assert_eq!(judge(&board, at), listed.map_or(0, |entry| entry.4), "{at} {}", line.pos);
            judged += usize::from(listed.is_some());
        }
    }
    assert!(judged > 3000, "{judged}");
}

#[test]
fn every_depth_gives_the_value_and_the_best_points_of_the_vectors() {
    let lines = moves();
    assert_eq!(lines.len(), 76);
    for line in lines {
        for (depth, wanted) in (1..).zip([&line.d1, &line.d2, &line.d3]) {
            let ranking = rank_board(&board(&line.pos), AI, point(line.last), depth).unwrap();
            let best: Vec<Point> = wanted.fixed_best.iter().map(|at| point(*at)).collect();
            assert_eq!((ranking.value, &ranking.best), (wanted.fixed_value, &best), "{} {depth}", line.tag);
            assert_eq!(ranking.pick, best[0]);
        }
    }
}

/// Returns the position of a board, if alternating moves can lead to it.
fn position(board: &Board, last: Point) -> Option<Position> {
    let of = |stone| board.variant().reading_order().filter(move |at| board.get(*at) == Some(stone));
    let mut human: Vec<Point> = of(HUMAN).filter(|at| *at != last).collect();
    human.push(last);
    let mut position = Position::new(board.variant());
    let mut ai = of(AI);
    for at in human {
        position.play(at).ok()?;
        if let Some(at) = ai.next() {
            position.play(at).ok()?;
        }
    }
    (position.board() == board && position.last() == Some(last)).then_some(position)
}

#[test]
fn the_brain_plays_the_articles_pick_unless_a_five_is_at_hand() {
    let mut seen = 0;
    for line in moves() {
        let Some(position) = position(&board(&line.pos), point(line.last)) else { continue };
        for depth in 1..=3 {
            let choice = choose(&mut DomainArticle::new(depth), &position, u64::MAX);
            assert_urgent(&position, choice.point);
            let calm =
                common::winning(&position, AI).is_empty() && common::winning(&position, HUMAN).is_empty();
            if calm {
                let ranking = rank(&position, depth).unwrap();
                assert_eq!(choice.point, ranking.pick, "{} {depth}", line.tag);
                assert_eq!(choice.line[0], choice.point);
                assert_eq!(choice.depth, depth);
                let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
                let units = i32::try_from((-ranking.value).clamp(bounds.0, bounds.1)).unwrap();
                assert_eq!(choice.value, Value::Estimate(units));
                seen += 1;
            }
        }
    }
    assert!(seen > 150, "{seen}");
}

/// Plays the points of `text` in turn.
fn play(variant: Variant, text: &str) -> Position {
    let mut position = Position::new(variant);
    for at in text.split_whitespace() {
        position.play(at.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn wins_and_blocks_outside_the_domain_are_seen() {
    let mut article = DomainArticle::new(3);
    let win = play(Variant::GOMOKU19, "a1 h15 c1 i15 e1 j15 g1 k15 s1");
    let choice = choose(&mut article, &win, 1000);
    assert_eq!((choice.point.to_string().as_str(), choice.value), ("g15", Value::Win(1)));
    let block = play(Variant::GOMOKU19, "h15 a1 i15 c1 j15 e1 k15 l15 s1");
    assert_eq!(choose(&mut article, &block, 1000).point.to_string(), "g15");
}

#[test]
fn it_opens_in_the_centre_and_leaves_a_full_domain() {
    let empty = Position::new(Variant::GOMOKU19);
    assert_eq!(choose(&mut DomainArticle::default(), &empty, 1000).point.to_string(), "j10");
    // Fill the corner's domain so that neither side gets five.
    let mut position = Position::new(Variant::GOMOKU15);
    let square: Vec<Point> = Variant::GOMOKU15
        .reading_order()
        .filter(|at| at.col() < 5 && at.row() < 5 && (at.col(), at.row()) != (0, 0))
        .collect();
    let black = |at: &Point| (at.col() / 2 + at.row()).is_multiple_of(2);
    let (black, mut white): (Vec<Point>, Vec<Point>) = square.into_iter().partition(black);
    for at in black {
        position.play(at).unwrap();
        position.play(white.pop().unwrap_or_else(|| position.legal_points().next().unwrap())).unwrap();
    }
    if position.to_move() == Stone::White {
        position.play(Variant::GOMOKU15.reading_order().nth(14).unwrap()).unwrap();
    }
    position.play(Point::new(0, 0).unwrap()).unwrap();
    let choice = choose(&mut DomainArticle::new(2), &position, 100_000);
    assert_eq!(position.check(choice.point), Ok(()));
    assert_eq!(choice.depth, 2);
    assert!(choice.point.col() <= 5 && choice.point.row() <= 5, "{}", choice.point);
}

/// Returns a variant with win length 5 and random sides of 5 to 19 points.
fn variant(dice: &mut Dice) -> Variant {
    let runs = if dice.below(2) == 0 { RuleSet::Freestyle } else { RuleSet::Standard };
    let mut side = || 5 + u8::try_from(dice.below(15)).unwrap();
    Variant::new(side(), side(), 5, runs).unwrap()
}

proptest! {
    #[test]
    fn no_win_and_no_block_is_ever_missed(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = if seed % 8 == 0 { dice.variant() } else { variant(&mut dice) };
        let position = dice.tense_position(variant);
        let choice = choose(&mut DomainArticle::default(), &position, 300);
        assert_urgent(&position, choice.point);
        prop_assert!(choice.nodes <= 300);
        prop_assert_eq!(&choice, &choose(&mut DomainArticle::default(), &position, 300));
        let stop = StopFlag::default();
        stop.stop();
        let stopped = DomainArticle::default().choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        assert_urgent(&position, stopped.point);
        prop_assert_eq!(stopped.nodes, 0);
    }

    /// Pruning changes nothing: on small boards, each value equals the result of trying all replies.
    #[test]
    fn pruning_does_not_change_the_value(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let runs = if seed % 2 == 0 { RuleSet::Freestyle } else { RuleSet::Standard };
        let mut position = dice.tense_position(Variant::new(5, 6, 5, runs).unwrap());
        prop_assume!(position.last().is_some());
        let ranking = rank(&position, 2).unwrap();
        let last = position.last().unwrap();
        let domain: Vec<Point> = position
            .legal_points()
            .filter(|at| at.col().abs_diff(last.col()) <= 4 && at.row().abs_diff(last.row()) <= 4)
            .collect();
        prop_assume!(!domain.is_empty());
        let human = position.to_move().other();
        let values: Vec<i64> = domain.iter().map(|at| reply(&mut position, *at, &domain, human)).collect();
        let least = *values.iter().min().unwrap();
        let best: Vec<Point> = domain.iter().zip(&values).filter(|(_, v)| **v == least).map(|(p, _)| *p).collect();
        let mut wanted = best.clone();
        wanted.sort_by_key(|at| (at.col(), std::cmp::Reverse(at.row())));
        prop_assert_eq!((ranking.value, ranking.best), (least, wanted));
    }
}

/// Returns the value of `at` after the best reply, computed from scratch by the rules.
fn reply(position: &mut Position, at: Point, domain: &[Point], human: Stone) -> i64 {
    const WIN: i64 = 1_000_000_000_000_000_000;
    position.play(at).unwrap();
    let value = match position.outcome() {
        Some(tengen_shared::rules::Outcome::Win(_)) => 1 - WIN,
        _ => {
            let mut most = None;
            for answer in domain.iter().filter(|answer| position.board().is_empty_at(**answer)) {
                let mut after = position.clone();
                after.play(*answer).unwrap();
                let won = matches!(after.outcome(), Some(tengen_shared::rules::Outcome::Win(_)));
                most = most.max(Some(if won { WIN - 2 } else { leaf(after.board(), human) }));
            }
            most.unwrap_or_else(|| leaf(position.board(), human))
        }
    };
    position.undo();
    value
}

#[test]
fn what_is_too_long_is_worth_nothing_where_five_must_be_exact() {
    let mut board = Board::new(Variant::STANDARD15);
    for col in 2..8 {
        board.set(Point::new(col, 3).unwrap(), Some(Stone::Black));
    }
    assert_eq!(side_score(&board, Stone::Black), 0);
    board.set(Point::new(7, 3).unwrap(), None);
    assert_eq!(side_score(&board, Stone::Black), tengen_engine::classic::domain::FIVE);
}

#[test]
fn a_decided_position_has_no_choice() {
    let position = play(Variant::GOMOKU15, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(
        DomainArticle::default().choose(&position, &Limits::default(), &StopFlag::default(), &mut ()),
        None
    );
    assert_eq!(rank(&position, 3), None);
}
