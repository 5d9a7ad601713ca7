//! Handles the chat of a room and the list of people to mute.

use tengen_session::room::RoomView;
use tengen_shared::{
    game::{ChatText, Command, CommandId, Event, PlayerId, Room, RoomCode, Said, Seat, Seq, Stamped},
    protocol::{Cmd, Frame, Request},
};

use crate::{
    action::Action,
    input::TextInput,
    intent::Mutable,
    layout::{Layout, rows::Rows},
    model::{Model, Overlay},
    screen::room::{ChatBox, MuteBox, MuteEntry, layout::talk::talk_rows_of},
    update::{
        common::{ask, moved},
        cursor,
    },
};

/// Opens the chat of the room on the screen.
pub(crate) fn open(model: &mut Model) {
    let Some(code) = model.screen.room().map(|screen| screen.code.clone()) else { return };
    model.overlay = Some(Overlay::Chat(ChatBox::new(code)));
    // The board may have become smaller.
    cursor::keep_in_view(model);
    look(model);
}

/// Marks the chat as read if it is open.
pub(crate) fn look(model: &mut Model) {
    if let Some(Overlay::Chat(chat)) = &model.overlay
        && let Some(view) = model.session.room_mut(&chat.room)
    {
        view.talk.look();
    }
}

pub(crate) fn act(model: &mut Model, action: Action) {
    let page = rows(model).map_or(0, |rows| usize::from(rows.area.height));
    let most = furthest(model);
    let Some(Overlay::Chat(chat)) = &mut model.overlay else { return };
    if chat.input.edit(action) {
        return;
    }
    match action {
        Action::Up => chat.scroll = (chat.scroll + 1).min(most),
        Action::Down => chat.scroll = chat.scroll.saturating_sub(1),
        Action::PageUp => chat.scroll = (chat.scroll + page).min(most),
        Action::PageDown => chat.scroll = chat.scroll.saturating_sub(page),
        Action::Select => say(model),
        Action::Mutes => open_mutes(model),
        Action::Back => {
            model.overlay = None;
            cursor::keep_in_view(model);
        }
        _ => {}
    }
}

fn rows(model: &Model) -> Option<Rows> {
    Some(Layout::of(model)?.popup?.rows)
}

/// Returns how many rows the chat can be scrolled up.
fn furthest(model: &Model) -> usize {
    rows(model).map_or(0, |rows| rows.count().saturating_sub(usize::from(rows.area.height)))
}

fn say(model: &mut Model) {
    let Some(Overlay::Chat(chat)) = &mut model.overlay else { return };
    match chat.input.text().parse::<ChatText>() {
        Ok(text) => {
            let asked = say_here(model, text);
            if let (Some(_), Some(Overlay::Chat(chat))) = (asked, &mut model.overlay) {
                chat.input.clear();
                chat.scroll = 0;
            }
        }
        Err(error) => model.warn(model.lang.chat_error(error)),
    }
}

/// Says something in the room on the screen. Returns none if too many commands wait.
pub(crate) fn say_here(model: &mut Model, text: ChatText) -> Option<CommandId> {
    let room = model.screen.room().map(|screen| screen.code.clone())?;
    model.notice = None;
    let asked = ask(model, Some(room), Command::Say { text });
    if asked.is_some() && !model.session.link().is_online() {
        model.tell(model.lang.say_offline());
    }
    asked
}

/// Loads older lines of the chat, if there are any.
pub(crate) fn ask_older(model: &mut Model) {
    if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
        model.session.ask_older_talk(&code);
    }
}

/// Mutes or unmutes somebody.
pub(crate) fn mute(model: &mut Model, who: Mutable, muted: bool) {
    let known = model.session.muted();
    let is_muted = match who {
        Mutable::Everybody => known.is_everybody(),
        Mutable::Player(player) => known.contains(player),
    };
    if is_muted != muted {
        toggle(model, who);
    }
}

fn toggle(model: &mut Model, who: Mutable) {
    model.session.mute(|muted| match who {
        Mutable::Everybody => muted.toggle_everybody(),
        Mutable::Player(player) => muted.toggle(player),
    });
}

/// Handles a refusal: puts an unsaid line back into the empty field, or notes that no older lines can be loaded.
pub(crate) fn refused(model: &mut Model, frame: &Frame) {
    match (&frame.cmd, &mut model.overlay) {
        (Cmd::Room(Command::Say { text }), Some(Overlay::Chat(chat))) if chat.input.text().is_empty() => {
            chat.input = TextInput::new(text.as_str(), tengen_shared::game::MAX_CHAT_CHARS);
        }
        (Cmd::Request(Request::ListChat { .. }), _) => {
            let view = frame.room.as_ref().and_then(|room| model.session.room_mut(room));
            if let Some(view) = view {
                view.talk.end();
            }
        }
        _ => {}
    }
}

/// Shows the new lines among `events`, in the open chat or for a while on their own.
pub(crate) fn heard(model: &mut Model, code: &RoomCode, events: &[Stamped]) {
    let Some(view) = model.session.room(code) else { return };
    let said = |stamped: &&Stamped| matches!(stamped.event, Event::Said { .. });
    let numbers: Vec<Seq> = events.iter().filter(said).map(|stamped| stamped.seq).collect();
    let new: Vec<Said> = model.heard(view).filter(|said| numbers.contains(&said.seq)).cloned().collect();
    if new.is_empty() {
        return;
    }
    let (me, lang) = (model.session.player(), model.lang);
    let width = rows(model).map_or(0, |rows| rows.area.width);
    if let Some(Overlay::Chat(chat)) = &mut model.overlay
        && chat.room == *code
    {
        if chat.scroll > 0 {
            // The rows that the user is reading must not move.
            chat.scroll += new
                .iter()
                .map(|said| talk_rows_of(said, me, (width, Some(&model.zone)), lang).len())
                .sum::<usize>();
        }
        return look(model);
    }
    if new.iter().any(|said| Some(said.line.player) != me)
        && let Some(view) = model.session.room_mut(code)
    {
        view.talk.light();
    }
}

/// Follows a change of the user's chat channel, and loads older lines if the chat is scrolled to the top.
pub(crate) fn refresh(model: &mut Model) {
    let Some(code) = model.screen.room().map(|screen| screen.code.clone()) else { return };
    model.session.keep_channel(&code);
    let furthest = furthest(model);
    // A wider screen breaks the lines into fewer rows.
    if let Some(Overlay::Chat(chat)) = &mut model.overlay {
        chat.scroll = chat.scroll.min(furthest);
    }
    let at_top = matches!(&model.overlay, Some(Overlay::Chat(chat)) if chat.scroll >= furthest);
    if at_top {
        model.session.ask_older_talk(&code);
    }
}

/// Opens the list of people to mute: everybody, the people in the seats, and those who have spoken.
pub(crate) fn open_mutes(model: &mut Model) {
    let Some(view) = model.screen.room().and_then(|screen| model.session.room(&screen.code)) else { return };
    let entries = entries(model, view);
    let back = match model.overlay.take() {
        Some(Overlay::Chat(chat)) => Some(chat),
        _ => None,
    };
    model.overlay = Some(Overlay::Mutes(MuteBox { entries, cursor: 0, back }));
}

/// Returns the people whom the user can mute in the room on the screen.
pub(crate) fn mutable(model: &Model) -> Vec<MuteEntry> {
    let view = model.screen.room().and_then(|screen| model.session.room(&screen.code));
    view.map(|view| entries(model, view)).unwrap_or_default()
}

fn entries(model: &Model, view: &RoomView) -> Vec<MuteEntry> {
    let mut known: Vec<(PlayerId, String)> = Vec::new();
    let seats = view.room().map(Room::seats);
    for seat in Seat::BOTH {
        let occupant = seats.and_then(|seats| seats[seat].occupant.as_ref());
        known.extend(occupant.and_then(|who| Some((who.player()?, who.label()))));
    }
    if let Some(channel) = model.channel(view) {
        let said = view.talk.lines(channel).rev();
        known.extend(said.map(|said| (said.line.player, said.line.name.to_string())));
    }
    let everybody = MuteEntry {
        who: Mutable::Everybody,
        name: model.lang.everybody().to_owned(),
        muted: model.session.muted().is_everybody(),
    };
    let mut entries = vec![everybody];
    for (player, name) in known {
        let who = Mutable::Player(player);
        if Some(player) != model.session.player() && entries.iter().all(|entry| entry.who != who) {
            entries.push(MuteEntry { who, name, muted: model.session.muted().contains(player) });
        }
    }
    entries
}

pub(crate) fn act_mutes(model: &mut Model, action: Action) {
    let Some(Overlay::Mutes(mutes)) = &mut model.overlay else { return };
    if let Some(row) = moved(mutes.cursor, mutes.entries.len(), action) {
        mutes.cursor = row;
        return;
    }
    match action {
        Action::ClickRow(row) => mutes.cursor = row.min(mutes.entries.len().saturating_sub(1)),
        Action::Select => {}
        Action::Back => {
            model.overlay = mutes.back.take().map(Overlay::Chat);
            return;
        }
        _ => return,
    }
    let Some(entry) = mutes.entries.get_mut(mutes.cursor) else { return };
    entry.muted = !entry.muted;
    let who = entry.who;
    toggle(model, who);
}
