//! The commands that have been sent or wait to be sent, until the server answers them.

use std::collections::VecDeque;

use tengen_shared::{
    game::{CommandId, RoomCode, RunId},
    protocol::{Cmd, Frame},
};
use thiserror::Error;

/// The maximum number of commands that may wait for an answer.
pub const MAX_WAITING: usize = 64;

/// Commands without an answer, oldest first. It numbers all commands of the program, so the numbers rise by one over
/// the whole run, and a command that is sent again keeps its number.
#[derive(Clone, Debug)]
pub struct Outbox {
    run: RunId,
    last: u32,
    waiting: VecDeque<Frame>,
}

/// [`MAX_WAITING`] commands wait for an answer already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the server has not answered yet: wait a moment, then try again")]
pub struct OutboxFull;

impl Outbox {
    /// The run of the program that numbers the commands.
    #[must_use]
    pub const fn run(&self) -> RunId {
        self.run
    }

    /// Creates an empty outbox. Command numbers start at 1 and belong to `run`.
    #[must_use]
    pub const fn new(run: RunId) -> Self {
        Self { run, last: 0, waiting: VecDeque::new() }
    }

    /// Numbers a command and keeps it until it is answered.
    ///
    /// # Errors
    /// Returns an error if [`MAX_WAITING`] commands wait already.
    pub fn ask(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Result<Frame, OutboxFull> {
        if self.waiting.len() >= MAX_WAITING {
            return Err(OutboxFull);
        }
        let frame = self.once(room, cmd);
        self.waiting.push_back(frame.clone());
        Ok(frame)
    }

    /// Numbers a command without keeping it, for commands of one connection such as `hello`. They are not sent again on
    /// the next connection.
    pub fn once(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) -> Frame {
        self.last = self.last.saturating_add(1);
        Frame { id: CommandId(self.run, self.last), room, cmd: cmd.into() }
    }

    /// Removes the command that an answer belongs to. Returns `None` if it was answered before, or was made with
    /// [`Outbox::once`].
    pub fn answered(&mut self, id: CommandId) -> Option<Frame> {
        let index = self.waiting.iter().position(|frame| frame.id == id)?;
        self.waiting.remove(index)
    }

    /// The commands that have no answer yet, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &Frame> {
        self.waiting.iter()
    }

    /// Whether a command about `room` that matches `wanted` has no answer yet.
    pub fn waits_for(&self, room: &RoomCode, wanted: impl Fn(&Cmd) -> bool) -> bool {
        self.waiting.iter().any(|frame| frame.room.as_ref() == Some(room) && wanted(&frame.cmd))
    }

    /// Removes all commands, because they were meant for another server.
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
