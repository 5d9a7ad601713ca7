//! Changes the replay of a game.

use tengen_shared::{
    game::{CommandId, GameId, GameRecord},
    protocol::Request,
    rules::Point,
};

use crate::{
    model::Model,
    screen::{
        Screen,
        aim::Outcome,
        replay::{Loaded, Msg, Replay, Shown},
    },
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let now = model.session.time().local();
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Replay { shown: Shown::Loaded(loaded), aim, .. } = replay.as_mut() else { return };
    let tree = &mut loaded.tree;
    let went = match msg {
        Msg::Aim(msg) => {
            return match aim.update(&msg, loaded.record.variant, now) {
                Outcome::Nothing => {}
                Outcome::Focus(point) => model.focus_point(point),
                Outcome::Unsure(point) | Outcome::Chosen(point) => play(model, point),
            };
        }
        Msg::First => {
            tree.to_start();
            true
        }
        Msg::Last => {
            tree.to_end();
            true
        }
        Msg::Back => tree.back(),
        Msg::Forward => tree.forward(),
        Msg::ToGame => tree.to_game(),
        Msg::Erase => tree.erase(),
    };
    if went {
        aim.cursor = None;
    }
}

/// Tries a move from the position that is shown.
fn play(model: &mut Model, point: Point) {
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Shown::Loaded(loaded) = &mut replay.shown else { return };
    if let Err(error) = loaded.tree.play(point) {
        model.tell(model.lang.try_error(error, "◀", model.lang.web_erase()));
    }
}

/// Asks for the game, unless that is done already.
pub(crate) fn keep(model: &mut Model) {
    let Screen::Replay(replay) = &mut model.screen else { return };
    if !matches!(replay.shown, Shown::Wanted) || !model.session.link().is_online() {
        return;
    }
    replay.shown = match model.session.ask(None, Request::ShowGame { game: replay.game }) {
        Ok(id) => Shown::Asked(id),
        Err(full) => Shown::Refused(model.lang.outbox_full(full)),
    };
}

/// The game has arrived.
pub(crate) fn arrived(model: &mut Model, game: GameId, record: GameRecord) {
    if let Screen::Replay(replay) = &mut model.screen
        && replay.game == game
    {
        replay.shown = Shown::Loaded(Box::new(Loaded::new(record)));
    }
}

/// The server does not show the game. Returns true if the screen has asked for it.
pub(crate) fn refused(model: &mut Model, id: CommandId, why: &str) -> bool {
    match &mut model.screen {
        Screen::Replay(replay) if matches!(replay.shown, Shown::Asked(asked) if asked == id) => {
            replay.shown = Shown::Refused(why.to_owned());
            true
        }
        _ => false,
    }
}
