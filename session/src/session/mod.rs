//! The conversation with one server: a state machine that bytes and time go into, and bytes and effects come out of.
//!
//! Whoever runs a [`Session`] carries out its [`Effect`]s, tells it what the connection brings and how much time has
//! passed, and reads from it what is known.

mod connect;
mod effect;
mod list;
mod news;
mod receive;

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::{
    game::{Command, CommandId, PlayerId, RoomCode, RunId, Seq},
    protocol::{Cmd, Codec, Frame, Request, ServerId},
    rules::{Bot, Variant},
};

use crate::{
    link::{Address, Backoff, Link, LinkId, LinkOrder, Outbox, OutboxFull, Timekeeper},
    room::{Muted, RoomView, Viewer},
};

pub use connect::{Met, Visitor};
pub use effect::Effect;
pub use list::RoomList;
pub use news::News;
pub use receive::{leaves_room, opens_room};

/// What a client knows of one server, and its conversation with it.
#[derive(Clone, Debug)]
pub struct Session {
    link: Link,
    id: LinkId,
    address: Option<Address>,
    codec: Codec,
    /// How often the server pings.
    heartbeat: Duration,
    /// When the last sign of life came, in the local time.
    heard: Duration,
    /// When the connection was opened, and when its present state began, in the local time.
    began: Duration,
    state_since: Duration,
    backoff: Backoff,
    time: Timekeeper,
    outbox: Outbox,
    /// The server that has spoken on the present connection.
    speaker: Option<ServerId>,
    /// The server that all below belongs to, once one has answered.
    server: Option<ServerId>,
    /// The number by which the server knows the user; kept while the connection is away.
    player: Option<PlayerId>,
    rooms: BTreeMap<RoomCode, RoomView>,
    /// Who can play which board, as the server has told; none while it is asked.
    bots: BTreeMap<Variant, Option<Vec<Bot>>>,
    muted: Muted,
    list: RoomList,
    effects: Vec<Effect>,
}

impl Session {
    /// A session that is nowhere yet. `run` is 64 bits of chance that no other run of a program has.
    #[must_use]
    pub fn new(run: RunId) -> Self {
        Self {
            link: Link::Idle,
            id: LinkId::default(),
            address: None,
            codec: Codec::Json,
            heartbeat: Duration::from_secs(10),
            heard: Duration::ZERO,
            began: Duration::ZERO,
            state_since: Duration::ZERO,
            backoff: Backoff::new(run.0),
            time: Timekeeper::default(),
            outbox: Outbox::new(run),
            speaker: None,
            server: None,
            player: None,
            rooms: BTreeMap::new(),
            bots: BTreeMap::new(),
            muted: Muted::default(),
            list: RoomList::default(),
            effects: Vec::new(),
        }
    }

    /// What is to be done in the world, in order; each is given out once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// How the connection stands.
    #[must_use]
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// The number of the present connection, or of the last.
    #[must_use]
    pub const fn id(&self) -> LinkId {
        self.id
    }

    /// What time it is, here and at the server.
    #[must_use]
    pub const fn time(&self) -> &Timekeeper {
        &self.time
    }

    /// The number by which the server knows the user.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        self.player
    }

    /// The rooms that are followed.
    pub fn rooms(&self) -> impl Iterator<Item = &RoomView> {
        self.rooms.values()
    }

    /// What is known of a room that is followed.
    #[must_use]
    pub fn room(&self, code: &RoomCode) -> Option<&RoomView> {
        self.rooms.get(code)
    }

    /// The same, to read its talk or to take in what only this client knows.
    pub fn room_mut(&mut self, code: &RoomCode) -> Option<&mut RoomView> {
        self.rooms.get_mut(code)
    }

    /// A room as the user sees it; none while it is not known.
    #[must_use]
    pub fn viewer(&self, code: &RoomCode) -> Option<Viewer<'_>> {
        Viewer::of(self.rooms.get(code)?, self.player, &self.time)
    }

    /// The list of the server's rooms, as far as it was asked for.
    #[must_use]
    pub const fn list(&self) -> &RoomList {
        &self.list
    }

    /// Whom the user does not want to hear on this server.
    #[must_use]
    pub const fn muted(&self) -> &Muted {
        &self.muted
    }

    /// Changes whom the user does not want to hear.
    pub fn mute(&mut self, change: impl FnOnce(&mut Muted)) {
        change(&mut self.muted);
        self.effects.push(Effect::KeepMuted(self.muted.clone()));
    }

    /// Who can play `variant`; none while the server has not told.
    #[must_use]
    pub fn bots(&self, variant: Variant) -> Option<&[Bot]> {
        self.bots.get(&variant)?.as_deref()
    }

    /// Asks who can play `variant`, unless that was asked before.
    pub fn want_bots(&mut self, variant: Variant) {
        if !self.bots.contains_key(&variant) && self.link.is_online() {
            // If too much waits already, it is asked the next time.
            if self.ask(None, Request::ListBots { variant }).is_ok() {
                self.bots.insert(variant, None);
            }
        }
    }

    /// Asks what the server's clock shows, if what is known of it is old.
    pub fn want_time(&mut self) {
        if self.link.is_online() && self.time.wants_answer() {
            let frame = self.outbox.once(None, Request::Ping {});
            self.time.ask(frame.id);
            self.send(&frame);
        }
    }

    /// Asks the server for something. It is kept until it is answered, and sent once a connection stands.
    ///
    /// # Errors
    /// If too much waits already.
    pub fn ask(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Result<CommandId, OutboxFull> {
        let frame = self.outbox.ask(room, cmd)?;
        if self.link.is_online() {
            self.send(&frame);
        }
        Ok(frame.id)
    }

    /// A command with the next number that the session neither sends nor keeps: whoever takes it cares for it.
    pub fn once(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        self.outbox.once(room, cmd)
    }

    /// The commands that have no answer yet, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &Frame> {
        self.outbox.waiting()
    }

    /// Whether a command about `room` that `wanted` accepts still waits.
    pub fn waits_for(&self, room: &RoomCode, wanted: impl Fn(&Cmd) -> bool) -> bool {
        self.outbox.waits_for(room, wanted)
    }

    /// Follows a room without asking the way in, as one that an earlier run of the program followed: the next hello
    /// asks for all of it.
    pub fn follow(&mut self, room: &RoomCode) {
        self.view_of(room);
    }

    /// Follows a room no more, and does not tell the server.
    pub fn forget(&mut self, room: &RoomCode) {
        self.rooms.remove(room);
    }

    /// Follows a room no more.
    ///
    /// # Errors
    /// If too much waits already: then the server still tells of it, and is not heard.
    pub fn leave(&mut self, room: &RoomCode) -> Result<CommandId, OutboxFull> {
        self.forget(room);
        self.ask(Some(room.clone()), Command::Leave {})
    }

    /// Asks for what was said in `room` before all that is known; false if that is all, or cannot be asked now.
    pub fn ask_older_talk(&mut self, room: &RoomCode) -> bool {
        let Some((view, known)) = self.rooms.get(room).and_then(|view| Some((view, view.room()?))) else {
            return false;
        };
        let Some(me) = self.player.filter(|_| !view.talk.is_complete()) else { return false };
        let before = view.talk.first(known.channel_of(me)).unwrap_or(known.seq().next());
        self.ask_talk(room, before)
    }

    /// Keeps to the channel on which the user hears in `room`: after a change, what was said there is asked for.
    pub fn keep_channel(&mut self, room: &RoomCode) {
        let Some(me) = self.player else { return };
        let Some(view) = self.rooms.get_mut(room) else { return };
        let Some((channel, after)) = view.room().map(|known| (known.channel_of(me), known.seq().next()))
        else {
            return;
        };
        if view.talk.turn_to(channel, after) {
            self.ask_talk(room, after);
        }
    }

    fn ask_talk(&mut self, room: &RoomCode, before: Seq) -> bool {
        if self.waits_for(room, |cmd| matches!(cmd, Cmd::Request(Request::ListChat { .. }))) {
            return false;
        }
        let asked = self.ask(Some(room.clone()), Request::ListChat { before }).is_ok();
        if let Some(view) = self.rooms.get_mut(room).filter(|_| !asked) {
            view.talk.end();
        }
        asked
    }

    /// Lets time pass.
    pub fn pass(&mut self, elapsed: Duration) {
        self.time.pass(elapsed);
        self.rooms.values_mut().for_each(|view| view.talk.pass(elapsed));
        self.pass_link(elapsed);
    }

    fn send(&mut self, frame: &Frame) {
        let bytes = self.codec.encode_client(frame);
        self.effects.push(Effect::Link(LinkOrder::Send { link: self.id, bytes }));
    }
}
