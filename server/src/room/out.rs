//! The messages from a room to its members.

use tengen_shared::{
    game::{CommandId, Room, RoomCode, Seq, Stamped},
    protocol::{
        Codec, MAX_OUTBOUND, ServerMessage,
        view::{self, View},
    },
};

use crate::{
    refusal::Refusal,
    room_io::{ConnId, Identity, Port, RoomOut, Standing, To},
};

/// Where a room's messages go.
pub(super) struct Out {
    port: Box<dyn Port>,
    /// The last command that was answered, since the room began to handle the present one.
    answered: Option<(ConnId, CommandId)>,
}

impl Out {
    pub(super) const fn new(port: Box<dyn Port>) -> Self {
        Self { port, answered: None }
    }

    /// Returns the port, at the end of the room.
    pub(super) fn into_port(self) -> Box<dyn Port> {
        self.port
    }

    pub(super) fn put(&mut self, message: RoomOut) {
        self.answered = message.answers().or(self.answered);
        self.port.put(message);
    }

    /// Notes that the room begins to handle a command.
    pub(super) fn begin(&mut self) {
        self.answered = None;
    }

    /// Returns whether this command was answered since the room began to handle it.
    pub(super) fn has_answered(&self, command: (ConnId, CommandId)) -> bool {
        self.answered == Some(command)
    }

    pub(super) fn answer(&mut self, to: ConnId, message: ServerMessage) {
        self.put(RoomOut::Answer { to, message });
    }

    pub(super) fn stands(&mut self, conn: ConnId, standing: Option<Standing>) {
        self.put(RoomOut::Stands { conn, standing });
    }

    /// Accepts a command. `events` are those that it led to.
    pub(super) fn accept(&mut self, room: &Room, to: &Identity, id: CommandId, seq: Seq, events: &[Stamped]) {
        let events = View::of(room, to.player).events(events).into_owned();
        self.answer(to.conn, ServerMessage::Accepted { id, room: Some(room.code().clone()), seq, events });
    }

    /// Refuses a command. Without `id`, the room refuses what no command has asked for.
    pub(super) fn reject(
        &mut self,
        room: &RoomCode,
        to: ConnId,
        id: Option<CommandId>,
        refusal: impl Into<Refusal>,
    ) {
        self.answer(to, refusal.into().message(id, Some(room.clone())));
    }

    /// Tells a member that they are no longer in the room.
    pub(super) fn put_out(&mut self, room: &RoomCode, to: ConnId, why: impl Into<Refusal>) {
        self.answer(to, why.into().put_out(room.clone()));
    }

    /// Sends the numbered events to everybody but `except`, who gets them in the answer. They are encoded once per view.
    pub(super) fn events(&mut self, room: &Room, events: &[Stamped], except: Option<ConnId>) {
        let mut send = |view: Option<View>, events: Vec<Stamped>| {
            let message = ServerMessage::Events { room: room.code().clone(), events };
            self.put(RoomOut::State { to: To::All { view, except }, message });
        };
        if view::is_public(events) {
            return send(None, events.to_vec());
        }
        for view in View::all(room) {
            send(Some(view), view.events(events).into_owned());
        }
    }

    /// Sends the events that a member has missed, or a snapshot if they are too long for one frame.
    pub(super) fn missed(&mut self, room: &Room, to: &Identity, missed: &[Stamped]) {
        let events = View::of(room, to.player).events(missed).into_owned();
        let message = ServerMessage::Events { room: room.code().clone(), events };
        // JSON is the longer form.
        if Codec::Json.encode_server(&message).len() > MAX_OUTBOUND {
            return self.snapshot(room, to);
        }
        self.put(RoomOut::State { to: To::One(to.conn), message });
    }

    pub(super) fn snapshot(&mut self, room: &Room, to: &Identity) {
        self.put(RoomOut::State { to: To::One(to.conn), message: snapshot(room, to) });
    }

    /// Sends a snapshot to a member that had lost events and has read everything else.
    pub(super) fn resync(&mut self, room: &Room, to: &Identity) {
        self.put(RoomOut::Resync { to: to.conn, message: snapshot(room, to) });
    }

    /// Sends news that may be lost.
    pub(super) fn news(&mut self, message: ServerMessage) {
        self.put(RoomOut::News(message));
    }
}

fn snapshot(room: &Room, to: &Identity) -> ServerMessage {
    ServerMessage::Snapshot { room: Box::new(view::snapshot(room, to.player)) }
}
