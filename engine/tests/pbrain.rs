//! Tests of `pbrain-tengen` as a manager sees it: lines in, lines out.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use std::{
    io::{BufRead as _, BufReader, Lines, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use tengen_shared::rules::{Outcome, Point, Position, Variant};

/// The running program and both ends of its pipes.
struct Brain {
    child: Child,
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
}

impl Brain {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, to, from }
    }

    /// Starts the program on a board of `side` points a side, with a small node limit.
    fn on(side: u8) -> Self {
        let mut brain = Self::start();
        brain.say("INFO max_node 2000");
        brain.say("INFO hash_size 1024");
        brain.say(&format!("START {side}"));
        assert_eq!(brain.hear(), "OK");
        brain
    }

    fn say(&mut self, line: &str) {
        let to = self.to.as_mut().unwrap();
        write!(to, "{line}\r\n").unwrap();
        to.flush().unwrap();
    }

    /// Returns the next line that is not a message.
    fn hear(&mut self) -> String {
        self.from.by_ref().map(Result::unwrap).find(|line| !line.starts_with("MESSAGE")).unwrap()
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Ends the program and checks that it prints nothing more.
    fn end(mut self) {
        self.say("END");
        self.finish();
    }

    fn finish(mut self) {
        assert_eq!(self.from.by_ref().map(Result::unwrap).find(|line| !line.starts_with("MESSAGE")), None);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spot(answer: &str, height: u8) -> Point {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer} is no move"));
    Point::new(x.parse().unwrap(), height - 1 - y.parse::<u8>().unwrap()).unwrap()
}

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
