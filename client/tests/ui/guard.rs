//! Stones that are not meant: the guard against them, presses that are let go elsewhere, points that are refused; and
//! where the cursor begins.

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use tengen_client::{model::Overlay, settings::Misclick};
use tengen_shared::{
    game::{Command, Seat, Settings},
    protocol::Cmd,
    rules::Variant,
};

use crate::{
    bench::Bench,
    table::{at_bobs, with_ai, with_bob},
};

const DOWN: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
const UP: MouseEventKind = MouseEventKind::Up(MouseButton::Left);
const DRAG: MouseEventKind = MouseEventKind::Drag(MouseButton::Left);

fn guarded(misclick: Misclick, variant: Variant) -> Bench {
    let mut bench = with_bob(Settings::new(variant), 80, 24);
    bench.model.settings.misclick = misclick;
    bench.take_sent();
    bench
}

/// The points on which stones were asked for.
fn placed(bench: &mut Bench) -> Vec<String> {
    let sent = bench.take_sent();
    let point = |cmd: &Cmd| match cmd {
        Cmd::Room(Command::Place { point, .. }) => Some(point.to_string()),
        _ => None,
    };
    sent.iter().filter_map(point).collect()
}

/// The sign on a point with those beside it.
fn signs(bench: &Bench, point: &str) -> String {
    let spot = bench.spot(point);
    let line = bench.terminal();
    let cell = |x| line.backend().buffer().cell((x, spot.y)).unwrap().symbol().to_owned();
    (spot.x - 1..=spot.x + 1).map(cell).collect()
}

#[test]
fn without_a_guard_the_first_choice_counts() {
    let mut bench = guarded(Misclick::Off, Variant::GOMOKU15);
    bench.keys("\n");
    assert_eq!(placed(&mut bench), ["h8"]);
}

#[test]
fn a_question_names_the_point_and_yes_places() {
    for (keys, spot) in [("\n", "h8"), ("/c4\n", "c4")] {
        let mut bench = guarded(Misclick::Confirm, Variant::GOMOKU15);
        bench.keys(keys);
        bench.shows(&format!("Place a stone at {spot}?"));
        assert_eq!(placed(&mut bench), [""; 0]);
        bench.keys("n");
        assert_eq!(bench.model.overlay, None);
        assert_eq!(placed(&mut bench), [""; 0]);
        bench.keys(keys);
        bench.keys("y");
        assert_eq!(placed(&mut bench), [spot]);
    }
    let mut bench = guarded(Misclick::Confirm, Variant::TICTACTOE);
    bench.keys("3\n");
    assert_eq!(placed(&mut bench), ["c3"], "digits are guarded like all other ways");
}

#[test]
fn the_question_does_not_cover_its_point() {
    for point in ["a1", "h8", "o15", "h7", "h9"] {
        for (width, height) in [(40, 16), (80, 24), (120, 40)] {
            let mut bench = guarded(Misclick::Confirm, Variant::GOMOKU15);
            bench.resize(width, height);
            bench.keys(&format!("/{point}\n"));
            assert!(matches!(bench.model.overlay, Some(Overlay::Confirm { .. })));
            let popup = tengen_client::layout::Layout::of(&bench.model).unwrap().popup.unwrap();
            assert!(
                !popup.area.contains(bench.spot(point)),
                "{point} at {width}x{height}\n{}",
                bench.screen()
            );
        }
    }
}

#[test]
fn a_question_about_a_position_that_is_gone_places_nothing() {
    let mut bench = guarded(Misclick::Confirm, Variant::GOMOKU15);
    bench.keys("\n");
    bench.bob(&Command::Resign { seat: Seat::Two, game: 1 });
    bench.keys("\n");
    assert_eq!(bench.model.standing().unwrap().room.game().unwrap().ply(), 0);
}

#[test]
fn a_ghost_is_placed_by_the_second_choice_and_moved_by_another() {
    let mut bench = guarded(Misclick::Ghost, Variant::GOMOKU15);
    let (one, other) = (bench.spot("d4"), bench.spot("k11"));
    bench.click(one);
    assert_eq!(placed(&mut bench), [""; 0]);
    assert_eq!(signs(&bench, "d4"), "<•>");
    bench.shows("d4? Choose it again to place the stone");
    bench.click(other);
    assert_eq!((signs(&bench, "k11").as_str(), placed(&mut bench)), ("<•>", vec![]));
    assert_ne!(signs(&bench, "d4"), "<•>");
    bench.click(other);
    assert_eq!(placed(&mut bench), ["k11"]);
    let mut bench = guarded(Misclick::Ghost, Variant::GOMOKU15);
    bench.keys("/c4\n");
    bench.keys("/c4\n");
    assert_eq!(placed(&mut bench), ["c4"]);
    let mut bench = guarded(Misclick::Ghost, Variant::TICTACTOE);
    bench.keys("3");
    assert_eq!(placed(&mut bench), [""; 0]);
    bench.keys("3");
    assert_eq!(placed(&mut bench), ["c3"]);
}

#[test]
fn escape_takes_a_ghost_away_before_it_leaves() {
    let mut bench = guarded(Misclick::Ghost, Variant::GOMOKU15);
    bench.keys("\n\x1b");
    assert_eq!((bench.model.overlay.clone(), placed(&mut bench)), (None, vec![]));
    bench.keys("\n");
    assert_eq!(placed(&mut bench), [""; 0], "it begins anew");
    bench.keys("\x1b\x1b");
    bench.shows("Leave?");
}

#[test]
fn a_ghost_goes_with_its_position() {
    let mut bench = guarded(Misclick::Ghost, Variant::GOMOKU15);
    bench.keys("/h8\n/h8\n");
    bench.bob_places("h9");
    bench.keys("/c4\n");
    assert_eq!(signs(&bench, "c4"), "<•>");
    bench.keys("z");
    let made = bench.fake.room.as_ref().unwrap().offers().of(Seat::One).unwrap();
    let reply = tengen_shared::game::Reply::Accept;
    bench.bob(&Command::Answer { seat: Seat::Two, offer: made.seq, reply });
    assert_ne!(signs(&bench, "c4"), "<•>");
    bench.take_sent();
    bench.keys("/c4\n");
    assert_eq!(placed(&mut bench), [""; 0], "the first choice in this position");
}

#[test]
fn a_button_counts_only_where_it_went_down() {
    let mut bench = guarded(Misclick::Off, Variant::GOMOKU15);
    let (one, other) = (bench.spot("d4"), bench.spot("k11"));
    bench.mouse(UP, one);
    assert_eq!(placed(&mut bench), [""; 0], "it went down nowhere");
    bench.mouse(DOWN, one);
    assert_eq!(placed(&mut bench), [""; 0], "it is still down");
    bench.mouse(DRAG, other);
    bench.mouse(UP, other);
    assert_eq!(placed(&mut bench), [""; 0], "it was dragged away");
    bench.mouse(UP, one);
    assert_eq!(placed(&mut bench), [""; 0]);
    bench.mouse(DOWN, one);
    bench.mouse(DRAG, other);
    bench.mouse(DRAG, one);
    bench.mouse(UP, one);
    assert_eq!(placed(&mut bench), ["d4"]);
}

#[test]
fn what_is_pointed_at_shows_what_would_be_placed_there() {
    let mut bench = guarded(Misclick::Off, Variant::GOMOKU15);
    let spot = bench.spot("d5");
    bench.mouse(MouseEventKind::Moved, spot);
    assert_eq!(signs(&bench, "d5"), "[•]");
    bench.click(spot);
    assert_eq!(signs(&bench, "d5"), "[◉]");
    let spot = bench.spot("e7");
    bench.mouse(MouseEventKind::Moved, spot);
    assert_eq!(signs(&bench, "e7"), "[┼]", "it is not Ann's turn");
}

#[test]
fn a_refused_point_is_marked_as_long_as_that_is_said() {
    let mut bench = guarded(Misclick::Off, Variant::GOMOKU15);
    bench.keys("\n");
    bench.keys("/c4\n");
    bench.shows("It is Bob's turn");
    assert_eq!(signs(&bench, "c4"), "!×!");
    bench.bob_places("h9");
    bench.keys("/h9\n");
    bench.shows("h9 already has a stone");
    assert_eq!(signs(&bench, "h9"), "!●!");
    bench.key(KeyCode::Left);
    assert_eq!(signs(&bench, "h9"), "!●!");
    bench.pass(20_000);
    assert_eq!(signs(&bench, "h9"), "]◉─", "the last move, and the cursor beside it");
}

#[test]
fn the_cursor_begins_on_a_free_point_so_that_enter_places() {
    let mut bench = with_ai(Settings::new(Variant::GOMOKU15), 80, 24);
    bench.keys("\n");
    assert_eq!(placed(&mut bench), ["h8"]);
    let mut bench = at_bobs(Settings::new(Variant::GOMOKU15), 80, 24);
    bench.bob(&Command::Place { seat: Seat::One, point: "h8".parse().unwrap(), at: bench.at() });
    bench.keys("\n");
    let answer = placed(&mut bench);
    assert_eq!(answer.len(), 1, "{}", bench.screen());
    assert_ne!(answer, ["h8"]);
}

#[test]
fn the_cursor_stays_where_the_user_has_moved_it() {
    let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 80, 24);
    bench.keys("/h8\n");
    bench.keys("hhhj");
    assert_eq!(signs(&bench, "e7"), "[┼]");
    bench.bob_places("o1");
    assert_eq!(signs(&bench, "e7"), "[•]");
    bench.resize(40, 16);
    bench.resize(80, 24);
    assert_eq!(signs(&bench, "e7"), "[•]");
}

#[test]
fn a_size_and_back_loses_nothing_that_is_typed() {
    let mut bench = with_bob(Settings::new(Variant::GOMOKU19), 80, 24);
    bench.keys("/k1");
    let before = bench.screen();
    for size in [(40, 16), (20, 5), (200, 60), (80, 24)] {
        bench.resize(size.0, size.1);
    }
    assert_eq!(bench.screen(), before);
    bench.keys("\x1bcI am");
    let before = bench.screen();
    for size in [(40, 16), (20, 5), (200, 60), (80, 24)] {
        bench.resize(size.0, size.1);
    }
    assert_eq!(bench.screen(), before);
}
