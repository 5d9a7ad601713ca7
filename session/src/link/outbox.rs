//! The commands that have been asked and not yet answered.

use std::collections::VecDeque;

use tengen_shared::{
    game::{CommandId, RoomCode, RunId},
    protocol::{Cmd, Frame},
};
use thiserror::Error;

/// The most commands that may wait for an answer.
pub const MAX_WAITING: usize = 64;

/// Commands without an answer, oldest first. It alone draws command numbers, so they rise by one over
/// the whole run of the program, and a command keeps its number however often it is sent.
#[derive(Clone, Debug)]
pub struct Outbox {
    run: RunId,
    last: u32,
    waiting: VecDeque<Frame>,
}

/// Too many commands wait for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the server has not answered yet: wait a moment, then try again")]
pub struct OutboxFull;

impl Outbox {
    /// An empty outbox of the run `run`.
    #[must_use]
    pub const fn new(run: RunId) -> Self {
        Self { run, last: 0, waiting: VecDeque::new() }
    }

    /// A command that is kept until it is answered.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn ask(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Result<Frame, OutboxFull> {
        if self.waiting.len() >= MAX_WAITING {
            return Err(OutboxFull);
        }
        let frame = self.once(room, cmd);
        self.waiting.push_back(frame.clone());
        Ok(frame)
    }

    /// A command that belongs to one connection only, such as `hello`: it is never sent again.
    pub fn once(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        self.last = self.last.saturating_add(1);
        Frame { id: CommandId(self.run, self.last), room, cmd: cmd.into() }
    }

    /// Takes out the command that an answer belongs to; `None` for an answer that came before.
    pub fn answered(&mut self, id: CommandId) -> Option<Frame> {
        let index = self.waiting.iter().position(|frame| frame.id == id)?;
        self.waiting.remove(index)
    }

    /// What has no answer yet, in the order in which it was asked.
    pub fn waiting(&self) -> impl Iterator<Item = &Frame> {
        self.waiting.iter()
    }

    /// Whether a command about `room` that `wanted` accepts still waits.
    pub fn waits_for(&self, room: &RoomCode, wanted: impl Fn(&Cmd) -> bool) -> bool {
        self.waiting.iter().any(|frame| frame.room.as_ref() == Some(room) && wanted(&frame.cmd))
    }

    /// Forgets everything that waits: it was meant for another server.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::{game::Command, protocol::Request};

    use super::*;

    #[test]
    fn what_is_sent_again_keeps_its_id_and_its_place() {
        let mut outbox = Outbox::new(RunId(7));
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let sent: Vec<Frame> = [
            Cmd::Request(Request::ListRooms {}),
            Cmd::Room(Command::Join { passphrase: None }),
            Cmd::Request(Request::Watch { passphrase: None }),
            Cmd::Room(Command::Leave {}),
        ]
        .into_iter()
        .map(|cmd| outbox.ask(Some(room.clone()), cmd).unwrap())
        .collect();
        assert_eq!(sent.iter().map(|frame| frame.id.n()).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(outbox.answered(sent[1].id).as_ref(), Some(&sent[1]));
        assert_eq!(outbox.answered(sent[1].id), None);
        let hello = outbox.once(None, Request::Ping {});
        assert_eq!(hello.id.n(), 5);
        let again: Vec<Frame> = outbox.waiting().cloned().collect();
        assert_eq!(again, [sent[0].clone(), sent[2].clone(), sent[3].clone()]);
        assert_eq!(outbox.ask(None, Request::Ping {}).unwrap().id.n(), 6);
    }

    #[test]
    fn it_is_bounded() {
        let mut outbox = Outbox::new(RunId(1));
        for _ in 0..MAX_WAITING {
            assert!(outbox.ask(None, Request::Ping {}).is_ok());
        }
        assert_eq!(outbox.ask(None, Request::Ping {}), Err(OutboxFull));
    }
}
