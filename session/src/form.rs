//! The error of a form that creates or changes a room.

use tengen_shared::{
    game::{NameError, PassphraseError},
    rules::VariantError,
};
use thiserror::Error;

/// Why the form cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormError {
    /// The second player has no name, or an invalid one.
    #[error("the second player's name: {0}")]
    Guest(#[from] NameError),
    /// The room's passphrase is missing or invalid.
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    /// No game can be played on the board: its size or its win length is out of range.
    #[error(transparent)]
    Variant(#[from] VariantError),
}
