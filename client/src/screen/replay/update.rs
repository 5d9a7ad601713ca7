//! Handles a replay: steps through the game, runs the autoplay, and tries moves.

use std::time::Duration;

use tengen_session::points;
use tengen_shared::{
    game::{GameId, GameRecord},
    protocol::{Cmd, Frame, Request},
    rules::Point,
};

use crate::{
    action::Action,
    input::TextInput,
    keymap::Context,
    layout::{Body, Layout},
    model::Model,
    screen::{
        Screen,
        replay::{Autoplay, Marks, Playback, Replay, layout::Parts},
        room::update::place,
    },
    update::common::ask,
};

/// The number of moves that a page key goes.
const PAGE: usize = 10;
const POINT_CHARS: usize = 8;

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::Replay(screen) = &mut model.screen else { return };
    let Some(playback) = screen.playback_mut() else {
        if action == Action::Back {
            close(model);
        }
        return;
    };
    if playback.entry.is_some() {
        return typing(model, action);
    }
    match action {
        Action::Back if !playback.tree.to_game() => return close(model),
        Action::ToGame if !playback.tree.to_game() => return model.tell(model.lang.own_line()),
        Action::Back | Action::ToGame => playback.autoplay = Autoplay::Off,
        Action::Left | Action::Right | Action::First | Action::Last | Action::PageUp | Action::PageDown => {
            playback.autoplay = Autoplay::Off;
            step(playback, action);
        }
        Action::Up | Action::Down => {
            playback.autoplay = Autoplay::Off;
            if !playback.tree.next_choice(action == Action::Down) {
                return model.tell(model.lang.no_other_move());
            }
        }
        Action::Autoplay => toggle(playback),
        Action::Faster | Action::Slower => {
            playback.speed = playback.speed.other(action == Action::Faster);
            if let Autoplay::On(left) = playback.autoplay {
                playback.autoplay = Autoplay::On(left.min(playback.speed.pause()));
            }
        }
        Action::Numbers => {
            playback.marks = match playback.marks {
                Marks::Last => Marks::Numbers,
                Marks::Numbers => Marks::Last,
            };
        }
        Action::Erase => {
            if !playback.tree.erase() {
                return model.tell(model.lang.moves_stay(&model.key(Context::Replay, Action::Left)));
            }
        }
        _ => return on_board(model, action),
    }
    model.notice = None;
    show_last(model);
}

/// Goes to the position with `ply` stones in the present branch.
pub(crate) fn go(model: &mut Model, ply: usize) {
    let Screen::Replay(screen) = &mut model.screen else { return };
    let Some(playback) = screen.playback_mut() else { return };
    playback.autoplay = Autoplay::Off;
    let tree = &mut playback.tree;
    while tree.ply() > ply && tree.back() {}
    while tree.ply() < ply && tree.advance() {}
    model.notice = None;
    show_last(model);
}

fn step(playback: &mut Playback, action: Action) {
    let tree = &mut playback.tree;
    match action {
        Action::Left => {
            tree.back();
        }
        Action::Right => {
            tree.forward();
        }
        Action::First => tree.to_start(),
        Action::Last => tree.to_end(),
        Action::PageUp => (0..PAGE).for_each(|_| {
            tree.back();
        }),
        _ => (0..PAGE).for_each(|_| {
            tree.advance();
        }),
    }
}

/// Starts or stops the autoplay. At the end, it starts again from the empty board.
fn toggle(playback: &mut Playback) {
    playback.autoplay = match playback.autoplay {
        Autoplay::On(_) => Autoplay::Off,
        Autoplay::Off => {
            let mut ahead = playback.tree.clone();
            if !ahead.advance() {
                playback.tree.to_start();
            }
            Autoplay::On(playback.speed.pause())
        }
    };
}

/// Handles actions on the board.
fn on_board(model: &mut Model, action: Action) {
    let Screen::Replay(screen) = &mut model.screen else { return };
    let Some(playback) = screen.playback_mut() else { return };
    let variant = playback.variant();
    let centre = Point::new(variant.width() / 2, variant.height() / 2);
    match action {
        Action::HoverPoint(point) => playback.cursor = Some(point),
        Action::ClickPoint(point) => try_move(model, point),
        Action::Nudge { right, up } => {
            let next = playback.cursor.and_then(|at| at.offset(right, up));
            let next = next.filter(|point| variant.contains(*point)).or(playback.cursor).or(centre);
            playback.cursor = next;
            next.into_iter().for_each(|point| show(model, point));
        }
        Action::Select => match playback.cursor {
            Some(point) => try_move(model, point),
            None => playback.cursor = centre,
        },
        Action::Digit(digit) => match place::digit_point(variant, digit) {
            Some(point) => try_move(model, point),
            None => {
                let (key, (point, _)) =
                    (model.key(Context::Replay, Action::TypePoint), points::example(variant));
                model.warn(model.lang.digits_small_only(&key, &point));
            }
        },
        Action::TypePoint => playback.entry = Some(TextInput::new("", POINT_CHARS)),
        _ => {}
    }
}

/// Tries a move in the current position.
pub(crate) fn try_move(model: &mut Model, point: Point) {
    let Screen::Replay(screen) = &mut model.screen else { return };
    let Some(playback) = screen.playback_mut() else { return };
    playback.autoplay = Autoplay::Off;
    match playback.tree.play(point) {
        Ok(()) => {
            model.notice = None;
            show_last(model);
        }
        Err(error) => {
            let [back, erase] =
                [Action::Left, Action::Erase].map(|action| model.key(Context::Replay, action));
            model.warn(model.lang.try_error(error, &back, &erase));
        }
    }
}

fn typing(model: &mut Model, action: Action) {
    let Screen::Replay(screen) = &mut model.screen else { return };
    let Some(playback) = screen.playback_mut() else { return };
    let variant = playback.variant();
    let Some(entry) = &mut playback.entry else { return };
    if entry.edit(action) {
        return;
    }
    match action {
        Action::Back => playback.entry = None,
        Action::Select => match place::read_point(variant, entry.text()) {
            Some(point) => {
                playback.entry = None;
                try_move(model, point);
            }
            None => {
                let text = entry.text().to_owned();
                let (point, row_col) = points::example(variant);
                model.warn(model.lang.no_point(&text, &point, &row_col));
            }
        },
        _ => {}
    }
}

/// Goes back to the list of games.
fn close(model: &mut Model) {
    if let Screen::Replay(screen) = &model.screen {
        model.screen = Screen::History(screen.history.clone());
        model.notice = None;
    }
}

/// Advances the time of the autoplay.
pub(crate) fn pass(model: &mut Model, elapsed: Duration) {
    if let Screen::Replay(screen) = &mut model.screen
        && screen.playback_mut().is_some_and(|playback| playback.pass(elapsed))
    {
        show_last(model);
    }
}

/// Scrolls the board so that the last stone is visible.
pub(crate) fn show_last(model: &mut Model) {
    let last = match &model.screen {
        Screen::Replay(screen) => screen.playback().and_then(|playback| playback.tree.position().last()),
        _ => None,
    };
    last.into_iter().for_each(|point| show(model, point));
}

fn show(model: &mut Model, point: Point) {
    let Some(Layout { body: Body::Replay(Parts { board: Some(board), .. }), .. }) = Layout::of(model) else {
        return;
    };
    if let Screen::Replay(screen) = &mut model.screen
        && let Some(playback) = screen.playback_mut()
    {
        playback.origin = board.reveal(point);
    }
}

/// Asks the server for the game, unless that was asked already.
pub(crate) fn refresh(model: &mut Model) {
    let Screen::Replay(screen) = &model.screen else { return };
    let cmd = Cmd::Request(Request::ShowGame { game: screen.game });
    let asked = model.session.waiting().any(|frame| frame.cmd == cmd);
    if screen.shown != Replay::Awaited || asked {
        return;
    }
    let room = screen.history.of.room().map(|room| room.code.clone());
    if ask(model, room, cmd).is_none() {
        refuse(model, model.lang.too_many_questions());
    }
}

/// Takes in the game, unless the replay has been closed.
pub(crate) fn arrived(model: &mut Model, game: GameId, record: GameRecord) {
    if let Screen::Replay(screen) = &mut model.screen
        && screen.game == game
        && screen.shown == Replay::Awaited
    {
        screen.shown = Replay::Shown(Box::new(Playback::new(record)));
        show_last(model);
    }
}

/// Notes that the server refuses to send the game.
pub(crate) fn refused(model: &mut Model, frame: &Frame, text: &str) {
    if let Screen::Replay(screen) = &model.screen
        && frame.cmd == (Cmd::Request(Request::ShowGame { game: screen.game }))
        && screen.shown == Replay::Awaited
    {
        refuse(model, text);
    }
}

fn refuse(model: &mut Model, text: &str) {
    if let Screen::Replay(screen) = &mut model.screen {
        screen.shown = Replay::Refused(text.to_owned());
    }
}
