//! Creates engines by level or name.

use tengen_engine::Engine;
use tengen_shared::rules::{Bot, Level, Variant};

/// Creates the engine that plays `variant` as `bot`.
///
/// # Errors
/// Returns an error if `bot` cannot play `variant`.
pub(super) fn make(bot: Bot, variant: Variant) -> anyhow::Result<Box<dyn Engine>> {
    Ok(tengen_engine::engine_for(bot, variant)?)
}

/// Returns the levels of a variant, weakest first.
pub(super) fn levels(variant: Variant) -> &'static [Level] {
    tengen_engine::available(variant).levels
}
