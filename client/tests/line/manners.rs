//! Connections that break, ends of input, and whatever else may be typed.

use proptest::prelude::*;
use tengen_client::{
    line::{ANSWER_TIMEOUT, CONNECT_TIMEOUT, Exit, Line, MAX_LINES, Topic},
    screen::find::SEEK,
};
use tengen_shared::{
    game::Command,
    protocol::{Request, ServerMessage},
    rules::Variant,
};

use crate::{
    fake::code,
    script::{Script, tells},
};

#[test]
fn moves_that_were_missed_are_told_when_the_server_is_back() {
    let mut script = Script::with_bob("new gomoku15");
    script.line("h8");
    let told = script.disconnect();
    assert_eq!(told.len(), 1, "{told:?}");
    tells(&told, "disconnected: the server closed the connection");
    assert_eq!(script.disconnect(), Vec::<String>::new(), "that is known");
    assert_eq!(script.line("say I am back"), Vec::<String>::new(), "it waits");
    // What needs no server is done all the same, as soon as it is its turn.
    script.fake.other_places(crate::fake::OTHER, "a1");
    let told = script.connect();
    // The answer to the line that has waited shows that something is missing, so the whole room is asked for.
    assert_eq!(told, ["reconnected", "Ann says: I am back", "2 Bob: a1", "your turn"]);
}

#[test]
fn what_needs_no_server_is_shown_while_it_is_away() {
    let mut script = Script::with_bob("new");
    script.line("b2");
    script.disconnect();
    tells(&script.line("moves"), "1 Ann: b2");
    tells(&script.line("who"), "connection: lost, reconnecting");
    assert_eq!(script.line("a1"), Vec::<String>::new());
    assert_eq!(script.line("moves"), Vec::<String>::new(), "nothing overtakes a line that waits");
}

#[test]
fn an_answer_that_never_comes_does_not_hold_the_program_for_ever() {
    for end in [Line::Ended, Line::Text("quit yes".to_owned())] {
        let mut script = Script::with_bob("new");
        script.answering = false;
        script.line("b2");
        script.take(end);
        assert_eq!(script.repl.exit(), None);
        let mut told = Vec::new();
        for _ in 0..ANSWER_TIMEOUT.as_secs() {
            told.extend(script.pass(1_000));
        }
        assert_eq!(script.repl.exit(), Some(Exit::Unanswered));
        tells(&told, "the server did not answer 1 of your commands");
    }
}

#[test]
fn the_end_of_the_input_ends_the_program_when_all_is_answered() {
    let mut script = Script::with_bob("new");
    script.answering = false;
    script.line("b2");
    script.take(Line::Ended);
    assert_eq!(script.repl.exit(), None);
    script.answering = true;
    let frame = script.sent.last().unwrap().clone();
    for answer in script.fake.answer(&frame) {
        script.feed(answer);
    }
    assert_eq!(script.repl.exit(), Some(Exit::Asked));
}

#[test]
fn a_server_that_stays_away_does_not_hold_the_program_for_ever() {
    let mut script = Script::with_bob("new");
    script.disconnect();
    script.line("b2");
    script.take(Line::Ended);
    assert!(script.repl.next_change().is_some_and(|change| change <= CONNECT_TIMEOUT));
    assert_eq!(script.repl.exit(), None);
    let told = script.pass(30_000);
    tells(&told, "error: not connected: 1 lines were not run");
    assert_eq!(script.repl.exit(), Some(Exit::Unanswered));
}

#[test]
fn a_search_whose_end_is_never_heard_does_not_hold_the_program_for_ever() {
    let mut script = Script::online();
    script.line("new here Bob");
    script.line("leave yes");
    script.line("leave");
    assert_eq!(script.line("join gomoku15"), Vec::<String>::new(), "any word may be a code");
    assert_eq!(script.line("quit yes"), Vec::<String>::new(), "it waits");
    assert!(script.repl.next_change().is_some_and(|change| change <= SEEK));
    assert_eq!(script.pass(9_000), Vec::<String>::new());
    assert_eq!(script.repl.exit(), None);
    tells(&script.pass(1_000), "error: no servers found on this network: connect ADDR first, then try again");
    assert_eq!(script.repl.exit(), Some(Exit::Asked));
}

#[test]
fn leaving_without_an_answer_is_told_by_the_exit_code_however_it_is_said() {
    for quit in ["quit", "quit yes"] {
        let mut script = Script::online();
        script.disconnect();
        script.repl.model.session.ask(None, Request::QuickMatch { variant: Variant::TICTACTOE }).unwrap();
        tells(&script.line(quit), "error: the server did not answer 1 of your commands");
        assert_eq!(script.repl.exit(), Some(Exit::Unanswered), "{quit}");
    }
    for quit in [&["quit", "yes"][..], &["quit yes"]] {
        let mut script = Script::with_bob("new");
        script.answering = false;
        script.line("b2");
        script.disconnect();
        let told: Vec<String> = quit.iter().flat_map(|line| script.line(line)).collect();
        tells(&told, "error: the server did not answer 1 of your commands");
        assert_eq!(script.repl.exit(), Some(Exit::Unanswered), "{quit:?}");
    }
}

#[test]
fn a_question_before_the_end_is_answered_with_the_command() {
    let mut script = Script::with_bob("new");
    tells(&script.line("quit"), "quit? the game goes on, and your seat is kept. yes or no");
    tells(&script.line("no"), "cancelled");
    script.line("quit yes");
    assert_eq!(script.repl.exit(), Some(Exit::Asked));
}

#[test]
fn waits_end_with_what_is_waited_for_or_with_their_time() {
    let mut script = Script::with_bob("new");
    script.line("b2");
    assert_eq!(script.line("wait turn"), Vec::<String>::new());
    assert_eq!(script.line("boards off"), Vec::<String>::new());
    tells(&script.bob_places("a1"), "the board is shown when you type board");
    script.line("wait for \"Bob says\" 5");
    assert_eq!(script.line("score"), Vec::<String>::new());
    let told = script.pass(5_000);
    tells(&told, "error: waited 5 s for \"Bob says\", but it did not happen");
    tells(&told, "score: Ann 0 won");
    script.line("wait \"Bob says\"");
    let told = script.other(&Command::Say { text: "hi".parse().unwrap() });
    assert_eq!(told, ["Bob says: hi"]);
    tells(&script.line("score"), "score: Bob 0 won");
}

#[test]
fn hostile_text_cannot_disturb_a_terminal() {
    let mut script = Script::with_bob("new");
    let text = "\u{1b}]0;gotcha\u{7}\u{202e}evil";
    let rejected = ServerMessage::Rejected {
        id: None,
        room: Some(code()),
        code: tengen_shared::game::RejectCode::NotYourTurn,
        text: text.into(),
        data: None,
    };
    let mut told = script.feed(rejected);
    tells(&told, "gotcha");
    told.extend(script.line("\u{1b}[2J"));
    tells(&told, "is not a command");
    for line in told {
        assert!(!line.chars().any(tengen_shared::game::is_disturbing), "{line:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn whatever_is_typed_nothing_panics_and_quit_ends_it(
        lines in proptest::collection::vec((0..Topic::ALL.len() + 12, 0..12_usize, any::<bool>()), 0..40),
    ) {
        const MORE: [&str; 12] =
            ["", "yes", "all", "1", "2", "b2", "hard", "here Bob", "gomoku15", "win", "time", "amber-fox-42"];
        let points = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "5", "31", "h8"];
        let mut script = Script::online();
        script.line("new here Bob");
        for (word, more, break_off) in lines {
            let line = match Topic::ALL.get(word) {
                Some(Topic::Quit | Topic::Wait) => continue,
                Some(topic) => format!("{} {}", topic.word(), MORE[more]),
                None => points[word - Topic::ALL.len()].to_owned(),
            };
            for told in script.line(&line) {
                prop_assert!(!told.contains('\n') && !told.contains('\u{1b}'), "{:?}", told);
            }
            if break_off && more == 3 {
                script.disconnect();
                script.connect();
            }
            script.pass(1_000);
        }
        script.connect();
        script.line("quit yes");
        script.take(Line::Ended);
        script.pass(40_000);
        prop_assert!(script.repl.exit().is_some());
    }
}

#[test]
fn a_full_queue_does_not_hold_the_program_for_ever() {
    let mut script = Script::with_bob("new");
    script.disconnect();
    for _ in 0..MAX_LINES {
        script.line("ready");
    }
    assert!(script.repl.is_full());
    let mut told = script.msg(tengen_client::msg::Msg::Tick(CONNECT_TIMEOUT));
    told.extend(script.repl.take_out());
    assert_eq!(script.repl.exit(), Some(Exit::Unanswered));
    tells(&told, "lines were not run");
}

#[test]
fn nobody_waits_for_a_connection_that_is_not_being_made() {
    let mut script = Script::online();
    script.line("leave");
    let told = script.line("wait online");
    tells(&told, "error: ");
    script.take(Line::Ended);
    assert_eq!(script.repl.exit(), Some(Exit::Asked));
}
