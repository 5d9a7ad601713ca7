//! `fouls`: boards with the points that renju forbids to Black, to compare with an outside referee.

use std::{collections::BTreeMap, io::Write as _};

use anyhow::Context as _;
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde::Serialize;
use tengen_engine::{Limits, StopFlag, engine_for};
use tengen_shared::rules::{Board, Level, Point, Position, Stone, Variant, foul};

use crate::cli::FoulsArgs;

/// The first stones of a game, which are drawn by chance, and the stones between two boards of it.
const OPENING: usize = 5;
const BETWEEN: usize = 3;

/// One board. The points are in reading order.
#[derive(Serialize)]
struct Line {
    black: Vec<String>,
    white: Vec<String>,
    /// The forbidden points, and what a stone would make there.
    fouls: BTreeMap<String, String>,
}

/// Prints a line of JSON for each random board, and for the boards of games.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub(crate) fn run(args: &FoulsArgs) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rng = SmallRng::seed_from_u64(args.seed);
    for _ in 0..args.boards {
        let line = line(&random_board(&mut rng));
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    for _ in 0..args.games {
        for board in game(&mut rng)? {
            writeln!(out, "{}", serde_json::to_string(&line(&board))?)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn line(board: &Board) -> Line {
    let of = |stone| {
        let points = board.variant().reading_order().filter(move |point| board.get(*point) == Some(stone));
        points.map(|point| point.to_string()).collect()
    };
    let empty = board.variant().reading_order().filter(|point| board.is_empty_at(*point));
    let fouls =
        empty.filter_map(|point| Some((point.to_string(), foul(board, point)?.to_string()))).collect();
    Line { black: of(Stone::Black), white: of(Stone::White), fouls }
}

/// Returns boards of a game between two AIs, who play for exactly five but know no forbidden move.
fn game(rng: &mut SmallRng) -> anyhow::Result<Vec<Board>> {
    let mut position = Position::new(Variant::STANDARD15);
    while position.moves().len() < OPENING {
        let [col, row] = [0, 1].map(|_| rng.random_range(4..=10));
        let point = Point::new(col, row).context("outside the board")?;
        // A point that is taken is drawn again.
        let _ = position.play(point);
    }
    let mut engine = engine_for(Level::Medium.into(), position.variant())?;
    let limits = Limits { seed: rng.random(), ..Limits::default() };
    let mut boards = Vec::new();
    while let Some(choice) = engine.choose(&position, &limits, &StopFlag::default(), &mut ()) {
        position.play(choice.point)?;
        if position.moves().len().is_multiple_of(BETWEEN) {
            boards.push(position.board().clone());
        }
    }
    Ok(boards)
}

/// Returns a board with stones in a square of 7 to 15 points, from sparse to crowded, more of them black.
fn random_board(rng: &mut SmallRng) -> Board {
    let mut board = Board::new(Variant::RENJU15);
    let side: u8 = rng.random_range(7..=15);
    let [left, low] = [0, 1].map(|_| rng.random_range(0..=15 - side));
    let [black, white] = [rng.random_range(5..=45), rng.random_range(2..=30)];
    for row in low..low + side {
        for col in left..left + side {
            let stone = match rng.random_range(0..100) {
                drawn if drawn < black => Stone::Black,
                drawn if drawn < black + white => Stone::White,
                _ => continue,
            };
            board.set(Point::new(col, row).expect("invariant: inside the board"), Some(stone));
        }
    }
    board
}
