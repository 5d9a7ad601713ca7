//! The brains behind the bots' names.

use anyhow::bail;
use tengen_engine::Brain;
use tengen_shared::rules::{Bot, Level, Variant};

/// A new brain that plays `variant` as `bot`.
///
/// # Errors
/// If there is none.
pub(super) fn make(bot: Bot, variant: Variant) -> anyhow::Result<Box<dyn Brain>> {
    match bot {
        Bot::Level(level) => Ok(tengen_engine::brain(level, variant)?),
        Bot::Brain(_) => bail!("{bot} cannot be seated by name: choose a level"),
    }
}

/// The levels of a variant, weakest first.
pub(super) fn levels(variant: Variant) -> &'static [Level] {
    tengen_engine::available(variant)
}
