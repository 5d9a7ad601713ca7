//! Sends commands, reads their answers, and waits for other messages of the server.

use tengen_shared::{
    game::{CommandId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Cmd, Frame, SafeText, ServerMessage},
};

use super::{Peer, within};

/// The answer to an accepted command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The room that the command was about or created; `None` for other commands.
    pub room: Option<RoomCode>,
    /// The number of the room's last event.
    pub seq: Seq,
    /// The events of the command.
    pub events: Vec<Stamped>,
}

/// The answer to a refused command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The room that the command was about; `None` for other commands.
    pub room: Option<RoomCode>,
    /// The reason, for programs.
    pub code: RejectCode,
    /// The reason, for people.
    pub text: SafeText,
}

/// The answer to a command.
pub type Answer = Result<Acceptance, Refusal>;

impl Peer {
    /// Sends a command and waits for its answer.
    pub async fn ask(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> Answer {
        let id = self.send(room, cmd).await;
        self.answer(id).await
    }

    /// Sends a frame, possibly for the second time, and waits for its answer.
    pub async fn repeat(&mut self, frame: &Frame) -> Answer {
        self.send_frame(frame).await;
        self.answer(frame.id).await
    }

    /// Waits for the answer to a command. All other messages stay in the inbox.
    pub async fn answer(&mut self, wanted: CommandId) -> Answer {
        let what = format!("the answer to {wanted:?}");
        self.wait(&what, |message| match message {
            ServerMessage::Accepted { id, room, seq, events } if *id == wanted => {
                Some(Ok(Acceptance { room: room.clone(), seq: *seq, events: events.clone() }))
            }
            ServerMessage::Rejected { id: Some(id), room, code, text, .. } if *id == wanted => {
                Some(Err(Refusal { room: room.clone(), code: *code, text: text.clone() }))
            }
            ServerMessage::Pong { id, .. } if *id == wanted => {
                Some(Ok(Acceptance { room: None, seq: Seq(0), events: Vec::new() }))
            }
            _ => None,
        })
        .await
    }

    /// Waits for a refusal without an id, or the message that the peer is out of a room.
    pub async fn refusal_without_id(&mut self) -> Refusal {
        self.wait("a refusal without an id", |message| match message {
            ServerMessage::Rejected { id: None, room, code, text, .. } => {
                Some(Refusal { room: room.clone(), code: *code, text: text.clone() })
            }
            ServerMessage::PutOut { room, code, text } => {
                Some(Refusal { room: Some(room.clone()), code: *code, text: text.clone() })
            }
            _ => None,
        })
        .await
    }

    /// Returns the first value that `pick` returns, for a message from the inbox or from the server.
    pub async fn wait<T>(&mut self, what: &str, mut pick: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        let found = self.inbox.iter().enumerate().find_map(|(index, message)| Some((index, pick(message)?)));
        if let Some((index, picked)) = found {
            self.inbox.remove(index);
            return picked;
        }
        let name = self.me.name.clone();
        within(&format!("{what} ({name})"), async {
            loop {
                let message = self.read().await;
                if let Some(picked) = pick(&message) {
                    return picked;
                }
                self.inbox.push_back(message);
            }
        })
        .await
    }

    /// Waits until `wanted` is true for the room as this peer sees it.
    pub async fn wait_room(&mut self, code: &RoomCode, what: &str, mut wanted: impl FnMut(&Room) -> bool) {
        let name = self.me.name.clone();
        within(&format!("{what} ({name} in {code})"), async {
            while !self.known(code).is_some_and(&mut wanted) {
                let message = self.read().await;
                self.inbox.push_back(message);
            }
        })
        .await;
    }
}
