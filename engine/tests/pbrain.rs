//! Tests of `pbrain-tengen` as a manager sees it: lines in, lines out.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

#[path = "common/brain.rs"]
mod brain;

use brain::{Brain, spot};
use tengen_shared::rules::{Outcome, Position, Variant};

#[test]
fn two_of_them_play_a_whole_game_on_every_size_that_matters() {
    let rules = [(0, ""), (1, "exact"), (4, "renju"), (8, "longcaro"), (9, "caro")];
    let sizes = [(5, 0), (10, 0), (15, 1), (19, 0), (20, 1), (26, 0), (15, 2), (9, 2), (15, 3), (15, 4)];
    for (side, (rule, runs)) in sizes.map(|(side, at)| (side, rules[at])) {
        let mut brains = [Brain::on(side), Brain::on(side)];
        let mut position = Position::new(format!("{side}x{side}k5 {runs}").trim_end().parse().unwrap());
        for brain in &mut brains {
            brain.say(&format!("INFO rule {rule}"));
            brain.say("INFO max_node 300");
        }
        let mut asked = "BEGIN".to_owned();
        while position.outcome().is_none() {
            let answer = brains[position.moves().len() % 2].ask(&asked);
            position.play(spot(&answer, side)).unwrap();
            asked = format!("TURN {answer}");
        }
        brains.into_iter().for_each(Brain::end);
    }
}

#[test]
fn a_position_is_taken_over_in_any_order_and_answered() {
    let mut brain = Brain::on(15);
    for (lines, expected) in [
        // The engine has four stones in a row, so it wins.
        ("3,7,1 0,0,2 4,7,1 0,1,2 5,7,1 0,2,2 6,7,1 14,14,2", vec!["2,7", "7,7"]),
        // The opponent has four stones in a row with one closed end, so the engine blocks. The stones do not
        // alternate.
        ("2,7,1 3,7,2 4,7,2 5,7,2 6,7,2 9,9,1 12,12,1 13,3,1", vec!["7,7"]),
    ] {
        brain.say("BOARD");
        lines.split(' ').for_each(|line| brain.say(line));
        let answer = brain.ask("done");
        assert!(expected.contains(&answer.as_str()), "{answer}");
    }
    brain.say("YXBOARD");
    brain.say("7,7,2");
    brain.say("DONE");
    assert!(brain.ask("TAKEBACK 7,7").starts_with("OK"));
    spot(&brain.ask("BEGIN"), 15);
    brain.end();
}

#[test]
fn rectangles_other_rules_and_longer_rows_are_played_or_refused_in_words() {
    let mut brain = Brain::on(15);
    assert_eq!(brain.ask("RECTSTART 20,10"), "OK");
    let answer = brain.ask("BEGIN");
    spot(&answer, 10);
    for (rule, word) in [(2, "rule 2"), (5, "rule 5"), (-1, "rule -1")] {
        assert_eq!(brain.ask("RESTART"), "OK");
        brain.say(&format!("INFO rule {rule}"));
        let told = brain.ask("BEGIN");
        assert!(told.starts_with("ERROR") && told.contains(word), "{told}");
        brain.say("INFO rule 0");
    }
    brain.say("INFO win_length 6");
    spot(&brain.ask("BEGIN"), 10);
    brain.end();
}

#[test]
fn a_turn_under_a_rule_that_does_not_fit_the_board_sets_no_stone() {
    let mut brain = Brain::on(15);
    brain.say("INFO win_length 16");
    let told = brain.ask("TURN 7,7");
    assert!(told.starts_with("ERROR") && told.contains("16"), "{told}");
    brain.say("INFO win_length 5");
    spot(&brain.ask("TURN 7,7"), 15);
    brain.end();
}

#[test]
fn six_in_a_row_that_do_not_win_may_be_told_in_any_order() {
    let mut brain = Brain::on(15);
    let orders = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 0, 5], [1, 2, 0, 3, 5, 4]];
    for (order, rule) in orders.into_iter().flat_map(|order| [(order, 1), (order, 0)]) {
        brain.say(&format!("INFO rule {rule}"));
        brain.say("BOARD");
        for (number, x) in order.into_iter().enumerate() {
            brain.say(&format!("{x},0,2"));
            brain.say(&format!("{},{},1", 2 * number, 3 + 2 * (number % 3)));
        }
        let answer = brain.ask("DONE");
        if rule == 1 {
            spot(&answer, 15);
        } else {
            assert_eq!(answer, "ERROR the game is over: send RESTART");
        }
    }
    brain.end();
}

#[test]
fn nonsense_is_answered_and_the_game_goes_on() {
    let mut brain = Brain::start();
    for (line, answer) in [
        ("BEGIN", "ERROR no board yet"),
        ("START", "ERROR"),
        ("START 4", "ERROR 4x4 cannot be played"),
        ("START 27", "ERROR 27x27"),
        ("START 300", "ERROR"),
        ("INFO timeout_turn soon\r\nSTART 15", "ERROR INFO timeout_turn \"soon\""),
        ("RECTSTART 20", "ERROR"),
        ("SWAP2BOARD", "ERROR no board yet"),
        ("SWAP3BOARD", "UNKNOWN"),
        ("start 15", "OK"),
        ("TURN 15,0", "ERROR 15,0 is off the board"),
        ("TURN 0,255", "ERROR 0,255 is off the board"),
        ("TURN 7", "ERROR"),
        ("TURN a,b", "ERROR"),
        ("TAKEBACK 7,7", "ERROR"),
        ("about", "name=\"Tengen\""),
    ] {
        let told = brain.ask(line);
        assert!(told.starts_with(answer), "{line}: {told}");
        assert!(told.len() < 256, "{told}");
    }
    assert!(brain.ask(&"x".repeat(100_000)).starts_with("ERROR the line is too long"));
    brain.say("");
    brain.say("INFO");
    brain.say("INFO no_such_key 7");
    brain.say("INFO max_node 500");
    brain.say("BOARD");
    brain.say("7,7,3");
    assert!(brain.ask("DONE").starts_with("ERROR field 3"));
    brain.say("BOARD");
    brain.say("7,7,1");
    assert!(brain.ask("DONE").starts_with("ERROR 1 stones of mine and 0"));
    let answer = brain.ask("TURN 7,7");
    assert!(brain.ask(&format!("TURN {answer}")).starts_with("ERROR"));
    assert!(brain.ask("INFO timeout_turn fast\r\nTURN 0,0").contains("timeout_turn"));
    brain.end();
}

#[test]
fn a_rule_that_is_not_supported_is_told_until_there_is_another_whatever_else_is_wrong() {
    let mut brain = Brain::on(15);
    brain.say("INFO thread_num abc");
    brain.say("INFO rule 2");
    for _ in 0..3 {
        let answer = brain.ask("BEGIN");
        assert!(answer.starts_with("ERROR rule 2"), "{answer}");
    }
    brain.say("INFO rule 0");
    assert_eq!(brain.ask("BEGIN"), "ERROR INFO thread_num \"abc\" makes no sense");
    spot(&brain.ask("BEGIN"), 15);
    brain.end();
}

#[test]
fn a_board_that_is_not_told_to_its_end_is_dropped() {
    let mut brain = Brain::on(15);
    for other in ["START 15", "RESTART"] {
        brain.say("BOARD");
        brain.say("7,7,2");
        assert_eq!(brain.ask(other), "OK");
        brain.say("DONE");
    }
    brain.say("BOARD");
    brain.say("7,7,2");
    assert_eq!(brain.ask("-1,3,1"), "ERROR -1,3,1 is no stone: send the board anew");
    brain.say("DONE");
    // The board is still empty, because all of these positions were dropped.
    spot(&brain.ask("BEGIN"), 15);
    brain.end();
}

#[test]
fn what_thinks_for_ever_stops_when_told_and_ends_when_left() {
    let mut brain = Brain::start();
    brain.say("INFO hash_size 1024");
    brain.say("INFO timeout_turn 100000000");
    assert_eq!(brain.ask("START 15"), "OK");
    brain.say("TURN 7,7");
    brain.say("YXSTOP");
    let answer = brain.hear();
    spot(&answer, 15);
    // A command during the search waits for the move.
    brain.say("TURN 0,0");
    brain.say("ABOUT");
    brain.say("STOP");
    spot(&brain.hear(), 15);
    assert!(brain.hear().starts_with("name="));
    // Waiting lines keep their order: a setting after a command, and an unreadable line in a board.
    brain.say("TURN 14,14");
    brain.say("TURN 14,12");
    brain.say("INFO timeout_turn soon");
    brain.say("BOARD");
    brain.say("1,1,2");
    brain.say(&format!("2,2,1{}", " ".repeat(5000)));
    brain.say("DONE");
    brain.say("ABOUT");
    brain.say("STOP");
    spot(&brain.hear(), 15);
    spot(&brain.hear(), 15);
    assert_eq!(brain.hear(), "ERROR the line is too long");
    assert_eq!(brain.hear(), "ERROR INFO timeout_turn \"soon\" makes no sense");
    assert!(brain.hear().starts_with("name="));
    assert_eq!(brain.ask("RESTART"), "OK");
    // A `STOP` also applies to commands that came before it and still wait.
    brain.say("TURN 0,2");
    brain.say("TURN 0,4");
    brain.say("ABOUT");
    brain.say("TURN 0,6");
    brain.say("STOP");
    spot(&brain.hear(), 15);
    spot(&brain.hear(), 15);
    assert!(brain.hear().starts_with("name="));
    spot(&brain.hear(), 15);
    assert_eq!(brain.ask("RESTART"), "OK");
    brain.say("TURN 14,0");
    brain.to = None;
    brain.finish();
    let mut other = Brain::start();
    other.say("START 15");
    assert_eq!(other.hear(), "OK");
    other.say("TURN 7,7");
    other.end();
}

#[test]
fn a_game_that_is_over_is_told_so() {
    let mut brain = Brain::on(15);
    brain.say("BOARD");
    for stone in ["0,0,2", "0,7,1", "1,0,2", "1,7,1", "2,0,2", "2,7,1", "3,0,2", "3,7,1", "4,0,2"] {
        brain.say(stone);
    }
    let told = brain.ask("DONE");
    assert!(told.starts_with("ERROR the game is over"), "{told}");
    // Further stones are refused, also on a second try.
    for _ in 0..2 {
        assert_eq!(brain.ask("TURN 9,9"), "ERROR the game is over: send RESTART");
    }
    assert_eq!(brain.ask("RESTART"), "OK");
    let point = spot(&brain.ask("BEGIN"), 15);
    let mut position = Position::new(Variant::GOMOKU15);
    assert_eq!(position.play(point), Ok(None::<Outcome>));
    brain.end();
}
