//! Handles reports from the connection and from the keeper of the small files.

use tengen_session::{
    Effect as Wanted, KeyOrigin, Met, News, Visitor, asks_snapshot, leaves_room,
    link::{KeyTrouble, Link, LinkEvent, LinkId, Loss},
    text::Lang,
};
use tengen_shared::{
    game::{Command, CommandId, Event, Offer, RejectCode, RoomCode, Stamped},
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
    keeper::{KeepOrder, KeeperNews, Trouble},
    model::Model,
    screen::{Screen, code, devices, door, history, list, replay, room::update::talk, settings, thinking},
};

pub(crate) fn on_link(model: &mut Model, effects: &mut Vec<Effect>, link: LinkId, event: LinkEvent) {
    let before = model.standing().map(|standing| Before::of(standing.room));
    let under = list::update::under_cursor(model);
    if let Some(news) = model.session.on_link(link, event) {
        on_news(model, effects, news, before);
    }
    // If the server refuses `hello`, for example because it is busy, the session tries again.
    devices::update::lost(model);
    let is_up_to_user = match model.session.link() {
        Link::Down { retry_in: None, .. } => true,
        Link::Down { why: Loss::NotWelcome { .. }, .. } => false,
        Link::Down { .. } => !model.session.was_welcomed() && !model.keeps_dialling,
        _ => false,
    };
    if is_up_to_user && model.mode == Mode::Online {
        return way::retry_address(model);
    }
    list::update::keep_cursor(model, under);
}

/// Handles a report from the keeper of the small files.
pub(crate) fn on_kept(model: &mut Model, news: KeeperNews) {
    match news {
        KeeperNews::Found(server, slot) => {
            if let Some(trouble) = &slot.notice {
                model.warn(model.lang.key_trouble(trouble));
            }
            model.me.remembered = slot.name.or(model.me.remembered.take());
            // On a network this is the user's own name, because `way::dial` asks for one before it connects.
            let device = model.lang.device(std::env::consts::OS).into();
            let code = devices::update::take_pairing(model);
            let visitor = Visitor {
                name: model.me.here(),
                key: slot.key,
                origin: code.map_or(slot.origin, KeyOrigin::Paired),
                device,
                muted: slot.muted,
            };
            let room = model.screen.room().map(|screen| screen.code.clone());
            if model.session.hello(server, visitor) == Some(Met::Stranger) {
                forget_server(model, room);
            }
        }
        KeeperNews::Settings(loaded) => settings::update::learnt(model, *loaded),
        KeeperNews::Trouble(trouble @ Trouble::Key(KeyTrouble::OtherServer { .. })) => {
            let room = model.left_behind.take();
            warn_of_change(model, &trouble.text(model.lang), room.as_ref());
        }
        KeeperNews::Trouble(trouble) => model.warn(trouble.text(model.lang)),
    }
}

/// Turns the effects of the session into effects of the client.
pub(crate) fn pass_on(model: &mut Model, effects: &mut Vec<Effect>) {
    for wanted in model.session.take_effects() {
        effects.push(match wanted {
            Wanted::Link(order) => Effect::Link(order),
            Wanted::LookUp(server) => Effect::Keep(KeepOrder::LookUp(server)),
            Wanted::Keep { key, server, name } => {
                // A name that the user has not chosen comes from the system. It is not stored.
                let chosen = model.mode == Mode::Online || model.me.name().is_some();
                let address = (model.mode == Mode::Online).then(|| model.address().clone());
                Effect::Keep(KeepOrder::Key { key, server, address, name: chosen.then_some(name) })
            }
            Wanted::KeepMuted(muted) => Effect::Keep(KeepOrder::Muted(muted)),
        });
    }
}

/// Closes the overlay, and goes home from a screen that belongs to another server. `room`: the one on the screen.
fn forget_server(model: &mut Model, room: Option<RoomCode>) {
    model.overlay = None;
    if matches!(model.screen, Screen::Name(_) | Screen::Menu(_) | Screen::List(_)) {
        return;
    }
    way::home(model);
    warn_of_change(model, model.lang.other_server(), room.as_ref());
    // The keeper may find that the address had another key, and says so instead.
    model.left_behind = room;
}

/// Says that another server answers, and how to go on in `room`, which was on the screen. The code is a secret, so the user
/// decides who gets it. A server that was moved without its key has the room.
fn warn_of_change(model: &mut Model, change: &str, room: Option<&RoomCode>) {
    let advice = room.map(|room| model.lang.old_room(room));
    model.warn(advice.map_or_else(|| change.to_owned(), |advice| format!("{change}. {advice}")));
}

fn on_news(model: &mut Model, effects: &mut Vec<Effect>, news: News, before: Option<Before>) {
    model.new_events = news.events().map(|(room, events)| (room.clone(), events.to_vec()));
    let News { message, asked, .. } = news;
    let Some(message) = message else {
        // This program is too old to know the message, so nothing more can come of the command.
        asked.into_iter().for_each(|frame| go_back_from_opening(model, frame.id));
        return;
    };
    match message {
        ServerMessage::Welcome { name, .. } => {
            devices::update::welcomed(model, &name);
            welcomed(model, effects);
        }
        ServerMessage::Accepted { id, room, .. } => {
            match (room, asked) {
                (Some(room), Some(asked)) => accepted(model, id, room, &asked),
                (None, Some(Frame { cmd: Cmd::Request(Request::RevokeKey { key }), .. })) => {
                    devices::update::removed(model, key);
                }
                _ => {}
            }
            happened(model, effects, before);
        }
        ServerMessage::Rejected { id, room, code, text, .. } => {
            rejected(model, effects, room.as_ref(), &Refused { id, code, text, asked });
        }
        ServerMessage::PutOut { room, code, text } => {
            rejected(model, effects, Some(&room), &Refused { id: None, code, text, asked: None });
        }
        ServerMessage::Events { room, events } => {
            // Another host may have set another passphrase.
            let changed = |stamped: &Stamped| {
                matches!(stamped.event, Event::HostPassed { .. } | Event::SettingsChanged { .. })
            };
            let is_old = events.iter().any(changed);
            model.passphrase.take_if(|(of, _)| is_old && *of == room);
            happened(model, effects, before);
        }
        ServerMessage::Snapshot { room } => cursor::show_last_move(model, room.code()),
        // The row under the pressed mouse button may have changed.
        ServerMessage::Rooms { .. } => model.pressed = None,
        ServerMessage::Explanation { tree, .. } => thinking::update::explained(model, asked.as_ref(), *tree),
        ServerMessage::Parts { parts, .. } => thinking::update::taken_apart(model, asked.as_ref(), *parts),
        ServerMessage::Chat { .. } => talk::look(model),
        ServerMessage::Games { id, games } => history::update::listed(model, id, games),
        ServerMessage::Game { game, record, .. } => replay::update::arrived(model, game, *record),
        ServerMessage::PairingCode { id, code, valid_ms } => {
            devices::update::code_arrived(model, id, code, valid_ms);
        }
        ServerMessage::Keys { id, keys } => devices::update::listed(model, id, keys),
        ServerMessage::LetIn { room } => door::update::let_in(model, &room),
        ServerMessage::Server { .. }
        | ServerMessage::Presence { .. }
        | ServerMessage::Thinking { .. }
        | ServerMessage::Pong { .. }
        | ServerMessage::Bots { .. }
        // The terminal client has no wall.
        | ServerMessage::Wall { .. } => {}
    }
}

/// Goes back from the opening screen if it waits for the command `id`, which has failed.
fn go_back_from_opening(model: &mut Model, id: CommandId) {
    if let Screen::Opening(opening) = &model.screen
        && opening.asked == id
    {
        model.screen = (*opening.back).clone();
    }
}

fn welcomed(model: &mut Model, effects: &mut Vec<Effect>) {
    model.came_from = None;
    if model.mode == Mode::Online && model.last_server.as_ref() != Some(model.address()) {
        let address = model.address().clone();
        model.last_server = Some(address.clone());
        effects.push(Effect::Keep(KeepOrder::Server(address)));
    }
    door::update::knock_again(model);
    lobby::begin(model);
}

fn accepted(model: &mut Model, id: CommandId, room: RoomCode, asked: &Frame) {
    if asks_snapshot(asked) && model.session.room(&room).is_some_and(|view| view.room().is_none()) {
        return unreadable(model, &room);
    }
    if let Cmd::Request(Request::Create { passphrase: Some(passphrase), .. })
    | Cmd::Room(Command::Change { passphrase: Some(passphrase), .. }) = &asked.cmd
    {
        model.passphrase = Some((room.clone(), passphrase.clone()));
    }
    if !tengen_session::opens_room(asked) {
        return;
    }
    let awaited = matches!(&model.screen, Screen::Opening(opening) if opening.asked == id);
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == room);
    if awaited {
        lobby::entered(model, room);
    } else if !on_screen {
        // The user has gone back meanwhile, so they do not want the room any more.
        common::leave(model, &room);
    }
}

/// Leaves a room that this program cannot read.
fn unreadable(model: &mut Model, room: &RoomCode) {
    if model.screen.room().is_some_and(|screen| screen.code == *room) {
        model.overlay = None;
        way::home(model);
    }
    common::leave(model, room);
    model.warn(model.lang.room_unreadable(room));
}

/// Updates the client after new events of a room.
fn happened(model: &mut Model, effects: &mut Vec<Effect>, before: Option<Before>) {
    let Some((room, events)) = model.new_events.clone() else { return };
    talk::heard(model, &room, &events);
    calls::heard(model, effects, &room, &events);
    cursor::show_last_move(model, &room);
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == room);
    if !on_screen {
        return;
    }
    // The notice was about an earlier position.
    if events.iter().any(|stamped| changes_turn(&stamped.event)) {
        model.notice = None;
    }
    if let Some(before) = before {
        news::tell(model, &before, &events);
    }
}

const fn changes_turn(event: &Event) -> bool {
    matches!(event, Event::StonePlaced { .. } | Event::GameOver { .. } | Event::GameBegun { .. })
}

/// A refusal, with the command that it answers.
struct Refused {
    /// The id of the refused command; `None` if the server refuses on its own account.
    id: Option<CommandId>,
    code: RejectCode,
    text: SafeText,
    asked: Option<Frame>,
}

/// Returns a refusal in words. A command for a position that has changed was perhaps sent long ago.
fn refusal(lang: Lang, code: RejectCode, text: &str, asked: Option<&Frame>) -> String {
    let what = match asked.map(|frame| &frame.cmd) {
        Some(Cmd::Room(Command::Place { point, .. })) => lang.late_move(&point.to_string()),
        Some(Cmd::Room(Command::Offer { offer, .. })) => match offer {
            Offer::Draw {} => lang.late_draw(),
            Offer::Pause {} => lang.late_pause(),
            Offer::Resume {} => lang.late_resume(),
            Offer::Takeback { .. } => lang.late_takeback(),
            Offer::Change { .. } | Offer::Swap {} => lang.late_request(),
        }
        .to_owned(),
        _ => return lang.refusal(code, text, asked),
    };
    if code == RejectCode::Stale { lang.too_late(&what) } else { lang.refusal(code, text, asked) }
}

fn rejected(model: &mut Model, effects: &mut Vec<Effect>, room: Option<&RoomCode>, refused: &Refused) {
    let Refused { id, code, text, asked } = refused;
    let text = &refusal(model.lang, *code, text.as_str(), asked.as_ref());
    // The room is forgotten already, so a refused `leave` changes nothing.
    if asked.as_ref().is_some_and(leaves_room) {
        return;
    }
    // A room that is gone cannot be resumed.
    if *code == RejectCode::NoSuchRoom {
        model.offered.take_if(|kept| Some(&kept.room) == room);
    }
    // The server removes a player who has left from a room that they may not watch, and says why. They know.
    let is_away = model.screen.room().is_none_or(|screen| Some(&screen.code) != room);
    let waits_outside = matches!(&model.screen, Screen::Knocking(screen) if Some(&screen.room) == room);
    if id.is_none() && room.is_some() && is_away && !waits_outside {
        return;
    }
    // A request that the program has sent by itself came after the user was removed.
    let is_outside = room.is_some_and(|room| model.session.room(room).is_none());
    if *code == RejectCode::NotInRoom && is_outside {
        return;
    }
    let answered = asked.as_ref().map(|frame| frame.id);
    // If the user has gone back meanwhile, do not ask them for a passphrase or a decision.
    let awaited = matches!(&model.screen, Screen::Opening(opening) if Some(opening.asked) == answered)
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
        Some(frame) if thinking::update::is_about_thinking(&frame.cmd) => {
            thinking::update::refused(model, frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ListGames { .. })) => {
            history::update::refused(model, frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ShowGame { .. })) => {
            replay::update::refused(model, frame, text);
        }
        Some(frame) if devices::update::refused(model, frame, text) => {}
        Some(frame) if awaited && door::update::shut(model, frame, *code, text) => {}
        Some(frame) if *code == RejectCode::NoSuchRoom && code::update::elsewhere(model, effects, frame) => {}
        Some(_) | None => model.warn(text),
    }
}

/// Closes the room on the screen if it is gone, or the user may not watch it any more.
fn out_of_room(model: &mut Model, room: &RoomCode, code: RejectCode) {
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == *room);
    if !on_screen || model.session.room(room).is_some() {
        return;
    }
    match code {
        RejectCode::NoSuchRoom | RejectCode::Barred => {
            model.overlay = None;
            way::home(model);
        }
        RejectCode::NoSpectators | RejectCode::NeedsConsent | RejectCode::Passphrase => {
            door::update::shut_out(model, room, code);
        }
        _ => {}
    }
}
