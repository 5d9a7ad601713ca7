//! Tests of the search board: make and unmake give the same board as a new one, and its fives are the wins of the
//! rules.

use proptest::prelude::*;
use tengen_shared::rules::{Position, Stone, Variant, wins_at};

use super::{Board, Square};
use crate::{candidates, chance::drawn, check, pattern::Class};

const VARIANTS: [&str; 16] = [
    "gomoku15",
    "standard15",
    "gomoku19",
    "5x5k5",
    "5x26k5",
    "26x26k5 exact",
    "7x7k4",
    "9x8k3",
    "9x9k6 exact",
    "12x10k7",
    "10x10k8 exact",
    "caro15",
    "9x9k5 longcaro",
    "renju15",
    "9x9k5 renju",
    "6x12k5 renju",
];

/// Plays `steps` random stones or takebacks and returns the board and the position. No stone follows a win. Sometimes asks for the
/// estimate in between.
pub(super) fn played(variant: Variant, steps: usize, seed: u64) -> (Board, Position) {
    let (mut board, mut position) = (Board::new(variant), Position::new(variant));
    for step in 0..steps {
        let chance = usize::try_from(drawn(seed, step as u64) >> 33).unwrap();
        let legal: Vec<_> = position.legal_points().collect();
        // Stones near the middle of the list interact more often.
        let spread = legal.len().min(40);
        if chance % 8 < 2 || legal.is_empty() {
            position.undo();
            board.unmake();
        } else {
            let point = legal[(legal.len() - spread) / 2 + chance / 8 % spread];
            position.play(point).unwrap();
            board.make(Square::of(point));
        }
        // The sums of features are brought up to date after one stone or several.
        if chance % 5 < 2 {
            assert_eq!(board.estimate(), board.estimate_anew(), "{variant}: {:?}", position.moves());
        }
    }
    (board, position)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn make_and_unmake_keep_what_a_new_board_has(which in 0..VARIANTS.len(), steps in 0..160_usize, seed: u64) {
        let (board, position) = played(VARIANTS[which].parse().unwrap(), steps, seed);
        prop_assert_eq!(board.seen(), Board::at(&position).seen());
    }

    #[test]
    fn any_steps_keep_board_and_rules_together(which in 0..VARIANTS.len(), steps: Vec<u8>) {
        prop_assert_eq!(check::follow(VARIANTS[which].parse().unwrap(), &steps), Ok(()));
    }

    #[test]
    fn a_stone_taken_back_leaves_no_trace(which in 0..VARIANTS.len(), steps in 0..80_usize, seed: u64) {
        let (mut board, position) = played(VARIANTS[which].parse().unwrap(), steps, seed);
        let before = board.clone();
        for point in position.legal_points() {
            let foretold = board.hash_after(Square::of(point));
            board.make(Square::of(point));
            prop_assert_eq!(board.hash(), foretold);
            board.unmake();
            prop_assert_eq!(board.seen(), before.seen());
        }
    }
}

/// Compares some two million points of random positions, for both sides.
#[test]
fn fives_are_the_wins_of_the_rules() {
    let mut points = 0;
    for seed in 0..6000 {
        let variant: Variant = VARIANTS[seed % VARIANTS.len()].parse().unwrap();
        let (board, position) = played(variant, 20 + seed % 100, seed as u64);
        for point in position.legal_points() {
            for (side, stone) in [Stone::Black, Stone::White].into_iter().enumerate() {
                let wins = wins_at(position.board(), point, stone);
                let five = board.class(Square::of(point), side) == Class::Five;
                assert_eq!(five, wins, "{variant} {:?}: {stone:?} {point}", position.moves());
                points += 1;
            }
        }
    }
    assert!(points > 1_000_000, "{points}");
}

/// Checks that the next stone makes a four into a five at one point, and an open four at two or more.
#[test]
fn fours_are_what_the_rules_make_of_the_next_stones() {
    for seed in 0..600 {
        let variant: Variant = ["gomoku15", "standard15", "7x7k4", "9x9k6 exact"][seed % 4].parse().unwrap();
        let (board, mut position) = played(variant, 30 + seed % 60, 1000 + seed as u64);
        if position.outcome().is_some() {
            continue;
        }
        let (side, stone) = (board.to_move(), position.to_move());
        for point in position.legal_points().collect::<Vec<_>>() {
            if position.play(point).unwrap().is_none() {
                let wins: Vec<_> =
                    position.legal_points().filter(|at| wins_at(position.board(), *at, stone)).collect();
                let before = board.empty().iter().filter(|at| board.class(*at, side) == Class::Five).count();
                let class = board.class(Square::of(point), side);
                if before == 0 {
                    let expected = match wins[..] {
                        [] => class < Class::LoneFour,
                        [five] => {
                            matches!(class, Class::LoneFour | Class::Four | Class::FourThree)
                                && board.five_after(Square::of(point), side) == Some(Square::of(five))
                        }
                        _ => class == Class::OpenFour,
                    };
                    assert!(expected, "{variant} {:?}: {class:?}, {wins:?}", position.moves());
                }
            }
            position.undo();
        }
    }
}

/// Checks that the replies to an open four are the stones that stop it and the fours. Lone fours that do not stop
/// it are delays.
#[test]
fn answers_stop_an_open_four_or_put_it_off() {
    let (mut stops, mut delays) = (0, 0);
    for seed in 0..4000 {
        let variant: Variant = ["gomoku15", "standard15", "7x7k4", "9x9k6 exact"][seed % 4].parse().unwrap();
        let (mut board, _) = played(variant, 20 + seed % 60, 5000 + seed as u64);
        let (side, other) = (board.to_move(), 1 - board.to_move());
        let threats = *board.marks(other).of(Class::OpenFour);
        if threats.is_empty() || (0..2).any(|side| board.marks(side).has(Class::Five)) {
            continue;
        }
        let answers = candidates::answers(&board);
        for square in board.empty().iter() {
            let class = board.class(square, side);
            board.make(square);
            let stands = threats.iter().any(|it| it != square && board.class(it, other) >= Class::OpenFour);
            board.unmake();
            let four = class >= Class::LoneFour;
            let delay = stands && class == Class::LoneFour;
            let expected = [!stands || four && !delay, delay];
            let found = [answers.good, answers.delays].map(|it| it.contains(square));
            assert_eq!(found, expected, "{variant} {:?}: {square:?}", board.moves());
            stops += u32::from(!stands);
            delays += u32::from(delay);
        }
    }
    assert!(stops > 1000 && delays > 100, "{stops}, {delays}");
}

/// The sums of features do not ask whose turn it was: after a null move, a side places two stones in a row.
#[test]
fn the_estimate_depends_on_the_stones_and_not_on_their_order() {
    let estimate = |order: [&str; 4]| {
        let mut board = Board::new(Variant::GOMOKU15);
        let [h8, g7, i9, k6] = order.map(|point| Square::of(point.parse().unwrap()));
        board.make(h8);
        board.make(g7);
        board.estimate();
        // Black passes twice, so White has all stones but the first.
        board.pass();
        board.make(i9);
        board.pass();
        board.make(k6);
        assert_eq!(board.estimate(), board.estimate_anew());
        board.estimate()
    };
    let one = estimate(["h8", "g7", "i9", "k6"]);
    assert_eq!(one, estimate(["h8", "i9", "g7", "k6"]));
    assert_ne!(one, estimate(["g7", "h8", "i9", "k6"]));
}

/// So they do not count, and the size of the board does not matter.
#[test]
fn the_middle_of_an_empty_board_is_blank() {
    for variant in
        ["gomoku15", "standard15", "gomoku19", "caro15", "renju15", "15x15k3", "17x17k7", "26x26k9"]
    {
        let board = Board::new(variant.parse().unwrap());
        let square = Square::of(board.variant().centre());
        assert_eq!(board.cells[square.index()].kinds(), board.blank(), "{variant}");
    }
}
