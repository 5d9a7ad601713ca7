//! A game by lines.

use tengen_client::settings::Misclick;
use tengen_session::text::Lang;
use tengen_shared::{
    game::{Command, Offer, Reject, Reply, Seat},
    protocol::Cmd,
};

use crate::script::{Script, tells};

#[test]
fn a_game_is_told_line_by_line() {
    let mut script = Script::online();
    let told = script.line("new");
    assert_eq!(
        told,
        [
            "room amber-fox-42: tictactoe",
            "seat 1: Ann (you)",
            "seat 2: free",
            "a friend joins with: tengen join amber-fox-42",
        ]
    );
    let told = script.other(&Command::Join { passphrase: None });
    assert_eq!(told, ["Bob took seat 2", "game 1 begins: Ann is X and moves first", "your turn"]);
    let told = script.line("2 2");
    assert_eq!(told, ["1 Ann: b2", "   a b c", " 3 . . .", " 2 .[X].", " 1 . . ."]);
    let told = script.bob_places("a3");
    assert_eq!(told, ["2 Bob: a3", "   a b c", " 3[O]. .", " 2 . X .", " 1 . . .", "your turn"]);
    script.line("boards off");
    assert_eq!(script.line("31"), ["3 Ann: a1"]);
    assert_eq!(script.bob_places("b1"), ["4 Bob: b1", "your turn"]);
    let told = script.line("c3");
    assert_eq!(
        told,
        [
            "5 Ann: c3",
            "game over: Ann won: 3 in a row: a1 b2 c3",
            "score: Ann 1 won, 0 drawn, 0 lost",
            "score: Bob 0 won, 0 drawn, 1 lost",
        ]
    );
    tells(&script.line("a1"), "error: the game is over: type ready for the next one");
    assert_eq!(script.line("ready"), ["Ann is ready"]);
    tells(&script.line("moves"), "5 Ann: c3");
}

#[test]
fn wrong_points_are_explained_and_nothing_is_sent() {
    let mut script = Script::with_bob("new gomoku15");
    script.actions();
    for (line, part) in [
        ("z9", "error: z9 is not on this board: columns are a to o, rows 1 to 15"),
        ("h16", "error: h16 is not on this board"),
        ("16 1", "is not on this board"),
        ("31", "is not on this board"),
        ("hh", "error: \"hh\" is not a command or a point"),
    ] {
        let told = script.line(line);
        tells(&told, part);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(script.actions(), [], "{line}");
    }
    assert_eq!(script.line("8,8"), ["1 Ann: h8"]);
    tells(&script.line("h9"), "error: it is Bob's turn");
    script.bob_places("a1");
    tells(&script.line("h8"), "error: h8 already has a stone");
    assert!(matches!(script.actions().as_slice(), [Cmd::Room(Command::Place { .. })]));
}

#[test]
fn a_typed_point_is_no_misclick() {
    for guard in [Misclick::Off, Misclick::Confirm, Misclick::Ghost] {
        let mut script = Script::with_bob("new");
        script.repl.model.settings.misclick = guard;
        script.line("boards off");
        script.actions();
        assert_eq!(script.line("b2"), ["1 Ann: b2"], "{guard:?}");
        assert!(matches!(script.actions().as_slice(), [Cmd::Room(Command::Place { .. })]), "{guard:?}");
        assert_eq!(script.bob_places("a1"), ["2 Bob: a1", "your turn"], "{guard:?}");
    }
}

#[test]
fn a_script_may_write_faster_than_the_server_answers() {
    let mut script = Script::offline();
    script.repl.take_out();
    for line in
        ["new here Bob", "b2", "a3", "boards off", "c1", "a1", "wait end", "score", "# no command", ""]
    {
        assert_eq!(script.line(line), Vec::<String>::new(), "{line}: nobody is there yet");
    }
    let told = script.connect();
    tells(&told, "connected to 127.0.0.1:5151 as Ann");
    let moves: Vec<&String> =
        told.iter().filter(|line| line.contains(": ") && line.as_bytes()[1] == b' ').collect();
    assert_eq!(moves, ["1 Ann: b2", "2 Bob: a3", "3 Ann: c1", "4 Bob: a1"]);
    assert_eq!(script.line("a2"), Vec::<String>::new(), "wait end holds it");
    tells(&told, "Bob's turn");
}

#[test]
fn two_people_at_one_keyboard_take_turns() {
    let mut script = Script::online();
    let told = script.line("new here \"Bob Lee\"");
    tells(&told, "seat 2: Bob Lee (you), O");
    tells(&told, "Ann's turn");
    tells(&script.line("5"), "Bob Lee's turn");
    tells(&script.line("resign"), "resign? yes or no");
    tells(&script.line("h8"), "error: answer yes or no first: resign? yes or no");
    tells(&script.line("no"), "cancelled");
    let told = script.line("resign yes");
    assert!(!told.iter().any(|line| line.contains("yes or no")), "{told:?}");
    tells(&told, "game over: Ann won: Bob Lee resigned");
}

#[test]
fn offers_are_told_and_answered() {
    let mut script = Script::with_bob("new gomoku15");
    script.line("h8");
    assert_eq!(script.line("takeback"), ["Ann wants to take back h8"]);
    let at = script.fake.room.as_ref().unwrap().offers().of(Seat::One).unwrap().seq;
    let told = script.other(&Command::Answer { seat: Seat::Two, offer: at, reply: Reply::Accept });
    assert_eq!(told, ["Bob accepted", "Ann took back h8", "your turn"]);
    let at = script.fake.room.as_ref().unwrap().at();
    let told = script.other(&Command::Offer { seat: Seat::Two, offer: Offer::Draw {}, at });
    assert_eq!(told, ["Bob offers a draw: yes or no"]);
    let told = script.line("yes");
    tells(&told, "Ann accepted");
    tells(&told, "game over: Draw by agreement");
    tells(&script.line("yes"), "error: there is no request to answer");
}

#[test]
fn talk_is_told_and_can_be_silenced() {
    let mut script = Script::with_bob("new");
    let say = |text: &str| Command::Say { text: text.parse().unwrap() };
    assert_eq!(script.other(&say("hello\u{1b}[2J")), ["Bob says: hello"]);
    assert_eq!(script.line("say good luck"), ["Ann says: good luck"]);
    assert_eq!(script.line("talk"), ["Bob says: hello", "Ann says: good luck"]);
    assert_eq!(script.line("talk all"), ["Bob says: hello", "Ann says: good luck"]);
    tells(&script.line("mute Eve"), "error: nobody here is called Eve");
    assert_eq!(script.line("mute Bob"), ["Bob is muted"]);
    assert_eq!(script.other(&say("are you there?")), Vec::<String>::new());
    assert_eq!(script.line("unmute Bob"), ["Bob is no longer muted"]);
    assert_eq!(script.other(&say("again")), ["Bob says: again"]);
}

#[test]
fn an_ai_is_told_with_its_thoughts_and_hints_are_lines() {
    let mut script = Script::online();
    let told = script.line("ai hard gomoku15");
    tells(&told, "seat 1: AI hard, X (black)");
    let message = script.fake.ai_thinks("h8", 3, 120);
    let told = script.feed(message);
    assert_eq!(told, ["1 AI hard: h8", "1 AI hard: about even", "your turn"]);
    assert_eq!(script.line("hint"), ["looking for a hint"]);
    assert_eq!(script.line("boards off"), Vec::<String>::new(), "the next command waits for the hint");
    let message = script.fake.hints("h9");
    let told = script.feed(message);
    assert_eq!(told, ["hint: h9 (a little better)", "the board is shown when you type board"]);
    tells(&script.line("hint"), "error: you already have the hint");
    tells(&script.line("ai genius"), "there is no level or engine");
    tells(&script.line("ai easy"), "error: a game is in progress");
    tells(&script.line("board"), " 8 . . . . . . .[X]. . . . . . .");
}

#[test]
fn whoever_watches_is_told_so_and_cannot_place() {
    let mut script = Script::watching();
    tells(&script.line("b2"), "error: you are watching: sit takes a free seat");
    for line in ["resign", "draw", "hint", "takeback", "ai", "ready"] {
        assert_eq!(
            script.line(line),
            ["error: you are watching: sit takes a free seat if there is one"],
            "{line}"
        );
    }
    // Here it is not the seat that is missing.
    for line in ["yes", "swap", "kick", "settings exact on", "sit"] {
        let told = script.line(line);
        assert!(told.len() == 1 && told[0].starts_with("error: "), "{line}: {told:?}");
        assert!(!told[0].contains("sit takes"), "{line}: {told:?}");
    }
    tells(&script.line("who"), "seat 2: Gus, O");
    tells(&script.line("wait turn"), "error: you are watching");
    assert!(script.bob_places("b2").contains(&"1 Bob: b2".to_owned()));
    tells(&script.line("leave"), "you left room amber-fox-42");
    tells(&script.line("board"), "you are not in a room");
}

#[test]
fn everything_is_told_in_chinese_too() {
    let mut script = Script::in_chinese();
    let told = script.line("new here Bob");
    tells(&told, "座位 1：Ann（你）");
    tells(&script.line("b2"), "1 Ann：b2");
    tells(&script.line("help takeback"), "悔棋");
    tells(&script.line("dance"), "错误：“dance”");
}

#[test]
fn nobody_is_ready_for_the_next_game_while_one_is_on() {
    let mut script = Script::with_bob("new");
    let told = script.line("ready");
    tells(&told, &Lang::English.reject(&Reject::GameOn));
}
