//! What the network task reports.

use tengen_shared::{
    game::{Command, CommandId, Event, Name, PlayerId, RejectCode, Room, RoomCode, Stamped},
    protocol::{Cmd, Frame, PlayerKey, Request, Resume, SeenRoom, ServerFrame, ServerMessage},
};

use super::{
    ask, calls, chat, code, cursor, doors, history, list, lobby,
    news::{self, Before},
    replay, thinking, way,
};
use crate::{
    effect::{Effect, NetOrder},
    model::{Mode, Model, Screen},
    msg::{Greeting, NetEvent},
};
use tengen_session::{
    link::{Link, LinkId, Loss},
    room::{Fold, RoomView, Thinking},
};

pub(super) fn on_event(model: &mut Model, effects: &mut Vec<Effect>, event: NetEvent) {
    match event {
        // What is still reported of a server that was left.
        _ if model.link == Link::Idle && !matches!(event, NetEvent::Notice { .. }) => {}
        NetEvent::Dialling => model.link = Link::Dialling,
        NetEvent::Up { link, greeting } => greet(model, effects, link, *greeting),
        NetEvent::Frame { link, frame } if model.link.id() == Some(link) => match frame {
            ServerFrame::Known(message) => on_message(model, effects, *message),
            ServerFrame::Unknown { id, room } => unknown(model, effects, id, room.as_ref()),
        },
        NetEvent::Frame { .. } => {}
        NetEvent::Silent { link, silence } if model.link.online() == Some(link) => {
            model.link = Link::Silent { link, since: model.time.local().saturating_sub(silence) };
        }
        NetEvent::Heard { link } if model.link.online() == Some(link) => model.link = Link::Online { link },
        NetEvent::Silent { .. } | NetEvent::Heard { .. } => {}
        NetEvent::Down { why, retry_in } => model.link = Link::Down { why, left: retry_in },
        NetEvent::Notice { trouble } => model.warn(model.lang.key_trouble(&trouble)),
    }
}

/// A message of a newer server: whatever it answers is answered, and its room is asked for anew.
fn unknown(model: &mut Model, effects: &mut Vec<Effect>, id: Option<CommandId>, room: Option<&RoomCode>) {
    let mut answers_snapshot = false;
    if let Some(id) = id {
        let answered = model.outbox.answered(id);
        answers_snapshot =
            answered.is_some_and(|frame| matches!(frame.cmd, Cmd::Request(Request::Snapshot {})));
        go_back_from_opening(model, id);
    }
    // What comes in place of the whole room would come again.
    if let Some(room) = room.filter(|_| !answers_snapshot) {
        ask_snapshot(model, effects, room);
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

/// A connection stands: says who is here and which rooms are followed.
fn greet(model: &mut Model, effects: &mut Vec<Effect>, link: LinkId, greeting: Greeting) {
    let Greeting { server, key, name, muted, notice } = greeting;
    match model.server.replace(server) {
        // What was muted while there was no connection is not in the file yet.
        Some(before) if before == server => {
            effects.push(Effect::Net(NetOrder::KeepMuted(model.muted.clone())));
        }
        Some(_) => {
            forget_server(model);
            model.muted = muted;
        }
        None => model.muted = muted,
    }
    if let Some(notice) = notice {
        model.warn(model.lang.key_trouble(&notice));
    }
    model.me.remembered = name.or(model.me.remembered.take());
    // No server somewhere is dialled before there is a name of the user's own.
    let name = model.me.here();
    let seen = model.rooms.iter().map(|(room, view)| SeenRoom { room: room.clone(), seq: view.seen() });
    let seen: Vec<SeenRoom> = seen.take(tengen_shared::protocol::MAX_RESUME).collect();
    let resume = Resume::try_from(seen).unwrap_or_default();
    let frame = model.outbox.once(None, Request::Hello { name, key, resume });
    model.time.forget();
    model.time.ask(frame.id);
    model.link = Link::Greeting { link, hello: frame.id };
    effects.push(Effect::Net(NetOrder::Send { link, frame }));
}

/// What belonged to another server means nothing to this one.
fn forget_server(model: &mut Model) {
    model.rooms.clear();
    model.bots.clear();
    model.outbox.clear();
    model.me.player = None;
    model.overlay = None;
    if !matches!(model.screen, Screen::Name(_) | Screen::Menu(_) | Screen::List(_)) {
        way::home(model);
        model.warn(model.lang.other_server());
    }
}

fn on_message(model: &mut Model, effects: &mut Vec<Effect>, message: ServerMessage) {
    match message {
        ServerMessage::Server { .. } => {}
        ServerMessage::Welcome { id, player, key, name, now } => {
            model.time.answer(id, now);
            welcomed(model, effects, id, player, key, name);
        }
        ServerMessage::Accepted { id, room, events, .. } => accepted(model, effects, id, room, &events),
        ServerMessage::Rejected { id, room, code, text } => {
            rejected(model, effects, id, room.as_ref(), code, text.as_str());
        }
        ServerMessage::Events { room, events } => fold(model, effects, &room, &events),
        ServerMessage::Snapshot { room } => snapshot(model, *room),
        ServerMessage::Presence { room, seats, spectators } => {
            if let Some(view) = model.rooms.get_mut(&room) {
                view.presence = seats;
                view.presence_at = model.time.local();
                view.spectators = spectators;
            }
        }
        ServerMessage::Thinking { room, seat, queued } => {
            if let Some(view) = model.rooms.get_mut(&room) {
                view.thinking = Some(Thinking { seat, queued });
            }
        }
        ServerMessage::Rooms { update } => {
            if let Screen::List(screen) = &mut model.screen {
                // The row that was pressed may be another one now.
                model.pressed = None;
                list::news(screen, update);
            }
        }
        ServerMessage::Pong { id, now } => {
            model.time.answer(id, now);
            model.outbox.answered(id);
        }
        ServerMessage::Bots { id, variant, bots } => {
            model.outbox.answered(id);
            model.bots.insert(variant, Some(bots));
        }
        ServerMessage::Explanation { id, tree, .. } => thinking::explained(model, id, *tree),
        ServerMessage::Chat { id, room, lines } => chat::older(model, id, &room, lines),
        ServerMessage::Games { id, games } => history::listed(model, id, games),
        ServerMessage::Game { id, game, record } => replay::arrived(model, id, game, *record),
        ServerMessage::LetIn { room } => doors::let_in(model, effects, &room),
    }
}

/// The server knows us: sends again, in order and unchanged, what has no answer yet.
fn welcomed(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    id: CommandId,
    player: PlayerId,
    key: PlayerKey,
    name: Name,
) {
    let Link::Greeting { link, hello } = model.link else { return };
    if hello != id {
        return;
    }
    model.link = Link::Online { link };
    model.me.player = Some(player);
    // A name that was only offered by the system is not the user's choice for other servers.
    let chosen = model.mode == Mode::Online || model.me.name().is_some();
    effects.push(Effect::Net(NetOrder::Keep { key, name: chosen.then_some(name) }));
    if model.mode == Mode::Online && model.last_server.as_ref() != Some(&model.address) {
        model.last_server = Some(model.address.clone());
        effects.push(Effect::RememberServer(model.address.clone()));
    }
    for frame in model.outbox.waiting() {
        effects.push(Effect::Net(NetOrder::Send { link, frame: frame.clone() }));
    }
    // A new connection is told nothing yet, unless that was asked and waits to be answered.
    let about_list =
        |frame: &&Frame| matches!(frame.cmd, Cmd::Request(Request::ListRooms {} | Request::UnlistRooms {}));
    let last = model.outbox.waiting().filter(about_list).last();
    model.listed = last.is_some_and(|frame| matches!(frame.cmd, Cmd::Request(Request::ListRooms {})));
    doors::knock_again(model, effects);
    lobby::begin(model, effects);
}

fn accepted(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    id: CommandId,
    room: Option<RoomCode>,
    events: &[Stamped],
) {
    let answered = model.outbox.answered(id);
    let Some(room) = room else { return };
    if answered.is_some_and(|frame| opens_room(&frame)) {
        let awaited = matches!(&model.screen, Screen::Opening(opening) if opening.asked == id);
        let on_screen = model.screen.room().is_some_and(|screen| screen.code == room);
        if awaited {
            lobby::entered(model, room.clone());
        } else if !on_screen {
            // The user has gone back meanwhile.
            model.rooms.remove(&room);
            ask(model, effects, Some(room), Command::Leave {});
            return;
        }
    }
    fold(model, effects, &room, events);
    if model.rooms.get(&room).is_some_and(|view| view.room().is_none()) {
        ask_snapshot(model, effects, &room);
    }
}

const fn opens_room(frame: &Frame) -> bool {
    matches!(
        frame.cmd,
        Cmd::Request(Request::Create { .. } | Request::QuickMatch { .. })
            | Cmd::Room(Command::Join { .. })
            | Cmd::Request(Request::Watch { .. })
    )
}

fn rejected(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    id: Option<CommandId>,
    room: Option<&RoomCode>,
    code: RejectCode,
    text: &str,
) {
    if let (Link::Greeting { link, hello }, Some(id)) = (&model.link, id)
        && *hello == id
        && room.is_none()
    {
        let why = Loss::NotWelcome { code, text: text.into() };
        effects.push(Effect::Net(NetOrder::Hangup { link: *link, why }));
        return;
    }
    let answered = id.and_then(|id| model.outbox.answered(id));
    let text = &model.lang.refusal(code, text, answered.as_ref());
    // Nothing is lost if a room that is left already cannot be left.
    if answered.as_ref().is_some_and(|frame| matches!(frame.cmd, Cmd::Room(Command::Leave {}))) {
        return;
    }
    // What the user has given up meanwhile asks them nothing more.
    if code == RejectCode::NoSuchRoom {
        model.offered.take_if(|kept| Some(&kept.room) == room);
    }
    let awaited = matches!(&model.screen, Screen::Opening(opening) if Some(opening.asked) == id)
        || model.screen.room().is_some_and(|screen| Some(&screen.code) == room);
    if let Some(frame) = &answered {
        chat::refused(model, frame);
    }
    if let Some(id) = id {
        go_back_from_opening(model, id);
    }
    if let Some(room) = room.filter(|room| model.rooms.contains_key(room)) {
        not_followed(model, effects, id, room, code);
    }
    if room.is_some_and(|room| doors::answered(model, effects, room, code)) {
        return;
    }
    match answered {
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::Explain { .. })) => {
            thinking::refused(model, &frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ListGames { .. })) => {
            history::refused(model, &frame, text);
        }
        Some(frame) if matches!(frame.cmd, Cmd::Request(Request::ShowGame { .. })) => {
            replay::refused(model, &frame, text);
        }
        Some(frame) if awaited && doors::shut(model, &frame, code, text) => {}
        Some(frame) if code == RejectCode::NoSuchRoom && code::elsewhere(model, effects, &frame) => {}
        Some(_) | None => model.warn(text),
    }
}

/// A room that was thought to be followed may be gone, or be followed no more.
fn not_followed(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    id: Option<CommandId>,
    room: &RoomCode,
    code: RejectCode,
) {
    match (code, id) {
        (RejectCode::NoSuchRoom, _) => {
            model.rooms.remove(room);
            if model.screen.room().is_some_and(|screen| screen.code == *room) {
                model.overlay = None;
                way::home(model);
            }
        }
        (RejectCode::NoSpectators | RejectCode::NeedsConsent | RejectCode::Passphrase, None) => {
            doors::shut_out(model, room, code);
        }
        // Without an id it is the answer to what `hello` wanted to go on with.
        (RejectCode::NotInRoom, Some(_)) | (_, None) => {
            if !model.outbox.waits_for(room, |cmd| matches!(cmd, Cmd::Request(Request::Watch { .. }))) {
                ask(model, effects, Some(room.clone()), Request::Watch { passphrase: None });
            }
        }
        (_, Some(_)) => {}
    }
}

fn snapshot(model: &mut Model, room: Room) {
    let code = room.code().clone();
    // The snapshot of a room that was just asked for may come before the answer.
    if !model.rooms.contains_key(&code) && !model.outbox.waiting().any(opens_room) {
        return;
    }
    let view = model.rooms.entry(code.clone()).or_insert_with(|| RoomView::new(code.clone()));
    view.replace(room);
    cursor::show_last_move(model, &code);
}

fn fold(model: &mut Model, effects: &mut Vec<Effect>, room: &RoomCode, events: &[Stamped]) {
    let on_screen = model.screen.room().is_some_and(|screen| screen.code == *room);
    let before = model.standing().filter(|_| on_screen).map(|standing| Before::of(standing.room));
    let Some(view) = model.rooms.get_mut(room) else { return };
    let seen = view.seen();
    if let Some(last) = events.last() {
        model.time.heard(last.time);
    }
    match view.fold(events) {
        Fold::Done => {
            chat::heard(model, room, seen, events);
            calls::heard(model, effects, room, seen, events);
            cursor::show_last_move(model, room);
            // What was said about the position before is true no more.
            let moved_on = events.iter().any(|stamped| changes_turn(&stamped.event));
            if moved_on && on_screen {
                model.notice = None;
            }
            let new = events.iter().position(|stamped| stamped.seq > seen).unwrap_or(events.len());
            if let Some(before) = before {
                news::tell(model, before, &events[new..]);
            }
        }
        Fold::Gap => ask_snapshot(model, effects, room),
    }
}

const fn changes_turn(event: &Event) -> bool {
    matches!(event, Event::StonePlaced { .. } | Event::GameOver { .. } | Event::GameBegun { .. })
}

/// Asks for the whole room, unless that was asked already.
fn ask_snapshot(model: &mut Model, effects: &mut Vec<Effect>, room: &RoomCode) {
    let asked = model.outbox.waits_for(room, |cmd| matches!(cmd, Cmd::Request(Request::Snapshot {})));
    if model.rooms.contains_key(room) && !asked {
        ask(model, effects, Some(room.clone()), Request::Snapshot {});
    }
}
