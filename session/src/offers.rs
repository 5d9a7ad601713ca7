//! The words for offers between players.

use tengen_shared::game::{Offer, Settings};

use crate::{settings::changes, text::Lang};

/// Returns the offer in words that follow "asks" or "ask". `settings` are the present ones, for comparison.
#[must_use]
pub fn in_full(offer: &Offer, settings: &Settings, lang: Lang) -> String {
    match offer {
        // The number of the last stone that stays is the number of the move to go back to.
        Offer::Takeback { to: 0 } => lang.offer_to_start().to_owned(),
        Offer::Takeback { to } => lang.offer_to_move(*to),
        Offer::Draw {} => lang.offer_draw_full().to_owned(),
        Offer::Pause {} => lang.offer_pause().to_owned(),
        Offer::Resume {} => lang.offer_resume().to_owned(),
        Offer::Change { settings: new } => lang.offer_change(&changes(settings, new, lang)),
        Offer::Swap {} => lang.offer_swap().to_owned(),
    }
}

/// Returns the offer in as few words as possible.
#[must_use]
pub fn in_short(offer: &Offer, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to: 0 } => lang.short_to_start().to_owned(),
        Offer::Takeback { to } => lang.short_to_move(*to),
        Offer::Draw {} => lang.short_draw().to_owned(),
        Offer::Pause {} => lang.short_pause().to_owned(),
        Offer::Resume {} => lang.short_resume().to_owned(),
        Offer::Change { .. } => lang.short_change().to_owned(),
        Offer::Swap {} => lang.short_swap().to_owned(),
    }
}
