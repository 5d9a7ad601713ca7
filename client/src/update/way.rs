//! The ways between screens that many take: back to the menu, and into a room that is awaited.

use tengen_shared::{game::RoomCode, protocol::Cmd};

use super::ask;
use crate::{
    effect::Effect,
    model::{MenuScreen, Model, OpeningScreen, Screen},
};

/// Goes to the menu.
pub(super) fn to_menu(model: &mut Model) {
    model.screen = Screen::Menu(MenuScreen::default());
}

/// Asks for a room and waits for the answer; `Esc` and a refusal lead back to the screen before.
pub(super) fn open(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    room: Option<RoomCode>,
    cmd: Cmd,
    what: &str,
) {
    let Some(asked) = ask(model, effects, room, cmd) else { return };
    let back = match &model.screen {
        // The list is no longer told, so there is nothing to come back to.
        Screen::List(_) | Screen::Room(_) | Screen::Thinking(_) | Screen::Opening(_) => {
            Screen::Menu(MenuScreen::default())
        }
        other => other.clone(),
    };
    model.notice = None;
    model.screen = Screen::Opening(OpeningScreen { asked, what: what.to_owned(), back: Box::new(back) });
}
