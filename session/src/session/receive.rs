//! Handling the messages of the server.

use tengen_shared::{
    game::{Command, CommandId, Name, PlayerId, RejectCode, RoomCode, Said, Seq, Stamped},
    protocol::{Cmd, Frame, Request, ServerFrame, ServerMessage, Signature},
};

use super::{Effect, News, Session, subscription::Topic};
use crate::{
    link::{Link, Loss},
    room::{Fold, RoomView, Thinking},
};

/// The result of handling a message: the fields of [`News`].
#[derive(Default)]
struct Taken {
    asked: Option<Frame>,
    room: Option<RoomCode>,
    old: usize,
    gap: bool,
}

impl Session {
    /// Handles a frame. Returns `None` if it is not a message, or is only about the connection.
    pub(super) fn received(&mut self, bytes: &[u8]) -> Option<News> {
        self.alive();
        match self.codec.decode_server(bytes) {
            Ok(ServerFrame::Known(message)) => self.take(*message),
            Ok(ServerFrame::Unknown { id, room }) => self.take_unknown(id, room),
            Err(why) => {
                self.break_off(Loss::Unreadable(why));
                None
            }
        }
    }

    fn take(&mut self, message: ServerMessage) -> Option<News> {
        let taken = match (&self.link, &message) {
            (Link::Opened, ServerMessage::Server { id, limits, identity, addresses, .. }) => {
                self.first_words(*id, *limits, *identity, addresses);
                return None;
            }
            (Link::Opened, _) => {
                self.break_off(Loss::Strange);
                return None;
            }
            (
                Link::Greeting { hello },
                ServerMessage::Rejected { id: Some(id), room: None, code, text, .. },
            ) if id == hello => {
                self.break_off(Loss::NotWelcome { code: *code, text: text.clone() });
                return None;
            }
            _ => self.take_in(&message)?,
        };
        let Taken { asked, room, old, gap } = taken;
        Some(News { message: Some(message), asked, room, old, gap })
    }

    /// Handles a message; `None` if it is unexpected and was ignored.
    fn take_in(&mut self, message: &ServerMessage) -> Option<Taken> {
        match message {
            ServerMessage::Server { .. } => return None,
            ServerMessage::Welcome { id, player, name, now, signature, .. } => {
                self.time.answer(*id, *now);
                if self.link != (Link::Greeting { hello: *id }) {
                    return None;
                }
                self.welcomed(*player, name, signature.as_ref())?;
            }
            ServerMessage::Accepted { id, room, events, .. } => {
                return Some(self.accepted(*id, room.as_ref(), events));
            }
            ServerMessage::PutOut { room, .. } => self.forget(room),
            ServerMessage::Rejected { id, room, code, .. } => {
                return Some(self.rejected(*id, room.as_ref(), *code));
            }
            ServerMessage::Events { room, events } => {
                let (old, gap) = self.fold(room, events);
                return Some(Taken { asked: None, room: Some(room.clone()), old, gap });
            }
            ServerMessage::Snapshot { room } => {
                let code = room.code().clone();
                // The snapshot of a room may arrive before the answer to the command that enters it.
                let asked =
                    |frame: &Frame| opens_room(frame) && frame.room.as_ref().is_none_or(|room| *room == code);
                if !self.rooms.contains_key(&code) && !self.outbox.waiting().any(asked) {
                    return None;
                }
                self.view_of(&code).replace((**room).clone());
            }
            ServerMessage::Presence { room, seats, spectators } => {
                let now = self.time.local();
                let view = self.rooms.get_mut(room)?;
                (view.presence, view.presence_at, view.spectators) = (*seats, now, spectators.clone());
            }
            ServerMessage::Thinking { room, seat, queued } => {
                self.rooms.get_mut(room)?.thinking = Some(Thinking { seat: *seat, queued: *queued });
            }
            ServerMessage::Rooms { update } => self.list.take(update.clone()),
            ServerMessage::Wall { update } => self.wall.take(update.clone()),
            ServerMessage::Pong { id, now } => {
                self.time.answer(*id, *now);
                self.outbox.answered(*id);
            }
            ServerMessage::Bots { id, variant, bots } => {
                self.outbox.answered(*id);
                self.bots.insert(*variant, Some(bots.clone()));
            }
            ServerMessage::Chat { id, room, lines } => self.take_older_talk(*id, room, lines),
            ServerMessage::Explanation { id, .. }
            | ServerMessage::Games { id, .. }
            | ServerMessage::Game { id, .. }
            | ServerMessage::PairingCode { id, .. }
            | ServerMessage::Keys { id, .. }
            | ServerMessage::Parts { id, .. } => {
                let asked = self.outbox.answered(*id);
                return Some(Taken { asked, ..Taken::default() });
            }
            ServerMessage::LetIn { .. } => {}
        }
        Some(Taken::default())
    }

    /// Handles a message that this program is too old to know: counts the command as answered, and asks for a snapshot
    /// of the room.
    fn take_unknown(&mut self, id: Option<CommandId>, room: Option<RoomCode>) -> Option<News> {
        let asked = id.and_then(|id| self.outbox.answered(id));
        let snapshot = asked.as_ref().is_some_and(asks_snapshot);
        // If this message is the answer to a snapshot request, another request would get the same answer.
        if let Some(room) = room.filter(|_| !snapshot) {
            self.ask_snapshot(&room);
        }
        asked.map(|asked| News { message: None, asked: Some(asked), room: None, old: 0, gap: false })
    }

    /// The server has answered `hello`. If it proves its key, sends all commands without an answer again, in order and
    /// unchanged.
    fn welcomed(&mut self, player: PlayerId, name: &Name, signature: Option<&Signature>) -> Option<()> {
        let (meeting, key) = self.meeting.take()?;
        if !signature.is_some_and(|signature| meeting.is_signed_by_server(signature)) {
            self.break_off(Loss::Unproven);
            return None;
        }
        let server = meeting.server.public_key;
        self.effects.push(Effect::Keep { key, server, name: name.clone() });
        self.player = Some(player);
        self.stand();
        let waiting: Vec<Frame> = self.outbox.waiting().cloned().collect();
        self.list.subscription.renew(Topic::Rooms, waiting.iter());
        self.wall.subscription.renew(Topic::Wall, waiting.iter());
        waiting.iter().for_each(|frame| self.send(frame));
        Some(())
    }

    fn accepted(&mut self, id: CommandId, room: Option<&RoomCode>, events: &[Stamped]) -> Taken {
        let asked = self.outbox.answered(id);
        let Some(room) = room else { return Taken { asked, ..Taken::default() } };
        if asked.as_ref().is_some_and(opens_room) {
            self.follow(room);
        }
        if asked.as_ref().is_some_and(leaves_room) {
            self.forget(room);
        }
        let (old, gap) = self.fold(room, events);
        // The answer to a snapshot comes after it. A room that is unknown then cannot be read by this program.
        let is_unreadable = asked.as_ref().is_some_and(asks_snapshot);
        if !is_unreadable && self.rooms.get(room).is_some_and(|view| view.room().is_none()) {
            self.ask_snapshot(room);
        }
        Taken { asked, room: Some(room.clone()), old, gap }
    }

    fn rejected(&mut self, id: Option<CommandId>, room: Option<&RoomCode>, code: RejectCode) -> Taken {
        let asked = id.and_then(|id| self.outbox.answered(id));
        match asked.as_ref().map(|frame| &frame.cmd) {
            Some(Cmd::Request(Request::ListRooms {})) => self.list.refused(self.time.local()),
            Some(Cmd::Request(Request::WatchWall {})) => self.wall.refused(self.time.local()),
            Some(Cmd::Request(Request::ListBots { variant })) => self.bots.remove(variant),
            _ => {}
        }
        if let Some(room) = room.filter(|room| self.rooms.contains_key(*room)) {
            self.not_followed(id, room, code, asked.as_ref());
        }
        Taken { asked, ..Taken::default() }
    }

    fn take_older_talk(&mut self, id: CommandId, room: &RoomCode, lines: &[Said]) {
        let asked = self.outbox.answered(id).is_some();
        if let Some(view) = self.rooms.get_mut(room).filter(|_| asked) {
            view.talk.take_older(lines.to_vec());
        }
    }

    pub(super) fn view_of(&mut self, room: &RoomCode) -> &mut RoomView {
        self.rooms.entry(room.clone()).or_insert_with(|| RoomView::new(room.clone()))
    }

    /// Applies events. Returns how many of them, from the first, were not applied now, and whether an earlier one is
    /// missing.
    fn fold(&mut self, room: &RoomCode, events: &[Stamped]) -> (usize, bool) {
        let Some(view) = self.rooms.get_mut(room) else { return (events.len(), false) };
        let seen: Seq = view.last_seq();
        let folded = view.fold(events);
        if let Some(last) = events.last() {
            self.time.heard(last.time);
        }
        match folded {
            Fold::Done => {
                (events.iter().position(|stamped| stamped.seq > seen).unwrap_or(events.len()), false)
            }
            Fold::Gap => {
                self.ask_snapshot(room);
                (events.len(), true)
            }
        }
    }

    /// Handles a refusal about a followed room, which may be gone or no longer followed by the server.
    fn not_followed(
        &mut self,
        id: Option<CommandId>,
        room: &RoomCode,
        code: RejectCode,
        asked: Option<&Frame>,
    ) {
        let leaves = asked.is_some_and(leaves_room);
        let watches = asked.is_none_or(|frame| matches!(frame.cmd, Cmd::Request(Request::Watch { .. })));
        match (code, id) {
            // A refused `leave` changes nothing, since the room is forgotten already.
            _ if leaves => {}
            (RejectCode::NoSuchRoom, _) => self.forget(room),
            (
                RejectCode::NoSpectators
                | RejectCode::NeedsConsent
                | RejectCode::Passphrase
                | RejectCode::Barred,
                _,
            ) if watches => self.forget(room),
            // A refusal without an id is about a room that `hello` wanted to resume.
            (RejectCode::NotInRoom, Some(_)) | (_, None) => {
                if !self.waits_for(room, |cmd| matches!(cmd, Cmd::Request(Request::Watch { .. }))) {
                    // If the outbox is full, the next refusal asks again.
                    let _ = self.ask(Some(room.clone()), Request::Watch { passphrase: None });
                }
            }
            (_, Some(_)) => {}
        }
    }

    /// Asks for a snapshot of the room, unless that was asked for already.
    fn ask_snapshot(&mut self, room: &RoomCode) {
        let asked = self.waits_for(room, |cmd| matches!(cmd, Cmd::Request(Request::Snapshot {})));
        if self.rooms.contains_key(room) && !asked {
            // If the outbox is full, the next event finds the same gap.
            let _ = self.ask(Some(room.clone()), Request::Snapshot {});
        }
    }
}

/// Whether the command enters a room, as a player or a spectator.
#[must_use]
pub const fn opens_room(frame: &Frame) -> bool {
    matches!(
        frame.cmd,
        Cmd::Request(Request::Create { .. } | Request::QuickMatch { .. } | Request::Watch { .. })
            | Cmd::Room(Command::Join { .. })
    )
}

/// Whether the command asks for the whole room.
#[must_use]
pub const fn asks_snapshot(frame: &Frame) -> bool {
    matches!(frame.cmd, Cmd::Request(Request::Snapshot {}))
}

/// Whether the command leaves a room.
#[must_use]
pub const fn leaves_room(frame: &Frame) -> bool {
    matches!(frame.cmd, Cmd::Room(Command::Leave {}))
}
