//! Asking: commands with their answers, and waiting for whatever else the server says.

use tengen_shared::{
    game::{CommandId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Cmd, Frame, SafeText, ServerMessage},
};

use super::{Peer, within};

/// A command that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The room, if it was about one or made one.
    pub room: Option<RoomCode>,
    /// The room's last event.
    pub seq: Seq,
    /// What it led to.
    pub events: Vec<Stamped>,
}

/// A command that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The room, if it was about one.
    pub room: Option<RoomCode>,
    /// Why, for programs.
    pub code: RejectCode,
    /// Why, for people.
    pub text: SafeText,
}

/// What a command was told.
pub type Answer = Result<Acceptance, Refusal>;

impl Peer {
    /// Sends a command and waits for its answer.
    pub async fn ask(&mut self, room: Option<&RoomCode>, cmd: impl Into<Cmd>) -> Answer {
        let id = self.send(room, cmd).await;
        self.answer(id).await
    }

    /// Sends a frame, perhaps not for the first time, and waits for its answer.
    pub async fn repeat(&mut self, frame: &Frame) -> Answer {
        self.send_frame(frame).await;
        self.answer(frame.id).await
    }

    /// Waits for the answer to a command; everything else stays to be asked for.
    pub async fn answer(&mut self, wanted: CommandId) -> Answer {
        let what = format!("the answer to {wanted:?}");
        self.wait(&what, |message| match message {
            ServerMessage::Accepted { id, room, seq, events } if *id == wanted => {
                Some(Ok(Acceptance { room: room.clone(), seq: *seq, events: events.clone() }))
            }
            ServerMessage::Rejected { id: Some(id), room, code, text } if *id == wanted => {
                Some(Err(Refusal { room: room.clone(), code: *code, text: text.clone() }))
            }
            ServerMessage::Pong { id, .. } if *id == wanted => {
                Some(Ok(Acceptance { room: None, seq: Seq(0), events: Vec::new() }))
            }
            _ => None,
        })
        .await
    }

    /// Waits for a refusal that carries no id.
    pub async fn refusal_without_id(&mut self) -> Refusal {
        self.wait("a refusal without an id", |message| match message {
            ServerMessage::Rejected { id: None, room, code, text } => {
                Some(Refusal { room: room.clone(), code: *code, text: text.clone() })
            }
            _ => None,
        })
        .await
    }

    /// The first message, of those not asked for yet and those to come, that `pick` picks.
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

    /// Waits until the room, as this peer sees it, is as wanted.
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
