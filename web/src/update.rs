//! Changes the model with each message.

use std::time::Duration;

use tengen_session::{
    Effect as Wanted, KeyOrigin, Met, News, Visitor,
    alone::Alone,
    link::{KeyTrouble, Link, LinkEvent, LinkId, Loss, OutboxFull},
    opens_room,
    room::RoomAction,
};
use tengen_shared::{
    game::{Command, CommandId, Event, Name, OfferEnd, RejectCode, RoomCode, Stamped},
    protocol::{Cmd, Frame, Request, ServerId, ServerMessage},
    rules::Point,
};

use crate::{
    effect::{Effect, Kept},
    model::{Model, cell_id},
    msg::Msg,
    prefs::{Switch, Theme},
    route::Route,
    screen::{Screen, devices, games, new, replay, room, start},
    thinking,
};

/// Returns what the page is to do when it begins.
pub fn begin(model: &mut Model) -> Vec<Effect> {
    keep(model);
    std::mem::take(&mut model.effects)
}

/// Takes a message in, and returns what the page is to do.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Passed(elapsed) => pass(model, elapsed),
        Msg::Link(link, event) => on_link(model, link, event),
        Msg::Awake => model.session.wake(),
        Msg::Found(server, visitor) => found(model, server, *visitor),
        Msg::OtherKey(server) => {
            let trouble = KeyTrouble::OtherServer { name: server.to_string() };
            model.tell(model.lang.key_trouble(&trouble));
        }
        Msg::Answered(number, answer) => thinking::answered(model, number, answer),
        Msg::Copied(true) => model.tell(model.lang.web_copied()),
        Msg::Copied(false) => model.tell(model.lang.web_copy_by_hand()),
        Msg::NotKept => model.tell(model.lang.web_not_kept()),
        Msg::Go(route) => model.go(route),
        Msg::Moved(path) => {
            model.open(Route::of_path(&path));
            model.focus("main");
        }
        Msg::Theme(name) => {
            let theme = Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default();
            model.prefs.theme = theme;
            model.effects.extend([Effect::Colour(theme), Effect::Store(Kept::Prefs(model.prefs))]);
        }
        Msg::Switch(switch) => {
            model.prefs.toggle(switch);
            model.effects.push(Effect::Store(Kept::Prefs(model.prefs)));
            if switch == Switch::Notices && model.prefs.has(switch) {
                model.effects.push(Effect::AskToNotify);
            }
        }
        Msg::Speak(lang) => {
            model.lang = lang;
            model.effects.push(Effect::Store(Kept::Lang(lang)));
        }
        Msg::CloseNotice => model.notice = None,
        Msg::TypeName(text) => model.typed_name = text,
        Msg::SaveName => save_name(model),
        Msg::Start(msg) => start::update::update(model, msg),
        Msg::New(msg) => new::update::update(model, msg),
        Msg::Room(msg) => room::update::update(model, msg),
        Msg::Games(msg) => games::update::update(model, msg),
        Msg::Devices(msg) => devices::update::update(model, msg),
        Msg::Replay(msg) => replay::update::update(model, msg),
    }
    keep(model);
    std::mem::take(&mut model.effects)
}

fn pass(model: &mut Model, elapsed: Duration) {
    model.session.pass(elapsed);
    if let Some(notice) = &mut model.notice {
        notice.left = notice.left.saturating_sub(elapsed);
    }
    model.notice.take_if(|notice| notice.left.is_zero());
    devices::update::pass(model, elapsed);
}

/// Introduces the page to the server, with what is stored for it.
fn found(model: &mut Model, server: ServerId, mut visitor: Visitor) {
    if let Screen::Devices(screen) = &mut model.screen
        && let Some(code) = screen.devices.take_pairing()
    {
        visitor.origin = KeyOrigin::Paired(code);
    }
    if model.session.hello(server, visitor) == Some(Met::Stranger) {
        model.tell(model.lang.other_server());
        model.go(Route::Start);
    }
}

/// Stores the rooms where the user has a seat, if they have changed.
fn keep_rooms(model: &mut Model) {
    // Until the server has answered, the page does not know better than what is stored.
    if !model.session.link().is_online() || model.session.rooms().any(|view| view.room().is_none()) {
        return;
    }
    let me = model.session.player();
    let seated = model.session.rooms().filter(|view| !view.my_seats(me).is_empty());
    let rooms: Vec<RoomCode> = seated.map(|view| view.code().clone()).collect();
    if rooms != model.rooms {
        model.rooms.clone_from(&rooms);
        model.effects.push(Effect::Store(Kept::Rooms(rooms)));
    }
}

/// Keeps what follows from the state, and passes on what the session wants.
fn keep(model: &mut Model) {
    keep_rooms(model);
    let is_wall = matches!(model.screen, Screen::Wall);
    // The wall needs no name. On other screens, the page connects only under a name that the user has chosen.
    let is_idle = *model.session.link() == Link::Idle;
    if model.name.is_none() && is_wall && is_idle && model.name_fault.is_none() {
        model.session.dial(model.address.clone());
    } else if model.name.is_none() && !is_wall && !is_idle {
        model.session.rest();
    }
    model.session.want_wall(is_wall);
    model.session.want_list(matches!(model.screen, Screen::Start(_)));
    model.session.want_time();
    new::update::keep(model);
    room::update::keep(model);
    games::update::keep(model);
    devices::update::keep(model);
    replay::update::keep(model);
    thinking::keep(model);
    for wanted in model.session.take_effects() {
        model.effects.push(match wanted {
            Wanted::Link(order) => Effect::Link(order),
            Wanted::LookUp(server) => Effect::LookUp(server),
            Wanted::Keep { key, server, .. } => Effect::Store(Kept::Identity { key, server }),
            Wanted::KeepMuted(muted) => Effect::Store(Kept::Muted(muted)),
        });
    }
}

fn on_link(model: &mut Model, link: LinkId, event: LinkEvent) {
    let news = model.session.on_link(link, event);
    devices::update::lost(model);
    if let Link::Down { why: Loss::NotWelcome { code: RejectCode::BadValue, text }, .. } =
        model.session.link()
    {
        // The server will not have this name, so there is no use in trying again.
        model.name_fault = Some(text.to_string());
        model.name = None;
        model.session.rest();
    }
    let Some(news) = news else { return };
    if let Some((room, events)) = news.events() {
        happened(model, room, events);
    }
    let News { message: Some(message), asked, .. } = news else { return };
    match message {
        ServerMessage::Welcome { name, .. } => {
            // On the wall, it is not a name that the user has chosen.
            if model.name.is_some() {
                model.effects.push(Effect::Store(Kept::Name(name.clone())));
                devices::update::welcomed(model, &name);
                model.name = Some(name);
            }
            room::update::entry::welcomed(model);
        }
        ServerMessage::Accepted { room: Some(room), .. } => {
            let Some(asked) = asked.filter(opens_room) else { return };
            if matches!(asked.cmd, Cmd::Request(Request::Create { .. } | Request::QuickMatch { .. })) {
                made(model, asked.id, room);
            } else {
                room::update::entry::entered(model, &room);
            }
        }
        ServerMessage::Rejected { room, code, text, .. } => {
            rejected(model, room.as_ref(), (code, text.as_str()), asked);
        }
        ServerMessage::PutOut { room, code, text } => {
            let words = model.lang.refusal(code, text.as_str(), None);
            room::update::entry::refused(model, Some(&room), None, (code, &words));
        }
        ServerMessage::Accepted { room: None, .. } => {
            if let Some(Cmd::Request(Request::RevokeKey { key })) = asked.map(|frame| frame.cmd) {
                devices::update::removed(model, key);
            }
        }
        ServerMessage::PairingCode { id, code, valid_ms } => {
            devices::update::code_arrived(model, id, code, valid_ms);
        }
        ServerMessage::Keys { id, keys } => devices::update::listed(model, id, keys),
        ServerMessage::Games { id, games } => games::update::arrived(model, id, games),
        ServerMessage::Game { game, record, .. } => replay::update::arrived(model, game, *record),
        ServerMessage::LetIn { room } => room::update::entry::let_in(model, &room),
        _ => {}
    }
}

/// The server refuses a command.
fn rejected(
    model: &mut Model,
    room: Option<&RoomCode>,
    (code, text): (RejectCode, &str),
    asked: Option<Frame>,
) {
    let words = model.lang.refusal(code, text, asked.as_ref());
    let id = asked.as_ref().map(|frame| frame.id);
    let told = room::update::entry::refused(model, room, asked.as_ref(), (code, &words))
        || id.is_some_and(|id| {
            games::update::refused(model, id, &words)
                || replay::update::refused(model, id, &words)
                || devices::update::refused(model, id, &words)
        });
    if let Some(Cmd::Room(Command::Say { text })) = asked.map(|frame| frame.cmd)
        && room == model.code()
    {
        room::update::give_back(model, text.as_str());
    }
    // A room that the page only followed on from the last visit is gone, or somebody else has the seat.
    let is_elsewhere = id.is_none() && room.is_some() && room != model.code();
    if !told && !is_elsewhere {
        model.tell(words);
    }
}

/// Tells what the room on the screen does not show of new events.
fn happened(model: &mut Model, room: &RoomCode, events: &[Stamped]) {
    if model.code() != Some(room) {
        return;
    }
    for stamped in events {
        match &stamped.event {
            // The notice was about an earlier position.
            Event::StonePlaced { .. } | Event::GameBegun { .. } | Event::GameOver { .. } => {
                model.notice = None;
            }
            Event::OfferClosed { seat, how } => {
                let Some(viewer) = model.session.viewer(room) else { return };
                let other = viewer.seat_name(seat.other(), model.lang);
                let words = match how {
                    OfferEnd::Accepted => model.lang.news_agreed(&other),
                    OfferEnd::Declined => model.lang.news_declined(&other),
                    OfferEnd::Withdrawn => return,
                };
                if viewer.mine().contains(seat) {
                    model.tell(words);
                }
            }
            _ => {}
        }
    }
}

/// The server has made the room that `id` asked for. If the user is elsewhere by now, they do not want it.
fn made(model: &mut Model, id: CommandId, room: RoomCode) {
    if model.making == Some(id) {
        model.making = None;
        model.enter(room);
    } else {
        model.leave(&room);
    }
}

/// Takes the name in the field, and connects under it.
fn save_name(model: &mut Model) {
    match Name::choose(&model.typed_name) {
        Ok(name) => {
            model.name_fault = None;
            model.notice = None;
            model.effects.push(Effect::Store(Kept::Name(name.clone())));
            model.name = Some(name);
            if let Screen::Start(start) = &mut model.screen {
                start.renaming = false;
            }
            model.focus("main");
            // The server learns the name with the next `hello`.
            model.session.dial(model.address.clone());
        }
        Err(error) => model.tell(model.lang.name_error(error)),
    }
}

impl Model {
    /// Sends a command about the room on the screen.
    pub(crate) fn ask(&mut self, command: Command) {
        let Some(code) = self.code().cloned() else { return };
        let now = self.session.time().local();
        if let Some(alone) = self.session.alone_mut().filter(|_| Alone::is(&code)) {
            if let Err(reject) = alone.ask(&command, now) {
                self.tell(self.lang.reject(&reject));
            }
            return;
        }
        if let Err(full) = self.session.ask(Some(code), command) {
            self.tell(self.lang.outbox_full(full));
        }
    }

    pub(crate) fn leave(&mut self, room: &RoomCode) {
        if Alone::is(room) {
            self.session.end_alone();
            return;
        }
        if let Err(full) = self.session.leave(room) {
            self.tell(self.lang.outbox_full(full));
        }
    }

    /// Does something in the room on the screen, or says why that is not possible.
    pub(crate) fn do_room(&mut self, action: RoomAction) {
        let Some(viewer) = self.code().and_then(|code| self.session.viewer(code)) else { return };
        if action == RoomAction::Ready {
            let waits = |cmd: &Cmd| matches!(cmd, Cmd::Room(Command::Ready { .. }));
            let asked = self.code().is_some_and(|code| self.session.waits_for(code, waits));
            let commands = if asked { Vec::new() } else { viewer.ready() };
            return commands.into_iter().for_each(|command| self.ask(command));
        }
        match viewer.attempt(action) {
            Ok(command) => self.ask(command),
            Err(obstacle) => self.tell(obstacle.text(self.lang)),
        }
    }

    /// Waits for the answer to a request that makes a room.
    pub(crate) fn wait_for_room(&mut self, asked: Result<CommandId, OutboxFull>) {
        match asked {
            Ok(id) => self.making = Some(id),
            Err(full) => self.tell(self.lang.outbox_full(full)),
        }
    }

    /// Gives the keyboard to a point of the board.
    pub(crate) fn focus_point(&mut self, point: Point) {
        self.focus(cell_id(point));
    }

    pub(crate) fn focus(&mut self, id: impl Into<crate::tree::Text>) {
        self.effects.push(Effect::Focus(id.into()));
    }
}
