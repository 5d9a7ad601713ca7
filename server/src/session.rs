//! One connection's conversation: hello first, then commands, each sent on to whom it concerns.

use std::{sync::Arc, time::Duration};

use sha2::{Digest, Sha256};
use tengen_shared::{
    game::{
        Access, CommandId, Millis, Name, Opening, Passphrase, PlayerId, RejectCode, RoomCode, SeatPlan,
        Settings,
    },
    protocol::{Cmd, Frame, GamesOf, PlayerKey, Resume, SafeText, SeenRoom, ServerMessage},
};
use tokio::{sync::oneshot, time::Instant};

use crate::{
    app::App,
    history,
    journal::{JournalError, KeyHash},
    lock::Lock,
    mailbox::{Ask, Asked, NewRoom, RoomMsg, Search},
    metrics::Dropped,
    outbox::Outbox,
    peer::{ConnId, Peer},
    quick::{make_room, quick_match},
    rate_limit::RateLimit,
};

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Too many refused frames in a row.
    Flood,
    /// Too many frames of the wrong type.
    WrongFrames,
}

/// The conversation of one connection.
pub(crate) struct Session {
    app: Arc<App>,
    conn: ConnId,
    outbox: Arc<Outbox>,
    peer: Option<Arc<Peer>>,
    limit: RateLimit,
    /// Refused frames, less the good ones.
    strikes: u32,
}

impl Session {
    /// A conversation in which nothing has been said.
    #[must_use]
    pub(crate) fn new(app: Arc<App>, outbox: Arc<Outbox>) -> Self {
        let limits = &app.config.limits;
        let limit = RateLimit::new(limits.commands_per_second, limits.command_burst, Instant::now());
        let conn = app.next_conn();
        Self { app, conn, outbox, peer: None, limit, strikes: 0 }
    }

    /// Whether hello has been said.
    #[must_use]
    pub(crate) const fn is_known(&self) -> bool {
        self.peer.is_some()
    }

    /// The connection.
    #[must_use]
    pub(crate) const fn conn(&self) -> ConnId {
        self.conn
    }

    /// The server's first words.
    pub(crate) fn greet(&self) {
        self.outbox.answer(&ServerMessage::Server {
            id: tengen_shared::protocol::ServerId(self.app.journal.server_id()),
            version: SafeText::from(env!("CARGO_PKG_VERSION")),
            limits: self.app.public_limits(),
        });
    }

    /// Takes a frame of the connection's own type.
    ///
    /// # Errors
    /// If the connection must be closed.
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

    /// Takes a frame of the other type: text on a binary connection, or the reverse.
    ///
    /// # Errors
    /// If the connection must be closed.
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
        self.reject(id, None, code, text);
        self.strikes += 1;
        if self.strikes >= self.app.config.limits.strikes { Err(fault) } else { Ok(()) }
    }

    fn reject(
        &self,
        id: Option<CommandId>,
        room: Option<RoomCode>,
        code: RejectCode,
        text: impl Into<SafeText>,
    ) {
        self.app.metrics.rejected.inc();
        self.outbox.answer(&ServerMessage::Rejected { id, room, code, text: text.into() });
    }

    async fn command(&mut self, frame: Frame) {
        let Frame { id, room, cmd } = frame;
        let arrived = self.app.now();
        let peer = match (&self.peer, cmd) {
            (None, Cmd::Hello { name, key, resume }) => return self.hello(id, name, key, resume).await,
            (_, Cmd::Ping {}) => return self.outbox.answer(&ServerMessage::Pong { id, now: arrived }),
            (None, _) => {
                return self.reject(
                    Some(id),
                    room,
                    RejectCode::BadHello,
                    "say hello first: send the command hello with your name",
                );
            }
            (Some(peer), cmd) => {
                let peer = peer.clone();
                let Some(cmd) = self.lobby_command(&peer, id, cmd, arrived).await else { return };
                (peer, cmd)
            }
        };
        let (peer, ask) = peer;
        let Some(room) = room else {
            return self.reject(
                Some(id),
                None,
                RejectCode::NotInRoom,
                "this command needs a room: add its code as \"room\"",
            );
        };
        let msg = RoomMsg::Ask(Box::new(Asked { peer, id, ask, arrived, done: None }));
        if let Err(error) = self.app.lobby.send(&self.app, &room, msg) {
            self.reject(Some(id), Some(room), error.code(), error.to_string());
        }
    }

    /// Carries out what concerns no room, or gives back what is to be asked of one.
    async fn lobby_command(&self, peer: &Arc<Peer>, id: CommandId, cmd: Cmd, arrived: Millis) -> Option<Ask> {
        match cmd {
            Cmd::Hello { .. } => {
                let text = "you have said hello already: connect anew to be somebody else";
                self.reject(Some(id), None, RejectCode::BadHello, text);
            }
            Cmd::ListRooms {} => {
                self.accept(id);
                self.app.lobby.list.follow(peer);
            }
            Cmd::UnlistRooms {} => {
                self.app.lobby.list.unfollow(self.conn);
                self.accept(id);
            }
            Cmd::Create { settings, seats, passphrase } => {
                self.create(peer, id, (settings, passphrase), seats, arrived).await;
            }
            Cmd::QuickMatch { variant } => {
                if !self.entered_before(peer, id).await {
                    let (done, over) = oneshot::channel();
                    quick_match(&self.app, peer, id, Search::of(variant), arrived, Some(done));
                    // The next command waits, so that a repeat finds what this one has led to.
                    let _ = over.await;
                }
            }
            Cmd::ListBots { variant } => {
                let bots = tengen_engine::available(variant).iter().collect();
                self.outbox.answer(&ServerMessage::Bots { id, variant, bots });
            }
            Cmd::ListGames { of: GamesOf::Me {}, before } => {
                history::list(&self.app, peer, id, peer.player, before).await;
            }
            Cmd::ListGames { of: GamesOf::Player { player }, before } => {
                history::list(&self.app, peer, id, player, before).await;
            }
            Cmd::ShowGame { game } => history::show(&self.app, peer, id, game).await,
            Cmd::Change { settings, passphrase, at } => {
                let lock = self.lock_for(peer, id, &settings, passphrase).await?;
                return Some(Ask::Change(settings, lock, at));
            }
            other => return room_ask(other),
        }
        None
    }

    fn accept(&self, id: CommandId) {
        self.app.metrics.accepted.inc();
        let seq = tengen_shared::game::Seq(0);
        self.outbox.answer(&ServerMessage::Accepted { id, room: None, seq, events: Vec::new() });
    }

    async fn create(
        &self,
        peer: &Arc<Peer>,
        id: CommandId,
        (settings, passphrase): (Settings, Option<Passphrase>),
        seats: [SeatPlan; 2],
        arrived: Millis,
    ) {
        if self.entered_before(peer, id).await {
            return;
        }
        if settings.access == Access::Passphrase && passphrase.is_none() {
            let text = "a room with a passphrase needs one: send it along, or choose another access";
            return self.reject(Some(id), None, RejectCode::Passphrase, text);
        }
        let Some(lock) = self.lock_for(peer, id, &settings, passphrase).await else { return };
        let opening = Opening { settings, host: peer.player, quick: false };
        let (done, over) = oneshot::channel();
        let new = NewRoom { peer: peer.clone(), id, opening, seats, lock, arrived, done: Some(done) };
        match make_room(&self.app, new) {
            // The next command waits, so that limits count this room and a repeat finds it.
            Ok(_) => drop(over.await),
            Err(error) => self.reject(Some(id), None, error.code(), error.to_string()),
        }
    }

    /// A command that makes or finds a room may be a repeat from before a crash: then its sender is led
    /// back into the room it led to.
    async fn entered_before(&self, peer: &Arc<Peer>, id: CommandId) -> bool {
        match self.app.journal.entered(peer.cause(id)).await {
            Ok(None) => false,
            Ok(Some(room)) => {
                let ask = Ask::Watch(None);
                let asked = Asked { peer: peer.clone(), id, ask, arrived: self.app.now(), done: None };
                if let Err(error) = self.app.lobby.send(&self.app, &room, RoomMsg::Ask(Box::new(asked))) {
                    self.reject(Some(id), Some(room), error.code(), error.to_string());
                }
                true
            }
            Err(error) => {
                self.reject(Some(id), None, error.code(), error.to_string());
                true
            }
        }
    }

    async fn hello(&mut self, id: CommandId, name: Name, key: Option<PlayerKey>, resume: Resume) {
        let (player, key) = match self.know(&name, key).await {
            Ok(known) => known,
            Err(error) => return self.reject(Some(id), None, error.code(), error.to_string()),
        };
        let burst = self.app.config.limits.passphrase_burst;
        let peer = Arc::new(Peer::new(self.conn, player, name.clone(), self.outbox.clone(), burst));
        self.outbox.answer(&ServerMessage::Welcome { id, player, key, name, now: self.app.now() });
        for SeenRoom { room, seq } in Vec::from(resume) {
            let msg = RoomMsg::Resume { peer: peer.clone(), seen: seq };
            if let Err(error) = self.app.lobby.send(&self.app, &room, msg) {
                self.reject(None, Some(room), error.code(), error.to_string());
            }
        }
        self.peer = Some(peer);
    }

    /// The player with this key, or a new one.
    async fn know(&self, name: &Name, key: Option<PlayerKey>) -> Result<(PlayerId, PlayerKey), JournalError> {
        let journal = &self.app.journal;
        if let Some(key) = key
            && let Some(known) = journal.player(hash(&key)).await?
        {
            if known.name != *name {
                journal.rename_player(known.id, name.clone()).await?;
            }
            return Ok((known.id, key));
        }
        let key = PlayerKey::from_bytes(rand::random());
        Ok((journal.add_player(name.clone(), hash(&key)).await?, key))
    }

    /// The lock for a new passphrase; none if none was sent. `None` if it makes no sense, which is then answered.
    async fn lock_for(
        &self,
        peer: &Peer,
        id: CommandId,
        settings: &Settings,
        passphrase: Option<Passphrase>,
    ) -> Option<Option<Lock>> {
        let Some(passphrase) = passphrase else { return Some(None) };
        if settings.access != Access::Passphrase {
            let text = "these settings want no passphrase: leave it out, or choose the access \"passphrase\"";
            self.reject(Some(id), None, RejectCode::Passphrase, text);
            return None;
        }
        // It takes as much work as trying one.
        if !peer.may_try() {
            let text = "too many passphrases have come from you: wait a few seconds";
            self.reject(Some(id), None, RejectCode::RateLimited, text);
            return None;
        }
        match self.app.lock_work(move |work| Lock::new(&passphrase, work)).await {
            Ok(lock) => Some(Some(lock)),
            Err(error) => {
                self.reject(Some(id), None, error.code(), error.to_string());
                None
            }
        }
    }

    /// The connection gives no signs of life, or does again: every room it follows is told.
    pub(crate) fn tell_rooms(&self, news: impl Fn(ConnId) -> RoomMsg) {
        for room in self.peer.iter().flat_map(|peer| peer.rooms()) {
            self.app.lobby.tell(&room, news(self.conn));
        }
    }

    /// Notes how long a ping took to come back.
    pub(crate) fn note_lag(&self, lag: Duration) {
        if let Some(peer) = &self.peer {
            peer.note_lag(lag);
        }
    }

    /// The connection has ended: every room it follows is told.
    pub(crate) fn end(self) {
        self.app.lobby.disconnected(self.conn);
        for room in self.peer.iter().flat_map(|peer| peer.end()) {
            self.app.lobby.tell(&room, RoomMsg::Gone { conn: self.conn });
        }
    }
}

/// What a command asks of its room; `None` if it was answered before.
fn room_ask(cmd: Cmd) -> Option<Ask> {
    Some(match cmd {
        Cmd::Join { passphrase } => Ask::Join(passphrase),
        Cmd::Watch { passphrase } => Ask::Watch(passphrase),
        Cmd::Snapshot {} => Ask::Snapshot,
        Cmd::Explain { ply, bot } => Ask::Explain(ply, bot),
        Cmd::ListChat { before } => Ask::Chat(before),
        Cmd::ListGames { of: GamesOf::Room {}, before } => Ask::Games(before),
        other => Ask::Decide(other.into_command().ok()?),
    })
}

fn hash(key: &PlayerKey) -> KeyHash {
    Sha256::digest(key.expose_bytes()).into()
}
