//! What each message does to the model. Pure: time comes in messages, deeds go out as effects.

mod begin;
mod bots;
mod calls;
mod chat;
mod clock;
mod code;
mod cursor;
mod doors;
mod find;
mod form;
mod game;
mod history;
mod list;
mod lobby;
mod menu;
mod name;
mod net;
mod news;
mod overlay;
mod paste;
mod place;
mod preferences;
mod replay;
mod room;
mod settings;
mod thinking;
mod way;
mod wish;

use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Size};
use tengen_session::room::RoomView;
use tengen_shared::{
    game::{CommandId, RoomCode},
    protocol::Cmd,
};

use crate::{
    action::Action,
    effect::Effect,
    keeper::KeepOrder,
    keymap,
    layout::Layout,
    model::{Confirmed, Model, Overlay, Screen, context},
    msg::Msg,
    target::Target,
};

pub use begin::start;
pub(crate) use chat::mutable;

/// Takes in one message and says what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.heard = None;
    match msg {
        Msg::Key(key) if key.kind == KeyEventKind::Press => {
            calls::touch(model);
            press(model, &mut effects, &key);
        }
        Msg::Key(_) => {}
        Msg::Paste(text) => {
            calls::touch(model);
            paste::paste(model, &mut effects, &text);
        }
        Msg::Mouse(mouse) => {
            if !matches!(mouse.kind, MouseEventKind::Moved) {
                calls::touch(model);
            }
            if let Some(action) = mouse_action(model, mouse) {
                act(model, &mut effects, action);
            }
        }
        Msg::Resize { width, height } => {
            model.size = Size { width, height };
            cursor::keep_in_view(model);
            thinking::reveal(model);
            replay::show_last(model);
        }
        Msg::Wish(wish) => wish::carry_out(model, &mut effects, *wish),
        Msg::Net(event) => net::on_event(model, &mut effects, event),
        Msg::Kept(news) => net::on_kept(model, news),
        Msg::Lan(event) => find::heard(model, event),
        Msg::Local(news) => menu::local_news(model, news),
        Msg::Tick(elapsed) => {
            model.pass(elapsed);
            replay::pass(model, elapsed);
            find::pass(model, elapsed);
        }
    }
    bots::refresh(model);
    clock::refresh(model);
    thinking::refresh(model);
    game::refresh(model);
    chat::refresh(model);
    history::refresh(model);
    replay::refresh(model);
    news::make_way(model);
    list::refresh(model);
    find::listen(model, &mut effects);
    note_room(model, &mut effects);
    model.note_wait();
    net::pass_on(model, &mut effects);
    effects
}

fn press(model: &mut Model, effects: &mut Vec<Effect>, key: &KeyEvent) {
    if preferences::waits(model) {
        return preferences::pressed(model, effects, key);
    }
    if let Some(action) = model.keymap.action(context(model), key) {
        act(model, effects, action);
    }
}

/// Remembers at once which room the user has a seat in, since the program may be killed.
fn note_room(model: &mut Model, effects: &mut Vec<Effect>) {
    // Whoever is back in the room that was offered needs no way to it; what they have there, the room says.
    let shown = model.standing().map(|standing| model.kept_as(standing.room.code().clone()));
    model.offered.take_if(|kept| Some(&*kept) == shown.as_ref());
    let kept = model.kept_room();
    if kept != model.noted {
        model.noted.clone_from(&kept);
        effects.push(Effect::Keep(KeepOrder::Room(kept)));
    }
}

/// What the mouse means: pointing, and letting the left button go where it went down.
fn mouse_action(model: &mut Model, mouse: MouseEvent) -> Option<Action> {
    let layout = Layout::of(model)?;
    let target = layout.hit(Position::new(mouse.column, mouse.row));
    let here = Some((context(model), target));
    let target = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            model.pressed = here;
            target
        }
        MouseEventKind::Up(MouseButton::Left) if model.pressed.take() != here => Target::Nothing,
        _ => target,
    };
    let replay = model.overlay.is_none() && matches!(model.screen, Screen::Replay(_));
    match (mouse.kind, target) {
        (MouseEventKind::ScrollUp, _) if replay => Some(Action::Left),
        (MouseEventKind::ScrollDown, _) if replay => Some(Action::Right),
        (MouseEventKind::Moved | MouseEventKind::Drag(_), Target::Row(row)) => {
            let help = matches!(model.overlay, Some(Overlay::Help { .. }));
            (layout.rows_stand_still() && !help).then_some(Action::HoverRow(row))
        }
        (MouseEventKind::Moved | MouseEventKind::Drag(_), Target::Point(point)) => {
            Some(Action::HoverPoint(point))
        }
        (MouseEventKind::Up(MouseButton::Left), Target::Row(row)) => Some(Action::ClickRow(row)),
        (MouseEventKind::Up(MouseButton::Left), Target::Point(point)) => Some(Action::ClickPoint(point)),
        (MouseEventKind::Up(MouseButton::Left), Target::Board) => Some(Action::ClickBoard),
        (MouseEventKind::Up(MouseButton::Right), _) => match context(model) {
            keymap::Context::Room => Some(Action::Menu),
            keymap::Context::Game => Some(Action::Back),
            keymap::Context::Settings => Some(Action::Left),
            _ => None,
        },
        (MouseEventKind::ScrollUp, _) => Some(Action::Up),
        (MouseEventKind::ScrollDown, _) => Some(Action::Down),
        _ => None,
    }
}

fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    match action {
        Action::QuitNow => effects.push(Effect::Exit),
        Action::Quit => quit(model, effects),
        Action::Help if !matches!(model.overlay, Some(Overlay::Help { .. })) => {
            let below = model.overlay.take().map(Box::new);
            model.overlay = Some(Overlay::Help { scroll: 0, below });
        }
        Action::Preferences if model.overlay.is_none() => preferences::open(model, effects),
        _ if model.overlay.is_some() => overlay::act(model, effects, action),
        _ => on_screen(model, effects, action),
    }
}

fn on_screen(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    match &model.screen {
        Screen::Name(_) => name::act(model, effects, action),
        Screen::Menu(_) => menu::act(model, effects, action),
        Screen::Find(_) => find::act(model, action),
        Screen::Seek(_) => find::act_seek(model, action),
        Screen::Create(_) => form::act(model, effects, action),
        Screen::List(_) => list::act(model, action),
        Screen::Quick(_) => lobby::act_quick(model, action),
        Screen::Code(_) => code::act(model, effects, action),
        Screen::Opening(_) => lobby::act_opening(model, action),
        Screen::Passphrase(_) => doors::act_passphrase(model, action),
        Screen::Knocking(_) => doors::act_knocking(model, action),
        Screen::Room(_) => room::act(model, effects, action),
        Screen::Thinking(_) => thinking::act(model, action),
        Screen::History(_) => history::act(model, action),
        Screen::Replay(_) => replay::act(model, action),
        Screen::Settings(_) => preferences::act(model, effects, action),
    }
}

/// Ends the program, after a question if a game of the user's is on.
fn quit(model: &mut Model, effects: &mut Vec<Effect>) {
    let me = model.session.player();
    let playing = model.room_on_screen().is_some_and(|(_, view)| is_my_game(view, me));
    if playing {
        model.overlay = Some(Overlay::Confirm { deed: Confirmed::Quit, yes: false });
    } else {
        effects.push(Effect::Exit);
    }
}

/// Whether a game is on in which the user sits.
fn is_my_game(view: &RoomView, me: Option<tengen_shared::game::PlayerId>) -> bool {
    view.room().is_some_and(tengen_shared::game::Room::is_playing) && !view.my_seats(me).is_empty()
}

/// Asks the server for something. It is kept until it is answered, and sent once a connection stands.
fn ask(model: &mut Model, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Option<CommandId> {
    let asked = model.session.ask(room, cmd);
    asked.map_err(|full| model.warn(model.lang.outbox_full(full))).ok()
}

/// Follows a room no more.
fn leave(model: &mut Model, room: &RoomCode) {
    if let Err(full) = model.session.leave(room) {
        model.warn(model.lang.outbox_full(full));
    }
}

/// Moves a cursor among `count` rows; `None` if the action moves none.
fn moved(cursor: usize, count: usize, action: Action) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match action {
        Action::Up => Some(cursor.min(last).checked_sub(1).unwrap_or(last)),
        Action::Down => Some(if cursor >= last { 0 } else { cursor + 1 }),
        Action::First => Some(0),
        Action::Last => Some(last),
        Action::HoverRow(row) => Some(row.min(last)),
        _ => None,
    }
}
