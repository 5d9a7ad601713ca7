//! One WebSocket connection: frames to the session, frames from the outbox, and heartbeats.

use std::{sync::Arc, task::Poll, time::Duration};

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use tengen_shared::protocol::{CLOSE_REMOVED, Codec, MAX_INBOUND};
use tokio::{
    io::AsyncReadExt,
    net::{TcpStream, tcp::OwnedReadHalf},
    time::{Instant, MissedTickBehavior, interval, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error as WsError, Message, Utf8Bytes,
        error::{CapacityError, ProtocolError},
        protocol::{CloseFrame, Role, WebSocketConfig, frame::coding::CloseCode},
    },
};

use crate::{
    app::App,
    arrival::Caller,
    limits::Limits,
    metered::Metered,
    metrics::Dropped,
    outbox::{Outbox, Shut, Taken},
    rate_limit::{Rate, RateLimit},
    room_io::{ConnId, RoomIn},
    session::{Fault, Session},
};

/// Bytes per read. The default of 128 KiB would make up nearly all of an idle connection's memory.
const READ_BUFFER: usize = 1024;

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The peer closed the connection, or it broke.
    Peer,
    /// The server stops.
    Stopping,
    /// No `hello` arrived in time.
    NoHello,
    /// Nothing arrived for too long.
    Silent,
    /// The peer read nothing for too long.
    Stalled,
    Overrun,
    /// The player has removed the key that this connection uses.
    Revoked,
    /// The key that this connection uses belongs to another player now.
    Moved,
    /// A frame exceeded the size limit.
    TooLong,
    /// A frame broke the WebSocket protocol.
    Protocol,
    /// Too many pings and pongs arrived.
    Control,
    /// The peer kept sending frames that were refused.
    Fault(Fault),
}

impl End {
    /// Returns the close code and its reason; `None` if the peer is gone.
    fn close_frame(self) -> Option<(CloseCode, &'static str)> {
        Some(match self {
            Self::Peer => return None,
            Self::Stopping => (CloseCode::Restart, "the server is stopping: connect again in a moment"),
            Self::NoHello => (CloseCode::Policy, "no hello arrived in time: send it first"),
            Self::Silent => (CloseCode::Policy, "no frame arrived from you for too long: answer pings"),
            Self::Stalled | Self::Overrun => {
                (CloseCode::Policy, "you read messages too slowly: connect again")
            }
            Self::Revoked => (CLOSE_REMOVED.into(), "another of your devices has removed this one"),
            Self::Moved => (CloseCode::Policy, "your key belongs to another player now: connect again"),
            Self::TooLong => (CloseCode::Size, "the frame is longer than 4096 bytes: send shorter ones"),
            Self::Protocol => (CloseCode::Protocol, "the frames break the WebSocket protocol"),
            Self::Control => (CloseCode::Policy, "too many pings and pongs: send fewer"),
            Self::Fault(Fault::Flood) => (CloseCode::Policy, "too many refused commands: slow down"),
            Self::Fault(Fault::WrongFrames) => (CloseCode::Unsupported, "too many frames of the wrong type"),
        })
    }

    /// Returns whether the peer can still read its queued frames.
    const fn may_flush(self) -> bool {
        match self {
            Self::Peer
            | Self::Stopping
            | Self::Stalled
            | Self::Overrun
            | Self::Revoked
            | Self::Moved
            | Self::Silent => false,
            Self::NoHello | Self::TooLong | Self::Protocol | Self::Control | Self::Fault(_) => true,
        }
    }

    const fn drop_kind(self) -> Option<Dropped> {
        match self {
            Self::Peer | Self::Stopping | Self::Revoked | Self::Moved => None,
            Self::NoHello => Some(Dropped::Handshake),
            Self::Silent => Some(Dropped::Dead),
            Self::Stalled | Self::Overrun => Some(Dropped::Stalled),
            Self::TooLong | Self::Protocol => Some(Dropped::Frame),
            Self::Control | Self::Fault(_) => Some(Dropped::Rate),
        }
    }
}

struct Connection {
    app: Arc<App>,
    socket: WebSocketStream<Metered>,
    outbox: Arc<Outbox>,
    session: Session,
    /// Limits pings and pongs.
    control: RateLimit,
    heard: Instant,
    /// Whether the peer has been silent for so long that its rooms were told.
    silent: bool,
    opened: Instant,
    beats: u64,
    /// When the last ping was sent, in milliseconds since `opened`, unless its pong has come.
    pinged: Option<u64>,
}

/// Serves a peer until one side ends the connection. `leftover` holds the bytes that followed the handshake.
pub(crate) async fn serve(app: Arc<App>, caller: Caller, stream: TcpStream, leftover: Bytes, codec: Codec) {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(app.config.limits.outbox_bytes.max(tengen_shared::protocol::MAX_OUTBOUND) * 2)
        .max_message_size(Some(MAX_INBOUND))
        .max_frame_size(Some(MAX_INBOUND));
    // Copy the leftover: it lies in the HTTP library's 8 KiB buffer, which the connection would otherwise keep.
    let unread = leftover.to_vec();
    drop(leftover);
    // Read no more bytes than the longest commands at the permitted rate have.
    let limits = &app.config.limits;
    let stream = Metered::new(stream, Rate::per_second(limits.commands_per_second, limits.command_burst));
    let socket = WebSocketStream::from_partially_read(stream, unread, Role::Server, Some(config)).await;
    let outbox = Arc::new(Outbox::new(
        codec,
        app.config.limits.outbox_bytes,
        app.outbound.clone(),
        app.metrics.clone(),
    ));
    outbox.attach(socket.get_ref().wire());
    let session = Session::new(app.clone(), caller, outbox.clone());
    app.metrics.connections.inc();
    let now = Instant::now();
    let control = RateLimit::new(control_frames(&app.config.limits), now);
    let mut connection = Connection {
        app,
        socket,
        outbox,
        session,
        control,
        heard: now,
        silent: false,
        opened: now,
        beats: 0,
        pinged: None,
    };
    let end = connection.talk().await;
    if end.may_flush() {
        // Send the answers that led to the end before the Close frame that gives the reason.
        let linger = Duration::from_millis(connection.app.config.limits.close_linger_ms);
        let _ = timeout(linger, connection.send_waiting()).await;
    }
    let Connection { app, socket, session, outbox, .. } = connection;
    // Nothing may follow the Close frame.
    outbox.detach();
    let places = session.end();
    if let Some(kind) = end.drop_kind() {
        app.metrics.drop_one(kind);
    }
    close(socket, end, Duration::from_millis(app.config.limits.close_linger_ms)).await;
    app.metrics.connections.dec();
    drop(places);
}

/// Returns the permitted rate of pings and pongs: as configured, but at least twice what the server's own pings
/// require.
fn control_frames(limits: &Limits) -> Rate {
    let asked = 60_000 / (limits.heartbeat_ms / 2).max(1);
    let Rate { per_minute, burst } = limits.control_frames;
    Rate { per_minute: per_minute.max(2 * asked), burst }
}

impl Connection {
    async fn talk(&mut self) -> End {
        self.session.greet();
        let limits = &self.app.config.limits;
        let mut hello_due = Box::pin(tokio::time::sleep(Duration::from_millis(limits.hello_ms)));
        let beat = limits.beat();
        let mut heartbeat = interval(beat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        // Register once per connection: all connections share the token's list of waiters.
        let stop = self.app.stop.clone();
        let mut stopped = std::pin::pin!(stop.cancelled());
        loop {
            // In the order of how often each is ready, because a wake-up should poll little. Frames come no faster than
            // `Metered` reads them, so they cannot keep the others waiting.
            let step = tokio::select! {
                biased;
                message = self.socket.next() => match self.take(message).await {
                    Ok(()) => self.send_waiting().await,
                    Err(end) => Err(end),
                },
                () = self.outbox.wait() => self.send_waiting().await,
                _ = heartbeat.tick() => self.beat().await,
                () = &mut hello_due, if !self.session.is_known() => Err(End::NoHello),
                () = &mut stopped => Err(End::Stopping),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn take(&mut self, message: Option<Result<Message, WsError>>) -> Result<(), End> {
        let message = match message {
            None => return Err(End::Peer),
            Some(Ok(message)) => message,
            Some(Err(WsError::Capacity(CapacityError::MessageTooLong { .. }))) => return Err(End::TooLong),
            // The peer vanished without a closing handshake.
            Some(Err(WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                return Err(End::Peer);
            }
            Some(Err(WsError::Protocol(_) | WsError::Utf8(_) | WsError::AttackAttempt)) => {
                return Err(End::Protocol);
            }
            Some(Err(_)) => return Err(End::Peer),
        };
        self.heard = Instant::now();
        if std::mem::take(&mut self.silent) {
            self.session.tell_rooms(|conn| RoomIn::Heard { conn });
        }
        let verdict = match (message, self.outbox.codec()) {
            // Boxed: the state of a running command must not weigh on every idle connection.
            (Message::Text(text), Codec::Json) => Box::pin(self.session.frame(text.as_bytes())).await,
            (Message::Binary(bytes), Codec::Bincode) => Box::pin(self.session.frame(&bytes)).await,
            (Message::Text(_), Codec::Bincode) | (Message::Binary(_), Codec::Json) => {
                self.session.wrong_frame()
            }
            (Message::Close(_), _) => return Err(End::Peer),
            (Message::Ping(_) | Message::Pong(_) | Message::Frame(_), _)
                if !self.control.take(self.heard) =>
            {
                return Err(End::Control);
            }
            (Message::Pong(sent), _) => {
                self.note_lag(&sent);
                Ok(())
            }
            (Message::Ping(_) | Message::Frame(_), _) => Ok(()),
        };
        verdict.map_err(End::Fault)
    }

    /// Runs four times per heartbeat and checks for silence. Every second run sends a ping, which also measures the
    /// lag.
    async fn beat(&mut self) -> Result<(), End> {
        let limits = &self.app.config.limits;
        let quiet = self.heard.elapsed();
        if quiet >= limits.dead_after() {
            return Err(End::Silent);
        }
        if quiet >= limits.beat() * 3 && !std::mem::replace(&mut self.silent, true) {
            self.session.tell_rooms(|conn| RoomIn::Silent { conn });
        }
        self.beats += 1;
        if !self.beats.is_multiple_of(2) {
            return Ok(());
        }
        let sent = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.pinged = Some(sent);
        let ping = Message::Ping(Bytes::copy_from_slice(&sent.to_be_bytes()));
        written(&self.app, self.socket.send(ping)).await
    }

    /// Handles a pong. Only the first answer to the last ping counts, so that nobody changes their lag more often than the
    /// server pings. A peer that answers late gains no more than the bound on lag.
    fn note_lag(&mut self, answered: &[u8]) {
        if let Some(sent) = self.pinged.take_if(|sent| sent.to_be_bytes() == *answered) {
            self.session.note_lag(self.opened.elapsed().saturating_sub(Duration::from_millis(sent)));
        }
    }

    /// Sends everything that the wire keeps, then everything queued, including what is added meanwhile.
    async fn send_waiting(&mut self) -> Result<(), End> {
        let (codec, wire) = (self.outbox.codec(), self.socket.get_ref().wire());
        written(&self.app, wire.flush()).await?;
        loop {
            match self.outbox.take() {
                Taken::Frames(frames) => {
                    let sending = async {
                        for frame in frames {
                            wire.send(codec, &frame).await?;
                        }
                        std::io::Result::Ok(())
                    };
                    written(&self.app, sending).await?;
                }
                Taken::Shut(Shut::Overrun) => return Err(End::Overrun),
                Taken::Shut(Shut::Revoked) => return Err(End::Revoked),
                Taken::Shut(Shut::Moved) => return Err(End::Moved),
                Taken::Drained(owed) => {
                    let conn: ConnId = self.session.conn();
                    for room in owed.rooms {
                        self.app.lobby.tell(&room, RoomIn::CaughtUp { conn });
                    }
                    if owed.list {
                        self.app.lobby.list.caught_up(conn);
                        self.app.lobby.wall.caught_up(conn);
                    }
                    return Ok(());
                }
            }
        }
    }
}

/// Waits for a write, up to the stall limit.
async fn written<E>(app: &App, writing: impl Future<Output = Result<(), E>>) -> Result<(), End> {
    let mut writing = std::pin::pin!(writing);
    // Nearly every write completes at once. Then neither the timer nor the stop token is needed.
    if let Poll::Ready(done) = futures_util::poll!(writing.as_mut()) {
        return done.map_err(|_| End::Peer);
    }
    tokio::select! {
        done = timeout(Duration::from_millis(app.config.limits.write_stall_ms), writing) => match done {
            Ok(done) => done.map_err(|_| End::Peer),
            Err(_) => Err(End::Stalled),
        },
        () = app.stop.cancelled() => Err(End::Stopping),
    }
}

/// Sends the Close frame and gives it time to arrive. Dropping a socket with unread bytes would reset it, and the peer
/// would never see the reason.
async fn close(mut socket: WebSocketStream<Metered>, end: End, linger: Duration) {
    let Some((code, reason)) = end.close_frame() else {
        // Complete the peer's own closing handshake, if it started one.
        let _ = timeout(linger, socket.flush()).await;
        return;
    };
    let _ = timeout(linger, async move {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        socket.send(Message::Close(Some(frame))).await.ok()?;
        finish(socket.into_inner().into_reader()).await.ok()
    })
    .await;
}

/// Reads until the peer closes its side, so that a reset does not lose what was sent. The sending side is closed.
async fn finish(mut stream: OwnedReadHalf) -> std::io::Result<()> {
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}
