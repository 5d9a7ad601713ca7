//! A typed peer: it speaks either codec, keeps what it has not been asked about yet, and folds every room
//! it follows exactly as a client must, so that a hole in the numbers fails any test.

use std::{
    collections::{BTreeMap, VecDeque},
    net::SocketAddr,
};

use futures_util::{SinkExt, StreamExt};
use tengen_shared::{
    game::{CommandId, PlayerId, Room, RoomCode},
    protocol::{
        Cmd, Codec, Frame, Limits, MAX_OUTBOUND, Request, Resume, SeenRoom, ServerFrame, ServerId,
        ServerMessage,
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
    /// Who it is.
    pub me: Identity,
    /// Its public number, after hello.
    pub player: PlayerId,
    /// The server's identity.
    pub server: ServerId,
    /// The server's limits.
    pub limits: Limits,
    /// Snapshots that have come, by room.
    pub snapshots: BTreeMap<RoomCode, u32>,
    socket: WebSocketStream<TcpStream>,
    pub(crate) inbox: VecDeque<ServerMessage>,
    pub(crate) rooms: BTreeMap<RoomCode, Room>,
}

impl Peer {
    /// Connects and says hello as a new player.
    pub async fn connect(addr: SocketAddr, name: &str, codec: Codec) -> Self {
        Self::connect_as(addr, Identity::new(name, codec)).await
    }

    /// Connects and says hello.
    pub async fn connect_as(addr: SocketAddr, me: Identity) -> Self {
        let mut peer = Self::open(addr, me).await;
        peer.hello(Vec::new()).await;
        peer
    }

    /// Connects and hears the server's first words, without saying any.
    ///
    /// # Panics
    /// If that fails.
    pub async fn open(addr: SocketAddr, me: Identity) -> Self {
        let stream = TcpStream::connect(addr).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self::open_on(stream, me).await
    }

    /// Connects from this address of the machine, such as 127.0.0.7, and says hello as a new player.
    ///
    /// # Panics
    /// If the server refuses the connection or the hello.
    pub async fn connect_from(addr: SocketAddr, from: [u8; 4], name: &str) -> Self {
        let mut peer = Self::open_from(addr, from, Identity::new(name, Codec::Json)).await;
        peer.hello(Vec::new()).await;
        peer
    }

    /// Connects from this address of the machine and hears the server's first words.
    ///
    /// # Panics
    /// If the server refuses the connection.
    pub async fn open_from(addr: SocketAddr, from: [u8; 4], me: Identity) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((from, 0).into()).expect("an address of this machine");
        Self::open_on(socket.connect(addr).await.expect("a connection"), me).await
    }

    /// As [`Peer::open`], on a TCP connection that the test has prepared.
    ///
    /// # Panics
    /// If that fails.
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

    /// A peer on a WebSocket that is open already.
    ///
    /// # Panics
    /// If the server does not speak first.
    pub async fn over(mut socket: WebSocketStream<TcpStream>, me: Identity) -> Self {
        let first = within("the server's first words", read_message(&mut socket, me.codec())).await;
        let Some(ServerMessage::Server { id, limits, .. }) = first else {
            panic!("the server speaks first, but said {first:?}");
        };
        Self {
            me,
            player: PlayerId(0),
            server: id,
            limits,
            snapshots: BTreeMap::new(),
            socket,
            inbox: VecDeque::new(),
            rooms: BTreeMap::new(),
        }
    }

    /// Says hello and follows `resume` again.
    ///
    /// # Panics
    /// If the server does not welcome it.
    pub async fn hello(&mut self, resume: Vec<SeenRoom>) {
        let resume = Resume::try_from(resume).expect("at most 16 rooms");
        let cmd = Cmd::Request(Request::Hello { name: self.me.name.clone(), key: self.me.key, resume });
        let sent = self.send(None, cmd).await;
        let (player, key) = self
            .wait("the welcome", |message| match message {
                ServerMessage::Welcome { id, player, key, .. } if *id == sent => Some((*player, *key)),
                _ => None,
            })
            .await;
        self.player = player;
        self.me.key = Some(key);
    }

    /// Connects anew, perhaps to a server started anew, as the same player and the same run of the
    /// program, and follows again what it followed.
    pub async fn reconnect(self, addr: SocketAddr) -> Self {
        self.vanish().reconnect(addr).await
    }

    /// Ends the connection without a word and keeps what a client program would keep.
    #[must_use]
    pub fn vanish(self) -> Absent {
        Absent { me: self.me, rooms: self.rooms }
    }

    /// No longer knows the room, as a client that has left it.
    pub fn forget(&mut self, code: &RoomCode) {
        self.rooms.remove(code);
    }

    /// The room as folded from what the server has sent.
    ///
    /// # Panics
    /// If nothing of it has been seen.
    #[must_use]
    pub fn room(&self, code: &RoomCode) -> &Room {
        self.rooms.get(code).unwrap_or_else(|| panic!("nothing is known of room {code}"))
    }

    /// Whether something of the room has been seen.
    #[must_use]
    pub fn knows(&self, code: &RoomCode) -> bool {
        self.rooms.contains_key(code)
    }

    /// A frame with the next id.
    #[must_use]
    pub fn frame(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        Frame { id: self.me.next_id(), room: room.cloned(), cmd: cmd.into() }
    }

    /// Sends a frame.
    pub async fn send_frame(&mut self, frame: &Frame) {
        let message = self.message_of(self.me.codec().encode_client(frame));
        self.send_raw(message).await;
    }

    /// `bytes` as a frame of this connection's type.
    ///
    /// # Panics
    /// If the codec is JSON and the bytes are not UTF-8.
    #[must_use]
    pub fn message_of(&self, bytes: Vec<u8>) -> Message {
        match self.me.codec() {
            Codec::Json => Message::text(String::from_utf8(bytes).expect("text")),
            Codec::Bincode => Message::binary(bytes),
        }
    }

    /// Sends a command and does not wait for its answer.
    pub async fn send(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> CommandId {
        let frame = self.frame(room, cmd);
        self.send_frame(&frame).await;
        frame.id
    }

    /// Forgets every message that has come and was not asked for.
    pub fn clear(&mut self) {
        self.inbox.clear();
    }

    /// The messages that have come and were not asked for yet.
    #[must_use]
    pub fn unread(&self) -> &VecDeque<ServerMessage> {
        &self.inbox
    }

    pub(crate) async fn read(&mut self) -> ServerMessage {
        let Some(message) = read_message(&mut self.socket, self.me.codec()).await else {
            panic!("{:?}: the server has closed; unread: {:?}", self.me.name, self.inbox);
        };
        self.fold(&message);
        message
    }

    fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot { room } => {
                let known = self.rooms.insert(room.code().clone(), (**room).clone());
                let older = known.filter(|known| known.seq() > room.seq());
                assert!(older.is_none(), "a snapshot went back in time: {older:?} then {room:?}");
                *self.snapshots.entry(room.code().clone()).or_default() += 1;
            }
            ServerMessage::Accepted { room: Some(room), events, .. }
            | ServerMessage::Events { room, events } => {
                let Some(room) = self.rooms.get_mut(room) else { return };
                for event in events {
                    if event.seq > room.seq() {
                        room.apply(event).expect("the next event");
                    }
                }
            }
            _ => {}
        }
    }

    /// Sends a message as it is.
    ///
    /// # Panics
    /// If the connection is broken.
    pub async fn send_raw(&mut self, message: Message) {
        within("the server to take a frame", self.socket.send(message)).await.expect("an open connection");
    }

    /// The WebSocket itself.
    pub fn socket(&mut self) -> &mut WebSocketStream<TcpStream> {
        &mut self.socket
    }

    /// Gives the WebSocket away.
    #[must_use]
    pub fn into_socket(self) -> WebSocketStream<TcpStream> {
        self.socket
    }

    /// Waits for the server's Close frame and gives its code and reason.
    ///
    /// # Panics
    /// If the connection ends without one, as it does when it is reset.
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

/// A player whose connection is gone, with what the program remembers.
#[derive(Clone, Debug)]
pub struct Absent {
    /// Who it is.
    pub me: Identity,
    rooms: BTreeMap<RoomCode, Room>,
}

impl Absent {
    /// Connects anew and follows again what was followed.
    pub async fn reconnect(self, addr: SocketAddr) -> Peer {
        let Self { me, rooms } = self;
        let mut back = Peer::open(addr, me).await;
        let resume = rooms.values().map(|room| SeenRoom { room: room.code().clone(), seq: room.seq() });
        let resume = resume.collect();
        back.rooms = rooms;
        back.hello(resume).await;
        back
    }
}

/// The next message; none when the server has closed.
async fn read_message(socket: &mut WebSocketStream<TcpStream>, codec: Codec) -> Option<ServerMessage> {
    loop {
        let bytes = match (socket.next().await?.ok()?, codec) {
            (Message::Text(text), Codec::Json) => text.as_bytes().to_vec(),
            (Message::Binary(bytes), Codec::Bincode) => bytes.to_vec(),
            (Message::Ping(_) | Message::Pong(_), _) => continue,
            (Message::Close(_), _) => return None,
            (other, _) => panic!("a frame of the wrong type: {other:?}"),
        };
        assert!(bytes.len() <= MAX_OUTBOUND, "a frame of {} bytes", bytes.len());
        match codec.decode_server(&bytes).expect("a message") {
            ServerFrame::Known(message) => return Some(*message),
            ServerFrame::Unknown { .. } => panic!("an unknown message: {}", String::from_utf8_lossy(&bytes)),
        }
    }
}
