//! `fouls`: random boards with the points that renju forbids to Black, to compare with an outside referee.

use std::{collections::BTreeMap, io::Write as _};

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde::Serialize;
use tengen_shared::rules::{Board, Point, Stone, Variant, foul};

use crate::cli::FoulsArgs;

/// One board. The points are in reading order.
#[derive(Serialize)]
struct Line {
    black: Vec<String>,
    white: Vec<String>,
    /// The forbidden points, and what a stone would make there.
    fouls: BTreeMap<String, String>,
}

/// Prints a line of JSON for each board.
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
