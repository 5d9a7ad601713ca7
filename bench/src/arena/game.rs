//! One game between two players, judged by the rules.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use tengen_engine::Limits;
use tengen_shared::rules::{Outcome, Point, Position, Stone};

use super::{dice::Dice, effort::Effort, move_limits::MoveLimits, player::GamePlayer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// The colour of the winner; `None` for a draw.
    pub(super) winner: Option<Stone>,
    /// Why the loser forfeited; `None` if the game ended on the board.
    pub(super) fault: Option<String>,
    /// The effort of Black and White.
    pub(super) efforts: [Effort; 2],
    /// The moves, with the opening.
    pub(super) moves: Vec<Point>,
}

/// Plays a game from an opening between Black and White. A player who gives no move or an illegal one,
/// or who panics, loses.
pub(super) fn play(opening: &Position, seats: [GamePlayer; 2], limits: MoveLimits, dice: &mut Dice) -> Game {
    let mut position = opening.clone();
    let mut efforts = [Effort::default(); 2];
    let [mut black, mut white] = seats;
    let (winner, fault) = loop {
        match position.outcome() {
            Some(Outcome::Win(stone)) => break (Some(stone), None),
            Some(Outcome::Draw) => break (None, None),
            None => {}
        }
        let mover = position.to_move();
        let (seat, effort) = match mover {
            Stone::Black => (&mut black, &mut efforts[0]),
            Stone::White => (&mut white, &mut efforts[1]),
        };
        if let Err(fault) = step(&mut position, seat, effort, limits, dice.draw()) {
            break (Some(mover.other()), Some(fault));
        }
    };
    Game { winner, fault, efforts, moves: position.moves().to_vec() }
}

/// Plays one move.
///
/// # Errors
/// Returns why the player forfeits the game.
fn step(
    position: &mut Position,
    seat: &mut GamePlayer,
    effort: &mut Effort,
    limits: MoveLimits,
    seed: u64,
) -> Result<(), String> {
    let begun = Instant::now();
    let deadline = limits.time.map(|time| begun + time);
    let limits = Limits { deadline, max_nodes: limits.nodes, seed, ..Limits::default() };
    let think = || seat.choose(position, &limits);
    // A player who panicked plays no further move, so its state does not matter.
    let choice = catch_unwind(AssertUnwindSafe(think)).map_err(|_| "panicked".to_owned())??;
    effort.record(&choice, begun.elapsed());
    position.play(choice.point).map_err(|error| format!("played {}: {error}", choice.point))?;
    Ok(())
}
