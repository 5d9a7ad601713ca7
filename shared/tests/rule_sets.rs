//! Checks caro and renju: cases from the text of the rules, and a slow second judge that is written from it.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use proptest::prelude::*;
use tengen_shared::rules::{
    Board, Direction, Foul, Outcome, PlayError, Point, Position, RuleSet, Stone, Variant, foul, wins_at,
};

/// Reads a picture: `x` is Black, `o` White, `.` empty, `*` the empty point to ask about.
fn read(rules: RuleSet, picture: &[&str]) -> (Board, Point) {
    let (height, width) = (picture.len(), picture[0].len());
    let side = |length: usize| u8::try_from(length).unwrap();
    let variant = Variant::new(side(width), side(height), 5, rules).unwrap();
    let (mut board, mut asked) = (Board::new(variant), None);
    for (point, cell) in variant.reading_order().zip(picture.concat().chars()) {
        match cell {
            'x' => board.set(point, Some(Stone::Black)),
            'o' => board.set(point, Some(Stone::White)),
            '*' => asked = Some(point),
            _ => {}
        }
    }
    (board, asked.unwrap())
}

fn renju(picture: &[&str]) -> Option<Foul> {
    let (board, point) = read(RuleSet::Renju, picture);
    foul(&board, point)
}

/// RIF 9.2: an overline is forbidden to Black, and wins for White.
#[test]
fn six_in_a_row_is_an_overline_for_black_and_wins_for_white() {
    assert_eq!(renju(&["xxx*xx", "......", "......", "......", "......"]), Some(Foul::Overline));
    let (board, point) = read(RuleSet::Renju, &["ooo*oo", "......", "......", "......", "......"]);
    assert!(wins_at(&board, point, Stone::White));
    assert!(!wins_at(&board, point, Stone::Black));
}

/// RIF 9.2: a five wins even if the stone makes a forbidden row at the same time.
#[test]
fn a_five_comes_before_every_foul() {
    let overline = ["xxxx*.", "....x.", "....x.", "....x.", "....x.", "....x."];
    let (board, point) = read(RuleSet::Renju, &overline);
    assert_eq!((foul(&board, point), wins_at(&board, point, Stone::Black)), (None, true));
    let fours = [
        "...........",
        "...x...x...",
        "....x..x...",
        ".....x.x...",
        ".......*xxx",
        ".......x...",
        "...........",
    ];
    assert_eq!(renju(&fours), None, "five in the column");
}

/// RIF 3: a four is a row of four stones to which one stone can be added to make a five.
#[test]
fn two_fours_are_forbidden_also_in_one_line() {
    let cross = ["........", ".xxx*...", "....x...", "....x...", "....x...", "........"];
    assert_eq!(renju(&cross), Some(Foul::DoubleFour));
    for line in ["xxx.*.xxx", "xx.x*.xx.", ".x.xx*.x."] {
        let picture = [line, ".........", ".........", ".........", "........."];
        assert_eq!(renju(&picture), Some(Foul::DoubleFour), "{line}");
    }
    // A straight four is one four.
    for line in [".xxx*....", "oxxx*...o"] {
        let picture = [line, ".........", ".........", ".........", "........."];
        assert_eq!(renju(&picture), None, "{line}");
    }
}

/// RIF 3: a three can become a straight four, which has two ways to a five.
#[test]
fn two_threes_are_forbidden_and_a_four_with_a_three_is_not() {
    let threes = [".........", ".........", "..xx*....", "....x....", "....x....", ".........", "........."];
    assert_eq!(renju(&threes), Some(Foul::DoubleThree));
    let broken = [
        ".........",
        "....x....",
        ".........",
        ".x.x*....",
        ".........",
        "....x....",
        ".........",
        ".........",
    ];
    assert_eq!(renju(&broken), None, "the column has two stones and no way to a straight four beside it");
    let split = [".........", ".........", ".x.x*....", "....x....", "....x....", ".........", "........."];
    assert_eq!(renju(&split), Some(Foul::DoubleThree));
    let four_three =
        [".........", ".........", "oxxx*....", "....x....", "....x....", ".........", "........."];
    assert_eq!(renju(&four_three), None);
}

/// RIF 3: a row whose four would not be straight is no three.
#[test]
fn a_closed_row_is_no_three() {
    let closed = ["o........", ".........", "oxx*.....", "...x.....", "...x.....", ".........", "........."];
    assert_eq!(renju(&closed), None, "one end is closed");
    let overlong =
        [".........", ".........", ".xx*..x..", "...x.....", "...x.....", ".........", "........."];
    assert_eq!(renju(&overlong), None, "the second end makes an overline");
}

/// RIF 9.3: a row is no three if the point that makes it a straight four is forbidden.
#[test]
fn a_row_that_cannot_become_a_straight_four_is_no_three() {
    let picture = |at_r: [&str; 4]| {
        let [above2, above1, below1, below2] = at_r;
        let rows = [
            ".........".to_owned(),
            format!(".....{above2}..."),
            format!(".....{above1}..."),
            "o.xx*....".to_owned(),
            format!("....x{below1}..."),
            format!("....x{below2}..."),
            ".....x...".to_owned(),
            ".........".to_owned(),
        ];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        renju(&rows)
    };
    // f3 and so on: the column right of the point makes an overline there.
    assert_eq!(picture(["x", "x", "x", "x"]), None, "the only straight four would make six in the column");
    assert_eq!(picture([".", ".", ".", "."]), Some(Foul::DoubleThree));
}

/// Boards of 15x15, each with a point that only a judge with the whole definition of a three and a four judges rightly.
/// Rapfi and Gomocup's judge agree.
#[test]
fn every_clause_of_the_definitions_decides_some_point() {
    for (clause, black, white, point, found) in [
        ("a forbidden point makes no three", "b7 b8 b10 c10 d8 e8 e10", "", "d9", None),
        (
            "unless that point is allowed after all",
            "b8 b9 b11 b12 c7 c9 d7 d8 e7 e9 n9",
            "",
            "e6",
            Some(Foul::DoubleThree),
        ),
        ("and so on, three deep", "c3 c5 c6 f3 f9 f11 g3 g6 h3 h8 h11 i6 i8 i9 i11 j6 j8", "", "h10", None),
        (
            "and four deep",
            "i11 n11 f10 i10 l10 m9 n9 h8 i8 k8 f7 g7 h7 f6 i6 g5 i5 n5 l4 n4 f3 l3",
            "l8 m7",
            "g8",
            Some(Foul::DoubleThree),
        ),
        ("without a five at the same time", "b7 b8 b9 c5 d7 d8 d9 d10 e5 g5", "f10", "c7", None),
        ("two fours in one line", "c7 f2 f7 g7 i7", "i5", "e7", Some(Foul::DoubleFour)),
        ("six in a row complete no four", "f9 h7 h9 i9 k10", "", "j9", None),
        ("a five comes first", "h5 h9 i4 j7 j8 j9 j10 k2 k12 l13 n15", "e7", "j11", None),
        ("a straight four has two ends", "g5 h1 h3 i3 n6", "", "h4", None),
    ] {
        let mut board = Board::new(Variant::RENJU15);
        for (stones, stone) in [(black, Stone::Black), (white, Stone::White)] {
            for point in stones.split_whitespace() {
                board.set(point.parse().unwrap(), Some(stone));
            }
        }
        assert_eq!(foul(&board, point.parse().unwrap()), found, "{clause}");
    }
}

#[test]
fn caro_needs_an_open_end_and_the_edge_closes_none() {
    let wins = |rules, line: &str| {
        let empty = ".".repeat(line.len());
        let (board, point) = read(rules, &[line, &empty, &empty, &empty, &empty]);
        wins_at(&board, point, Stone::Black)
    };
    for (line, caro, long) in [
        ("oxxxx*o.", false, false),
        ("oxxxx*..", true, true),
        ("xxxx*o..", true, true),
        ("xxx*x...", true, true),
        (".xxx*xx.", false, true),
        ("oxxx*xxo", false, true),
        ("oxxx*...", false, false),
    ] {
        assert_eq!((wins(RuleSet::Caro, line), wins(RuleSet::LongCaro, line)), (caro, long), "{line}");
    }
}

#[test]
fn caro_and_renju_are_played_with_five() {
    for rules in [RuleSet::Caro, RuleSet::LongCaro, RuleSet::Renju] {
        assert!(Variant::new(15, 15, 4, rules).is_err());
        assert!(Variant::new(9, 12, 5, rules).is_ok());
    }
}

#[test]
fn a_position_refuses_a_forbidden_move_and_says_why() {
    let mut position = Position::new(Variant::RENJU15);
    for point in ["h8", "a1", "g8", "a3", "j7", "a5", "j6", "a7"] {
        position.play(point.parse().unwrap()).unwrap();
    }
    let point: Point = "j8".parse().unwrap();
    // The row g8 h8 . j8 and the column j6 j7 j8.
    let refused = Err(PlayError::Forbidden { point, foul: Foul::DoubleThree });
    assert_eq!(position.play(point), refused);
    assert!(!position.legal_points().any(|legal| legal == point));
    position.play("a9".parse().unwrap()).unwrap();
    position.play(point).unwrap();
    assert_eq!(position.board().get(point), Some(Stone::White), "White may");
}

/// The judge from the text of the rules. It looks at sets of stones instead of runs.
mod slow {
    use super::*;

    type Row = BTreeSet<Point>;

    fn line(from: Point, direction: Direction, length: i8) -> Option<Vec<Point>> {
        let (dcol, drow) = direction.step();
        (0..length).map(|by| from.offset(dcol * by, drow * by)).collect()
    }

    fn black(board: &Board, point: Option<Point>) -> bool {
        point.is_some_and(|point| board.get(point) == Some(Stone::Black))
    }

    /// Returns every line of `length` points of the board, with whether a black stone lies right before or after it.
    fn lines(board: &Board, length: i8) -> Vec<(Vec<Point>, bool)> {
        let mut found = Vec::new();
        for direction in Direction::ALL {
            let (dcol, drow) = direction.step();
            for from in board.variant().reading_order() {
                let Some(points) = line(from, direction, length) else { continue };
                if points.iter().all(|point| board.variant().contains(*point)) {
                    let last = points[points.len() - 1];
                    let longer =
                        black(board, from.offset(-dcol, -drow)) || black(board, last.offset(dcol, drow));
                    found.push((points, longer));
                }
            }
        }
        found
    }

    fn put(board: &Board, point: Point) -> Board {
        let mut board = board.clone();
        board.set(point, Some(Stone::Black));
        board
    }

    fn blacks(board: &Board, points: &[Point]) -> Row {
        points.iter().copied().filter(|point| board.get(*point) == Some(Stone::Black)).collect()
    }

    fn has_five(board: &Board, point: Point) -> bool {
        lines(board, 5)
            .iter()
            .any(|(points, longer)| !longer && points.contains(&point) && blacks(board, points).len() == 5)
    }

    fn has_overline(board: &Board, point: Point) -> bool {
        let full = |(points, _): &(Vec<Point>, bool)| blacks(board, points).len() == 6;
        lines(board, 6).iter().any(|line| line.0.contains(&point) && full(line))
    }

    /// Returns the fours of Black with `point`: sets of four stones that one more makes a five.
    fn fours(board: &Board, point: Point) -> BTreeSet<Row> {
        let mut rows = BTreeSet::new();
        for (points, longer) in lines(board, 5) {
            let row = blacks(board, &points);
            let open = points.iter().filter(|at| board.is_empty_at(**at)).count() == 1;
            if !longer && open && row.len() == 4 && row.contains(&point) {
                rows.insert(row);
            }
        }
        rows
    }

    /// Returns whether these four stones are a straight four: unbroken, with two ways to a five.
    fn is_straight(board: &Board, four: &Row) -> bool {
        let unbroken =
            lines(board, 4).into_iter().any(|(points, _)| points.iter().copied().collect::<Row>() == *four);
        let ways = lines(board, 5).into_iter().filter(|(points, longer)| {
            let row: Row = blacks(board, points);
            !longer && row == *four && points.iter().any(|at| board.is_empty_at(*at))
        });
        unbroken && ways.count() == 2
    }

    /// Returns the threes of Black with `point`.
    fn threes(board: &Board, point: Point) -> BTreeSet<Row> {
        let mut rows = BTreeSet::new();
        for (points, _) in lines(board, 4) {
            let row = blacks(board, &points);
            if row.len() != 3 || !row.contains(&point) {
                continue;
            }
            let Some(end) = points.iter().copied().find(|at| board.is_empty_at(*at)) else { continue };
            let with = put(board, end);
            let four: Row = points.iter().copied().collect();
            if is_straight(&with, &four) && !has_five(&with, end) && foul(board, end).is_none() {
                rows.insert(row);
            }
        }
        rows
    }

    pub(super) fn foul(board: &Board, point: Point) -> Option<Foul> {
        let with = put(board, point);
        if has_five(&with, point) {
            None
        } else if has_overline(&with, point) {
            Some(Foul::Overline)
        } else if fours(&with, point).len() > 1 {
            Some(Foul::DoubleFour)
        } else if threes(&with, point).len() > 1 {
            Some(Foul::DoubleThree)
        } else {
            None
        }
    }
}

/// Boards with more black stones than white ones, so that there is something to forbid.
fn boards() -> impl Strategy<Value = Board> {
    let cell = prop_oneof![5 => Just(None), 3 => Just(Some(Stone::Black)), 1 => Just(Some(Stone::White))];
    proptest::collection::vec(cell, 81).prop_map(|cells| {
        let variant = Variant::new(9, 9, 5, RuleSet::Renju).unwrap();
        let mut board = Board::new(variant);
        for (point, stone) in variant.reading_order().zip(cells) {
            board.set(point, stone);
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_judge_agrees_with_the_text_of_the_rules(board in boards()) {
        for point in board.variant().reading_order().filter(|point| board.is_empty_at(*point)) {
            prop_assert_eq!(foul(&board, point), slow::foul(&board, point), "{} {:?}", point, board);
        }
    }

    #[test]
    fn a_game_ends_with_a_five_or_when_nobody_can_move(choices in proptest::collection::vec(any::<usize>(), 81)) {
        let mut position = Position::new(Variant::new(9, 9, 5, RuleSet::Renju).unwrap());
        for choice in choices {
            let legal: Vec<Point> = position.legal_points().collect();
            if legal.is_empty() {
                break;
            }
            let side = position.to_move();
            match position.play(legal[choice % legal.len()]).unwrap() {
                None => prop_assert!(position.legal_points().next().is_some()),
                Some(Outcome::Win(winner)) => prop_assert_eq!(winner, side),
                Some(Outcome::Draw) => prop_assert!(position.winning_line().is_empty()),
            }
        }
    }
}
