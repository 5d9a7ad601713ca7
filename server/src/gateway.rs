//! The gateway: knows which connection has which socket, delivers what comes out of rooms, and asks rooms on behalf of
//! the server itself.

mod delivery;
mod explain;
mod fanout;
mod far_room;
mod far_thinking;
mod post;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use dashmap::DashMap;
use tengen_shared::game::PlayerId;
use tokio::sync::oneshot;

pub(crate) use delivery::{Delivery, return_to_sender};
pub(crate) use fanout::Fanout;
pub(crate) use far_room::{VisitEnd, visit};
pub(crate) use far_thinking::{Away, FarJob, FarThinking, ThinkingNews, think_elsewhere};
pub(crate) use post::run as take_post;

use crate::{
    journal::Key,
    outbox::Shut,
    peer::Peer,
    room_io::{ConnId, NodeTag, QuestionId, Reply},
};

/// The longest time that the server waits for a room's answer. A room that ends may lose a question.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connections of this process that have said hello, and the server's open questions to rooms.
#[derive(Debug, Default)]
pub(crate) struct Gateway {
    peers: DashMap<ConnId, Arc<Peer>>,
    questions: Mutex<HashMap<QuestionId, oneshot::Sender<Reply>>>,
    last_question: AtomicU64,
    /// The node that this is.
    pub(crate) node: NodeTag,
}

/// A question of the server to a room. It is withdrawn on drop.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    gateway: &'a Gateway,
    id: QuestionId,
    answer: oneshot::Receiver<Reply>,
}

impl Gateway {
    /// Creates the gateway of a node, without connections.
    pub(crate) fn new(node: NodeTag) -> Self {
        Self { node, ..Self::default() }
    }

    /// Adds a connection that has said hello.
    pub(crate) fn connected(&self, peer: Arc<Peer>) {
        self.peers.insert(peer.who.conn, peer);
    }

    /// Removes a connection that has ended.
    pub(crate) fn disconnected(&self, conn: ConnId) {
        self.peers.remove(&conn);
    }

    /// Returns the peer of a connection; `None` if the connection has ended.
    #[must_use]
    pub(crate) fn peer(&self, conn: ConnId) -> Option<Arc<Peer>> {
        self.peers.get(&conn).map(|peer| peer.clone())
    }

    /// Returns the connections that have said hello.
    #[must_use]
    pub(crate) fn peers(&self) -> Vec<Arc<Peer>> {
        self.peers.iter().map(|peer| peer.clone()).collect()
    }

    /// Returns the connections of a player.
    #[must_use]
    pub(crate) fn peers_of(&self, player: PlayerId) -> Vec<Arc<Peer>> {
        self.peers.iter().filter(|peer| peer.who.player == player).map(|peer| peer.clone()).collect()
    }

    /// Closes the connections that use one of these keys, for the reason `why`.
    pub(crate) fn shut(&self, keys: &[Key], why: Shut) {
        for peer in self.peers.iter().filter(|peer| keys.contains(&peer.key.key)) {
            peer.outbox.shut(why);
        }
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<QuestionId, oneshot::Sender<Reply>>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a question to a room.
    pub(crate) fn question(&self) -> Question<'_> {
        let number = self.last_question.fetch_add(1, Ordering::Relaxed);
        let id = QuestionId { node: self.node, number };
        let (reply, answer) = oneshot::channel();
        self.questions().insert(id, reply);
        Question { gateway: self, id, answer }
    }

    /// Answers a question, if it is still open.
    pub(crate) fn reply(&self, question: QuestionId, reply: Reply) {
        let asker = self.questions().remove(&question);
        // The asker may be gone.
        let _ = asker.map(|asker| asker.send(reply));
    }

    /// Closes a question that the room will not answer.
    fn withdraw(&self, question: QuestionId) {
        self.questions().remove(&question);
    }
}

impl Question<'_> {
    /// Returns the number under which the room answers.
    pub(crate) const fn id(&self) -> QuestionId {
        self.id
    }

    /// Waits for the answer; `None` if the room cannot give one, or gives none in time.
    pub(crate) async fn answer(mut self) -> Option<Reply> {
        tokio::time::timeout(PATIENCE, &mut self.answer).await.ok()?.ok()
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.gateway.withdraw(self.id);
    }
}
