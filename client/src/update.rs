//! Applies messages to the model. This code is pure: time arrives in messages, and side effects leave as
//! [`Effect`]s.

mod begin;
mod bots;
mod calls;
mod clock;
pub(crate) mod common;
pub(crate) mod cursor;
pub(crate) mod lobby;
mod net;
mod news;
mod notice;
mod overlay;
mod paste;
pub(crate) mod way;
mod wish;

use self::common::quit;
use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Size};
use tengen_shared::game::Game;

use crate::{
    action::Action,
    effect::Effect,
    keeper::KeepOrder,
    keymap,
    layout::Layout,
    model::{Model, Overlay, Standing, context},
    msg::Msg,
    screen::{
        Screen, code, devices, door, find, form, history, list, menu, name, opening, quick, replay, room,
        settings, thinking,
    },
    target::Target,
};

pub use begin::start;

/// Applies one message and returns the effects to carry out.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.new_events = None;
    let before = notice::Seen::of(model);
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
            thinking::update::reveal(model);
            replay::update::show_last(model);
        }
        Msg::Wish(wish) => wish::carry_out(model, &mut effects, *wish),
        Msg::Link(link, event) => net::on_link(model, &mut effects, link, event),
        Msg::Kept(news) => net::on_kept(model, news),
        Msg::Lan(event) => find::update::heard(model, event),
        Msg::Local(news) => menu::update::local_news(model, news),
        Msg::Tick(elapsed) => {
            model.advance(elapsed);
            replay::update::pass(model, elapsed);
            find::update::pass(model, elapsed);
            devices::update::pass(model, elapsed);
        }
    }
    bots::refresh(model);
    clock::refresh(model);
    thinking::update::refresh(model);
    room::update::menu::refresh(model);
    room::update::talk::refresh(model);
    history::update::refresh(model);
    replay::update::refresh(model);
    devices::update::refresh(model);
    news::make_way(model);
    before.drop_stale(model);
    list::update::refresh(model);
    find::update::listen(model, &mut effects);
    note_room(model, &mut effects);
    note_first_game(model, &mut effects);
    model.note_wait();
    net::pass_on(model, &mut effects);
    effects
}

fn press(model: &mut Model, effects: &mut Vec<Effect>, key: &KeyEvent) {
    if settings::update::waits(model) {
        return settings::update::pressed(model, effects, key);
    }
    if let Some(action) = model.keymap.action(context(model), key) {
        act(model, effects, action);
    }
}

/// Stores the room with the user's seat at once, because the program may be killed.
fn note_room(model: &mut Model, effects: &mut Vec<Effect>) {
    // The offer to resume a room ends when that room is on the screen. From then on, the room says whether
    // the user has a seat.
    let shown = model.standing().map(|standing| model.kept_as(standing.room.code().clone()));
    let is_back = model.offered.take_if(|kept| Some(&*kept) == shown.as_ref()).is_some();
    let owns_seat = |standing: Standing<'_>| standing.sits() || standing.stood_in().is_some();
    if is_back && !model.standing().is_some_and(owns_seat) {
        // The host may have given it to another device of theirs, or removed them.
        model.warn(model.lang.seat_gone());
    }
    let kept = model.kept_room();
    if kept != model.stored_room {
        model.stored_room.clone_from(&kept);
        effects.push(Effect::Keep(KeepOrder::Room(kept)));
    }
}

/// Stores that the user has played, once the board has their first stone and a reply.
fn note_first_game(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.last.has_played {
        return;
    }
    let stones = model.standing().filter(|standing| standing.sits());
    let stones = stones.and_then(|standing| standing.room.game().map(Game::ply)).unwrap_or(0);
    if stones >= 2 {
        model.last.has_played = true;
        effects.push(Effect::Keep(KeepOrder::State(model.last)));
    }
}

/// Returns the action for a mouse event. A left click counts only if the button goes up where it went
/// down; a right click counts wherever the button goes up.
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
            (layout.rows_stay_in_place() && !help).then_some(Action::HoverRow(row))
        }
        (MouseEventKind::Moved | MouseEventKind::Drag(_), Target::Point(point)) => {
            Some(Action::HoverPoint(point))
        }
        (MouseEventKind::Up(MouseButton::Left), Target::Row(row)) => Some(Action::ClickRow(row)),
        (MouseEventKind::Up(MouseButton::Left), Target::Point(point)) => Some(Action::ClickPoint(point)),
        (MouseEventKind::Up(MouseButton::Left), Target::Board) => Some(Action::ClickBoard),
        (MouseEventKind::Up(MouseButton::Right), _) => match context(model) {
            keymap::Context::Room => Some(Action::Menu),
            keymap::Context::RoomMenu => Some(Action::Back),
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
        Action::Preferences if model.overlay.is_none() => settings::update::open(model, effects),
        _ if model.overlay.is_some() => overlay::act(model, effects, action),
        _ => on_screen(model, effects, action),
    }
}

fn on_screen(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    match &model.screen {
        Screen::Name(_) => name::update::act(model, effects, action),
        Screen::Menu(_) => menu::update::act(model, effects, action),
        Screen::Find(_) => find::update::act(model, action),
        Screen::Seek(_) => find::update::act_seek(model, action),
        Screen::Create(_) => form::update::act(model, effects, action),
        Screen::List(_) => list::update::act(model, action),
        Screen::Quick(_) => quick::update::act(model, action),
        Screen::Code(_) => code::update::act(model, effects, action),
        Screen::Devices(_) => devices::update::act(model, action),
        Screen::Opening(_) => opening::update::act(model, action),
        Screen::Passphrase(_) => door::update::act_passphrase(model, action),
        Screen::Knocking(_) => door::update::act_knocking(model, action),
        Screen::Room(_) => room::update::act(model, action),
        Screen::SearchTree(_) => thinking::update::act(model, action),
        Screen::History(_) => history::update::act(model, action),
        Screen::Replay(_) => replay::update::act(model, action),
        Screen::Settings(_) => settings::update::act(model, effects, action),
    }
}
