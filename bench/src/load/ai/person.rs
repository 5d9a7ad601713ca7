//! The bot in a person's place: it blocks the runs that it sees, and otherwise plays near the last stones.
//!
//! It looks at each point once, in about ten microseconds altogether, so that the driver takes no processor time
//! from the server's searches. Its blocks make the games long enough to load the AI with full boards too.

use rand::{RngExt as _, rngs::SmallRng};
use tengen_shared::rules::{Direction, Point, Position, run_through, wins_at};

/// The maximum distance from one of the last stones, in points.
const NEAR: i8 = 2;
/// The number of last stones near which it plays.
const LAST: usize = 6;
/// It blocks a run that would lack at most this many stones with a stone on the point.
const SEEN: usize = 1;

/// Returns a legal point; `None` in a decided position.
pub(super) fn answer(position: &Position, rng: &mut SmallRng) -> Option<Point> {
    let moves = position.moves();
    let last = &moves[moves.len().saturating_sub(LAST)..];
    let near = last.iter().flat_map(|last| neighbours(*last));
    let mut best: Vec<Point> = Vec::new();
    let mut most = 0;
    for point in near.filter(|point| position.check(*point).is_ok()) {
        let danger = danger(position, point);
        if danger > most {
            best.clear();
            most = danger;
        }
        if danger == most {
            best.push(point);
        }
    }
    if best.is_empty() {
        best = position.legal_points().collect();
    }
    (!best.is_empty()).then(|| best[rng.random_range(0..best.len())])
}

/// Whether the side to move had no real choice: the first stone, the last point, or a point that wins for either
/// side.
pub(super) fn is_immediate(position: &Position) -> bool {
    let mover = position.to_move();
    let urgent =
        |point| [mover, mover.other()].into_iter().any(|stone| wins_at(position.board(), point, stone));
    position.moves().is_empty()
        || position.legal_points().nth(1).is_none()
        || position.legal_points().any(urgent)
}

/// Returns the length of the opponent's run with a stone at `point`, if it is worth a block; else 0.
fn danger(position: &Position, point: Point) -> usize {
    let opponent = position.to_move().other();
    let run = |direction| run_through(position.board(), point, opponent, direction).count();
    let longest = Direction::ALL.into_iter().map(run).max().unwrap_or(0);
    if longest + SEEN >= usize::from(position.variant().win_length()) { longest } else { 0 }
}

fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    (-NEAR..=NEAR).flat_map(move |dcol| (-NEAR..=NEAR).filter_map(move |drow| point.offset(dcol, drow)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use tengen_shared::rules::Variant;

    use super::*;

    fn position(moves: &[&str]) -> Position {
        let mut position = Position::new(Variant::GOMOKU15);
        for point in moves {
            position.play(point.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn every_answer_is_legal_until_the_game_is_over() {
        for (_, variant) in Variant::NAMED {
            let (mut rng, mut position) = (SmallRng::seed_from_u64(1), Position::new(variant));
            while let Some(point) = answer(&position, &mut rng) {
                position.play(point).unwrap();
            }
            assert!(position.outcome().is_some(), "{variant}");
        }
    }

    #[test]
    fn a_four_is_blocked_and_an_open_three_too() {
        let mut rng = SmallRng::seed_from_u64(1);
        let four = position(&["c8", "b8", "d8", "a15", "e8", "a13", "f8"]);
        assert_eq!(answer(&four, &mut rng).unwrap().to_string(), "g8");
        let three = position(&["d8", "a15", "e8", "a13", "f8"]);
        assert!(["c8", "g8"].contains(&&*answer(&three, &mut rng).unwrap().to_string()));
    }

    #[test]
    fn only_what_decides_at_once_is_immediate() {
        assert!(is_immediate(&position(&[])));
        assert!(!is_immediate(&position(&["h8"])));
        let four = ["c8", "b8", "d8", "a15", "e8", "a13", "f8"];
        assert!(!is_immediate(&position(&four[..6])));
        assert!(is_immediate(&position(&four)));
    }
}
