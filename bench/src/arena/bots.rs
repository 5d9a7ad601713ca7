//! The brains behind the bots' names.

use tengen_engine::Brain;
use tengen_shared::rules::{Bot, Level, Variant};

/// A new brain that plays `variant` as `bot`.
///
/// # Errors
/// If there is none.
pub(super) fn make(bot: Bot, variant: Variant) -> anyhow::Result<Box<dyn Brain>> {
    Ok(tengen_engine::brain(bot, variant)?)
}

/// The levels of a variant, weakest first.
pub(super) fn levels(variant: Variant) -> &'static [Level] {
    tengen_engine::available(variant).levels
}
