//! The values of a game's positions, and the moves where the game turned.

use tengen_shared::rules::{Outcome, Point, Scale, Stone, Value};

/// The loss of a chance to win from which a move counts as a mistake, 0 to 1.
const MISTAKE: f32 = 0.2;

/// The value of a position of a game, or its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The value for the side to move, in the units of `pvs`, and the best move.
    Worth(Value, Point),
    Over(Outcome),
}

/// The values of the positions of a game, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameValues(Vec<Option<Known>>);

/// A move that changed the likely result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning {
    /// The number of the move, from 1.
    pub ply: usize,
    pub kind: TurningKind,
    /// The move that the engine would have made instead.
    pub better: Point,
}

/// How a move changed the likely result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurningKind {
    /// The side to move could win by force within this number of plies, and is clearly less sure of it now.
    MissedWin(u16),
    /// The other side can win by force now, within this number of plies.
    LetWin(u16),
    /// The move was forbidden and lost the game.
    Foul,
    /// The chance to win fell, in percent: from, to.
    Mistake(u8, u8),
}

/// Returns a chance as a whole number of percent.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
pub fn percent(chance: f32) -> u8 {
    (chance * 100.0).round() as u8
}

/// Returns the chance of Black, from 0 to 1, where the side to move after `ply` stones has this value.
#[must_use]
pub fn black_chance(ply: usize, value: Value) -> f32 {
    let chance = Scale::Logistic.chance(value);
    match Stone::of_ply(ply + 1) {
        Stone::Black => chance,
        Stone::White => 1.0 - chance,
    }
}

impl GameValues {
    /// Creates the values of a game of `moves` moves that ended with `outcome`; `None` if it is not over.
    #[must_use]
    pub fn new(moves: usize, outcome: Option<Outcome>) -> Self {
        let mut all = vec![None; moves + 1];
        all[moves] = outcome.map(Known::Over);
        Self(all)
    }

    /// Makes room for a game of another length that begins alike. What is known of its first positions stays.
    pub fn fit(&mut self, moves: usize, outcome: Option<Outcome>) {
        self.0.resize(moves + 1, None);
        if let (Some(last), Some(outcome)) = (self.0.last_mut(), outcome) {
            *last = Some(Known::Over(outcome));
        }
    }

    /// Notes what is known of the position after `ply` moves. Ignores numbers beyond the game.
    pub fn note(&mut self, ply: usize, known: Known) {
        if let Some(slot) = self.0.get_mut(ply) {
            *slot = Some(known);
        }
    }

    /// Returns the number of moves of the last position of which nothing is known; `None` if all are known.
    #[must_use]
    pub fn missing(&self) -> Option<usize> {
        self.0.iter().rposition(Option::is_none)
    }

    /// Returns what is known of each position, that of the empty board first.
    #[must_use]
    pub fn all(&self) -> &[Option<Known>] {
        &self.0
    }

    /// Returns those of the game's `moves` that changed the likely result, in their order. A move that the engine would
    /// have played, too, does not count.
    #[must_use]
    pub fn turnings(&self, moves: &[Point]) -> Vec<Turning> {
        let mut turnings = Vec::new();
        for (index, (pair, played)) in self.0.windows(2).zip(moves).enumerate() {
            let [Some(Known::Worth(before, better)), Some(after)] = *pair else { continue };
            let ply = index + 1;
            let kind = turning(Stone::of_ply(ply), before, after).filter(|_| better != *played);
            turnings.extend(kind.map(|kind| Turning { ply, kind, better }));
        }
        turnings
    }
}

/// Returns what a move of `mover` changed. The position before it was worth `before` to `mover`.
fn turning(mover: Stone, before: Value, after: Known) -> Option<TurningKind> {
    let was = Scale::Logistic.chance(before);
    let after = match after {
        Known::Over(Outcome::Win(winner)) => return (winner != mover).then_some(TurningKind::Foul),
        Known::Over(Outcome::Draw) => Value::Estimate(0),
        Known::Worth(value, _) => value,
    };
    let is = 1.0 - Scale::Logistic.chance(after);
    if was - is < MISTAKE {
        return None;
    }
    Some(match (before, after) {
        (Value::Win(plies), _) => TurningKind::MissedWin(plies),
        (_, Value::Win(plies)) => TurningKind::LetWin(plies),
        _ => TurningKind::Mistake(percent(was), percent(is)),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Returns the values of a game in which the best move was always h8.
    fn game(values: &[Value], outcome: Option<Outcome>) -> GameValues {
        let moves = values.len() - usize::from(outcome.is_none());
        let mut game = GameValues::new(moves, outcome);
        for (ply, value) in values.iter().enumerate() {
            game.note(ply, Known::Worth(*value, point("h8")));
        }
        game
    }

    fn found(game: &GameValues) -> Vec<(usize, TurningKind)> {
        let played: Vec<Point> = ["a1", "a2", "a3", "a4", "a5"].map(point).to_vec();
        game.turnings(&played).iter().map(|turning| (turning.ply, turning.kind)).collect()
    }

    #[test]
    fn a_missed_win_a_given_win_and_a_mistake_are_turning_points() {
        let values =
            [Value::Estimate(0), Value::Estimate(300), Value::Win(5), Value::Estimate(0), Value::Win(3)];
        let game = game(&values, None);
        assert_eq!(
            found(&game),
            [
                (1, TurningKind::Mistake(50, 18)),
                (2, TurningKind::LetWin(5)),
                (3, TurningKind::MissedWin(5)),
                (4, TurningKind::LetWin(3)),
            ]
        );
        assert_eq!(game.turnings(&[point("h8")]), [], "the engine would have played it, too");
    }

    #[test]
    fn what_does_not_change_the_result_is_no_turning_point() {
        let kept = [Value::Win(5), Value::Loss(4), Value::Win(3)];
        assert_eq!(found(&game(&kept, None)), []);
        let slower = [Value::Win(5), Value::Estimate(-3_000), Value::Win(9)];
        assert_eq!(found(&game(&slower, None)), [], "still as good as won");
        assert_eq!(found(&game(&[Value::Win(1)], Some(Outcome::Win(Stone::Black)))), []);
    }

    #[test]
    fn a_forbidden_stone_that_loses_is_a_turning_point() {
        let lost = game(&[Value::Estimate(0)], Some(Outcome::Win(Stone::White)));
        assert_eq!(found(&lost), [(1, TurningKind::Foul)]);
    }

    #[test]
    fn the_last_unknown_position_is_missing() {
        let mut game = GameValues::new(2, Some(Outcome::Draw));
        assert_eq!(game.missing(), Some(1));
        game.note(1, Known::Worth(Value::Estimate(0), point("h8")));
        game.note(9, Known::Worth(Value::Estimate(0), point("h8")));
        assert_eq!(game.missing(), Some(0));
        game.note(0, Known::Worth(Value::Estimate(0), point("h8")));
        assert_eq!(game.missing(), None);
    }

    #[test]
    fn the_chance_is_blacks_whoever_moves() {
        assert!((black_chance(0, Value::Win(5)) - black_chance(1, Value::Loss(4))).abs() < 0.01);
    }
}
