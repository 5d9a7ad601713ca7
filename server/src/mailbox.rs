//! Both ends of a room's mailbox. Players' messages are read before spectators' commands.

use tokio::{
    runtime,
    sync::{mpsc, watch},
};

use crate::{
    lane::{Lane, Ticket},
    passphrase_hash::Recipe,
    room_io::RoomIn,
};

/// A message on its way to a room of this process.
#[derive(Debug)]
pub(crate) struct Envelope {
    pub(crate) message: RoomIn,
    pub(crate) lane: Lane,
    /// Counts the message for its sender until the room has handled it.
    pub(crate) ticket: Option<Ticket>,
}

impl From<RoomIn> for Envelope {
    /// Addresses a message to the players' lane.
    fn from(message: RoomIn) -> Self {
        Self { message, lane: Lane::Players, ticket: None }
    }
}

/// What it takes to enter a room, for those who send a passphrase.
#[derive(Clone, Debug)]
pub(crate) enum Entrance {
    /// The room is still being opened.
    Opening,
    /// No passphrase is needed.
    Free,
    /// A passphrase is needed, hashed in this way.
    Passphrase(Recipe),
}

/// The sending end of a room's mailbox.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    players: mpsc::Sender<Envelope>,
    spectators: mpsc::Sender<Envelope>,
    entrance: watch::Receiver<Entrance>,
}

/// The receiving end of both lanes.
#[derive(Debug)]
pub(crate) struct Mailbox {
    players: mpsc::Receiver<Envelope>,
    spectators: mpsc::Receiver<Envelope>,
    /// Tells senders what it takes to enter.
    pub(crate) entrance: watch::Sender<Entrance>,
}

impl Mailbox {
    /// Receives the next message. Spectators' commands come when nothing else waits.
    pub(crate) async fn recv(&mut self) -> Option<Envelope> {
        tokio::select! {
            biased;
            envelope = self.players.recv() => envelope,
            envelope = self.spectators.recv() => envelope,
        }
    }

    /// Closes the mailbox and returns the messages that wait.
    pub(crate) async fn drain(&mut self) -> Vec<Envelope> {
        let mut left = Vec::new();
        for lane in [&mut self.players, &mut self.spectators] {
            lane.close();
            while let Some(envelope) = lane.recv().await {
                left.push(envelope);
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
    Gone(Box<Envelope>),
}

impl Handle {
    /// Creates a mailbox with these capacities of its lanes, and its handle.
    pub(crate) fn open(players: usize, spectators: usize) -> (Self, Mailbox) {
        let (players, for_players) = mpsc::channel(players);
        let (spectators, for_spectators) = mpsc::channel(spectators);
        let (entrance, seen) = watch::channel(Entrance::Opening);
        let mailbox = Mailbox { players: for_players, spectators: for_spectators, entrance };
        (Self { players, spectators, entrance: seen }, mailbox)
    }

    fn lane(&self, lane: Lane) -> &mpsc::Sender<Envelope> {
        match lane {
            Lane::Players => &self.players,
            Lane::Spectators => &self.spectators,
        }
    }

    /// Puts a message into the mailbox.
    ///
    /// # Errors
    /// Returns an error if the mailbox is full, or the room has left memory.
    pub(crate) fn try_send(&self, envelope: Envelope) -> Result<(), SendError> {
        self.lane(envelope.lane).try_send(envelope).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Full,
            mpsc::error::TrySendError::Closed(envelope) => SendError::Gone(Box::new(envelope)),
        })
    }

    /// Returns whether nothing waits in this lane.
    #[must_use]
    pub(crate) fn is_empty(&self, lane: Lane) -> bool {
        let lane = self.lane(lane);
        lane.capacity() == lane.max_capacity()
    }

    /// Puts a message into the players' lane. If the lane is full, a task waits for space. Returns false if the room has
    /// left memory; the message is then dropped.
    pub(crate) fn tell(self, message: RoomIn) -> bool {
        match self.players.try_send(message.into()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(envelope)) => {
                tokio::spawn(async move { self.players.send(envelope).await });
                true
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Like [`Self::tell`], for a thread outside the runtime.
    pub(crate) fn tell_from_thread(self, runtime: &runtime::Handle, message: RoomIn) {
        let _context = runtime.enter();
        self.tell(message);
    }

    /// Returns how to hash a passphrase for the room, once the room is open; `None` if it needs none, or has left
    /// memory.
    pub(crate) async fn recipe(mut self) -> Option<Recipe> {
        match &*self.entrance.wait_for(|entrance| !matches!(entrance, Entrance::Opening)).await.ok()? {
            Entrance::Opening | Entrance::Free => None,
            Entrance::Passphrase(recipe) => Some(recipe.clone()),
        }
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

    use tengen_shared::{
        game::{CommandId, PlayerId, RoomCode, RunId},
        protocol::view::View,
    };

    use super::*;
    use crate::{
        peer::Peer,
        room_io::{Ask, Asked, ConnId, Shown, Standing},
    };

    const fn standing(lane: Lane) -> Standing {
        Standing::Follows { view: View::SPECTATOR, lane }
    }

    fn peer(number: u32, room: &RoomCode) -> Arc<Peer> {
        let peer = Peer::in_test(ConnId(number.into()), PlayerId(number), 1_024);
        assert!(peer.set_standing(room, Some(standing(Lane::Spectators))));
        peer
    }

    fn asked(peer: &Arc<Peer>, room: &RoomCode, n: u32) -> Envelope {
        let (id, (lane, ticket)) = (CommandId(RunId(1), n), peer.way_to(room));
        let ask = Ask::Show(Shown::Snapshot);
        let asked = Asked { from: peer.sender(), id, ask, arrived: 0 };
        Envelope { message: RoomIn::Ask(Box::new(asked)), lane, ticket }
    }

    async fn next(mailbox: &mut Mailbox) -> (PlayerId, u32) {
        match mailbox.recv().await.unwrap().message {
            RoomIn::Ask(asked) => (asked.from.who.player, asked.id.n()),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn players_go_before_spectators_and_each_sender_keeps_their_order() {
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let (ann, eve) = (peer(1, &room), peer(2, &room));
        let (handle, mut mailbox) = Handle::open(8, 2);
        // Ann is a spectator at first, and sits down while her first command waits.
        handle.try_send(asked(&ann, &room, 1)).unwrap();
        ann.set_standing(&room, Some(standing(Lane::Players)));
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
