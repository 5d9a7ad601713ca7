//! Changes the list of finished games.

use tengen_shared::{game::CommandId, protocol::GameSummary};

use crate::{
    model::Model,
    screen::{
        Screen,
        games::{Games, Msg},
    },
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Screen::Games(games) = &mut model.screen else { return };
    match msg {
        Msg::More => games.wanted = true,
    }
}

/// Asks for the next page if it is wanted.
pub(crate) fn keep(model: &mut Model) {
    let Screen::Games(games) = &mut model.screen else { return };
    if !games.wanted || !model.session.link().is_online() {
        return;
    }
    games.wanted = false;
    let Some((room, request)) = games.list.next_page() else { return };
    match model.session.ask(room, request) {
        Ok(id) => games.list.asked(id),
        Err(full) => games.list.give_up(&model.lang.outbox_full(full)),
    }
}

/// A page of games has arrived.
pub(crate) fn arrived(model: &mut Model, id: CommandId, page: Vec<GameSummary>) {
    if let Some(Games { list, .. }) = shown(model) {
        list.take(id, page);
    }
}

/// The server sends no more games. Returns true if the list on the screen has asked for them.
pub(crate) fn refused(model: &mut Model, id: CommandId, why: &str) -> bool {
    let Some(Games { list, .. }) = shown(model) else { return false };
    list.refused(id, why)
}

fn shown(model: &mut Model) -> Option<&mut Games> {
    match &mut model.screen {
        Screen::Games(games) => Some(games),
        _ => None,
    }
}
