//! One connection's conversation: `hello` first, then commands, each routed to whom it concerns.

mod asking;
mod guess;
mod hello;
mod keys;
mod making;

use std::{sync::Arc, time::Duration};

use tengen_shared::{
    game::{Command, CommandId, Features, Millis, Passphrase, RejectCode, RoomCode, Settings},
    protocol::{Challenge, Cmd, Frame, GamesOf, HexBytes, Nonce, Request, SafeText, ServerMessage},
    rules::Variant,
};
use tokio::{sync::oneshot, time::Instant};

use asking::{ask_room, ask_with_passphrase};
use guess::Guess;
use hello::Hello;

use crate::{
    app::App,
    arrival::{Caller, Places},
    history,
    lobby::{LobbyError, TOO_MANY_CODES},
    metrics::Dropped,
    outbox::Outbox,
    peer::Peer,
    quick::quick_match,
    quota::Source,
    rate_limit::{Rate, RateLimit},
    refusal::Refusal,
    room_io::{Ask, ConnId, Insight, PassphraseTry, RoomIn, Search, Shown},
};

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Too many frames that came too fast or could not be decoded.
    Flood,
    /// Too many frames of the wrong type.
    WrongFrames,
}

/// The conversation of one connection.
pub(crate) struct Session {
    app: Arc<App>,
    conn: ConnId,
    source: Source,
    places: Places,
    outbox: Arc<Outbox>,
    /// What the player signs to prove a key pair.
    challenge: Challenge,
    peer: Option<Arc<Peer>>,
    /// Whether an unknown room code arrived on this connection.
    has_missed: bool,
    lists: RateLimit,
    limit: RateLimit,
    /// Frames that came too fast, could not be decoded or had the wrong type, less the frames handled.
    strikes: u32,
}

impl Session {
    /// Creates a conversation before its `hello`.
    #[must_use]
    pub(crate) fn new(app: Arc<App>, caller: Caller, outbox: Arc<Outbox>) -> Self {
        let (limits, now) = (&app.config.limits, Instant::now());
        let commands = Rate::per_second(limits.commands_per_second, limits.command_burst);
        let Caller { source, places } = caller;
        Self {
            limit: RateLimit::new(commands, now),
            lists: RateLimit::new(limits.full_lists, now),
            conn: app.next_conn(),
            challenge: Challenge { public_key: app.public_key, nonce: Nonce(HexBytes(rand::random())) },
            app,
            source,
            places,
            outbox,
            peer: None,
            has_missed: false,
            strikes: 0,
        }
    }

    /// Returns whether the peer has said `hello`.
    #[must_use]
    pub(crate) const fn is_known(&self) -> bool {
        self.peer.is_some()
    }

    #[must_use]
    pub(crate) const fn conn(&self) -> ConnId {
        self.conn
    }

    /// Sends the server's greeting.
    pub(crate) fn greet(&self) {
        self.outbox.answer(&ServerMessage::Server {
            id: self.app.journal.identity().id,
            version: SafeText::from(env!("CARGO_PKG_VERSION")),
            limits: self.app.public_limits(),
            identity: Some(self.challenge),
            addresses: self.app.other_addresses(self.conn),
        });
    }

    /// Handles a frame of the connection's own type.
    ///
    /// # Errors
    /// Returns an error if the connection must be closed.
    pub(crate) async fn frame(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let frame = self.outbox.codec().decode_client(bytes);
        if !self.limit.take(Instant::now()) {
            let id = frame.map_or_else(|bad| bad.id, |frame| Some(frame.id));
            self.app.metrics.drop_one(Dropped::Rate);
            let text = format!("too many commands: wait {} ms", self.limit.wait().as_millis() + 1);
            return self.strike(id, RejectCode::RateLimited, text, Fault::Flood);
        }
        match frame {
            Ok(frame) => {
                self.strikes = self.strikes.saturating_sub(1);
                self.command(frame).await;
                Ok(())
            }
            Err(bad) => {
                self.app.metrics.drop_one(Dropped::Frame);
                self.strike(bad.id, bad.code(), bad.text, Fault::Flood)
            }
        }
    }

    /// Handles a frame of the other type: text on a binary connection, or the reverse.
    ///
    /// # Errors
    /// Returns an error if the connection must be closed.
    pub(crate) fn wrong_frame(&mut self) -> Result<(), Fault> {
        self.app.metrics.drop_one(Dropped::Frame);
        let text = format!(
            "this connection speaks {}: send {} frames, or connect with another subprotocol",
            self.outbox.codec().subprotocol(),
            match self.outbox.codec() {
                tengen_shared::protocol::Codec::Json => "text",
                tengen_shared::protocol::Codec::Bincode => "binary",
            }
        );
        self.strike(None, RejectCode::WrongFrame, text, Fault::WrongFrames)
    }

    fn strike(
        &mut self,
        id: Option<CommandId>,
        code: RejectCode,
        text: impl Into<SafeText>,
        fault: Fault,
    ) -> Result<(), Fault> {
        self.reject(id, None, (code, text));
        self.strikes += 1;
        if self.strikes >= self.app.config.limits.strikes { Err(fault) } else { Ok(()) }
    }

    fn reject(&self, id: Option<CommandId>, room: Option<RoomCode>, refusal: impl Into<Refusal>) {
        self.outbox.reject(id, room, refusal);
    }

    async fn command(&mut self, frame: Frame) {
        let Frame { id, room, cmd } = frame;
        let arrived = self.app.now();
        let Some(peer) = self.peer.clone() else { return self.first_command(id, room, cmd).await };
        let asks = match cmd {
            Cmd::Request(request) => self.request(&peer, id, request, arrived).await,
            Cmd::Room(command) => self.room_command(&peer, id, command).await,
        };
        let Some((ask, passphrase)) = asks else { return };
        let Some(room) = room else {
            let text = "this command needs a room: add its code as \"room\"";
            return self.reject(Some(id), None, (RejectCode::NotInRoom, text));
        };
        if !peer.follows(&room) {
            match self.check_code(&room).await {
                Guess::Right => {}
                Guess::Wrong => {
                    let refusal = LobbyError::NoSuchRoom.about(&room);
                    return self.reject(Some(id), Some(room), refusal);
                }
                Guess::Barred => {
                    return self.reject(Some(id), Some(room), (RejectCode::RateLimited, TOO_MANY_CODES));
                }
            }
        }
        match passphrase {
            None => ask_room(&self.app, &peer, (id, room), ask, arrived).await,
            // Hashing takes long, and the connection goes on meanwhile.
            Some(passphrase) => {
                let app = self.app.clone();
                let asking = async move {
                    ask_with_passphrase(passphrase, &app, &peer, (id, room), ask, arrived).await;
                };
                self.app.tasks.spawn(asking);
            }
        }
    }

    /// Handles a command before `hello`.
    async fn first_command(&mut self, id: CommandId, room: Option<RoomCode>, cmd: Cmd) {
        match cmd {
            Cmd::Request(Request::Hello { name, key, proof, resume, features }) => {
                self.hello(id, Hello { name, key, proof, resume, features }).await;
            }
            Cmd::Request(Request::Ping {}) => self.pong(id),
            _ => {
                let text = "say hello first: send the command hello with your name";
                self.reject(Some(id), room, (RejectCode::BadHello, text));
            }
        }
    }

    fn pong(&self, id: CommandId) {
        self.outbox.answer(&ServerMessage::Pong { id, now: self.app.now() });
    }

    /// Carries out a request that concerns no room, or returns what to ask a room, and a passphrase that must be hashed
    /// before.
    async fn request(
        &mut self,
        peer: &Arc<Peer>,
        id: CommandId,
        request: Request,
        arrived: Millis,
    ) -> Option<(Ask, Option<Passphrase>)> {
        let ask = match request {
            Request::Watch { passphrase } => return Some((Ask::Watch(PassphraseTry::None), passphrase)),
            Request::Snapshot {} => Shown::Snapshot,
            Request::Explain { ply, bot, cuts } => Shown::Thinking(ply, bot, Insight::Tree(cuts)),
            Request::TakeApart { ply, bot, path } => Shown::Thinking(ply, bot, Insight::Parts(path)),
            Request::ListChat { before } => Shown::Chat(before),
            Request::ListGames { of: GamesOf::Room {}, before } => Shown::Games(before),
            request => {
                self.lobby_request(peer, id, request, arrived).await;
                return None;
            }
        };
        Some((Ask::Show(ask), None))
    }

    /// Carries out a request that concerns no room.
    async fn lobby_request(&mut self, peer: &Arc<Peer>, id: CommandId, request: Request, arrived: Millis) {
        match request {
            Request::Ping {} => self.pong(id),
            Request::Hello { .. } => {
                let text = "you have already said hello: connect again to be another player";
                self.reject(Some(id), None, (RejectCode::BadHello, text));
            }
            Request::ListRooms {} => {
                if self.take_list_token(id) {
                    self.accept(id);
                    self.app.lobby.list.follow(peer);
                }
            }
            Request::UnlistRooms {} => {
                self.app.lobby.list.unfollow(self.conn);
                self.accept(id);
            }
            Request::WatchWall {} => {
                if self.take_list_token(id) {
                    self.accept(id);
                    self.app.lobby.watch_wall(peer);
                }
            }
            Request::UnwatchWall {} => {
                self.app.lobby.wall.unfollow(self.conn);
                self.accept(id);
            }
            Request::Create { settings, seats, passphrase } => {
                self.create(peer, id, settings, seats, passphrase, arrived).await;
            }
            Request::QuickMatch { variant } => self.find_match(peer, id, variant, arrived).await,
            Request::ListBots { variant } => self.list_bots(id, variant),
            Request::ListGames { of: GamesOf::Me {}, before } => {
                history::list(&self.app, peer, id, peer.who.player, before).await;
            }
            Request::ListGames { of: GamesOf::Player { player }, before } => {
                history::list(&self.app, peer, id, player, before).await;
            }
            Request::ShowGame { game } => history::show(&self.app, peer, id, game).await,
            Request::Pair {} => self.pair(peer, id).await,
            Request::ListKeys {} => self.list_keys(peer, id).await,
            Request::RevokeKey { key } => self.revoke_key(peer, id, key).await,
            // These concern a room.
            Request::ListGames { of: GamesOf::Room {}, .. }
            | Request::Watch { .. }
            | Request::Snapshot {}
            | Request::Explain { .. }
            | Request::TakeApart { .. }
            | Request::ListChat { .. } => {}
        }
    }

    /// Leads the peer into a quick match.
    async fn find_match(&self, peer: &Arc<Peer>, id: CommandId, variant: Variant, arrived: Millis) {
        let needed = Features::for_settings(&Settings::new(variant));
        if let Err(reject) = peer.who.features.check(needed) {
            return self.reject(Some(id), None, reject);
        }
        if self.is_registered(peer, id).await {
            let answered = self.outbox.answer_to(id);
            quick_match(&self.app, peer, id, Search::of(variant), arrived);
            // The next command waits, so that a repeat finds the result of this one.
            self.wait(answered).await;
        }
    }

    fn list_bots(&self, id: CommandId, variant: Variant) {
        let bots = tengen_engine::available(variant).iter().collect();
        self.outbox.answer(&ServerMessage::Bots { id, variant, bots });
    }

    /// Takes a token for the room list or the wall. If none is left, refuses the request and returns false.
    fn take_list_token(&mut self, id: CommandId) -> bool {
        let may = self.lists.take(Instant::now());
        if !may {
            self.app.metrics.drop_one(Dropped::Rate);
            let wait = self.lists.wait().as_secs() + 1;
            let text = format!("too many requests for the room list or the wall: wait {wait} s");
            self.reject(Some(id), None, (RejectCode::RateLimited, text));
        }
        may
    }

    /// Waits for the answer to a command, for at most `write_stall_ms` or until the server stops.
    async fn wait(&self, answered: oneshot::Receiver<()>) {
        let longest = Duration::from_millis(self.app.config.limits.write_stall_ms);
        tokio::select! {
            _ = tokio::time::timeout(longest, answered) => {}
            () = self.app.stop.cancelled() => {}
        }
    }

    /// Returns what to ask a room, and a passphrase that must be hashed before. A new passphrase is hashed here.
    async fn room_command(
        &self,
        peer: &Arc<Peer>,
        id: CommandId,
        command: Command,
    ) -> Option<(Ask, Option<Passphrase>)> {
        match command {
            Command::Join { passphrase } => Some((Ask::Join(PassphraseTry::None), passphrase)),
            Command::Change { settings, passphrase, at } => {
                match self.lock_for(peer, &settings, passphrase).await {
                    Ok(lock) => Some((Ask::Change(settings, lock, at), None)),
                    Err(refusal) => {
                        self.reject(Some(id), None, refusal);
                        None
                    }
                }
            }
            command => Some((Ask::Decide(command), None)),
        }
    }

    fn accept(&self, id: CommandId) {
        let seq = tengen_shared::game::Seq(0);
        self.outbox.answer(&ServerMessage::Accepted { id, room: None, seq, events: Vec::new() });
    }

    /// Sends `news` about this connection to every followed room.
    pub(crate) fn tell_rooms(&self, news: impl Fn(ConnId) -> RoomIn) {
        for room in self.peer.iter().flat_map(|peer| peer.known_to()) {
            self.app.lobby.tell(&room, news(self.conn));
        }
    }

    /// Records the round-trip time of a ping, and tells rooms of a large change.
    pub(crate) fn note_lag(&self, lag: Duration) {
        if let Some(lag) = self.peer.as_ref().and_then(|peer| peer.note_lag(lag)) {
            self.tell_rooms(|conn| RoomIn::Lag { conn, lag });
        }
    }

    /// Ends the conversation and tells every followed room. Returns the slots, which are held until the socket is
    /// closed.
    pub(crate) fn end(self) -> Places {
        self.app.lobby.disconnected(self.conn);
        self.app.gateway.disconnected(self.conn);
        for room in self.peer.iter().flat_map(|peer| peer.end()) {
            self.app.lobby.tell(&room, RoomIn::Gone { conn: self.conn });
        }
        self.places
    }
}
