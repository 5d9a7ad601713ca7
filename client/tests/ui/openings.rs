//! Openings and forbidden points on the screen of a room.

use tengen_shared::{
    game::{Command, Offer, Seat, SeatPlan, Settings},
    protocol::Cmd,
    rules::{Choice, FoulRule, Opening, Variant},
};

use crate::{
    bench::Bench,
    fake::ME,
    table::{at_bobs, with_ai, with_bob},
};

fn swap2() -> Settings {
    Settings { opening: Opening::Swap2, ..Settings::new(Variant::GOMOKU15) }
}

fn place(bench: &mut Bench, points: &str) {
    for point in points.split(' ') {
        bench.keys(&format!("/{point}\n"));
    }
}

/// Bob, in seat two, makes a choice.
fn bob_chooses(bench: &mut Bench, choice: Choice) {
    let at = bench.at();
    bench.bob(&Command::Choose { seat: Seat::Two, choice, at });
}

#[test]
fn who_places_is_told_how_many_stones_and_who_chooses_sees_what() {
    let mut bench = with_bob(swap2(), 80, 24);
    bench.shows("You place 3 stones, the next one black");
    insta::assert_snapshot!("placing_80x24", bench.screen());
    place(&mut bench, "h8");
    bench.shows("You place 2 stones, the next one white");
    place(&mut bench, "j9 g10");
    bench.shows("Bob chooses a colour");
    bob_chooses(&mut bench, Choice::PlaceTwo);
    bench.shows("Bob places 2 more stones");
    bench.shows("Bob places 2 stones, the next one white");
    bench.bob_places("a1");
    bench.bob_places("a2");
    bench.shows("Choose your colour");
    bench.shows("1: black  2: white");
    insta::assert_snapshot!("choosing_80x24", bench.screen());
    let at = bench.at();
    let choose = Command::Choose { seat: Seat::One, choice: Choice::White, at };
    assert_eq!(bench.one("2"), Cmd::Room(choose));
    bench.shows("Your turn");
    let at = bench.at();
    bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Takeback { to: 4 }, at });
    bench.shows("Bob wants to take back a2, and the choice");
}

#[test]
fn before_a_game_with_a_choice_of_colours_nobody_has_one() {
    for (settings, shown) in [(swap2(), "? Ann"), (Settings::new(Variant::GOMOKU15), "● Ann")] {
        let mut bench = Bench::online(80, 24);
        bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], ME, "Ann");
        bench.keys("camber-fox-42\n");
        bench.shows(shown);
    }
}

#[test]
fn a_replay_shows_the_opening_and_its_choices() {
    let mut bench = with_bob(swap2(), 80, 24);
    place(&mut bench, "h8 j9 g10");
    bob_chooses(&mut bench, Choice::White);
    bench.bob(&Command::Resign { seat: Seat::Two, game: 1 });
    bench.keys("v\n");
    bench.shows("Replay · amber-fox-42 · game 1 · Gomoku 15x15 swap2");
    bench.shows("Bob plays white");
    bench.key(crossterm::event::KeyCode::Left);
    assert!(!bench.screen().contains("Bob plays white"), "{}", bench.screen());
}

#[test]
fn on_the_least_terminal_everything_is_there() {
    let mut bench = at_bobs(swap2(), 40, 16);
    for point in ["h8", "j9", "g10"] {
        bench.bob_places(point);
    }
    insta::assert_snapshot!("choosing_40x16", bench.screen());
    bench.keys("m");
    insta::assert_snapshot!("menu_choosing_40x16", bench.screen());
    let at = bench.at();
    let choose = Command::Choose { seat: Seat::Two, choice: Choice::Black, at };
    assert_eq!(bench.one("\n"), Cmd::Room(choose), "the first line of the menu");
}

#[test]
fn a_click_on_the_board_opens_the_choices() {
    let mut bench = with_bob(swap2(), 80, 24);
    place(&mut bench, "h8 j9 g10");
    bob_chooses(&mut bench, Choice::PlaceTwo);
    bench.bob_places("a1");
    bench.bob_places("a2");
    let spot = bench.spot("c3");
    bench.click(spot);
    bench.shows("play white");
    let row = bench.find("play white");
    bench.take_sent();
    bench.click(row);
    let sent = bench.take_sent();
    assert!(
        matches!(sent.as_slice(), [Cmd::Room(Command::Choose { choice: Choice::White, .. })]),
        "{sent:?}"
    );
}

#[test]
fn a_point_that_the_opening_does_not_allow_is_refused_with_the_reason() {
    let settings = Settings { opening: Opening::Pro, ..Settings::new(Variant::GOMOKU15) };
    let mut bench = with_ai(settings, 80, 24);
    bench.shows("The opening asks for the centre, h8.");
    bench.refused("/a1\n", "a1 is not allowed by the opening: place it in the centre");
}

#[test]
fn forbidden_points_are_marked_for_black_with_the_reason_under_the_cursor() {
    let mut bench = with_bob(Settings::new(Variant::RENJU15), 80, 24);
    for (mine, other) in [("h8", "a1"), ("g8", "a3"), ("j7", "a5"), ("j6", "a7")] {
        place(&mut bench, mine);
        bench.bob_places(other);
    }
    let spot = bench.spot("j8");
    bench.msg(tengen_client::msg::Msg::Resize { width: 80, height: 24 });
    bench.mouse(crossterm::event::MouseEventKind::Moved, spot);
    bench.shows("j8 is forbidden to black: double three");
    insta::assert_snapshot!("forbidden_80x24", bench.screen());
    bench.refused("/j8\n", "j8 is forbidden to Black (double three): choose another point");
}

#[test]
fn white_sees_no_marks_and_a_forbidden_stone_may_lose() {
    let settings = Settings { fouls: FoulRule::Loses, ..Settings::new(Variant::RENJU15) };
    let mut bench = at_bobs(settings, 80, 24);
    for (other, mine) in [("h8", "a1"), ("g8", "a3"), ("j7", "a5"), ("j6", "a7")] {
        bench.bob_places(other);
        assert!(!bench.screen().contains('×'));
        place(&mut bench, mine);
    }
    bench.bob_places("j8");
    bench.shows("You won: Bob made a forbidden move");
}
