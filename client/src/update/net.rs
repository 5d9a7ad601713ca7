//! What the connection brings, and what has come of it.

use tengen_session::{
    Effect as Wanted, Met, News, Visitor, asks_snapshot, leaves_room,
    link::{Link, LinkEvent, LinkId, Loss},
};
use tengen_shared::{
    game::{CommandId, Event, RejectCode, RoomCode},
    protocol::{Cmd, Frame, Request, SafeText, ServerMessage},
};

use super::{
    calls, common, cursor, lobby,
    news::{self, Before},
    way,
};
use crate::{
    effect::Effect,
    intent::Mode,
    keeper::{KeepOrder, KeeperNews},
    model::Model,
    screen::{Screen, code, door, history, list, replay, room::update::talk, settings, thinking},
};

pub(crate) fn on_link(model: &mut Model, effects: &mut Vec<Effect>, link: LinkId, event: LinkEvent) {
    let before = model.standing().map(|standing| Before::of(standing.room));
    let under = list::update::under_cursor(model);
    if let Some(news) = model.session.on_link(link, event) {
        on_news(model, effects, news, before);
    }
    // A server that refuses now, because it is stopping or busy, is tried again.
    let failed = match model.session.link() {
        Link::Down { why, .. } => model.session.player().is_none() && !matches!(why, Loss::NotWelcome { .. }),
        _ => false,
    };
    if failed && model.mode == Mode::Online && !model.keeps_dialling {
        return way::to_address(model);
    }
    list::update::keep_cursor(model, under);
}

/// What the keeper of the small files reports.
pub(crate) fn on_kept(model: &mut Model, news: KeeperNews) {
    match news {
        KeeperNews::Found(server, slot) => {
            if let Some(trouble) = &slot.notice {
                model.warn(model.lang.key_trouble(trouble));
            }
            model.me.remembered = slot.name.or(model.me.remembered.take());
            // No server somewhere is dialled before there is a name of the user's own.
            let visitor = Visitor { name: model.me.here(), key: slot.key, muted: slot.muted };
            if model.session.hello(server, visitor) == Some(Met::Stranger) {
                forget_server(model);
            }
        }
        KeeperNews::Settings(loaded) => settings::update::learnt(model, *loaded),
        KeeperNews::Trouble(trouble) => model.warn(trouble.text(model.lang)),
    }
}

/// What the session wants done goes to whoever can do it.
pub(crate) fn pass_on(model: &mut Model, effects: &mut Vec<Effect>) {
    for wanted in model.session.take_effects() {
        effects.push(match wanted {
            Wanted::Link(order) => Effect::Link(order),
            Wanted::LookUp(server) => Effect::Keep(KeepOrder::LookUp(server)),
            Wanted::Keep { key, name } => {
                // A name that was only offered by the system is not the user's choice for other servers.
                let chosen = model.mode == Mode::Online || model.me.name().is_some();
                Effect::Keep(KeepOrder::Key { key, name: chosen.then_some(name) })
            }
            Wanted::KeepMuted(muted) => Effect::Keep(KeepOrder::Muted(muted)),
        });
    }
}

/// What belonged to another server means nothing to this one.
fn forget_server(model: &mut Model) {
    model.overlay = None;
    if !matches!(model.screen, Screen::Name(_) | Screen::Menu(_) | Screen::List(_)) {
        way::home(model);
        model.warn(model.lang.other_server());
    }
}

fn on_news(model: &mut Model, effects: &mut Vec<Effect>, news: News, before: Option<Before>) {
    model.heard = news.events().map(|(room, events)| (room.clone(), events.to_vec()));
    let News { message, asked, .. } = news;
    let Some(message) = message else {
        // It is newer than this program: what waited for it waits no more.
        asked.into_iter().for_each(|frame| go_back_from_opening(model, frame.id));
        return;
    };
    match message {
        ServerMessage::Welcome { .. } => welcomed(model, effects),
        ServerMessage::Accepted { id, room, .. } => {
            if let (Some(room), Some(asked)) = (room, asked) {
                accepted(model, id, room, &asked);
            }
            happened(model, effects, before);
        }
        ServerMessage::Rejected { room, code, text, .. } => {
            rejected(model, effects, room.as_ref(), &Refused { code, text, asked });
        }
        ServerMessage::Events { .. } => happened(model, effects, before),
        ServerMessage::Snapshot { room } => cursor::show_last_move(model, room.code()),
        // The row that was pressed may be another one now.
        ServerMessage::Rooms { .. } => model.pressed = None,
        ServerMessage::Explanation { tree, .. } => thinking::update::explained(model, asked.as_ref(), *tree),
        ServerMessage::Chat { .. } => talk::look(model),
        ServerMessage::Games { id, games } => history::update::listed(model, id, games),
        ServerMessage::Game { game, record, .. } => replay::update::arrived(model, game, *record),
        ServerMessage::LetIn { room } => door::update::let_in(model, &room),
        ServerMessage::Server { .. }
        | ServerMessage::Presence { .. }
        | ServerMessage::Thinking { .. }
        | ServerMessage::Pong { .. }
        | ServerMessage::Bots { .. } => {}
    }
}

/// What the opening screen waited for does not come.
fn go_back_from_opening(model: &mut Model, id: CommandId) {
    if let Screen::Opening(opening) = &model.screen
        && opening.asked == id
    {
        model.screen = (*opening.back).clone();
    }
}

fn welcomed(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.mode == Mode::Online && model.last_server.as_ref() != Some(&model.address) {
        model.last_server = Some(model.address.clone());
        effects.push(Effect::Keep(KeepOrder::Server(model.address.clone())));
    }
    door::update::knock_again(model);
    lobby::begin(model);
}

fn accepted(model: &mut Model, id: CommandId, room: RoomCode, asked: &Frame) {
    if asks_snapshot(asked) && model.session.room(&room).is_some_and(|view| view.room().is_none()) {
        return unreadable(model, &room);
    }
    if !tengen_session::opens_room(asked) {
        return;
    }
    let awaited = matches!(&model.screen, Screen::Opening(opening) if opening.asked == id);
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == room);
    if awaited {
        lobby::entered(model, room);
    } else if !on_screen {
        // The user has gone back meanwhile.
        common::leave(model, &room);
    }
}

/// The server has sent a room that this program cannot read.
fn unreadable(model: &mut Model, room: &RoomCode) {
    if model.screen.room().is_some_and(|screen| screen.code == *room) {
        model.overlay = None;
        way::home(model);
    }
    common::leave(model, room);
    model.warn(model.lang.room_unreadable(room));
}

/// Events of a room were taken in.
fn happened(model: &mut Model, effects: &mut Vec<Effect>, before: Option<Before>) {
    let Some((room, events)) = model.heard.clone() else { return };
    talk::heard(model, &room, &events);
    calls::heard(model, effects, &room, &events);
    cursor::show_last_move(model, &room);
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == room);
    if !on_screen {
        return;
    }
    // What was said about the position before is true no more.
    if events.iter().any(|stamped| changes_turn(&stamped.event)) {
        model.notice = None;
    }
    if let Some(before) = before {
        news::tell(model, before, &events);
    }
}

const fn changes_turn(event: &Event) -> bool {
    matches!(event, Event::StonePlaced { .. } | Event::GameOver { .. } | Event::GameBegun { .. })
}

/// A refusal, and what it refuses.
struct Refused {
    code: RejectCode,
    text: SafeText,
    asked: Option<Frame>,
}

fn rejected(model: &mut Model, effects: &mut Vec<Effect>, room: Option<&RoomCode>, refused: &Refused) {
    let Refused { code, text, asked } = refused;
    let text = &model.lang.refusal(*code, text.as_str(), asked.as_ref());
    // Nothing is lost if a room that is left already cannot be left.
    if asked.as_ref().is_some_and(leaves_room) {
        return;
    }
    // What the user has given up meanwhile asks them nothing more.
    if *code == RejectCode::NoSuchRoom {
        model.offered.take_if(|kept| Some(&kept.room) == room);
    }
    let id = asked.as_ref().map(|frame| frame.id);
    let awaited = matches!(&model.screen, Screen::Opening(opening) if Some(opening.asked) == id)
        || model.screen.room().is_some_and(|screen| Some(&screen.code) == room);
    if let Some(frame) = asked {
        talk::refused(model, frame);
        go_back_from_opening(model, frame.id);
    }
    if let Some(room) = room {
        out_of_room(model, room, *code);
        if door::update::answered(model, room, *code) {
            return;
        }
    }
    match asked {
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::Explain { .. })) => {
            thinking::update::refused(model, frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ListGames { .. })) => {
            history::update::refused(model, frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ShowGame { .. })) => {
            replay::update::refused(model, frame, text);
        }
        Some(frame) if awaited && door::update::shut(model, frame, *code, text) => {}
        Some(frame) if *code == RejectCode::NoSuchRoom && code::update::elsewhere(model, effects, frame) => {}
        Some(_) | None => model.warn(text),
    }
}

/// A room that was on the screen may be gone, or be closed to the user.
fn out_of_room(model: &mut Model, room: &RoomCode, code: RejectCode) {
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == *room);
    if !on_screen || model.session.room(room).is_some() {
        return;
    }
    match code {
        RejectCode::NoSuchRoom => {
            model.overlay = None;
            way::home(model);
        }
        RejectCode::NoSpectators | RejectCode::NeedsConsent | RejectCode::Passphrase => {
            door::update::shut_out(model, room, code);
        }
        _ => {}
    }
}
