//! Where the user stands in the room on the screen, in their language and with their keys.

use std::ops::Deref;

use tengen_session::{room::Viewer, text::Lang};
use tengen_shared::game::{Occupant, Seat, SeatState};

use super::Model;
use crate::{
    action::Action,
    keymap::{Context, Keymap, is_deed},
};

/// A room that is known, as the user sees it now, with the words and keys for it.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    viewer: Viewer<'a>,
    /// The language in which that is said.
    pub lang: Lang,
    /// For how many seconds an AI has been waited for, if that is long.
    pub waited: Option<u64>,
    keymap: &'a Keymap,
}

impl<'a> Deref for Standing<'a> {
    type Target = Viewer<'a>;

    fn deref(&self) -> &Viewer<'a> {
        &self.viewer
    }
}

impl Model {
    /// Where the user stands in the room on the screen or behind it, once it is known.
    #[must_use]
    pub fn standing(&self) -> Option<Standing<'_>> {
        let viewer = self.session.viewer(&self.screen.room()?.code)?;
        Some(Standing { viewer, lang: self.lang, waited: self.waited(), keymap: &self.keymap })
    }
}

impl Model {
    /// The key of `action` in `context`, for those who name it.
    #[must_use]
    pub fn key(&self, context: Context, action: Action) -> String {
        self.keymap.key_of(context, action).unwrap_or_else(|| self.lang.no_key().to_owned())
    }
}

impl<'a> Standing<'a> {
    /// The key of `action` in a room, for those who name it; that of the menu where the menu alone leads to it.
    #[must_use]
    pub fn key(&self, action: Action) -> String {
        let key = |action| self.keymap.key_of(Context::Room, action);
        let menu = || key(Action::Menu).filter(|_| is_deed(action));
        key(action).or_else(menu).unwrap_or_else(|| self.lang.no_key().to_owned())
    }

    /// Who plays in `seat`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        seat_label(&self.room.seats()[seat], self.lang).unwrap_or_else(|| self.lang.nobody_yet().to_owned())
    }

    /// Who had `seat` in the present or last game.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        self.view.player(seat).and_then(|state| seat_label(state, self.lang)).unwrap_or_default()
    }
}

/// Who plays in a seat, with the computer that stands in for them; `None` for nobody.
#[must_use]
pub fn seat_label(state: &SeatState, lang: Lang) -> Option<String> {
    let occupant = state.occupant.as_ref().map(Occupant::label)?;
    Some(match state.stand_in {
        Some(bot) => lang.stand_in_name(&bot.to_string(), &occupant),
        None => occupant,
    })
}
