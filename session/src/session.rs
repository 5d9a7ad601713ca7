//! The conversation with one server: a state machine that takes bytes and time, and returns bytes and effects.
//!
//! The caller of a [`Session`] carries out its [`Effect`]s, passes it the reports about the connection and the elapsed
//! time, and reads its state.

mod connect;
mod effect;
mod list;
mod news;
mod receive;
mod subscription;
mod wall;

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::{
    game::{Command, CommandId, PlayerId, RoomCode, RunId, Seq},
    protocol::{Challenge, Cmd, Codec, Frame, Meeting, PublicKey, Request, SecretKey, ServerId},
    rules::{Bot, Variant},
};

use crate::{
    alone::Alone,
    link::{Address, Addresses, Backoff, Link, LinkId, LinkOrder, Outbox, OutboxFull, Timekeeper},
    pairs::Pairs,
    room::{Muted, RoomView, Viewer},
};

pub use connect::{KeyOrigin, Met, Visitor};
pub use effect::Effect;
pub use list::RoomList;
pub use news::News;
pub use receive::{asks_snapshot, leaves_room, opens_room};
pub use wall::Wall;

/// How a server has introduced itself. It has not proved any of it yet.
#[derive(Clone, Copy, Debug)]
struct Speaker {
    id: ServerId,
    challenge: Challenge,
}

/// The state of a client with respect to one server.
#[derive(Clone, Debug)]
pub struct Session {
    link: Link,
    id: LinkId,
    /// Where the server is; `None` while there is none, or it is not known yet.
    addresses: Option<Addresses>,
    codec: Codec,
    /// The interval of the server's pings.
    heartbeat: Duration,
    /// The local time of the last sign of life.
    heard: Duration,
    /// The local times at which the connection was opened, and at which its present state began.
    began: Duration,
    state_since: Duration,
    /// The local time by which the server must answer, after [`Session::wake`].
    answer_by: Option<Duration>,
    backoff: Backoff,
    time: Timekeeper,
    outbox: Outbox,
    /// The server that has introduced itself on the present connection.
    speaker: Option<Speaker>,
    /// What the server must sign in its answer to `hello`, and the user's key.
    meeting: Option<(Meeting, SecretKey)>,
    /// The key of the server that the fields below belong to; `None` until `hello` is sent for the first time.
    server: Option<PublicKey>,
    /// The number by which the server knows the user; kept while disconnected.
    player: Option<PlayerId>,
    rooms: BTreeMap<RoomCode, RoomView>,
    /// The room on this device.
    alone: Option<Alone>,
    /// The bots that can play each board; `None` while the question is under way.
    bots: Pairs<Variant, Option<Vec<Bot>>>,
    muted: Muted,
    list: RoomList,
    wall: Wall,
    effects: Vec<Effect>,
}

impl Session {
    /// Creates an idle session. `run` is 64 random bits, different for each run of a program.
    #[must_use]
    pub fn new(run: RunId) -> Self {
        Self {
            link: Link::Idle,
            id: LinkId::default(),
            addresses: None,
            codec: Codec::ALL[0],
            heartbeat: Duration::from_secs(10),
            heard: Duration::ZERO,
            began: Duration::ZERO,
            state_since: Duration::ZERO,
            answer_by: None,
            backoff: Backoff::new(run.0),
            time: Timekeeper::default(),
            outbox: Outbox::new(run),
            speaker: None,
            meeting: None,
            server: None,
            player: None,
            rooms: BTreeMap::new(),
            alone: None,
            bots: Pairs::default(),
            muted: Muted::default(),
            list: RoomList::default(),
            wall: Wall::default(),
            effects: Vec::new(),
        }
    }

    /// Returns the effects to carry out, in order. Each is returned once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// How far the connection to the server is.
    #[must_use]
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// How long the connection has counted as silent; `None` if it does not.
    #[must_use]
    pub const fn silent_for(&self) -> Option<Duration> {
        match self.link {
            Link::Silent { .. } => Some(self.time.local().saturating_sub(self.state_since)),
            _ => None,
        }
    }

    /// The number of the present or last connection.
    #[must_use]
    pub const fn id(&self) -> LinkId {
        self.id
    }

    /// The local time, and the estimate of the server's clock.
    #[must_use]
    pub const fn time(&self) -> &Timekeeper {
        &self.time
    }

    /// The number by which the server knows the user; `None` before the first welcome.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        self.player
    }

    /// The address at which the server is, or is sought; `None` if no server was dialled.
    #[must_use]
    pub fn address(&self) -> Option<&Address> {
        self.addresses.as_ref().map(Addresses::current)
    }

    /// Whether the server has answered since it was chosen.
    #[must_use]
    pub const fn was_welcomed(&self) -> bool {
        self.player.is_some()
    }

    /// The followed rooms, in the order of their codes.
    pub fn rooms(&self) -> impl Iterator<Item = &RoomView> {
        self.rooms.values()
    }

    /// The room on this device.
    #[must_use]
    pub const fn alone(&self) -> Option<&Alone> {
        self.alone.as_ref()
    }

    /// The room on this device, to play in it.
    pub const fn alone_mut(&mut self) -> Option<&mut Alone> {
        self.alone.as_mut()
    }

    /// Begins a room on this device, in place of the present one.
    pub fn begin_alone(&mut self, alone: Alone) {
        self.alone = Some(alone);
    }

    /// Ends the room on this device.
    pub fn end_alone(&mut self) {
        self.alone = None;
    }

    /// Returns the room on this device, if it is the one with this code.
    fn alone_at(&self, code: &RoomCode) -> Option<&Alone> {
        self.alone.as_ref().filter(|_| Alone::is(code))
    }

    /// Returns a followed room, or the one on this device.
    #[must_use]
    pub fn room(&self, code: &RoomCode) -> Option<&RoomView> {
        self.alone_at(code).map(Alone::view).or_else(|| self.rooms.get(code))
    }

    /// Returns a followed room for changes to local state, such as marking its chat as read.
    pub fn room_mut(&mut self, code: &RoomCode) -> Option<&mut RoomView> {
        self.rooms.get_mut(code)
    }

    /// Returns a followed room, or the one on this device, from the user's point of view; `None` until its state is
    /// received.
    #[must_use]
    pub fn viewer(&self, code: &RoomCode) -> Option<Viewer<'_>> {
        if let Some(alone) = self.alone_at(code) {
            return alone.viewer(&self.time);
        }
        Viewer::of(self.rooms.get(code)?, self.player, &self.time)
    }

    /// The room list, which is empty unless it was asked for.
    #[must_use]
    pub const fn list(&self) -> &RoomList {
        &self.list
    }

    /// The running games of the server, empty unless they were asked for.
    #[must_use]
    pub const fn wall(&self) -> &Wall {
        &self.wall
    }

    /// The players whom the user mutes on this server.
    #[must_use]
    pub const fn muted(&self) -> &Muted {
        &self.muted
    }

    /// Changes the muted players and has them stored.
    pub fn mute(&mut self, change: impl FnOnce(&mut Muted)) {
        change(&mut self.muted);
        self.effects.push(Effect::KeepMuted(self.muted.clone()));
    }

    /// Returns the bots that can play `variant`; `None` until the server has answered.
    #[must_use]
    pub fn bots(&self, variant: Variant) -> Option<&[Bot]> {
        self.bots.get(&variant)?.as_deref()
    }

    /// Asks which bots can play `variant`, unless that was asked before.
    pub fn want_bots(&mut self, variant: Variant) {
        if self.bots.get(&variant).is_none() && self.link.is_online() {
            // If the outbox is full, the next call asks again.
            if self.ask(None, Request::ListBots { variant }).is_ok() {
                self.bots.insert(variant, None);
            }
        }
    }

    /// Asks for the server's time if the estimate is missing or old.
    pub fn want_time(&mut self) {
        if self.link.is_online() && self.time.wants_answer() {
            let frame = self.outbox.once(None, Request::Ping {});
            self.time.ask(frame.id);
            self.send(&frame);
        }
    }

    /// Sends a command, and keeps it until it is answered. While disconnected, it waits for the next connection. While
    /// idle, it goes to the next server that is dialled.
    ///
    /// # Errors
    /// Returns an error if too many commands wait already.
    pub fn ask(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Result<CommandId, OutboxFull> {
        let frame = self.outbox.ask(room, cmd)?;
        if self.link.is_online() {
            self.send(&frame);
        }
        Ok(frame.id)
    }

    /// Numbers a command without sending or keeping it; the caller must send it.
    pub fn once(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        self.outbox.once(room, cmd)
    }

    /// The commands that have no answer yet, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &Frame> {
        self.outbox.waiting()
    }

    /// Whether a command about `room` that matches `wanted` has no answer yet.
    pub fn waits_for(&self, room: &RoomCode, wanted: impl Fn(&Cmd) -> bool) -> bool {
        self.outbox.waits_for(room, wanted)
    }

    /// Follows a room without asking to enter it, for example one from an earlier run of the program. The next `hello`
    /// asks for its snapshot.
    pub fn follow(&mut self, room: &RoomCode) {
        self.view_of(room);
    }

    /// Stops following a room without telling the server, for example because the server has removed it. See
    /// [`Session::leave`].
    pub fn forget(&mut self, room: &RoomCode) {
        self.rooms.remove(room);
    }

    /// Stops following a room, and tells the server. See [`Session::forget`].
    ///
    /// # Errors
    /// Returns an error if too many commands wait already. The room is forgotten all the same, and later events are
    /// ignored.
    pub fn leave(&mut self, room: &RoomCode) -> Result<CommandId, OutboxFull> {
        self.forget(room);
        self.ask(Some(room.clone()), Command::Leave {})
    }

    /// Asks for the chat before the oldest known line of `room`. Returns false if there is no more, or it cannot be
    /// asked for now.
    pub fn ask_older_talk(&mut self, room: &RoomCode) -> bool {
        let Some((view, known)) = self.rooms.get(room).and_then(|view| Some((view, view.room()?))) else {
            return false;
        };
        let Some(me) = self.player.filter(|_| !view.talk.is_complete()) else { return false };
        let before = view.talk.first(known.channel_of(me)).unwrap_or(known.seq().next());
        self.ask_talk(room, before)
    }

    /// Switches to the user's present chat channel in `room`. If the channel has changed, asks for its earlier lines.
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

    /// Advances the time by `elapsed`. Call it before each event.
    pub fn pass(&mut self, elapsed: Duration) {
        self.time.pass(elapsed);
        self.rooms.values_mut().for_each(|view| view.talk.pass(elapsed));
        if let Some(alone) = &mut self.alone {
            alone.pass(self.time.local());
        }
        self.pass_link(elapsed);
    }

    fn send(&mut self, frame: &Frame) {
        let bytes = self.codec.encode_client(frame);
        self.effects.push(Effect::Link(LinkOrder::Send { link: self.id, bytes }));
    }
}
