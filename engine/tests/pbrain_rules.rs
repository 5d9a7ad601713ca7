//! Tests of `pbrain-tengen`: rule sets, and the swap2 opening.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

#[path = "common/brain.rs"]
mod brain;

use brain::{Brain, spot};
use tengen_shared::rules::Point;

/// The forced answers of the public conformance test of Gomocup's judge, `test_zip_rules.py`.
#[test]
fn each_rule_set_finds_its_only_moves() {
    let four = "h8 h9 i8 i9 j8 j9 k8 k9";
    for (rule, stones, expected) in [
        (0, four, "g8 l8"),
        (1, four, "g8 l8"),
        (1, "h8 h9 i8 h10 g8 h11 j13 h12 g14 h14 i15", "f8 j8"),
        (4, four, "g8 l8"),
        (8, four, "g8 l8"),
        (9, four, "g8 l8"),
        // The four of the first side needs both of its ends, because White has one of the two outer points.
        (8, "h8 f8 g8 f9 i8 f7 j8 l8", "f5 f6 f10 f11"),
        (9, "h8 f8 g8 f9 i8 f7 j8 l8", "f5 f6 f10 f11"),
    ] {
        let mut brain = Brain::on(15);
        brain.say(&format!("INFO rule {rule}"));
        brain.say("BOARD");
        let stones: Vec<Point> = stones.split(' ').map(|it| it.parse().unwrap()).collect();
        for (number, point) in stones.iter().enumerate() {
            let field = if number % 2 == stones.len() % 2 { 1 } else { 2 };
            // The judge counts rows from the top.
            brain.say(&format!("{},{},{field}", point.col(), point.row()));
        }
        let answer = brain.ask("DONE");
        let told = spot(&answer, 15);
        let judged = Point::new(told.col(), 14 - told.row()).unwrap().to_string();
        assert!(expected.split(' ').any(|it| it == judged), "rule {rule}: {judged}");
        brain.end();
    }
}

#[test]
fn a_board_of_renju_or_caro_may_be_told_in_any_order() {
    let mut brain = Brain::on(15);
    // In this order, Black would make a double three on the way, which White's stone prevents.
    brain.say("INFO rule 4");
    for line in ["BOARD", "7,7,2", "0,0,1", "8,7,2", "2,0,1", "9,8,2", "4,0,1", "9,9,2", "6,0,1", "9,7,2"] {
        brain.say(line);
    }
    spot(&brain.ask("DONE"), 15);
    // In this order, a five would be open on the way.
    brain.say("INFO rule 9");
    for line in
        ["BOARD", "3,7,2", "0,0,1", "4,7,2", "2,0,1", "5,7,2", "8,7,1", "6,7,2", "4,0,1", "7,7,2", "2,7,1"]
    {
        brain.say(line);
    }
    brain.say("10,10,2");
    spot(&brain.ask("DONE"), 15);
    brain.end();
}

/// Returns the answer to a swap2 opening of these stones.
fn swap2(brain: &mut Brain, stones: &[String]) -> String {
    brain.say("SWAP2BOARD");
    stones.iter().for_each(|stone| brain.say(stone));
    brain.ask("DONE")
}

#[test]
fn swap2_is_answered_in_every_phase() {
    for rule in [0, 1, 4, 9].into_iter().cycle().take(12) {
        let mut brains = [Brain::on(15), Brain::on(15)];
        brains.iter_mut().for_each(|brain| brain.say(&format!("INFO rule {rule}")));
        let first = swap2(&mut brains[0], &[]);
        let mut stones: Vec<String> = first.split(' ').map(str::to_owned).collect();
        assert_eq!(stones.len(), 3, "{first}");
        let second = swap2(&mut brains[1], &stones);
        stones.extend(second.split(' ').filter(|it| *it != "SWAP").map(str::to_owned));
        assert!(stones.len() <= 5, "{second}");
        if stones.len() == 5 {
            let third = swap2(&mut brains[0], &stones);
            stones.extend(third.split(' ').filter(|it| *it != "SWAP").map(str::to_owned));
            assert!(stones.len() <= 6, "{third}");
        }
        let points: std::collections::HashSet<Point> = stones.iter().map(|it| spot(it, 15)).collect();
        assert_eq!(points.len(), stones.len(), "{stones:?}");
        // Then the game goes on with a board.
        let mover = &mut brains[0];
        mover.say("BOARD");
        for (number, stone) in stones.iter().enumerate() {
            mover.say(&format!("{stone},{}", if number % 2 == stones.len() % 2 { 1 } else { 2 }));
        }
        spot(&mover.ask("DONE"), 15);
        brains.into_iter().for_each(Brain::end);
    }
    let mut brain = Brain::on(15);
    // Black has three in a row and White nothing, so whoever chooses takes Black.
    let clear = ["7,7", "0,0", "8,7", "14,14", "9,7"].map(str::to_owned);
    assert_eq!(swap2(&mut brain, &clear), "SWAP");
    for (stones, why) in [
        (vec!["7,7"], "ERROR an opening of 1 stones"),
        (vec!["7,7", "7,7", "8,8"], "ERROR 7,7 already has a stone"),
        (vec!["7,7", "7,15", "8,8"], "ERROR 7,15 is off the board"),
    ] {
        let stones: Vec<String> = stones.into_iter().map(str::to_owned).collect();
        let told = swap2(&mut brain, &stones);
        assert!(told.starts_with(why), "{told}");
    }
    brain.say("SWAP2BOARD");
    assert!(brain.ask("7,7,1").starts_with("ERROR"));
    assert_eq!(brain.ask("START 7"), "OK");
    assert!(swap2(&mut brain, &[]).starts_with("ERROR swap2 needs"));
    brain.end();
}
