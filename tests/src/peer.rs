//! A typed peer: a session with a socket, and an inbox for messages that the test has not asked for yet.
//!
//! The session does the work of a client: ids, hello, reconnecting, folding rooms. If an event is missing, it asks
//! for the room again. A peer fails its test when the session sends anything by itself, unless the test allows it.

use std::{
    collections::{BTreeMap, VecDeque},
    net::SocketAddr,
};

use futures_util::{SinkExt, StreamExt};
use tengen_session::{
    Effect, Session, Visitor,
    link::{Address, LinkEvent, LinkOrder},
};
use tengen_shared::{
    game::{CommandId, Features, PlayerId, Room, RoomCode},
    protocol::{
        Cmd, Codec, Frame, Limits, MAX_OUTBOUND, Request, SeenRoom, ServerFrame, ServerId, ServerMessage,
    },
};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use super::{Identity, within};

/// A connection to a server.
#[derive(Debug)]
pub struct Peer {
    /// The identity of the player.
    pub me: Identity,
    /// The player's public number, after hello.
    pub player: PlayerId,
    /// The server's identity.
    pub server: ServerId,
    /// The server's limits.
    pub limits: Limits,
    /// The number of snapshots received, by room.
    pub snapshots: BTreeMap<RoomCode, u32>,
    /// Whether the session may send requests by itself, for example for a room with a missing event.
    pub may_ask: bool,
    socket: WebSocketStream<TcpStream>,
    /// The server's first message, which the session receives once a test says hello.
    first: Vec<u8>,
    session: Session,
    pub(crate) inbox: VecDeque<ServerMessage>,
}

impl Peer {
    /// Connects and says hello as a new player.
    pub async fn connect(addr: SocketAddr, name: &str, codec: Codec) -> Self {
        Self::connect_as(addr, Identity::new(name, codec)).await
    }

    /// Connects and says hello.
    pub async fn connect_as(addr: SocketAddr, me: Identity) -> Self {
        let mut peer = Self::open(addr, me).await;
        peer.hello().await;
        peer
    }

    /// Connects and reads the server's first message, without sending any.
    ///
    /// # Panics
    /// Panics if that fails.
    pub async fn open(addr: SocketAddr, me: Identity) -> Self {
        let stream = TcpStream::connect(addr).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self::open_on(stream, me).await
    }

    /// Connects from this address of the machine, such as 127.0.0.7, and says hello as a new player.
    ///
    /// # Panics
    /// Panics if the server refuses the connection or the hello.
    pub async fn connect_from(addr: SocketAddr, from: [u8; 4], name: &str) -> Self {
        let mut peer = Self::open_from(addr, from, Identity::new(name, Codec::Json)).await;
        peer.hello().await;
        peer
    }

    /// Connects from this address of the machine and reads the server's first message.
    ///
    /// # Panics
    /// Panics if the server refuses the connection.
    pub async fn open_from(addr: SocketAddr, from: [u8; 4], me: Identity) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((from, 0).into()).expect("an address of this machine");
        Self::open_on(socket.connect(addr).await.expect("a connection"), me).await
    }

    /// Does the same as [`Peer::open`], on a TCP connection that the test has prepared.
    ///
    /// # Panics
    /// Panics if that fails.
    pub async fn open_on(stream: TcpStream, me: Identity) -> Self {
        let addr = stream.peer_addr().expect("an address");
        let mut request = format!("ws://{addr}/ws").into_client_request().expect("a request");
        if let Some(codec) = me.offer {
            let offer = codec.subprotocol().parse().expect("a header");
            request.headers_mut().insert("sec-websocket-protocol", offer);
        }
        let (socket, _) = within("the handshake", client_async(request, stream)).await.expect("a WebSocket");
        Self::over(socket, me).await
    }

    /// Creates a peer on an open WebSocket.
    ///
    /// # Panics
    /// Panics if the server does not send the first message.
    pub async fn over(mut socket: WebSocketStream<TcpStream>, me: Identity) -> Self {
        let first = within("the server's first words", read_bytes(&mut socket, me.codec())).await;
        let first = first.expect("the server speaks first");
        let ServerMessage::Server { id, limits, .. } = decode(me.codec(), &first) else {
            panic!("the server begins with {first:?}");
        };
        Self {
            player: PlayerId(0),
            server: id,
            limits,
            snapshots: BTreeMap::new(),
            may_ask: false,
            socket,
            first,
            session: Session::new(me.run),
            inbox: VecDeque::new(),
            me,
        }
    }

    /// Says hello and resumes the rooms that the session follows.
    ///
    /// # Panics
    /// Panics if the server does not welcome it.
    pub async fn hello(&mut self) {
        let hello = self.greeting();
        self.greet(hello).await;
    }

    /// Says hello and resumes these rooms, each after the event that `seen` names.
    ///
    /// # Panics
    /// Panics if the server does not welcome it.
    pub async fn hello_with(&mut self, seen: Vec<SeenRoom>) {
        let mut hello = self.greeting();
        if let Cmd::Request(Request::Hello { resume, .. }) = &mut hello.cmd {
            *resume = seen.try_into().expect("at most 16 rooms");
        }
        self.greet(hello).await;
    }

    /// Connects and says hello as a client that knows these features only.
    ///
    /// # Panics
    /// Panics if the server does not welcome it.
    pub async fn connect_knowing(addr: SocketAddr, name: &str, known: Features) -> Self {
        let mut peer = Self::open(addr, Identity::new(name, Codec::Json)).await;
        let mut hello = peer.greeting();
        if let Cmd::Request(Request::Hello { features, .. }) = &mut hello.cmd {
            *features = known;
        }
        peer.greet(hello).await;
        peer
    }

    /// Starts the session on this connection, and returns the hello that it would send.
    ///
    /// # Panics
    /// Panics if the session sends anything else.
    pub fn greeting(&mut self) -> Frame {
        self.session.dial(Address::default());
        let link = self.session.id();
        self.session.on_link(link, LinkEvent::Opened(self.me.codec()));
        self.session.on_link(link, LinkEvent::Received(self.first.clone()));
        let (name, key) = (self.me.name.clone(), self.me.key.clone());
        let visitor = Visitor { origin: self.me.origin, ..Visitor::new(name, key) };
        self.session.hello(self.server, visitor);
        let mut sent = self.take_sent();
        assert_eq!(sent.len(), 1, "the session says hello and nothing else");
        self.me.codec().decode_client(&sent.remove(0)).expect("a frame")
    }

    async fn greet(&mut self, hello: Frame) {
        self.send_frame(&hello).await;
        self.player = self
            .wait("the welcome", |message| match message {
                ServerMessage::Welcome { id, player, .. } if *id == hello.id => Some(*player),
                _ => None,
            })
            .await;
    }

    /// Returns the frames that the session wants to send.
    fn take_sent(&mut self) -> Vec<Vec<u8>> {
        let sent = |effect| match effect {
            Effect::Link(LinkOrder::Send { bytes, .. }) => Some(bytes),
            _ => None,
        };
        self.session.take_effects().into_iter().filter_map(sent).collect()
    }

    /// Connects again, possibly to a new server, as the same player in the same run of the program, and resumes its
    /// rooms.
    pub async fn reconnect(self, addr: SocketAddr) -> Self {
        self.vanish().reconnect(addr).await
    }

    /// Drops the connection without a message, and keeps the data that a client program would keep.
    #[must_use]
    pub fn vanish(self) -> Absent {
        Absent { me: self.me, session: self.session }
    }

    /// Forgets the room, as a client does after leaving it.
    pub fn forget(&mut self, code: &RoomCode) {
        self.session.forget(code);
    }

    /// Returns the room as folded from the server's messages.
    ///
    /// # Panics
    /// Panics if this peer has seen nothing of it.
    #[must_use]
    pub fn room(&self, code: &RoomCode) -> &Room {
        self.known(code).unwrap_or_else(|| panic!("nothing is known of room {code}"))
    }

    /// Whether this peer has seen anything of the room.
    #[must_use]
    pub fn knows(&self, code: &RoomCode) -> bool {
        self.known(code).is_some()
    }

    pub(crate) fn known(&self, code: &RoomCode) -> Option<&Room> {
        self.session.room(code)?.room()
    }

    /// Returns a frame with the next id, which the session does not repeat by itself.
    #[must_use]
    pub fn frame(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        self.session.once(room.cloned(), cmd)
    }

    /// Sends a frame.
    pub async fn send_frame(&mut self, frame: &Frame) {
        let message = self.message_of(self.me.codec().encode_client(frame));
        self.send_raw(message).await;
    }

    /// Wraps `bytes` in a message of this connection's type.
    ///
    /// # Panics
    /// Panics if the codec is JSON and the bytes are not UTF-8.
    #[must_use]
    pub fn message_of(&self, bytes: Vec<u8>) -> Message {
        match self.me.codec() {
            Codec::Json => Message::text(String::from_utf8(bytes).expect("text")),
            Codec::Bincode => Message::binary(bytes),
        }
    }

    /// Sends a command without waiting for its answer.
    pub async fn send(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> CommandId {
        let cmd = cmd.into();
        if self.session.link().is_online()
            && let Ok(id) = self.session.ask(room.cloned(), cmd.clone())
        {
            self.send_all().await;
            return id;
        }
        // The session does not know commands before hello, or beyond its limit of waiting commands.
        let frame = self.frame(room, cmd);
        self.send_frame(&frame).await;
        frame.id
    }

    /// Sends the frames that the session wants to send.
    async fn send_all(&mut self) {
        for bytes in self.take_sent() {
            let message = self.message_of(bytes);
            self.send_raw(message).await;
        }
    }

    pub fn clear(&mut self) {
        self.inbox.clear();
    }

    /// Returns the messages in the inbox.
    #[must_use]
    pub fn unread(&self) -> &VecDeque<ServerMessage> {
        &self.inbox
    }

    pub(crate) async fn read(&mut self) -> ServerMessage {
        let Some(bytes) = read_bytes(&mut self.socket, self.me.codec()).await else {
            panic!("{:?}: the server has closed; unread: {:?}", self.me.name, self.inbox);
        };
        let message = decode(self.me.codec(), &bytes);
        if let ServerMessage::Snapshot { room } = &message {
            let older = self.known(room.code()).filter(|known| known.seq() > room.seq());
            assert!(older.is_none(), "a snapshot went back in time: {older:?} then {room:?}");
            *self.snapshots.entry(room.code().clone()).or_default() += 1;
            // The snapshot may answer a frame that the session does not keep.
            self.session.follow(room.code());
        }
        self.session.on_link(self.session.id(), LinkEvent::Received(bytes));
        if self.may_ask || matches!(message, ServerMessage::Welcome { .. }) {
            self.send_all().await;
        } else {
            let asks = self.take_sent().into_iter().next();
            let asks = asks.map(|bytes| self.me.codec().decode_client(&bytes));
            assert!(asks.is_none(), "{:?}: after {message:?} the session asks {asks:?}", self.me.name);
        }
        message
    }

    /// Sends a message as it is.
    ///
    /// # Panics
    /// Panics if the connection is broken.
    pub async fn send_raw(&mut self, message: Message) {
        within("the server to take a frame", self.socket.send(message)).await.expect("an open connection");
    }

    pub fn socket(&mut self) -> &mut WebSocketStream<TcpStream> {
        &mut self.socket
    }

    /// Returns the WebSocket and drops the rest of the peer.
    #[must_use]
    pub fn into_socket(self) -> WebSocketStream<TcpStream> {
        self.socket
    }

    /// Waits for the server's Close frame and returns its code and reason.
    ///
    /// # Panics
    /// Panics if the connection ends without one, for example after a reset.
    pub async fn closing(&mut self) -> (u16, String) {
        within("a Close frame", async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(Some(frame)))) => {
                        return (frame.code.into(), frame.reason.to_string());
                    }
                    Some(Ok(_)) => {}
                    other => panic!("the connection ended without a Close frame: {other:?}"),
                }
            }
        })
        .await
    }
}

/// A player without a connection, with the data that the program remembers.
#[derive(Clone, Debug)]
pub struct Absent {
    /// The identity of the player.
    pub me: Identity,
    session: Session,
}

impl Absent {
    /// Connects again and resumes the rooms.
    pub async fn reconnect(self, addr: SocketAddr) -> Peer {
        let mut back = Peer::open(addr, self.me).await;
        back.session = self.session;
        back.hello().await;
        back
    }
}

/// Returns the next message; `None` once the server has closed.
async fn read_bytes(socket: &mut WebSocketStream<TcpStream>, codec: Codec) -> Option<Vec<u8>> {
    loop {
        let bytes = match (socket.next().await?.ok()?, codec) {
            (Message::Text(text), Codec::Json) => text.as_bytes().to_vec(),
            (Message::Binary(bytes), Codec::Bincode) => bytes.to_vec(),
            (Message::Ping(_) | Message::Pong(_), _) => continue,
            (Message::Close(_), _) => return None,
            (other, _) => panic!("a frame of the wrong type: {other:?}"),
        };
        assert!(bytes.len() <= MAX_OUTBOUND, "a frame of {} bytes", bytes.len());
        return Some(bytes);
    }
}

fn decode(codec: Codec, bytes: &[u8]) -> ServerMessage {
    match codec.decode_server(bytes).expect("a message") {
        ServerFrame::Known(message) => *message,
        ServerFrame::Unknown { .. } => panic!("an unknown message: {}", String::from_utf8_lossy(bytes)),
    }
}
