//! Outside of rooms.

use tengen_client::{intent::Begin, msg::Msg, wish::Wish};
use tengen_session::{settings::Setting, text::Lang};
use tengen_shared::{
    game::{ClockRule, PerSeat, SeatPlan},
    protocol::{Cmd, Request},
    rules::{Bot, Level, Variant},
};

use crate::{
    fake::{OTHER, name},
    script::{Script, tells},
};

#[test]
fn rooms_are_made_as_they_are_described() {
    let mut script = Script::online();
    let told = script.line("new gomoku15 ai easy first clock 5+3 unlisted begins loser");
    tells(&told, "room amber-fox-42: gomoku15, 5:00 + 3 s");
    match script.actions().as_slice() {
        [Cmd::Request(Request::Create { settings, seats: PerSeat(seats), passphrase: None })] => {
            assert_eq!(settings.variant.to_string(), "gomoku15");
            assert!(matches!(seats, [SeatPlan::Me {}, SeatPlan::Ai { .. }]));
        }
        other => panic!("{other:?}"),
    }
    let told = script.line("settings");
    let words = told[0].strip_prefix("settings: ").unwrap();
    tells(&told, "clock 5+3");
    assert!(words.split(' ').any(|word| word == "unlisted"), "{words}");
    assert!(matches!(
        tengen_client::line::command(&format!("new {words}")),
        Ok(tengen_client::line::Command::New(_))
    ));
    tells(&script.line("join amber-fox-43"), "error: you are in room amber-fox-42: leave first");
    tells(&script.line("leave"), "leave? the game goes on, and your seat is kept. yes or no");
    let told = script.line("yes");
    tells(&told, "you left room amber-fox-42");
    tells(&script.line("rooms"), "there are no rooms");
}

#[test]
fn a_passphrase_is_asked_for_with_the_command_that_takes_it() {
    let mut script = Script::online();
    let settings = tengen_shared::game::Settings::new("tictactoe".parse().unwrap());
    let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
    script.fake.open(settings, &seats, OTHER, "Bob");
    script.fake.secret = Some("open sesame".parse().unwrap());
    let told = script.line("join amber-fox-42");
    assert_eq!(told, ["room amber-fox-42 needs a passphrase: type join amber-fox-42 PASSPHRASE"]);
    tells(&script.line("join amber-fox-42 wrong one"), "error: this is not the passphrase of the room");
    let told = script.line("join amber-fox-42 open sesame");
    assert_eq!(
        told,
        [
            "room amber-fox-42: tictactoe",
            "seat 1: Bob, X",
            "seat 2: Ann (you), O",
            "game 1 begins: Bob is X and moves first",
        ]
    );
}

#[test]
fn on_this_machine_nobody_else_is_waited_for() {
    let mut script = Script::new(Begin::Menu, Lang::English);
    tells(&script.repl.take_out(), "line mode: type help for the commands");
    tells(&script.line("new"), "error: nobody can join a game on this machine");
    tells(&script.line("rooms"), "error: you are not connected");
    tells(&script.line("leave"), "error: you are not in a room or on a server");
    tells(&script.line("help"), "new [BOARD]");
    assert_eq!(script.line("new here Bob"), Vec::<String>::new(), "the server in the program is started");
    assert!(script.repl.exit().is_none());
    assert_eq!(name("Ann").as_str(), "Ann");
}

#[test]
fn a_friend_is_told_an_address_that_works_from_elsewhere() {
    for (server, joins) in [
        ("192.168.1.20", "tengen join 192.168.1.20:5151 --room amber-fox-42"),
        ("board.example:80", "tengen join board.example:80 --room amber-fox-42"),
        ("localhost", "tengen join amber-fox-42"),
        ("127.0.0.2:99", "tengen join amber-fox-42"),
        ("[::1]", "tengen join amber-fox-42"),
    ] {
        let server = Some(server.parse().unwrap());
        let mut script = Script::new(Begin::Server { server, start: None }, Lang::English);
        script.connect();
        tells(&script.line("new"), &format!("a friend joins with: {joins}"));
    }
}

#[test]
fn without_a_name_one_plays_here_under_the_usual_one() {
    let mut script = Script::nameless();
    script.line("new here Bob");
    tells(&script.connect(), "playing on this machine as Player");
}

#[test]
fn the_game_that_was_left_is_gone_on_with_from_anywhere() {
    let mut script = Script::with_bob("new");
    tells(&script.line("leave yes"), "you left room amber-fox-42");
    script.line("leave");
    script.msg(Msg::Wish(Box::new(Wish::Find)));
    script.line("continue");
    tells(&script.connect(), "room amber-fox-42: tictactoe");
}

#[test]
fn help_lists_what_makes_sense_now() {
    let mut script = Script::online();
    let starts = |lines: &[String], word: &str| lines.iter().any(|line| line.starts_with(word));
    let told = script.line("help");
    assert!(starts(&told, "rooms: ") && starts(&told, "quick ") && !starts(&told, "resign"), "{told:?}");
    tells(&script.line("help new"), "options: clock none|10s|5+3|10+3x30");
    script.line("new here Bob");
    let told = script.line("help");
    assert!(starts(&told, "resign") && starts(&told, "place POINT") && !starts(&told, "rooms: "), "{told:?}");
    script.line("resign");
    let told = script.line("help");
    assert!(starts(&told, "yes: ") && !starts(&told, "resign"), "{told:?}");
}

#[test]
fn the_words_for_a_room_with_a_passphrase_make_a_room() {
    let mut script = Script::online();
    script.line("new 7x7k4 ai easy passphrase \"open sesame\" spectators consent clock 0:20+1");
    let told = script.line("settings");
    let words = told[0].strip_prefix("settings: ").unwrap();
    assert!(!words.contains("passphrase"), "{words}");
    let read = tengen_client::line::command(&format!("new {words}"));
    let Ok(tengen_client::line::Command::New(room)) = read else { panic!("{words}: {read:?}") };
    assert_eq!(room.options.values.clock, ClockRule::fischer(20_000, 1_000).unwrap());
}

#[test]
fn a_board_without_a_level_is_played_at_the_usual_one() {
    let mut script = Script::online();
    script.line("ai gomoku15");
    let [Cmd::Request(Request::Create { settings, seats, .. })] = &script.actions()[..] else { panic!() };
    assert_eq!(settings.variant, Variant::GOMOKU15);
    assert_eq!(seats.0[0], SeatPlan::Ai { bot: Bot::Level(Level::Medium) });
}

#[test]
fn a_room_that_was_left_in_a_game_can_be_entered_again() {
    let mut script = Script::with_bob("new");
    script.line("b2");
    script.line("leave yes");
    script.actions();
    script.line("continue");
    assert!(matches!(&script.actions()[..], [Cmd::Request(Request::Watch { .. })]));
}

#[test]
fn the_help_names_every_option() {
    for lang in Lang::ALL {
        let options = lang.line_options();
        let words = Setting::ALL.iter().filter(|setting| **setting != Setting::Access);
        words.for_each(|setting| assert!(options.contains(setting.word()), "{setting:?}: {options}"));
    }
}
