//! What players offer each other, by keys and by the menu, and what is said of it.

use crossterm::event::{MouseButton, MouseEventKind};
use tengen_client::model::Overlay;
use tengen_shared::{
    game::{Command, Offer, Reply, Seat, Settings},
    protocol::Cmd,
    rules::Variant,
};

use crate::{
    bench::Bench,
    table::{timed, with_ai, with_bob},
};

fn game() -> Bench {
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    bench.keys("/h8\n");
    bench.bob_places("h9");
    bench.take_sent();
    bench
}

fn bob_offers(bench: &mut Bench, offer: Offer) {
    let at = bench.at();
    bench.bob(&Command::Offer { seat: Seat::Two, offer, at });
}

#[test]
fn pictures() {
    for (width, height) in [(80, 24), (40, 16)] {
        let mut bench = with_bob(timed(Variant::GOMOKU15), width, height);
        bench.keys("/h8\n");
        bench.bob_places("h9");
        bob_offers(&mut bench, Offer::Takeback { to: 1 });
        insta::assert_snapshot!(format!("offer_{width}x{height}"), bench.screen());
        bench.keys("m");
        insta::assert_snapshot!(format!("game_menu_{width}x{height}"), bench.screen());
    }
}

#[test]
fn a_takeback_is_asked_for_and_given() {
    let mut bench = game();
    let at = bench.at();
    let offer = Offer::Takeback { to: 0 };
    assert_eq!(bench.one("z"), Cmd::Room(Command::Offer { seat: Seat::One, offer, at }));
    bench.shows("You asked to take back h8 and h9");
    bench.shows("x cancel request");
    bench.refused("z", "Take back: already requested");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::One).unwrap();
    bench.bob(&Command::Answer { seat: Seat::Two, offer: made.seq, reply: Reply::Accept });
    bench.shows("You took back h8 and h9");
    assert_eq!(bench.model.standing().unwrap().room.game().unwrap().ply(), 0);
}

#[test]
fn the_others_offer_is_answered_by_y_or_n() {
    let mut bench = game();
    bob_offers(&mut bench, Offer::Takeback { to: 1 });
    bench.shows("Bob wants to take back h9");
    bench.shows("y accept  n decline");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::Two).unwrap();
    let answer = |reply| Cmd::Room(Command::Answer { seat: Seat::One, offer: made.seq, reply });
    assert_eq!(bench.one("n"), answer(Reply::Decline));
    bench.refused("y", "There is no request to answer");
    bench.pass(20_000);
    bob_offers(&mut bench, Offer::Draw {});
    bench.shows("Bob offers a draw");
    bench.keys("y");
    bench.shows("Draw by agreement");
}

#[test]
fn ones_own_offer_is_taken_back_or_declined() {
    let mut bench = game();
    bench.keys("d");
    bench.shows("You offered a draw");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::One).unwrap();
    assert_eq!(bench.one("x"), Cmd::Room(Command::Withdraw { seat: Seat::One, offer: made.seq }));
    bench.refused("x", "You have no open request");
    bench.refused("d", "You have already asked");
    bench.keys("p");
    bench.pass(20_000);
    bench.shows("You asked to pause the clocks");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::One).unwrap();
    bench.bob(&Command::Answer { seat: Seat::Two, offer: made.seq, reply: Reply::Decline });
    bench.shows("Bob declined");
}

#[test]
fn an_offer_goes_when_the_position_moves_on_and_notices_do_not_hide_it_for_long() {
    let mut bench = game();
    bob_offers(&mut bench, Offer::Draw {});
    bench.keys("x");
    bench.shows("You have no open request");
    bench.shows("y accept");
    bench.pass(4_000);
    bench.shows("Bob offers a draw");
    bench.keys("/a1\n");
    assert!(!bench.screen().contains("a draw"), "{}", bench.screen());
}

#[test]
fn what_the_other_takes_back_is_said() {
    let mut bench = game();
    bob_offers(&mut bench, Offer::Pause {});
    bench.shows("Bob wants to pause the clocks");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::Two).unwrap();
    bench.bob(&Command::Withdraw { seat: Seat::Two, offer: made.seq });
    bench.shows("Bob cancelled the request");
}

#[test]
fn clocks_stand_by_consent_and_go_on_by_whoever_is_to_move() {
    let mut bench = game();
    bob_offers(&mut bench, Offer::Pause {});
    bench.keys("y");
    bench.shows("Your turn (clocks paused)");
    bench.shows("Press p to resume the clocks");
    bench.shows("p resume clocks");
    let at = bench.at();
    assert_eq!(bench.one("p"), Cmd::Room(Command::Offer { seat: Seat::One, offer: Offer::Resume {}, at }));
    bench.shows("Your turn (clocks resume in 5 s)");
    assert_eq!(bench.model.next_change(), Some(std::time::Duration::from_secs(1)));
    bench.pass(4_500);
    bench.shows("Your turn (clocks resume in 1 s)");
    bench.shows("[5:03]");
    bench.pass(500);
    assert!(!bench.screen().contains("clocks"), "{}", bench.screen());
    bench.pass(2_000);
    bench.shows("[5:01]");
}

#[test]
fn time_is_given_and_said() {
    let mut bench = game();
    assert_eq!(bench.one("+"), Cmd::Room(Command::GiveTime { seat: Seat::One, game: 1 }));
    bench.shows("You gave Bob 15 s");
    bench.shows(" 5:18");
    let mut bench = with_ai(timed(Variant::TICTACTOE), 80, 24);
    bench.refused("+", "The AI needs no extra time");
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.refused("+", "This game has no clock");
    bench.refused("p", "This game has no clock");
}

#[test]
fn against_the_computer_moves_are_taken_back_at_once_and_games_begun_anew() {
    let mut bench = with_ai(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.refused("z", "You have no move to take back");
    bench.keys("5");
    let moved = bench.fake.ai_places("a1");
    bench.feed(moved);
    bench.shows("z take back");
    bench.keys("z");
    bench.shows("You took back b2 and a1");
    bench.refused("d", "The AI does not accept draws");
    bench.keys("N");
    bench.shows("Restart the game?");
    assert_eq!(bench.one("y"), Cmd::Room(Command::Restart { seat: Seat::One, game: 1 }));
    bench.shows("game 2");
}

#[test]
fn a_game_that_has_hardly_begun_is_aborted() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("A");
    bench.shows("Abort the game? It will not count.");
    assert_eq!(bench.one("y"), Cmd::Room(Command::Abort { seat: Seat::One, game: 1 }));
    bench.shows("Aborted");
    let mut bench = game();
    bench.refused("A", "Both sides have moved");
    bench.refused("N", "You cannot restart a game against a person");
}

#[test]
fn the_menu_lists_what_is_possible_and_does_it() {
    let mut bench = game();
    bench.keys("m");
    bench.shows("> z     ask to take back h8 and h9");
    bench.shows("+     give Bob 15 s");
    bench.shows("      (room settings: only between games)");
    assert!(!bench.screen().contains("restart the game"));
    assert!(!bench.screen().contains("abort"));
    bench.keys("j");
    bench.shows("> d     offer a draw");
    let at = bench.at();
    assert_eq!(bench.one("\n"), Cmd::Room(Command::Offer { seat: Seat::One, offer: Offer::Draw {}, at }));
    assert_eq!(bench.model.overlay, None);
    bench.keys("m");
    bench.shows("> x     cancel your request: draw");
    bench.refused("p", "You have an open request: cancel it before you make another");
    bench.keys("mx");
    assert_eq!(bench.model.overlay, None, "the keys work in the menu, too");
    assert!(matches!(bench.take_sent().as_slice(), [Cmd::Room(Command::Withdraw { .. })]));
    bench.keys("mm");
    assert_eq!(bench.model.overlay, None);
}

#[test]
fn a_game_against_the_computer_that_is_too_late_to_abort_is_resigned_or_begun_anew() {
    let mut bench = with_ai(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("5");
    let placed = bench.fake.ai_places("a1");
    bench.feed(placed);
    bench.refused("A", "Both sides have moved, so you cannot abort: resign or restart");
}

#[test]
fn whoever_is_not_to_move_can_only_ask_to_restart_the_clocks() {
    let mut bench = game();
    bench.keys("/h10\n");
    bob_offers(&mut bench, Offer::Pause {});
    bench.keys("y");
    bench.shows("Press p to ask to resume the clocks");
    bench.shows("p ask to resume clocks");
}

#[test]
fn the_right_button_opens_and_closes_the_menu() {
    let mut bench = game();
    let spot = bench.spot("a1");
    let right = MouseEventKind::Up(MouseButton::Right);
    bench.mouse(right, spot);
    assert!(matches!(bench.model.overlay, Some(Overlay::Game { .. })));
    bench.mouse(right, spot);
    assert_eq!(bench.model.overlay, None);
    assert_eq!(bench.take_sent(), [], "no stone is placed by it");
}

#[test]
fn an_open_menu_follows_the_room_and_reasons_cannot_be_chosen() {
    let mut bench = game();
    bench.keys("mj");
    bob_offers(&mut bench, Offer::Draw {});
    bench.shows("Bob offers a draw");
    bench.shows("y     accept Bob's request");
    bench.shows("> d     offer a draw");
    let reason = bench.find("settings: only between");
    bench.click(reason);
    assert!(matches!(bench.model.overlay, Some(Overlay::Game { .. })));
    bench.take_sent();
    let yes = bench.find("accept Bob's request");
    bench.click(yes);
    bench.shows("Draw by agreement");
    bench.keys("mk");
    bench.shows("> Esc   leave the room");
}
