//! Tests of the articles' programs as printed with the golden vectors, of their differences from the repaired engines,
//! and of changed weights.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use proptest::prelude::*;
use serde::{Deserialize, de::DeserializeOwned};
use tengen_engine::classic::{
    Printed, alphabeta, domain,
    greedy::{self, Cell, LineWeights, ScoreTable},
    levels,
};
use tengen_shared::rules::{Board, Point, Position, RuleSet, Stone, Variant, search::Verdict};

/// C in the vectors of tic-tac-toe and X in those of article 003. The other side is White.
const COMPUTER: Stone = Stone::Black;

/// The sides of article 004: 1 is the human with Black, 2 the AI with White.
const HUMAN: Stone = Stone::Black;
const AI: Stone = Stone::White;

fn read<V: DeserializeOwned>(text: &str) -> Vec<V> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn board(variant: Variant, points: impl Iterator<Item = Point>, pos: &str) -> Board {
    let mut board = Board::new(variant);
    assert_eq!(pos.len(), variant.points());
    for (point, letter) in points.zip(pos.chars()) {
        let stone = match letter {
            'C' | 'X' | '1' => Some(Stone::Black),
            'H' | 'O' | '2' => Some(Stone::White),
            _ => None,
        };
        board.set(point, stone);
    }
    board
}

/// Returns the board of a vector whose cells go row by row from the top left.
fn by_rows(variant: Variant, pos: &str) -> Board {
    board(variant, variant.reading_order(), pos)
}

fn tictactoe(pos: &str) -> Board {
    by_rows(Variant::TICTACTOE, pos)
}

fn cell(cell: usize) -> Point {
    common::points()[cell]
}

/// Converts article 004's coordinates, which count columns from the left and rows from the top.
fn at(x: u8, y: u8) -> Point {
    Variant::GOMOKU19.point_from_top(y + 1, x + 1).unwrap()
}

/// Returns the board of a vector of article 004, whose cells go column by column.
fn by_columns(pos: &str) -> Board {
    let points = (0..19).flat_map(|x| (0..19).map(move |y| at(x, y)));
    board(Variant::GOMOKU19, points, pos)
}

fn stones(variant: Variant, stones: &[(Stone, &[(u8, u8)])]) -> Board {
    let mut board = Board::new(variant);
    for (stone, points) in stones {
        points.iter().for_each(|(x, y)| board.set(at(*x, *y), Some(*stone)));
    }
    board
}

/// A line of the vectors of articles 000 and 001. The lists are by depth.
#[derive(Deserialize)]
struct TicTacToe {
    pos: String,
    #[serde(rename = "move")]
    cells: Vec<usize>,
    value: Vec<i64>,
    /// Only article 000: for each depth, 1 if the cell is empty.
    legal: Option<String>,
    /// Only article 001: W, D or -.
    says: Option<String>,
}

#[test]
fn article_000_plays_as_in_the_vectors() {
    let lines: Vec<TicTacToe> = read(include_str!("vectors/qdu_ttt_depth.jsonl"));
    assert_eq!(lines.len(), 2327);
    for line in lines {
        let board = tictactoe(&line.pos);
        for layers in 1..=8 {
            let depth = usize::from(layers);
            let wanted =
                Printed { point: cell(line.cells[depth]), value: line.value[depth], announces: None };
            let printed = alphabeta::printed(&board, COMPUTER, layers).unwrap();
            assert_eq!(printed, wanted, "{} {layers}", line.pos);
            let legal = line.legal.as_ref().unwrap().chars().nth(depth) == Some('1');
            assert_eq!(board.is_empty_at(printed.point), legal, "{} {layers}", line.pos);
        }
    }
}

#[test]
fn article_001_plays_and_announces_as_in_the_vectors() {
    let lines: Vec<TicTacToe> = read(include_str!("vectors/zhou_ttt.jsonl"));
    assert_eq!(lines.len(), 2327);
    for line in lines {
        let board = tictactoe(&line.pos);
        let says = line.says.unwrap();
        for (depth, says) in (1..=3).zip(says.chars()) {
            let announces = match says {
                'W' => Some(Verdict::Win),
                'D' => Some(Verdict::Draw),
                _ => None,
            };
            let index = usize::from(depth) - 1;
            let wanted = Printed { point: cell(line.cells[index]), value: line.value[index], announces };
            assert_eq!(levels::printed(&board, COMPUTER, depth), Some(wanted), "{} {depth}", line.pos);
        }
    }
}

#[derive(Deserialize)]
struct Scored {
    pos: String,
    printed: Vec<i32>,
}

#[derive(Deserialize)]
struct Window {
    w: String,
    printed: i32,
}

/// Returns a window from the article's letters.
fn window(letters: &str) -> [Cell; 9] {
    let all = [Cell::Empty, Cell::Attacker, Cell::Defender, Cell::OffBoard];
    let cell = |letter| *all.iter().find(|cell| cell.letter() == letter).unwrap();
    letters.chars().map(cell).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn article_003_scores_as_in_the_vectors() {
    let weights = LineWeights::default();
    let windows: Vec<Window> = read(include_str!("vectors/greedy15_windows.jsonl"));
    assert_eq!(windows.len(), 7383);
    for line in windows {
        assert_eq!(greedy::printed_line_score(window(&line.w), &weights), line.printed, "{}", line.w);
    }
    let boards: Vec<Scored> = read(include_str!("vectors/greedy15.jsonl"));
    assert_eq!(boards.len(), 235);
    for line in boards {
        let board = by_rows(Variant::GOMOKU15, &line.pos);
        let scores = greedy::printed_scores(&board, COMPUTER, &weights).unwrap();
        let wanted = board.variant().reading_order().zip(line.printed).filter(|(_, score)| *score >= 0);
        assert_eq!(scores, wanted.collect::<Vec<_>>(), "{}", line.pos);
    }
}

#[derive(Deserialize)]
struct Sums {
    pos: String,
    e1: i64,
    e2: i64,
}

#[derive(Deserialize)]
struct Moves {
    pos: String,
    last: (u8, u8),
    d1: Chosen,
    d2: Chosen,
    d3: Chosen,
}

#[derive(Deserialize)]
struct Chosen {
    #[serde(rename = "move")]
    point: Option<(u8, u8)>,
    value: Option<i64>,
}

#[test]
fn article_004_scores_and_plays_as_in_the_vectors() {
    let worths = domain::RunWorths::default();
    let sums: Vec<Sums> = read(include_str!("vectors/minimax19_eval.jsonl"));
    assert_eq!(sums.len(), 281);
    for line in sums {
        let board = by_columns(&line.pos);
        let sums = [HUMAN, AI].map(|stone| domain::printed_side_score(&board, stone, &worths));
        assert_eq!(sums, [line.e1, line.e2], "{}", line.pos);
    }
    let moves: Vec<Moves> = read(include_str!("vectors/minimax19_move.jsonl"));
    assert_eq!(moves.len(), 76);
    for line in moves {
        let (board, last) = (by_columns(&line.pos), at(line.last.0, line.last.1));
        for (depth, wanted) in (1..).zip([line.d1, line.d2, line.d3]) {
            let printed = domain::printed(&board, AI, last, depth, &worths);
            let played = printed.map(|printed| (printed.point, printed.value));
            let wanted = wanted.point.map(|(x, y)| (at(x, y), wanted.value.unwrap()));
            assert_eq!(played, wanted, "{} {depth}", line.pos);
        }
    }
}

#[test]
fn article_000_plays_on_a_stone_where_the_engine_does_not() {
    let played = |pos: &str, layers| {
        let printed = alphabeta::printed(&tictactoe(pos), COMPUTER, layers).unwrap();
        let repaired = alphabeta::rank_board(&tictactoe(pos), COMPUTER, layers).unwrap();
        assert!(tictactoe(pos).is_empty_at(repaired.pick));
        ((printed.point, printed.value), repaired.value)
    };
    // Lost: nothing is better than the lower bound.
    assert_eq!(played("H.H.CHC..", 2), ((cell(0), -20), -20));
    // A draw, which three layers take for lost because MAX returns its bound on a full board.
    assert_eq!(played("HHCCCHH..", 3), ((cell(0), -20), 0));
    assert_eq!(played("HHCCCHH..", 2).0, (cell(7), 0));
}

#[test]
fn article_001_announces_results_that_are_not_there() {
    let played = |pos: &str, depth| {
        let printed = levels::printed(&tictactoe(pos), COMPUTER, depth).unwrap();
        let repaired = levels::rank_board(&tictactoe(pos), COMPUTER, depth).unwrap();
        ((printed.point, printed.value, printed.announces), repaired.value)
    };
    // The human wins first, at cell 2.
    let (printed, repaired) = played(".....HCCH", 3);
    assert_eq!(printed, (cell(4), 1000, Some(Verdict::Win)));
    assert_ne!(repaired, levels::WIN);
    // The ninth stone completes a line.
    assert_eq!(played("HCHHCCC.H", 1), ((cell(7), -1001, Some(Verdict::Draw)), levels::WIN));
    // Two cells are empty, and the human wins at the first.
    let (printed, repaired) = played("HH.CCHHC.", 2);
    assert_eq!((printed, repaired), ((cell(8), -1001, Some(Verdict::Draw)), 0));
    // In both programs, the article's example is a win in three plies.
    assert_eq!(played("HH..C...C", 3), ((cell(2), 1000, Some(Verdict::Win)), levels::WIN));
}

#[test]
fn article_003_overlooks_open_ends_and_fives() {
    let scores = |letters: &str| {
        (
            greedy::printed_line_score(window(letters), &LineWeights::default()),
            greedy::line_score(window(letters)),
        )
    };
    assert_eq!(scores("XXXXLOXLL"), (1, 46_080));
    assert_eq!(scores("XXXXLOOOO"), (11_520, 46_080));
    assert_eq!(scores("LLXXLLLLL"), (45, 180));
    // Read from the other side, it finds the first five.
    assert_eq!(scores("LLXOLXXXX"), (46_080, 46_080));
}

#[test]
fn article_004_prefers_a_block_to_a_win_and_sees_fives_on_the_border() {
    let worths = domain::RunWorths::default();
    let human = [(9, 5), (9, 6), (9, 7), (9, 8)];
    let ai = [(9, 4), (11, 6), (11, 7), (11, 8), (11, 9)];
    let both_four = stones(Variant::GOMOKU19, &[(HUMAN, &human), (AI, &ai)]);
    for depth in [2, 3] {
        let printed = domain::printed(&both_four, AI, at(9, 8), depth, &worths).unwrap();
        let repaired = domain::rank_board(&both_four, AI, at(9, 8), depth).unwrap();
        assert_eq!((printed.point, repaired.pick), (at(9, 9), at(11, 5)));
    }
    for (length, printed, repaired) in [(3_u8, 100_000, 20), (4, domain::FIVE, 100_000)] {
        let run: Vec<(u8, u8)> = (0..length).map(|y| (7, y)).collect();
        let edge = stones(Variant::GOMOKU19, &[(HUMAN, &run)]);
        assert_eq!(domain::side_score(&edge, HUMAN), repaired);
        assert_eq!(domain::printed_side_score(&edge, HUMAN, &worths), printed);
    }
}

#[test]
fn boards_without_a_move_are_not_ranked() {
    let large = Board::new(Variant::GOMOKU15);
    for board in [tictactoe("HCHHCCCHH"), tictactoe("CCC......"), tictactoe("HHH.C...."), large.clone()] {
        assert_eq!(alphabeta::printed(&board, COMPUTER, 2), None);
        assert_eq!(alphabeta::rank_board(&board, COMPUTER, 2), None);
        assert_eq!(levels::printed(&board, COMPUTER, 2), None);
        assert_eq!(levels::rank_board(&board, COMPUTER, 2), None);
    }
    let empty = tictactoe(".........");
    let worths = domain::RunWorths::default();
    assert_eq!(greedy::printed_scores(&empty, COMPUTER, &LineWeights::default()), None);
    assert_eq!(domain::printed(&empty, AI, cell(0), 1, &worths), None);
    // On a board of five by five, the domain of the centre is the whole board.
    let mut full = Board::new(Variant::new(5, 5, 5, RuleSet::Freestyle).unwrap());
    let points: Vec<Point> = full.variant().reading_order().collect();
    for (index, point) in points.iter().enumerate().skip(2) {
        full.set(*point, Some(if (index / 2 + index / 5) % 2 == 0 { HUMAN } else { AI }));
    }
    let moves = |depth| domain::printed(&full, AI, points[12], depth, &worths).is_some();
    assert_eq!([1, 2, 3].map(moves), [true, true, false]);
    // The article's program goes on after a five.
    let mut five = stones(Variant::GOMOKU19, &[(AI, &[(4, 4), (4, 5), (4, 6), (4, 7)])]);
    assert!(domain::rank_weighted(&five, AI, at(4, 4), 1, &worths).is_some());
    five.set(at(4, 8), Some(AI));
    assert_eq!(domain::rank_weighted(&five, AI, at(4, 4), 1, &worths), None);
    assert!(domain::printed(&five, AI, at(4, 4), 1, &worths).is_some());
    assert_eq!(domain::printed(&full, AI, at(18, 0), 1, &worths), None);
    assert!(domain::domain_of(&full, at(18, 0)).is_empty());
}

#[test]
fn a_board_set_up_by_hand_is_ranked() {
    let board = tictactoe("CC.......");
    let rows = alphabeta::rank_board(&board, Stone::White, 1).unwrap();
    assert_eq!((rows.pick, rows.value), (cell(2), -1));
    assert_eq!(levels::rank_board(&board, COMPUTER, 3).unwrap().best, [cell(2)]);
    assert_eq!(alphabeta::printed(&board, COMPUTER, 2).unwrap().value, 60);
    // More fives than 64 bits can count.
    let mut crowd = Board::new(Variant::GOMOKU19);
    Variant::GOMOKU19.reading_order().skip(3).for_each(|point| crowd.set(point, Some(HUMAN)));
    let worths = domain::RunWorths { human_times: 100, ..Default::default() };
    assert_eq!(domain::leaf(&crowd, HUMAN), i64::MAX);
    assert_eq!(domain::printed(&crowd, AI, at(2, 2), 1, &worths).unwrap().value, i64::MAX);
    assert!(!domain::parts_of(&crowd, AI, &worths).is_empty());
}

proptest! {
    /// With the article's worths, the parts of a board add up to its value, and every choice is in the domain.
    #[test]
    fn parts_add_up_and_choices_are_in_the_domain(seed in any::<u64>()) {
        let variant = Variant::new(9, 7, 5, RuleSet::Standard).unwrap();
        let position = common::Dice(seed).tense_position(variant);
        let (board, mover) = (position.board(), position.to_move());
        prop_assume!(position.last().is_some());
        let ranking = domain::rank(&position, 2).unwrap();
        let domain = domain::domain_of(board, position.last().unwrap());
        prop_assert!(ranking.best.iter().all(|point| domain.contains(point)));
        let parts = domain::parts_of(board, mover, &domain::RunWorths::default());
        let value = parts.iter().map(|part| part.adds).sum::<i64>();
        prop_assert_eq!(value, -domain::leaf(board, mover.other()));
    }
}

#[test]
fn a_changed_weight_changes_the_move() {
    // Black has a three with a closed end, and White an open three: to block scores less than to attack.
    let position: Position = common::position("gomoku15", "c3 b3 d3 h8 e3 h9 o15 h10");
    let best = |weights: &LineWeights| -> Vec<Point> {
        let table = ScoreTable::weighted(position.board(), Stone::Black, weights).unwrap();
        table.best().unwrap().1.collect()
    };
    let points = |text: &str| text.split(' ').map(|point| point.parse().unwrap()).collect::<Vec<Point>>();
    let mut weights = LineWeights::default();
    assert_eq!(best(&weights), points("h11 h7"));
    weights.attack[4] = 30_000;
    assert_eq!(best(&weights), points("f3"));
    let table = ScoreTable::weighted(position.board(), Stone::Black, &weights).unwrap();
    let parts = table.parts("f3".parse().unwrap()).unwrap();
    assert_eq!(parts.iter().map(|part| part.adds).max(), Some(30_000));

    // White is the AI: it blocks the human's three, unless threes count nothing. Then it makes two more
    // twos with one stone.
    let board = stones(Variant::GOMOKU19, &[(HUMAN, &[(9, 9), (9, 10), (9, 11)]), (AI, &[(7, 7), (7, 8)])]);
    let pick =
        |worths: &domain::RunWorths| domain::rank_weighted(&board, AI, at(9, 9), 1, worths).unwrap().pick;
    let mut worths = domain::RunWorths::default();
    assert_eq!(pick(&worths), at(9, 8));
    worths.runs[3] = [0; 3];
    worths.runs[2][2] = 1000;
    let printed = domain::printed(&board, AI, at(9, 9), 1, &worths).unwrap();
    assert_eq!((pick(&worths), printed.point), (at(6, 7), at(6, 7)));
    let parts = domain::parts_of(&board, AI, &worths);
    assert_eq!((parts.len(), parts[0].adds), (1, 1000));
}
