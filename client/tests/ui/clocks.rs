//! Clocks: shown for both sides, running without messages, drawn again only when they show something else.

use std::time::Duration;

use ratatui::style::Modifier;
use tengen_client::msg::Msg;
use tengen_shared::{
    game::{ClockRule, Settings},
    protocol::{Cmd, Request, ServerMessage},
    rules::Variant,
};

use crate::{
    table::{timed, with_ai, with_bob},
    wire::HEARTBEAT_MS,
};

fn ms(ms: u64) -> Option<Duration> {
    Some(Duration::from_millis(ms))
}

#[test]
fn pictures() {
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    bench.pass(28_000);
    bench.keys("/h8\n");
    bench.pass(291_600);
    insta::assert_snapshot!("clocks_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("clocks_40x16", bench.screen());
    let byo_yomi = ClockRule::byo_yomi(600_000, 30_000, 3).unwrap();
    let mut bench = with_bob(Settings { clock: byo_yomi, ..Settings::new(Variant::GOMOKU19) }, 80, 24);
    bench.pass(622_500);
    insta::assert_snapshot!("clocks_beside_80x24", bench.screen());
}

#[test]
fn the_running_clock_counts_down_by_itself_and_the_other_stands() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    bench.shows("[5:00]");
    bench.pass(28_000);
    bench.shows("[4:32]");
    bench.shows(" 5:00");
    bench.keys("5");
    bench.shows(" 4:35");
    bench.pass(290_600);
    bench.shows("[9.4!]");
    bench.pass(9_400);
    bench.shows("[0.0!]");
    let fallen = bench.fake.tick();
    bench.feed(fallen);
    bench.shows("You won: Bob ran out of time");
    bench.shows(" 4:35");
    bench.shows(" 0.0!");
}

#[test]
fn byo_yomi_shows_the_periods_and_tenths_only_in_the_last() {
    let clock = ClockRule::byo_yomi(10_000, 30_000, 3).unwrap();
    let mut bench = with_bob(Settings { clock, ..Settings::new(Variant::TICTACTOE) }, 80, 24);
    bench.shows("[0:10 x3]");
    bench.pass(4_000);
    bench.shows("[0:06 x3]");
    bench.pass(8_000);
    bench.shows("[0:28 x2]");
    bench.pass(60_000);
    bench.shows("[0:28]");
    bench.pass(20_000);
    bench.shows("[8.0!]");
}

#[test]
fn it_is_drawn_again_only_when_another_time_is_shown() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    assert_eq!(bench.model.next_change(), ms(10), "five whole minutes are there for a moment only");
    bench.pass(1);
    assert_eq!(bench.model.next_change(), ms(1_000));
    bench.pass(400);
    assert_eq!(bench.model.next_change(), ms(600));
    let before = bench.screen();
    bench.pass(599);
    assert_eq!(bench.screen(), before);
    bench.pass(1);
    assert_ne!(bench.screen(), before);
    bench.pass(290_000);
    assert_eq!(bench.model.next_change(), ms(100), "every tenth counts");
    bench.keys("\x1by");
    bench.pass(60_000);
    assert_eq!(bench.model.next_change(), None, "the menu has no clock");
}

#[test]
fn without_a_running_clock_nothing_is_drawn_again() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    assert_eq!(bench.model.next_change(), None);
    bench.pass(100_000);
    assert_eq!(bench.take_sent(), [], "nobody asks what time it is");
    let mut bench = with_ai(timed(Variant::TICTACTOE), 80, 24);
    assert!(bench.model.next_change().is_some());
    bench.keys("p");
    bench.shows("Your turn (clocks paused)");
    bench.pass(10_000);
    assert_eq!(bench.model.next_change(), None);
    bench.shows(" 5:00");
    bench.keys("p");
    bench.pass(10_000);
    bench.shows("[4:50]");
}

#[test]
fn clocks_that_are_held_say_so() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    bench.pass(5_000);
    let held = bench.fake.hold();
    bench.feed(held);
    bench.shows("Your turn (clocks stopped)");
    bench.shows(" 5:00");
}

#[test]
fn the_servers_clock_is_asked_for_now_and_then_while_one_runs() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    bench.pass(59_000);
    assert_eq!(bench.take_sent(), []);
    bench.answering = false;
    bench.pass(2_000);
    let id = bench.last_id();
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Ping {})]);
    bench.shows("[3:59]");
    bench.msg(Msg::Tick(Duration::from_millis(200)));
    // The server's clock goes slower than this one: it is two seconds behind.
    bench.feed(ServerMessage::Pong { id, now: 60_100 });
    bench.shows("[4:00]");
}

#[test]
fn a_low_time_stands_out_without_colour() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    bench.pass(295_000);
    bench.shows("[5.0!]");
    let spot = bench.find("5.0!");
    let terminal = bench.terminal();
    let cell = terminal.backend().buffer().cell(spot).unwrap();
    assert!(cell.modifier.contains(Modifier::BOLD));
}

#[test]
fn a_silent_server_is_said_to_be_silent_until_it_is_heard_again() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    let unusual = u64::from(HEARTBEAT_MS) * 11 / 10;
    // The server answers no ping either.
    bench.answering = false;
    bench.hush(unusual - 1);
    assert!(!bench.screen().contains("no sign"));
    bench.hush(1);
    bench.shows("No answer from the server for 132 s");
    assert_eq!(bench.model.next_change(), ms(1_000));
    bench.hush(2_000);
    assert_eq!(bench.model.next_change(), ms(1_000));
    bench.shows("No answer from the server for 134 s");
    bench.pass(0);
    bench.shows("menu");
    bench.hush(unusual);
    bench.hush(u64::from(HEARTBEAT_MS) * 25 / 10 - unusual);
    bench.shows("Connection lost. Trying again in");
}
