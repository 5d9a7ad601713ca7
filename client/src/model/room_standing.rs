//! The room on the screen from the user's point of view, in their language and with their keys.

use std::ops::Deref;

use tengen_session::{
    evaluation::Detail,
    link::Address,
    room::{RoomAction, Viewer},
    terms,
    text::Lang,
};
use tengen_shared::{
    game::{Passphrase, RoomCode, Seat},
    rules::Choice,
};

use super::Model;
use crate::{
    action::Action,
    intent::Mode,
    keymap::{Context, Keymap, is_room_action},
};

/// A room as the user sees it now, with the language and the keys to describe it.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    viewer: Viewer<'a>,
    /// The language for the texts.
    pub lang: Lang,
    /// The whole seconds that the user has waited; `None` in the first second, or without a wait.
    pub waited: Option<u64>,
    /// The address of a server on a network; `None` on this machine, where nobody else can join.
    pub address: Option<&'a Address>,
    /// The passphrase of the room, if the user has set it since the program began.
    pub passphrase: Option<&'a Passphrase>,
    /// Whether the server is connected, so that presence and clocks are up to date.
    pub online: bool,
    /// How much the user wants to read of an evaluation.
    pub detail: Detail,
    /// Whether this is the user's first game, so that a few lines of help are shown.
    pub first_game: bool,
    keymap: &'a Keymap,
}

impl<'a> Deref for Standing<'a> {
    type Target = Viewer<'a>;

    fn deref(&self) -> &Viewer<'a> {
        &self.viewer
    }
}

impl Model {
    /// Returns the room on the screen or behind it; `None` until its state is received.
    #[must_use]
    pub fn standing(&self) -> Option<Standing<'_>> {
        let viewer = self.session.viewer(&self.screen.room()?.code)?;
        let online = self.session.link().is_online();
        let detail = self.settings.evaluation;
        Some(Standing {
            viewer,
            lang: self.lang,
            address: Some(self.address()).filter(|_| self.mode == Mode::Online),
            passphrase: self.passphrase_of(&self.screen.room()?.code),
            waited: self.waited(),
            online,
            detail,
            first_game: !self.last.has_played,
            keymap: &self.keymap,
        })
    }
}

impl Model {
    /// Returns the text above the ways to claim a game: how long `who`, the opponent of the player in `seat`, has to
    /// return, or that they did not return.
    #[must_use]
    pub fn claim_question(&self, seat: Seat, who: &str) -> String {
        let left = self.standing().and_then(|standing| standing.kept_for(seat.other()));
        match left.filter(|left| !left.is_zero()) {
            Some(left) => self.lang.may_return(who, terms::seconds_left(left)),
            None => self.lang.did_not_return(who),
        }
    }

    /// Returns the passphrase of `room`, if the user has set it.
    fn passphrase_of(&self, room: &RoomCode) -> Option<&Passphrase> {
        self.passphrase.as_ref().filter(|(of, _)| of == room).map(|(_, passphrase)| passphrase)
    }

    /// Returns the name of the key for `action` in `context`, or a text that says there is no key.
    #[must_use]
    pub fn key(&self, context: Context, action: Action) -> String {
        self.keymap.key_of(context, action).unwrap_or_else(|| self.lang.no_key().to_owned())
    }
}

impl<'a> Standing<'a> {
    /// Returns the name of the key for `action` in a room. If only the menu has the action, returns the key
    /// of the menu.
    #[must_use]
    pub fn key(&self, action: Action) -> String {
        if let Action::Do(RoomAction::Choose(choice)) = action {
            return choice_digit(choice).to_string();
        }
        let key = |action| self.keymap.key_of(Context::Room, action);
        let menu = || key(Action::Menu).filter(|_| is_room_action(action));
        key(action).or_else(menu).unwrap_or_else(|| self.lang.no_key().to_owned())
    }

    /// Returns the name of the occupant of `seat`, or a text that says there is none.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        self.seat_name(seat, self.lang)
    }
}

/// Returns the digit that makes a choice in an opening, from 1.
#[must_use]
pub fn choice_digit(choice: Choice) -> usize {
    Choice::ALL.iter().position(|known| *known == choice).map_or(0, |index| index + 1)
}
