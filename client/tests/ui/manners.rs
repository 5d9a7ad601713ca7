//! Small things that would annoy: a key too many, words that are true no more, a choice for the wrong seat.

use crossterm::event::KeyCode;
use tengen_shared::{
    game::{Command, Event, Seat},
    protocol::{Cmd, ServerMessage},
};

use crate::bench::Bench;

/// Ann against the computer, which is to begin.
fn against_ai() -> Bench {
    let mut bench = Bench::online(80, 24);
    bench.keys("a\n");
    bench.take_sent();
    bench
}

fn ai_places(bench: &mut Bench, point: &str) {
    let moved = bench.fake.ai_places(point);
    bench.feed(moved);
}

#[test]
fn a_digit_too_many_does_not_take_away_the_board_of_the_game_that_is_over() {
    let mut bench = against_ai();
    ai_places(&mut bench, "a1");
    bench.keys("Ry");
    bench.take_sent();
    bench.keys("5");
    assert_eq!(bench.take_sent(), []);
    bench.shows("No game in progress. Press Enter when you are ready.");
    bench.keys("\n");
    assert!(matches!(bench.take_sent().as_slice(), [Cmd::Room(Command::Ready { .. })]));
}

#[test]
fn what_was_said_goes_when_the_game_goes_on_and_when_the_room_is_left() {
    let mut bench = against_ai();
    bench.keys("5");
    bench.shows("It is AI medium's turn");
    ai_places(&mut bench, "a1");
    assert!(!bench.screen().contains("It is AI medium's turn"), "{}", bench.screen());
    bench.keys("u");
    bench.shows("A game is in progress: finish it or resign first");
    bench.keys("Ry");
    assert!(!bench.screen().contains("a game is on"), "{}", bench.screen());
    bench.keys("R");
    bench.shows("No game in progress: both players must");
    bench.keys("\x1b");
    assert!(!bench.screen().contains("no game is on: both seats must be taken"), "{}", bench.screen());
}

#[test]
fn either_of_two_ais_can_be_changed_between_their_games() {
    let mut bench = Bench::online(80, 24);
    bench.keys("ajjh");
    (0..12).find(|_| {
        bench.keys("j");
        bench.screen().contains("> Start")
    });
    bench.keys("\n");
    for point in ["a1", "b1", "a2", "b2", "a3"] {
        ai_places(&mut bench, point);
    }
    bench.keys("a");
    bench.shows("Choose the AI for seat 1");
    bench.key(KeyCode::Right);
    bench.shows("Choose the AI for seat 2");
    bench.take_sent();
    bench.keys("j\n");
    assert!(matches!(bench.take_sent().as_slice(), [Cmd::Room(Command::SetAi { seat: Seat::Two, .. })]));
}

#[test]
fn whoever_has_won_stays_the_winner_when_another_takes_the_seat() {
    let mut bench = against_ai();
    ai_places(&mut bench, "a1");
    bench.keys("Ry");
    bench.shows("You resigned");
    bench.keys("aj\n");
    bench.shows("  AI hard (ready)");
    bench.shows("You resigned");
    bench.keys("\n");
    bench.shows("Your turn");
    bench.keys("Ry");
    bench.shows("You resigned");
}

#[test]
fn a_move_played_without_a_search_is_said_to_be_one() {
    let mut bench = against_ai();
    let moved = bench.fake.ai_thinks("a1", 0, 0);
    let ServerMessage::Events { events, .. } = &moved else { panic!() };
    assert!(events.iter().any(|stamped| matches!(stamped.event, Event::ThoughtNoted { .. })));
    bench.feed(moved);
    bench.shows("AI medium: moved at once");
    bench.keys("5");
    let moved = bench.fake.ai_thinks("b1", 2, 1);
    bench.feed(moved);
    bench.shows("AI medium: a little better");
}
