//! The connection of one bot: sends commands, reads frames, and reads the answers that matter while a room is set
//! up.

use std::net::SocketAddr;

use anyhow::{Context as _, bail};
use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use tengen_session::link::Outbox;
use tengen_shared::{
    game::{CommandId, Name, RoomCode, RunId, Seq},
    protocol::{Cmd, Codec, Request, Resume, ServerFrame, ServerMessage},
};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::socket::{Socket, connect};

/// A player without a user interface.
pub(crate) struct Bot {
    socket: Socket,
    codec: Codec,
    /// Numbers the commands. It stores no command, because a driver must not fold what it measures.
    outbox: Outbox,
}

impl Bot {
    /// Connects and says hello.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub(crate) async fn enter(address: SocketAddr, codec: Codec, number: usize) -> anyhow::Result<Self> {
        let socket = connect(address, Some(codec.subprotocol())).await?;
        let name: Name = format!("bot {number}").parse().context("not a name")?;
        let mut bot = Self { socket, codec, outbox: Outbox::new(RunId(rand::random())) };
        bot.ask(
            None,
            Request::Hello {
                name,
                key: None,
                proof: None,
                resume: Resume::default(),
                features: Default::default(),
            },
        )
        .await?;
        Ok(bot)
    }

    /// Sends a command and returns the length of its frame in bytes.
    ///
    /// # Errors
    /// Returns an error if the connection is broken.
    pub(crate) async fn send(
        &mut self,
        room: Option<RoomCode>,
        cmd: impl Into<Cmd>,
    ) -> anyhow::Result<usize> {
        let bytes = self.codec.encode_client(&self.outbox.once(room, cmd));
        let length = bytes.len();
        let message = match self.codec {
            Codec::Bincode => Message::Binary(bytes.into()),
            Codec::Json => Message::Text(Utf8Bytes::try_from(bytes).context("JSON is text")?),
        };
        self.socket.send(message).await.context("cannot send to the server")?;
        Ok(length)
    }

    /// Returns the next frame of the server. Cancel-safe: no frame is lost if the future is dropped.
    ///
    /// # Errors
    /// Returns an error if the connection has ended.
    pub(crate) async fn frame(&mut self) -> anyhow::Result<Bytes> {
        loop {
            let message = self.socket.next().await.context("the server has ended the connection")?;
            match message.context("the connection broke")? {
                Message::Binary(bytes) => return Ok(bytes),
                Message::Text(text) => return Ok(text.into()),
                Message::Close(frame) => bail!("the server closed the connection: {frame:?}"),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Sends a command and waits for its answer. It ignores all other messages before the answer.
    ///
    /// # Errors
    /// Returns an error if the server refuses the command.
    pub(crate) async fn ask(
        &mut self,
        room: Option<RoomCode>,
        cmd: impl Into<Cmd>,
    ) -> anyhow::Result<Box<ServerMessage>> {
        self.send(room, cmd).await?;
        loop {
            let frame = self.frame().await?;
            let ServerFrame::Known(message) = self.codec.decode_server(&frame)? else { continue };
            match *message {
                ServerMessage::Accepted { .. } | ServerMessage::Welcome { .. } => return Ok(message),
                ServerMessage::Rejected { code, text, .. } => bail!("refused ({code:?}): {text}"),
                _ => {}
            }
        }
    }
}

/// Returns the bytes with which every `accepted` begins, so that it can be recognised without decoding.
#[must_use]
pub(crate) fn accepted_prefix(codec: Codec) -> Vec<u8> {
    let [one, other] = [0, u64::MAX].map(|run| {
        let id = CommandId(RunId(run), 0);
        codec.encode_server(&ServerMessage::Accepted { id, room: None, seq: Seq(0), events: Vec::new() })
    });
    one.into_iter().zip(other).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_message_begins_as_accepted_does() {
        let id = CommandId(RunId(7), 7);
        for codec in Codec::ALL {
            let prefix = accepted_prefix(codec);
            let accepted = ServerMessage::Accepted { id, room: None, seq: Seq(9), events: Vec::new() };
            assert!(!prefix.is_empty() && codec.encode_server(&accepted).starts_with(&prefix));
            assert!(!codec.encode_server(&ServerMessage::Pong { id, now: 0 }).starts_with(&prefix));
        }
    }
}
