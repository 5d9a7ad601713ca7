//! The words for offers between players.

use tengen_shared::{
    game::{Game, Offer, Room},
    rules::{Point, Position},
};

use crate::{settings::changes, text::Lang};

/// Returns the offer as a sentence about the player `who` makes it, such as "Cy wants to take back h8".
#[must_use]
pub fn made_by(who: &str, offer: &Offer, room: &Room, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to } => lang.wants_takeback(who, &moves_after(*to, moves_of(room), lang)),
        Offer::Draw {} => lang.wants_draw(who),
        Offer::Pause {} => lang.wants_pause(who),
        Offer::Resume {} => lang.wants_resume(who),
        Offer::Change { settings } => lang.wants_change(who, &changes(room.settings(), settings, lang)),
        Offer::Swap {} => lang.wants_swap(who),
    }
}

/// Returns the offer as a sentence that does not list the settings of a proposal.
#[must_use]
pub fn made_by_in_short(who: &str, offer: &Offer, room: &Room, lang: Lang) -> String {
    match offer {
        Offer::Change { .. } => lang.wants_settings(who),
        other => made_by(who, other, room, lang),
    }
}

/// Returns the user's own offer as a sentence, such as "You offered a draw".
#[must_use]
pub fn made_by_you(offer: &Offer, room: &Room, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to } => lang.asked_to_take_back(&moves_after(*to, moves_of(room), lang)),
        Offer::Draw {} => lang.offered_draw().to_owned(),
        Offer::Pause {} => lang.asked_to_pause().to_owned(),
        Offer::Resume {} => lang.asked_to_resume().to_owned(),
        Offer::Change { settings } => lang.asked_to_change(&changes(room.settings(), settings, lang)),
        Offer::Swap {} => lang.asked_to_swap().to_owned(),
    }
}

/// Returns the offer in two or three words, such as "take back h8".
#[must_use]
pub fn in_short(offer: &Offer, room: &Room, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to } => lang.take_back(&moves_after(*to, moves_of(room), lang)),
        Offer::Draw {} => lang.short_draw().to_owned(),
        Offer::Pause {} => lang.short_pause().to_owned(),
        Offer::Resume {} => lang.short_resume().to_owned(),
        Offer::Change { .. } => lang.short_change().to_owned(),
        Offer::Swap {} => lang.short_swap().to_owned(),
    }
}

/// Returns the moves of the present or last game of `room`.
#[must_use]
pub fn moves_of(room: &Room) -> &[Point] {
    room.game().map(Game::position).map(Position::moves).unwrap_or_default()
}

/// Names those of `moves` after the first `to`: the points of one or two moves, else how many they are. If there are none,
/// only a choice in the opening is taken back.
#[must_use]
pub fn moves_after(to: u16, moves: &[Point], lang: Lang) -> String {
    match moves.get(usize::from(to)..).unwrap_or_default() {
        [] => lang.the_choice().to_owned(),
        [point] => point.to_string(),
        [first, second] => lang.two_moves(&first.to_string(), &second.to_string()),
        _ if to == 0 => lang.every_move().to_owned(),
        taken => lang.last_moves(taken.len()),
    }
}
