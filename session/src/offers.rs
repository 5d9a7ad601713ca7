//! The words for offers between players.

use tengen_shared::{
    game::{ChoiceMade, Game, Offer, Room},
    rules::Point,
};

use crate::{settings::changes, text::Lang};

/// Returns the offer as a sentence about the player `who` makes it, such as "Cy wants to take back h8".
#[must_use]
pub fn made_by(who: &str, offer: &Offer, room: &Room, lang: Lang) -> String {
    match offer {
        Offer::Takeback { to } => lang.wants_takeback(who, &Acts::of(room).after(*to, lang)),
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
        Offer::Takeback { to } => lang.asked_to_take_back(&Acts::of(room).after(*to, lang)),
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
        Offer::Takeback { to } => lang.take_back(&Acts::of(room).after(*to, lang)),
        Offer::Draw {} => lang.short_draw().to_owned(),
        Offer::Pause {} => lang.short_pause().to_owned(),
        Offer::Resume {} => lang.short_resume().to_owned(),
        Offer::Change { .. } => lang.short_change().to_owned(),
        Offer::Swap {} => lang.short_swap().to_owned(),
    }
}

/// The moves of a game and its choices in the opening, to name those that are taken back.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    moves: Vec<Point>,
    choices: Vec<ChoiceMade>,
}

impl Acts {
    /// Returns those of the present or last game of `room`.
    #[must_use]
    pub fn of(room: &Room) -> Self {
        let acts =
            |game: &Game| Self { moves: game.position().moves().to_vec(), choices: game.choices().to_vec() };
        room.game().map(acts).unwrap_or_default()
    }

    /// Names the moves after the first `to`: the points of one or two moves, else how many they are. It mentions the
    /// choices that were made after them. If there are no such moves, only a choice is taken back.
    #[must_use]
    pub fn after(&self, to: u16, lang: Lang) -> String {
        let moves = match self.moves.get(usize::from(to)..).unwrap_or_default() {
            [] => return lang.the_choice().to_owned(),
            [point] => point.to_string(),
            [first, second] => lang.two_moves(&first.to_string(), &second.to_string()),
            _ if to == 0 => lang.every_move().to_owned(),
            taken => lang.last_moves(taken.len()),
        };
        let with_choice = self.choices.iter().any(|made| made.ply > to);
        if with_choice { lang.with_the_choice(&moves) } else { moves }
    }
}
