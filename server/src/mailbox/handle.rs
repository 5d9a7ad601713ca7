//! Both ends of a room's mailbox. Players' messages are read before spectators' commands.

use tokio::{runtime, sync::mpsc};

use super::RoomMsg;
use crate::lane::Lane;

/// The sending end of a room's mailbox.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    players: mpsc::Sender<RoomMsg>,
    spectators: mpsc::Sender<RoomMsg>,
}

/// The receiving end of both lanes.
#[derive(Debug)]
pub(crate) struct Mailbox {
    players: mpsc::Receiver<RoomMsg>,
    spectators: mpsc::Receiver<RoomMsg>,
}

impl Mailbox {
    /// Receives the next message. Spectators' commands come when nothing else waits.
    pub(crate) async fn recv(&mut self) -> Option<RoomMsg> {
        tokio::select! {
            biased;
            msg = self.players.recv() => msg,
            msg = self.spectators.recv() => msg,
        }
    }

    /// Closes the mailbox and returns the messages that wait.
    pub(crate) async fn drain(&mut self) -> Vec<RoomMsg> {
        let mut left = Vec::new();
        for lane in [&mut self.players, &mut self.spectators] {
            lane.close();
            while let Some(msg) = lane.recv().await {
                left.push(msg);
            }
        }
        left
    }
}

/// Why a message did not reach a room.
#[derive(Debug)]
pub(crate) enum SendError {
    /// The mailbox is full.
    Full,
    /// The room has left memory. Contains the message.
    Gone(Box<RoomMsg>),
}

impl Handle {
    /// Creates a mailbox with these capacities of its lanes, and its handle.
    pub(crate) fn open(players: usize, spectators: usize) -> (Self, Mailbox) {
        let (players, for_players) = mpsc::channel(players);
        let (spectators, for_spectators) = mpsc::channel(spectators);
        (Self { players, spectators }, Mailbox { players: for_players, spectators: for_spectators })
    }

    fn lane(&self, lane: Lane) -> &mpsc::Sender<RoomMsg> {
        match lane {
            Lane::Players => &self.players,
            Lane::Spectators => &self.spectators,
        }
    }

    /// Puts a message into the mailbox.
    ///
    /// # Errors
    /// Returns an error if the mailbox is full, or the room has left memory.
    pub(crate) fn try_send(&self, msg: RoomMsg) -> Result<(), SendError> {
        let lane = if let RoomMsg::Ask(asked) = &msg { asked.lane() } else { Lane::Players };
        self.lane(lane).try_send(msg).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Full,
            mpsc::error::TrySendError::Closed(msg) => SendError::Gone(Box::new(msg)),
        })
    }

    /// Returns whether nothing waits in this lane.
    #[must_use]
    pub(crate) fn is_empty(&self, lane: Lane) -> bool {
        let lane = self.lane(lane);
        lane.capacity() == lane.max_capacity()
    }

    /// Puts a message into the players' lane. If the lane is full, a task waits for space, so that the message is not
    /// lost while the room lives.
    pub(crate) fn tell(self, msg: RoomMsg) {
        if let Err(mpsc::error::TrySendError::Full(msg)) = self.players.try_send(msg) {
            tokio::spawn(async move { self.players.send(msg).await });
        }
    }

    /// Like [`Self::tell`], for a thread outside the runtime.
    pub(crate) fn tell_from_thread(self, runtime: &runtime::Handle, msg: RoomMsg) {
        let _context = runtime.enter();
        self.tell(msg);
    }

    /// Returns whether both handles lead to the same room task.
    #[must_use]
    pub(crate) fn is_same_room(&self, other: &Self) -> bool {
        self.players.same_channel(&other.players)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::sync::Arc;

    use tengen_shared::game::{CommandId, PlayerId, RoomCode, RunId};

    use super::*;
    use crate::{
        mailbox::{Ask, Asked, Shown},
        peer::{ConnId, Peer},
    };

    fn peer(number: u32) -> Arc<Peer> {
        Peer::in_test(ConnId(number.into()), PlayerId(number), 1_024)
    }

    fn asked(peer: &Arc<Peer>, room: &RoomCode, n: u32) -> RoomMsg {
        let (id, ticket) = (CommandId(RunId(1), n), peer.way_to(room).ticket);
        let peer = peer.clone();
        RoomMsg::Ask(Box::new(Asked {
            peer,
            id,
            ask: Ask::Show(Shown::Snapshot),
            arrived: 0,
            done: None,
            ticket,
        }))
    }

    async fn next(mailbox: &mut Mailbox) -> (PlayerId, u32) {
        match mailbox.recv().await.unwrap() {
            RoomMsg::Ask(asked) => (asked.peer.player, asked.id.n()),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn players_go_before_spectators_and_each_sender_keeps_their_order() {
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let (ann, eve) = (peer(1), peer(2));
        assert!(ann.follow(&room, 16) && eve.follow(&room, 16));
        let (handle, mut mailbox) = Handle::open(8, 2);
        // Ann is a spectator at first, and sits down while her first command waits.
        handle.try_send(asked(&ann, &room, 1)).unwrap();
        ann.set_lane(&room, Lane::Players);
        handle.try_send(asked(&ann, &room, 2)).unwrap();
        // The spectators' lane is full now; the players' lane is not.
        assert!(matches!(handle.try_send(asked(&eve, &room, 1)), Err(SendError::Full)));
        assert_eq!(next(&mut mailbox).await, (PlayerId(1), 1));
        assert_eq!(next(&mut mailbox).await, (PlayerId(1), 2));
        for n in [2, 3] {
            handle.try_send(asked(&eve, &room, n)).unwrap();
        }
        handle.try_send(asked(&ann, &room, 3)).unwrap();
        assert_eq!(next(&mut mailbox).await, (PlayerId(1), 3));
        assert_eq!(next(&mut mailbox).await, (PlayerId(2), 2));
        assert!(!handle.is_empty(Lane::Spectators) && handle.is_empty(Lane::Players));
        drop(handle);
        assert_eq!(mailbox.drain().await.len(), 1);
    }
}
