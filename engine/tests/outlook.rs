//! Tests of evaluations in words: better values never get worse words, and both sides get the same words.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Dice, choose};
use proptest::prelude::*;
use tengen_engine::{Choice, Pace, Value, available, engine_for, outlook, solver::is_solvable};
use tengen_shared::rules::{Bot, EngineName, Level, Outlook, Point, Position, Variant};

fn told(bot: Bot, variant: Variant, value: Value, depth: u8) -> Outlook {
    let point = Point::new(0, 0).unwrap();
    let choice = Choice { point, value, depth, nodes: 1, line: vec![point], pace: Pace::Full };
    outlook(&choice, bot, variant)
}

/// Ranks the words from worst to best. Quick wins and slow losses rank higher.
fn rank(outlook: Outlook) -> (i8, i32) {
    match outlook {
        Outlook::Loses { plies } => (-3, i32::from(plies)),
        Outlook::MuchWorse {} => (-2, 0),
        Outlook::Worse {} => (-1, 0),
        Outlook::Even {} | Outlook::Drawn {} => (0, 0),
        Outlook::Better {} => (1, 0),
        Outlook::MuchBetter {} => (2, 0),
        Outlook::Wins { plies } => (3, -i32::from(plies)),
    }
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3_000..=3_000_i32).prop_map(Value::Estimate),
        (-10..=10_i32).prop_map(Value::Estimate),
        any::<i32>().prop_map(Value::Estimate),
        (1..676_u16).prop_map(Value::Win),
        (2..676_u16).prop_map(Value::Loss),
    ]
}

/// Returns a random bot for a random board.
fn seated(seed: u64) -> (Bot, Variant) {
    let mut dice = Dice(seed);
    let variant = if dice.below(3) == 0 {
        ["tictactoe", "gomoku15"][dice.below(2)].parse().unwrap()
    } else {
        dice.variant()
    };
    let bots: Vec<Bot> = available(variant).iter().collect();
    (bots[dice.below(bots.len())], variant)
}

proptest! {
    #[test]
    fn a_better_value_has_no_worse_words(seed: u64, a in values(), b in values(), depth in 0..9_u8) {
        let (bot, variant) = seated(seed);
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!(rank(told(bot, variant, low, depth)) <= rank(told(bot, variant, high, depth)));
    }

    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other(seed: u64, value in values(), depth in 0..9_u8) {
        let (bot, variant) = seated(seed);
        let turned = match value {
            Value::Estimate(units) => Value::Estimate(units.saturating_neg()),
            Value::Win(plies) => Value::Loss(plies),
            Value::Loss(plies) => Value::Win(plies),
        };
        let [(word, plies), (other, other_plies)] =
            [value, turned].map(|value| rank(told(bot, variant, value, depth)));
        prop_assert_eq!((word, plies), (-other, -other_plies));
    }

    #[test]
    fn only_what_is_proven_is_called_so(seed: u64, units: i32, depth in 0..9_u8) {
        let (bot, variant) = seated(seed);
        let words = told(bot, variant, Value::Estimate(units), depth);
        let master = bot == Bot::Level(Level::Master) && is_solvable(variant);
        let drawn = (master || bot == Bot::from(EngineName::Solver)) && depth > 0;
        prop_assert_eq!(words == Outlook::Drawn {}, drawn);
        prop_assert!((-2..=2).contains(&rank(words).0));
        prop_assert_eq!(told(bot, variant, Value::Win(3), depth), Outlook::Wins { plies: 3 });
        prop_assert_eq!(told(bot, variant, Value::Loss(4), depth), Outlook::Loses { plies: 4 });
    }
}

#[test]
fn the_words_change_where_the_docs_say() {
    let words = |bot: &str, variant: &str, units: [i32; 4]| {
        let (bot, variant) = (bot.parse().unwrap(), variant.parse().unwrap());
        units.map(|units| rank(told(bot, variant, Value::Estimate(units), 2)).0)
    };
    for bot in ["pvs", "easy", "hard", "master", "domain:2", "lines"] {
        assert_eq!(words(bot, "gomoku15", [80, 81, 250, 251]), [0, 1, 1, 2]);
    }
    assert_eq!(words("lines", "tictactoe", [4, 5, 8, -8]), [0, 1, 1, -1]);
    assert_eq!(words("levels", "tictactoe", [4, 5, 8, -8]), [0, 1, 1, -1]);
    assert_eq!(words("greedy", "gomoku15", [1, 900, 46_080, -1]), [0; 4]);
    assert_eq!(words("domain-article", "gomoku15", [1, 900, i32::MAX, i32::MIN]), [0; 4]);
}

#[test]
fn the_first_player_is_not_worse_off_and_an_open_three_wins() {
    let told = |moves: &[&str]| {
        let mut position = Position::new(Variant::GOMOKU15);
        for point in moves {
            position.play(point.parse().unwrap()).unwrap();
        }
        let bot = Bot::Level(Level::Master);
        let choice = choose(engine_for(bot, Variant::GOMOKU15).unwrap().as_mut(), &position, 20_000);
        outlook(&choice, bot, Variant::GOMOKU15)
    };
    // Perfect play wins for Black: Allis, van den Herik and Huntjens, "Go-Moku solved by new search techniques", 1996. That is
    // too far ahead for a proof here.
    assert!((0..=2).contains(&rank(told(&[])).0));
    assert!((-2..=0).contains(&rank(told(&["h8"])).0));
    // Black has an open three and is to move.
    assert_eq!(rank(told(&["h8", "a1", "h9", "o15", "h10", "a15"])).0, 3);
}
