//! Tests of article 003's scores and engine with the golden vectors, the rules, and a slow second implementation.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Dice, assert_urgent, choose, winning};
use proptest::prelude::*;
use serde::Deserialize;
use tengen_engine::{
    Engine, Limits, StopFlag, Value,
    classic::greedy::{Cell, Greedy, LINES, ScoreTable, line_score},
};
use tengen_shared::rules::{Board, Direction, Outcome, Point, Position, RuleSet, Run, Stone, Variant};

/// X in the vectors, the side to move. O is White.
const ATTACKER: Stone = Stone::Black;

#[derive(Deserialize)]
struct WindowVector {
    w: String,
    described: i32,
}

#[derive(Deserialize)]
struct BoardVector {
    pos: String,
    first: char,
    described: Vec<i32>,
    described_best: Vec<usize>,
}

fn boards() -> Vec<BoardVector> {
    let text = include_str!("vectors/greedy15.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn points(variant: Variant) -> Vec<Point> {
    variant.reading_order().collect()
}

impl BoardVector {
    fn board(&self) -> Board {
        let mut board = Board::new(Variant::GOMOKU15);
        for (point, letter) in Variant::GOMOKU15.reading_order().zip(self.pos.chars()) {
            let stone = match letter {
                'X' => Some(ATTACKER),
                'O' => Some(ATTACKER.other()),
                _ => None,
            };
            board.set(point, stone);
        }
        board
    }

    /// Returns the stones in some order of play, and the colour that X gets by it.
    fn position(&self) -> (Position, Stone) {
        let all = points(Variant::GOMOKU15);
        let of = |sign: char| self.pos.char_indices().filter(move |(_, c)| *c == sign).map(|(cell, _)| cell);
        let mut second = of(if self.first == 'X' { 'O' } else { 'X' });
        let mut position = Position::new(Variant::GOMOKU15);
        for cell in of(self.first) {
            position.play(all[cell]).unwrap();
            if let Some(cell) = second.next() {
                position.play(all[cell]).unwrap();
            }
        }
        (position, if self.first == 'X' { Stone::Black } else { Stone::White })
    }
}

#[test]
fn every_window_has_the_score_of_the_vectors() {
    let text = include_str!("vectors/greedy15_windows.jsonl");
    assert_eq!(text.lines().count(), 7383);
    for line in text.lines() {
        let vector: WindowVector = serde_json::from_str(line).unwrap();
        let cell = |letter| match letter {
            'X' => Cell::Attacker,
            'O' => Cell::Defender,
            'E' => Cell::OffBoard,
            'L' => Cell::Empty,
            other => panic!("{other} in {line}"),
        };
        let window: Vec<Cell> = vector.w.chars().map(cell).collect();
        assert_eq!(line_score(window.try_into().unwrap()), vector.described, "{}", vector.w);
    }
}

#[test]
fn every_board_has_the_scores_of_the_vectors() {
    let (vectors, all) = (boards(), points(Variant::GOMOKU15));
    assert_eq!(vectors.len(), 235);
    for vector in vectors {
        let table = ScoreTable::from_board(&vector.board(), ATTACKER).unwrap();
        let scores: Vec<i32> = all.iter().map(|point| table.score(*point).unwrap_or(-1)).collect();
        assert_eq!(scores, vector.described, "{}", vector.pos);
        let wanted: Vec<Point> = vector.described_best.iter().map(|cell| all[*cell]).collect();
        let (score, best) = table.best().unwrap();
        assert_eq!(best.collect::<Vec<_>>(), wanted, "{}", vector.pos);
        assert_eq!(Some(&score), vector.described.iter().max());
    }
}

#[test]
fn the_brain_plays_one_of_the_best_points_of_the_vectors() {
    let all = points(Variant::GOMOKU15);
    let mut turns = 0;
    for vector in boards() {
        let (position, x) = vector.position();
        if position.to_move() != x {
            continue;
        }
        turns += 1;
        for seed in 0..5 {
            let limits = Limits { seed, ..Limits::default() };
            let choice = Greedy.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
            let cell = all.iter().position(|point| *point == choice.point).unwrap();
            assert!(vector.described_best.contains(&cell), "{} {}", vector.pos, choice.point);
            let best = vector.described[cell];
            let five = best > 46_080;
            assert_eq!(choice.value, if five { Value::Win(1) } else { Value::Estimate(best) });
            assert_eq!(
                (choice.depth, choice.nodes),
                (1, all.len() as u64 - position.board().stones() as u64)
            );
        }
    }
    assert!(turns > 100, "{turns}");
}

/// Returns a variant of five in a row with random sides.
fn variant_of_five(dice: &mut Dice) -> Variant {
    let (width, height) = ([3, 5, 6, 9, 15, 26][dice.below(6)], [5, 7, 10, 15, 19][dice.below(5)]);
    Variant::new(width, height, 5, [RuleSet::Freestyle, RuleSet::Standard][dice.below(2)]).unwrap()
}

/// Computes the score of one line from the article's text, cell by cell on the board.
fn told_again(board: &Board, point: Point, direction: Direction, attacker: Stone) -> i32 {
    let variant = board.variant();
    let (dcol, drow) = direction.step();
    let at = |step: i8| point.offset(dcol * step, drow * step).filter(|point| variant.contains(*point));
    let is = |step: i8, stone| at(step).is_some_and(|point| board.get(point) == stone);
    let look = |stone| {
        let room = |step: &i8| is(*step, None) || is(*step, Some(stone));
        let own = |step: &i8| is(*step, Some(stone));
        let arms = [(-4..0).rev().take_while(room).collect::<Vec<_>>(), (1..5).take_while(room).collect()];
        let stretch: Vec<i8> = arms.concat();
        let stones = stretch.iter().filter(|step| own(step)).count();
        let left = i8::try_from((-26..0).rev().take_while(own).count()).unwrap();
        let right = i8::try_from((1..27).take_while(own).count()).unwrap();
        let open = is(-left - 1, None) && is(right + 1, None);
        (stretch.len() + 1, stones, left + 1 + right, open)
    };
    let overlong =
        |run: i8| run >= 5 && !variant.wins(Stone::Black, Run::open(usize::try_from(run).unwrap()));
    let alone = |side: (usize, usize, i8, bool)| if overlong(side.2) { (1, 0, 1, false) } else { side };
    let (lx, x, run_x, open_x) = alone(look(attacker));
    let (lo, o, run_o, open_o) = alone(look(attacker.other()));
    if lx <= 4 && lo <= 4 {
        return 1;
    }
    let attacks = x * lo >= o * lx;
    let (run, open) = if attacks { (run_x, open_x) } else { (run_o, open_o) };
    let weights = match (run, open) {
        (1, _) => [1, 1],
        (2, _) => [11, 10],
        (3, false) => [45, 40],
        (3, true) => [180, 160],
        (4, false) => [720, 600],
        (4, true) => [2880, 2400],
        _ => [46_080, 11_520],
    };
    weights[usize::from(!attacks)]
}

/// Returns random points from a corner or the middle of the board, so that stones interact.
fn crowded(dice: &mut Dice, variant: Variant) -> Vec<Point> {
    let (col, row) = (dice.below(usize::from(variant.width())), dice.below(usize::from(variant.height())));
    let near = |point: &Point| {
        usize::from(point.col()).abs_diff(col) < 6 && usize::from(point.row()).abs_diff(row) < 6
    };
    points(variant).into_iter().filter(near).collect()
}

proptest! {
    #[test]
    fn a_table_kept_up_to_date_equals_one_told_again(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = variant_of_five(&mut dice);
        let spots = crowded(&mut dice, variant);
        let mut board = Board::new(variant);
        let mut tables = [Stone::Black, Stone::White].map(|side| ScoreTable::new(variant, side).unwrap());
        for step in 0..70 {
            let point = spots[dice.below(spots.len())];
            let stone = [Stone::Black, Stone::White][dice.below(2)];
            match board.get(point) {
                // Placing a stone on another one changes nothing. Every other time, the stone is removed.
                Some(there) => for table in &mut tables {
                    table.place(point, stone);
                    if step % 2 == 0 {
                        prop_assert_eq!(table.take(point), Some(there));
                        prop_assert_eq!(table.take(point), None);
                    }
                },
                None => tables.iter_mut().for_each(|table| table.place(point, stone)),
            }
            match board.get(point) {
                Some(_) if step % 2 == 0 => board.set(point, None),
                Some(_) => {}
                None => board.set(point, Some(stone)),
            }
        }
        for table in &tables {
            prop_assert_eq!(table, &ScoreTable::from_board(&board, table.attacker()).unwrap());
            for point in points(variant) {
                let lines = LINES.map(|line| told_again(&board, point, line, table.attacker()));
                let lines = board.is_empty_at(point).then_some(lines);
                prop_assert_eq!(table.line_scores(point), lines);
                prop_assert_eq!(table.score(point), lines.map(|lines| lines.iter().sum::<i32>()));
            }
        }
    }

    /// The scores of fives agree with the rules, also where six stones are too many.
    #[test]
    fn the_scores_of_fives_are_where_the_rules_see_fives(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = variant_of_five(&mut dice);
        let position = crowded_position(&mut dice, variant);
        let mover = position.to_move();
        let table = ScoreTable::from_board(position.board(), mover).unwrap();
        let (wins, threats) = (winning(&position, mover), winning(&position, mover.other()));
        for (point, score) in table.scores() {
            prop_assert_eq!(wins.contains(&point), score > 46_080);
            let defends = table.line_scores(point).unwrap().contains(&11_520);
            prop_assert!(!defends || threats.contains(&point));
            prop_assert!(defends || wins.contains(&point) || !threats.contains(&point));
        }
    }

    /// Uses the table alone, without urgent moves.
    #[test]
    fn no_five_is_missed_and_no_single_five_left_unblocked(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = variant_of_five(&mut dice);
        let position = if dice.below(2) == 0 {
            dice.tense_position(variant)
        } else {
            crowded_position(&mut dice, variant)
        };
        let table = ScoreTable::from_board(position.board(), position.to_move()).unwrap();
        for point in table.best().unwrap().1 {
            assert_urgent(&position, point);
        }
        let choice = choose(&mut Greedy, &position, 0);
        assert_urgent(&position, choice.point);
        // Of several wins the engine plays the first. Apart from that, only the opening ignores the scores.
        let best = table.best().map(|(score, _)| score);
        let free = choice.value == Value::Win(1) || position.moves().is_empty();
        prop_assert!(free || table.score(choice.point) == best);
    }

    #[test]
    fn on_boards_it_is_not_made_for_it_still_wins_blocks_and_plays(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let choice = choose(&mut Greedy, &position, 300);
        prop_assert_eq!(position.check(choice.point), Ok(()));
        let threats = winning(&position, position.to_move().other()).len();
        if choice.value == Value::Win(1) || threats < 2 {
            assert_urgent(&position, choice.point);
        }
        prop_assert_eq!(choice.depth == 1, variant.win_length() == 5);
        prop_assert_eq!(ScoreTable::new(variant, ATTACKER).is_some(), variant.win_length() == 5);
    }
}

/// Returns an undecided position with many stones in a small part of the board.
fn crowded_position(dice: &mut Dice, variant: Variant) -> Position {
    let spots = crowded(dice, variant);
    let mut position = Position::new(variant);
    for _ in 0..dice.below(60) {
        let point = spots[dice.below(spots.len())];
        if position.check(point).is_ok() && position.play(point).unwrap().is_some() {
            position.undo();
        }
    }
    position
}

#[test]
fn whole_games_end_by_the_rules() {
    let mut decided = 0;
    for text in ["gomoku15", "standard15", "gomoku19", "5x5k5", "3x5k5", "26x26k5 exact", "6x9k5", "8x8k5"] {
        for seed in 0..4 {
            let mut position = Position::new(text.parse().unwrap());
            while position.outcome().is_none() {
                let limits = Limits { seed, ..Limits::default() };
                let choice = Greedy.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
                let outcome = position.play(choice.point).unwrap();
                let wins = matches!(outcome, Some(Outcome::Win(_)));
                assert_eq!(wins, choice.value == Value::Win(1), "{text}");
            }
            decided += u32::from(position.outcome() != Some(Outcome::Draw));
            assert_eq!(Greedy.choose(&position, &Limits::default(), &StopFlag::default(), &mut ()), None);
        }
    }
    assert!(decided > 5, "{decided}");
}

#[test]
fn it_opens_in_the_centre_and_breaks_ties_by_the_seed_alone() {
    for (text, centre) in [("gomoku15", "h8"), ("gomoku19", "j10"), ("6x8k5", "d4"), ("3x5k5", "b3")] {
        let position = Position::new(text.parse().unwrap());
        assert_eq!(choose(&mut Greedy, &position, 300).point.to_string(), centre);
    }
    let mut position = Position::new(Variant::GOMOKU15);
    position.play("h8".parse().unwrap()).unwrap();
    let replies: Vec<Point> = (0..40)
        .map(|seed| {
            let limits = Limits { seed, ..Limits::default() };
            let choice = || Greedy.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
            assert_eq!(choice(), choice());
            choice().point
        })
        .collect();
    assert!(replies.iter().any(|point| *point != replies[0]));
}

/// The worked example of the article: filling the centre makes a four for X and stops a two of O.
#[test]
fn the_example_window_scores_720() {
    use Cell::{Attacker as X, Defender as O, Empty as L};
    assert_eq!(line_score([L, X, X, X, L, O, O, L, L]), 720);
}
