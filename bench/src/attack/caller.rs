//! A client in JSON that claims a source address, as a reverse proxy would.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tengen_session::link::Outbox;
use tengen_shared::{
    game::{CommandId, Name, RejectCode, Room, RoomCode, RunId, Stamped},
    protocol::{Cmd, Codec, PlayerKey, Request, Resume, SeenRoom, ServerFrame, ServerMessage},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{ClientRequestBuilder, Message, http::Uri, protocol::WebSocketConfig},
};

/// The time to wait for an answer before the command counts as refused.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The answer to a command.
#[derive(Debug)]
pub(super) enum Told {
    /// The server carried out the command, in this room if it was about one, with these events.
    Accepted(Option<RoomCode>, Vec<Stamped>),
    /// The server sent a list of finished games.
    Listed,
    /// The server refused the command with this code.
    Rejected(RejectCode),
}

/// A WebSocket that sends a command and waits for its answer.
pub(super) struct Caller {
    socket: WebSocketStream<TcpStream>,
    /// Numbers the commands. It stores no command.
    outbox: Outbox,
    /// The key by which the server knows the player.
    pub(super) key: Option<PlayerKey>,
    /// The last snapshot received.
    pub(super) room: Option<Box<Room>>,
    /// Refusals without a command: the server did not resume a room.
    pub(super) refused: Vec<RejectCode>,
}

impl Caller {
    /// Connects from the claimed address `from`.
    ///
    /// # Errors
    /// Returns an error if the server refuses the connection.
    pub(super) async fn open(address: SocketAddr, from: &str) -> anyhow::Result<Self> {
        let stream = timeout(TIMEOUT, TcpStream::connect(address)).await??;
        stream.set_nodelay(true)?;
        let uri: Uri = format!("ws://{address}/ws").parse()?;
        let request = ClientRequestBuilder::new(uri)
            .with_sub_protocol(Codec::Json.subprotocol())
            .with_header("x-forwarded-for", from);
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let (socket, _) = timeout(TIMEOUT, client_async_with_config(request, stream, Some(config))).await??;
        let outbox = Outbox::new(RunId(rand::random()));
        Ok(Self { socket, outbox, key: None, room: None, refused: Vec::new() })
    }

    /// Connects and says hello as a new player.
    ///
    /// # Errors
    /// Returns an error if the server refuses.
    pub(super) async fn enter(address: SocketAddr, from: &str, name: &str) -> anyhow::Result<Self> {
        let mut caller = Self::open(address, from).await?;
        caller.hello(name, None, Vec::new()).await?;
        Ok(caller)
    }

    /// Says hello and resumes rooms.
    ///
    /// # Errors
    /// Returns an error if the server refuses.
    pub(super) async fn hello(
        &mut self,
        name: &str,
        key: Option<PlayerKey>,
        resume: Vec<SeenRoom>,
    ) -> anyhow::Result<()> {
        let name: Name = name.parse()?;
        let resume = Resume::try_from(resume)?;
        let sent = self
            .send(None, Request::Hello { name, key, proof: None, resume, features: Default::default() })
            .await?;
        loop {
            match self.read().await? {
                ServerMessage::Welcome { id, key, .. } if id == sent => {
                    self.key = key;
                    return Ok(());
                }
                ServerMessage::Rejected { id: Some(id), code, .. } if id == sent => {
                    bail!("refused: {code:?}")
                }
                _ => {}
            }
        }
    }

    /// Sends a command without waiting for its answer.
    ///
    /// # Errors
    /// Returns an error if the connection is broken.
    pub(super) async fn send(
        &mut self,
        room: Option<&RoomCode>,
        cmd: impl Into<Cmd>,
    ) -> anyhow::Result<CommandId> {
        let frame = self.outbox.once(room.cloned(), cmd);
        self.socket.send(Message::text(String::from_utf8(Codec::Json.encode_client(&frame))?)).await?;
        Ok(frame.id)
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    /// Returns an error if the connection is broken, or if no answer comes.
    pub(super) async fn ask(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> anyhow::Result<Told> {
        let sent = self.send(room, cmd).await?;
        loop {
            match self.read().await? {
                ServerMessage::Accepted { id, room, events, .. } if id == sent => {
                    return Ok(Told::Accepted(room, events));
                }
                ServerMessage::Games { id, .. } if id == sent => return Ok(Told::Listed),
                ServerMessage::Rejected { id: Some(id), code, .. } if id == sent => {
                    return Ok(Told::Rejected(code));
                }
                _ => {}
            }
        }
    }

    /// Returns the next message. It stores snapshots and refusals without an id.
    ///
    /// # Errors
    /// Returns an error if the connection is broken, or if no message comes.
    pub(super) async fn read(&mut self) -> anyhow::Result<ServerMessage> {
        loop {
            let message = timeout(TIMEOUT, self.socket.next()).await.context("no answer")?;
            let Message::Text(text) = message.context("the server has closed the connection")?? else {
                continue;
            };
            let Ok(ServerFrame::Known(message)) = Codec::Json.decode_server(text.as_bytes()) else {
                continue;
            };
            match *message {
                ServerMessage::Snapshot { room } => self.room = Some(room),
                ServerMessage::Rejected { id: None, code, .. } => {
                    self.refused.push(code);
                    return Ok(*message);
                }
                other => return Ok(other),
            }
        }
    }
}
