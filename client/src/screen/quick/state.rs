//! The state of the choice of a board.

use crate::{
    keymap::Context,
    screen::about::{About, titled},
};
use tengen_session::text::Lang;

/// The screen with the choice of a board for a quick match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuickScreen {
    /// The index of the board in [`Variant::NAMED`](tengen_shared::rules::Variant::NAMED).
    pub cursor: usize,
}

impl About for QuickScreen {
    fn context(&self) -> Context {
        Context::Quick
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_quick())
    }
}
