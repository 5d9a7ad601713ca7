//! Which levels a variant offers, and the brain behind each.

use tengen_shared::rules::{Level, Variant};
use thiserror::Error;

use crate::{
    brain::Brain,
    classic::{levels::Levels, lines::Lines},
};

/// The levels of a 3x3 board: the three of article 001.
const TIC_TAC_TOE: &[Level] = &[Level::Easy, Level::Medium, Level::Hard];

/// The levels of every other board.
const OTHERS: &[Level] = &[Level::Medium];

/// A level that a variant does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{variant} has no level {level}: choose {}", names(.variant))]
pub struct LevelError {
    /// The level asked for.
    pub level: Level,
    /// The variant it was asked for.
    pub variant: Variant,
}

/// The levels of a variant, weakest first; never empty.
#[must_use]
pub const fn available(variant: Variant) -> &'static [Level] {
    if is_tic_tac_toe(variant) { TIC_TAC_TOE } else { OTHERS }
}

/// A brain that plays a variant at a level.
///
/// # Errors
/// The variant does not offer the level; the text lists those it does.
pub fn brain(level: Level, variant: Variant) -> Result<Box<dyn Brain>, LevelError> {
    match (is_tic_tac_toe(variant), level) {
        // Article 001: easy, medium and hard are depth 1, 2 and 3.
        (true, Level::Easy) => Ok(Box::new(Levels::new(1))),
        (true, Level::Medium) => Ok(Box::new(Levels::new(2))),
        (true, Level::Hard) => Ok(Box::new(Levels::new(3))),
        (false, Level::Medium) => Ok(Box::new(Lines::default())),
        _ => Err(LevelError { level, variant }),
    }
}

/// On 3x3 the win length can only be 3 and no run can be longer, so it does not matter how longer runs
/// count.
const fn is_tic_tac_toe(variant: Variant) -> bool {
    variant.width() == 3 && variant.height() == 3
}

/// The names of a variant's levels, as in "easy, medium or hard".
fn names(variant: &Variant) -> String {
    let names: Vec<&str> = available(*variant).iter().map(|level| level.name()).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Runs;

    use super::*;

    #[test]
    fn every_offered_level_has_a_brain_and_no_other_has() {
        let exact = Variant::new(3, 3, 3, Runs::Exactly).unwrap();
        for variant in [Variant::TICTACTOE, exact, Variant::GOMOKU15, Variant::STANDARD15] {
            for level in Level::ALL {
                assert_eq!(brain(level, variant).is_ok(), available(variant).contains(&level));
            }
        }
        assert_eq!(available(exact), available(Variant::TICTACTOE));
    }

    #[test]
    fn the_error_says_what_there_is() {
        let text = |level, variant| brain(level, variant).err().unwrap().to_string();
        assert_eq!(
            text(Level::Master, Variant::TICTACTOE),
            "tictactoe has no level master: choose easy, medium or hard"
        );
        assert_eq!(text(Level::Easy, Variant::GOMOKU19), "gomoku19 has no level easy: choose medium");
    }
}
