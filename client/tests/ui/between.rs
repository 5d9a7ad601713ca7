//! Between games: other settings, other seats, and who is sent away.

use tengen_shared::{
    game::{Access, ClockRule, Command, Offer, PerSeat, PlayerId, Seat, Settings, SpectatorRule},
    protocol::{Attending, Cmd, ServerMessage, Spectators},
    rules::Variant,
};

use crate::{
    bench::Bench,
    fake::{OTHER, code, name},
    table::{HERE, at_bobs, timed, with_ai, with_bob},
};

/// Goes to the line of the form that begins with `label`.
fn go_to(bench: &mut Bench, label: &str) {
    let wanted = format!("> {label}");
    let found = (0..30).any(|_| {
        let there = bench
            .screen()
            .lines()
            .any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(&wanted));
        if !there {
            bench.key(crossterm::event::KeyCode::Down);
        }
        there
    });
    assert!(found, "{label} is not on:\n{}", bench.screen());
}

#[test]
fn pictures() {
    for (width, height) in [(80, 24), (40, 16)] {
        let mut bench = with_bob(timed(Variant::GOMOKU15), width, height);
        bench.keys("Ays");
        insta::assert_snapshot!(format!("settings_{width}x{height}"), bench.screen());
        bench.keys("\x1bm");
        insta::assert_snapshot!(format!("menu_between_{width}x{height}"), bench.screen());
    }
}

#[test]
fn the_host_changes_the_settings_with_the_form_filled_in() {
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    bench.refused("s", "A game is in progress: finish it or resign first");
    bench.keys("Ay");
    bench.keys("s");
    bench.shows("Settings of amber-fox-42");
    bench.shows("> Board           ‹ Gomoku 15x15 ›");
    bench.shows("Clock           ‹ 5:00 + 3 s ›");
    assert!(!bench.screen().contains("Players"));
    bench.keys("l");
    go_to(&mut bench, "Clock");
    bench.keys("l");
    go_to(&mut bench, "Save");
    let at = bench.at();
    let clock = ClockRule::fischer(600_000, 5_000).unwrap();
    let settings = Settings { variant: Variant::GOMOKU19, clock, ..Settings::new(Variant::GOMOKU15) };
    assert_eq!(bench.one("\n"), Cmd::Room(Command::Change { settings, passphrase: None, at }));
    bench.shows("Changed: board Gomoku 15x15 -> Gomoku 19x19, clock 5:00 + 3 s -> 10:00 + 5 s");
    bench.shows("Gomoku 19x19 · 10:00 + 5 s");
    bench.keys("s");
    go_to(&mut bench, "Save");
    bench.refused("\n", "Nothing has changed");
}

#[test]
fn the_board_of_the_last_game_stands_until_the_next_begins() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("5");
    bench.bob_places("a1");
    bench.keys("Rys");
    bench.keys("l");
    go_to(&mut bench, "Save");
    bench.keys("\n");
    bench.shows("Board changed from Tic-tac-toe to Gomoku 15x15");
    assert_eq!(bench.board().variant(), Variant::TICTACTOE, "{}", bench.screen());
    bench.keys("\n");
    let at = bench.at();
    bench.bob(&Command::Ready { seat: Seat::Two, at });
    assert_eq!(bench.board().variant(), Variant::GOMOKU15);
}

#[test]
fn a_question_calls_back_from_the_form() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ays");
    let at = bench.at();
    bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Swap {}, at });
    bench.shows("Bob has a request. Esc: back to the room");
    bench.keys("\x1b");
    bench.shows("Bob wants to swap seats");
}

#[test]
fn the_host_sets_another_passphrase_or_keeps_the_old_one() {
    let access = Access::Passphrase;
    let mut bench = with_bob(Settings { access, ..Settings::new(Variant::TICTACTOE) }, 80, 24);
    bench.keys("Ays");
    bench.shows("Passphrase       (unchanged)");
    bench.keys("l");
    go_to(&mut bench, "Save");
    assert!(matches!(bench.one("\n"), Cmd::Room(Command::Change { passphrase: None, .. })));
    bench.keys("s");
    go_to(&mut bench, "Passphrase");
    bench.keys("open sesame");
    bench.shows("Passphrase       •••••••••••_");
    go_to(&mut bench, "Save");
    let Cmd::Room(Command::Change { passphrase, .. }) = bench.one("\n") else { panic!() };
    assert_eq!(passphrase, Some("open sesame".parse().unwrap()));
}

#[test]
fn whoever_is_not_the_host_asks_for_other_settings() {
    let mut bench = at_bobs(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    bench.keys("s");
    assert!(!bench.screen().contains("Access"), "a secret cannot be agreed on in the open");
    go_to(&mut bench, "Spectators");
    bench.keys("h");
    go_to(&mut bench, "Ask the other player");
    let at = bench.at();
    let settings = Settings { spectators: SpectatorRule::Never, ..Settings::new(Variant::TICTACTOE) };
    let offer = Offer::Change { settings };
    assert_eq!(bench.one("\n"), Cmd::Room(Command::Offer { seat: Seat::Two, offer, at }));
    bench.shows("You asked to change: spectators allowed -> not allowed");
}

#[test]
fn what_the_other_wants_to_change_is_said_in_full() {
    let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 80, 24);
    bench.keys("Ay");
    let (at, settings) = (bench.at(), timed(Variant::GOMOKU19));
    bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Change { settings }, at });
    bench.pass(20_000);
    bench.shows("Bob wants to change the settings");
    bench.shows("y accept  n decline  m details");
    bench.msg(tengen_client::msg::Msg::Resize { width: 40, height: 16 });
    bench.shows("Bob wants to change the settings");
    bench.keys("m");
    bench.shows("Bob wants to change: board Gomoku");
    insta::assert_snapshot!("offer_in_full_40x16", bench.screen());
    bench.keys("y");
    assert_eq!(*bench.fake.room.as_ref().unwrap().settings(), settings);
}

#[test]
fn a_game_that_begins_meanwhile_calls_back_and_nothing_is_changed() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    bench.keys("\n");
    bench.keys("sl");
    let at = bench.at();
    bench.bob(&Command::Ready { seat: Seat::Two, at });
    bench.shows("It is your turn. Esc: back to the game");
    go_to(&mut bench, "Save");
    bench.refused("\n", "A game is in progress");
    bench.keys("\x1b");
    bench.shows("Your turn");
}

#[test]
fn seats_are_swapped_by_the_host_and_by_consent() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    let at = bench.at();
    assert_eq!(bench.one("S"), Cmd::Room(Command::Swap { at }));
    bench.shows("You and your opponent swapped seats");
    bench.shows("  Ann (you)");
    let mut bench = at_bobs(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    let at = bench.at();
    assert_eq!(bench.one("S"), Cmd::Room(Command::Offer { seat: Seat::Two, offer: Offer::Swap {}, at }));
    bench.shows("You asked to swap seats");
    let mut bench = with_ai(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    assert!(matches!(bench.one("S"), Cmd::Room(Command::Swap { .. })));
    bench.shows("  AI medium");
}

#[test]
fn the_host_sends_the_other_away_after_a_question() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.refused("K", "A game is in progress");
    bench.keys("Ay");
    bench.keys("K");
    bench.shows("Remove the other player?");
    assert_eq!(bench.one("y"), Cmd::Room(Command::Kick { seat: Seat::Two }));
    bench.shows("free seat");
    bench.refused("K", "There is nobody to remove");
    let mut bench = at_bobs(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    bench.refused("K", "Only the host of this room may do this");
    bench.bob(&Command::Kick { seat: Seat::Two });
    bench.shows("The host removed you from your seat");
}

#[test]
fn the_host_says_who_is_back_under_another_number() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    bench.refused("B", "Nobody here can be a player who is gone");
    let away = Some(Attending::Away { kept_for_ms: 40_000 });
    let watching = |names: &[&str], players: &[u32]| {
        let names = names.iter().map(|text| name(text)).collect::<Vec<_>>();
        let players = players.iter().map(|player| PlayerId(*player)).collect();
        Spectators { count: 2, names, players }
    };
    let spectators = watching(&["Eve", "Bob (2)"], &[7, 8]);
    bench.fake.attendance.away_since = PerSeat([None, Some(1_000)]);
    let presence = |away| ServerMessage::Presence {
        room: code(),
        seats: PerSeat([HERE, away]),
        spectators: spectators.clone(),
    };
    bench.feed(presence(away));
    assert!(!bench.screen().contains("may be Bob"), "the seat is still kept for him");
    bench.feed(presence(Some(Attending::Away { kept_for_ms: 0 })));
    bench.shows("Bob (2) may be Bob. B: give back");
    bench.keys("m");
    bench.shows("recognize a player who is back");
    bench.keys("B");
    insta::assert_snapshot!("recognize_80x24", bench.screen());
    bench.take_sent();
    let recognize = Command::Recognize { was: OTHER, now: PlayerId(8) };
    assert_eq!(bench.one("\n"), Cmd::Room(recognize));
    bench.shows("Bob is back, with the old seat and score");
}

#[test]
fn whoever_gets_the_room_is_told() {
    let mut bench = at_bobs(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ay");
    bench.bob(&Command::Leave {});
    bench.shows("You are now the host of this room");
    assert_ne!(bench.fake.room.as_ref().unwrap().host(), OTHER);
    bench.keys("m");
    bench.shows("change the settings");
}

#[test]
fn at_one_keyboard_a_draw_is_asked_for_first() {
    let mut bench = Bench::online(80, 24);
    bench.keys("fZoë");
    go_to(&mut bench, "Start");
    bench.keys("\n");
    bench.keys("5");
    bench.keys("1");
    bench.keys("z");
    bench.shows("Player 2 took back a3");
    bench.keys("d");
    bench.shows("Call this game a draw?");
    assert!(matches!(bench.one("y"), Cmd::Room(Command::Offer { offer: Offer::Draw {}, .. })));
    bench.shows("Draw by agreement");
}
