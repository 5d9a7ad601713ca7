//! A room that is to be made or changed.

use tengen_shared::{
    game::{NameError, PassphraseError},
    rules::VariantError,
};
use thiserror::Error;

/// Why the form cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormError {
    /// The guest has no name yet, or one that cannot be.
    #[error("the second player's name: {0}")]
    Guest(#[from] NameError),
    /// The room's secret is missing, or one that cannot be.
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    /// The board cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
}
