//! The board of a room.

use tengen_session::room::{Viewer, board_shown};
use tengen_shared::{
    game::{Command, Game},
    protocol::Cmd,
    rules::Position,
};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::room::{Msg, RoomScreen},
    view::board::{self, Picture},
};

pub(super) fn view(model: &Model, screen: &RoomScreen, viewer: &Viewer<'_>) -> Element {
    let game = viewer.room.game();
    let position = game.map(Game::position);
    let pending = model.session.waiting().find_map(|frame| match &frame.cmd {
        Cmd::Room(Command::Place { point, .. }) if frame.room.as_ref() == Some(&screen.code) => Some(*point),
        _ => None,
    });
    board::view(&Picture {
        lang: model.lang,
        variant: board_shown(viewer.room),
        board: position.map(Position::board),
        black: game.and_then(Game::black),
        won: game.and_then(Game::end).map_or(&[], |end| &end.line),
        last: position.and_then(Position::last),
        ghost: viewer.position_to_play().map(Position::to_move),
        pending,
        hint: game.and_then(Game::hint).map(|hint| hint.point),
        forbidden: viewer.forbidden(),
        threats: None,
        cover: (model.is_stale() && !screen.is_alone()).then(|| model.lang.web_stale()),
        aim: &screen.aim,
        now: model.session.time().local(),
        note: None,
        act: |aim| Top::Room(Msg::Aim(aim)),
    })
}
