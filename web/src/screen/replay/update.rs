//! Changes the replay of a game.

use tengen_session::{
    picture, points,
    study::{TryError, Variations},
};
use tengen_shared::{
    game::{CommandId, GameId, GameRecord},
    protocol::Request,
    rules::Point,
};

use crate::{
    effect::Effect,
    model::Model,
    screen::{
        Screen,
        aim::Outcome,
        replay::{Go, Loaded, Msg, Replay, Shown},
    },
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let now = model.session.time().local();
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Replay { shown: Shown::Loaded(loaded), aim, analysis, typed, .. } = replay.as_mut() else { return };
    match msg {
        Msg::Aim(msg) => match aim.update(&msg, loaded.variant(), now) {
            Outcome::Nothing => {}
            Outcome::Focus(point) => model.focus_point(point),
            Outcome::Unsure(point) | Outcome::Chosen(point) => play(model, point),
        },
        Msg::Go(Go::Follow(index)) => follow(model, index),
        Msg::Go(to) => {
            if go(&mut loaded.tree, to) {
                aim.cursor = None;
                *typed = None;
            }
        }
        Msg::Analyse => analysis.on = !analysis.on,
        Msg::Lines(more) => analysis.set_lines(more),
        Msg::Board(text) => {
            if let Ok(variant) = text.parse() {
                **loaded = Loaded::empty(variant);
                analysis.begin_again();
                *typed = None;
            }
        }
        Msg::Type(text) => *typed = Some(text),
        Msg::Set => set(model),
        Msg::Save(kind) => {
            let picture = picture::svg(loaded.variant(), &loaded.tree.path());
            model.effects.push(Effect::Save(kind, picture::data_address(&picture)));
        }
        Msg::Copy => {
            let text = loaded.text();
            model.effects.push(Effect::Copy(text));
        }
    }
}

/// Goes to another position. Returns false if there is none.
fn go(tree: &mut Variations, to: Go) -> bool {
    match to {
        Go::First => tree.to_start(),
        Go::Last => tree.to_end(),
        Go::To(ply) => tree.to_ply(ply),
        Go::Back => return tree.back(),
        Go::Forward => return tree.forward(),
        Go::ToGame => return tree.to_game(),
        Go::Erase => return tree.erase(),
        Go::Follow(_) => return false,
    }
    true
}

/// Plays one of the engine's lines, and shows the position after its first move that is not the game's: from there, the
/// next moves are those of the line.
fn follow(model: &mut Model, index: usize) {
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Replay { shown: Shown::Loaded(loaded), aim, analysis, typed, .. } = replay.as_mut() else { return };
    let tree = &mut loaded.tree;
    let line = analysis.seen(&tree.path()).and_then(|seen| seen.lines.get(index));
    let Some(moves) = line.map(|line| line.moves.clone()) else { return };
    let start = tree.ply();
    let played = moves.iter().try_for_each(|point| tree.play(*point));
    let least = tree.left_game_at().unwrap_or(start).max(start) + 1;
    while tree.ply() > least {
        tree.back();
    }
    (aim.cursor, *typed) = (None, None);
    if let Err(error) = played {
        refuse(model, error);
    }
}

fn refuse(model: &mut Model, error: TryError) {
    model.tell(model.lang.try_error(error, "◀", model.lang.web_erase()));
}

/// Shows the moves in the field: on a board without a game as its moves, in a game as moves tried.
fn set(model: &mut Model) {
    let lang = model.lang;
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Replay { shown: Shown::Loaded(loaded), analysis, typed, .. } = replay.as_mut() else { return };
    let text = typed.clone().unwrap_or_else(|| loaded.text());
    let Some(moves) = points::moves(&text) else { return model.tell(lang.board_bad_moves()) };
    model.notice = None;
    let mut tree = if loaded.record.is_some() { loaded.tree.clone() } else { loaded.emptied().tree };
    tree.to_start();
    for point in &moves {
        if let Err(error) = tree.play(*point) {
            return refuse(model, error);
        }
    }
    if loaded.record.is_none() {
        **loaded = loaded.emptied().with(&moves);
        analysis.begin_again();
    } else {
        loaded.tree = tree;
    }
    *typed = None;
}

/// Tries a move from the position that is shown.
fn play(model: &mut Model, point: Point) {
    let Screen::Replay(replay) = &mut model.screen else { return };
    let Shown::Loaded(loaded) = &mut replay.shown else { return };
    let played = match &loaded.record {
        Some(_) => loaded.tree.play(point),
        None => loaded.tree.play_on(point),
    };
    match played {
        Ok(()) => {
            replay.typed = None;
            replay.analysis.fit(&loaded.tree);
        }
        Err(error) => refuse(model, error),
    }
}

/// Asks for the game, unless that is done already.
pub(crate) fn keep(model: &mut Model) {
    let Screen::Replay(replay) = &mut model.screen else { return };
    if !matches!(replay.shown, Shown::Wanted) || !model.session.link().is_online() {
        return;
    }
    let Some(game) = replay.game else { return };
    replay.shown = match model.session.ask(None, Request::ShowGame { game }) {
        Ok(id) => Shown::Asked(id),
        Err(full) => Shown::Refused(model.lang.outbox_full(full)),
    };
}

/// The game has arrived.
pub(crate) fn arrived(model: &mut Model, game: GameId, record: GameRecord) {
    if let Screen::Replay(replay) = &mut model.screen
        && replay.game == Some(game)
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
