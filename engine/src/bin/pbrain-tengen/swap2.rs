//! The answers of the swap2 opening.

use std::{
    fmt,
    hash::{BuildHasher as _, RandomState},
};

use tengen_engine::{Engine as _, Limits, OpeningPlayer, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Choice, Opening, Position, Progress, Step};

use crate::{command::Spot, game};

/// An answer to `SWAP2BOARD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swap2 {
    /// The engine plays Black, which is the side that is not to move.
    Swap,
    /// The stones that the engine places: three to begin, one to play White, two to let the opponent choose.
    Stones(Vec<Spot>),
}

impl fmt::Display for Swap2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swap => f.write_str("SWAP"),
            Self::Stones(stones) => {
                let stones: Vec<String> = stones.iter().map(Spot::to_string).collect();
                f.write_str(&stones.join(" "))
            }
        }
    }
}

/// Returns the answer on a board of 0, 3 or 5 stones; `None` if there is no point for a stone.
pub(crate) fn answer(
    brain: &mut PvsEngine,
    mut position: Position,
    limits: Limits,
    stop: &StopFlag,
) -> Option<Swap2> {
    // Two games should not begin with the same stones.
    let seed = RandomState::new().hash_one(position.moves());
    let mut player = OpeningPlayer::new(Limits { seed, ..limits }, stop);
    let height = position.variant().height();
    let step = |position: &Position, choices| {
        Opening::Swap2.step(Progress { stones: position.moves().len(), choices })
    };
    let mut choices = usize::from(position.moves().len() == 5);
    if let Some(step @ Step::Choice { .. }) = step(&position, choices) {
        match player.choice(&position, step) {
            Choice::Black => return Some(Swap2::Swap),
            Choice::White => {
                let point = brain.choose(&position, &limits, stop, &mut ())?.point;
                return Some(Swap2::Stones(vec![game::spot(point, height)]));
            }
            Choice::PlaceTwo => choices += 1,
        }
    }
    let mut placed = Vec::new();
    // After these stones, the choice is the opponent's.
    while let Some(Step::Stone { .. }) = step(&position, choices) {
        let point = player.stone(&position, Opening::Swap2, choices)?;
        position.play(point).ok()?;
        placed.push(game::spot(point, height));
    }
    Some(Swap2::Stones(placed))
}
