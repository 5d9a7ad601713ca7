//! The ways to the other nodes. Messages to a node wait together and go in frames; frames are counted, so a lost one is
//! noticed, and both sides then begin anew.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use tokio::sync::Notify;

use super::{
    Broker, NodeName, NodeRun,
    wire::{self, Head, NodeMessage, Part},
};

/// Bytes that may wait for one node. A node that far behind is out of reach.
const MOST_WAITING: usize = 16 * 1024 * 1024;
/// Bytes of one frame, but for its last part; below the default limit of NATS, 1 MiB.
const FRAME: usize = 512 * 1024;
/// How often a node says how many frames it has sent, after it has sent some. Otherwise the loss of the last would not be
/// noticed.
const REMIND_EVERY: Duration = Duration::from_millis(250);
/// How often it does so after each frame.
const REMINDERS: u32 = 8;

/// Too much waits for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinkFull;

/// The links of a node.
pub(crate) struct Links {
    me: NodeRun,
    broker: Arc<dyn Broker>,
    outgoing: Mutex<HashMap<NodeName, Arc<Outgoing>>>,
    incoming: Mutex<HashMap<NodeName, Incoming>>,
}

/// The way to another node.
struct Outgoing {
    to: NodeRun,
    waiting: Mutex<Waiting>,
    wake: Notify,
}

#[derive(Default)]
struct Waiting {
    parts: Vec<Part>,
    bytes: usize,
    /// Whether nobody uses the way any more.
    is_closed: bool,
}

/// The way from another node.
struct Incoming {
    from: NodeRun,
    received: u64,
}

/// What came from another node.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) from: NodeRun,
    /// Whether something is missing before it.
    pub(crate) has_gap: bool,
    pub(crate) parts: Vec<Part>,
}

impl Outgoing {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Links {
    pub(crate) fn new(me: NodeRun, broker: Arc<dyn Broker>) -> Self {
        Self { me, broker, outgoing: Mutex::default(), incoming: Mutex::default() }
    }

    /// Sends a message to a node, soon.
    ///
    /// # Errors
    /// Returns an error if too much waits for it already.
    pub(crate) fn send(&self, to: &NodeRun, message: NodeMessage, payload: Bytes) -> Result<(), LinkFull> {
        let way = self.way_to(to);
        let mut waiting = way.waiting();
        if waiting.bytes >= MOST_WAITING {
            return Err(LinkFull);
        }
        // The message itself counts, too.
        waiting.bytes += payload.len() + 64;
        waiting.parts.push((message, payload));
        drop(waiting);
        way.wake.notify_one();
        Ok(())
    }

    fn way_to(&self, to: &NodeRun) -> Arc<Outgoing> {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(way) = outgoing.get(&to.name).filter(|way| way.to == *to) {
            return way.clone();
        }
        let way = Arc::new(Outgoing { to: to.clone(), waiting: Mutex::default(), wake: Notify::new() });
        tokio::spawn(flush(self.me.clone(), self.broker.clone(), to.clone(), way.clone()));
        outgoing.insert(to.name.clone(), way.clone());
        way
    }

    /// Forgets what waits for a node, and the way to it. What is sent from now on goes a new way.
    pub(crate) fn forget(&self, node: &NodeName) {
        let way = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).remove(node);
        if let Some(way) = way {
            way.waiting().is_closed = true;
            way.wake.notify_one();
        }
    }

    /// Returns the nodes to which there is a way.
    pub(crate) fn receivers(&self) -> Vec<NodeRun> {
        let outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        outgoing.values().map(|way| way.to.clone()).collect()
    }

    /// Takes a frame in. Returns nothing if it was not for this run, or has nothing new.
    pub(crate) fn receive(&self, frame: Bytes) -> Option<Received> {
        let (Head { from, to, sent }, parts) = match wire::decode(frame) {
            Ok(decoded) => decoded,
            Err(error) => {
                tracing::warn!(%error, "a node has sent what cannot be read: do all run the same version?");
                return None;
            }
        };
        if to != self.me {
            return None;
        }
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let known = incoming.get(&from.name).filter(|known| known.from == from);
        // The first frame of a way says 1. A way that began before this node listened has a gap.
        let received = known.map_or(0, |known| known.received);
        let is_new_way = sent == 1 && !parts.is_empty();
        let has_gap = !is_new_way && sent > received + u64::from(!parts.is_empty());
        incoming.insert(from.name.clone(), Incoming { from: from.clone(), received: sent });
        drop(incoming);
        (has_gap || !parts.is_empty()).then_some(Received { from, has_gap, parts })
    }
}

/// Sends what waits for a node, until nobody needs the way any more.
async fn flush(me: NodeRun, broker: Arc<dyn Broker>, to: NodeRun, way: Arc<Outgoing>) {
    let (mut sent, mut reminders) = (0, 0);
    loop {
        let Some(parts) = take_frame(&mut way.waiting()) else { return };
        if parts.is_empty() {
            let remind = tokio::time::timeout(REMIND_EVERY, way.wake.notified());
            if reminders == 0 {
                way.wake.notified().await;
                continue;
            }
            if remind.await.is_ok() {
                continue;
            }
            reminders -= 1;
        } else {
            sent += 1;
            reminders = REMINDERS;
        }
        let head = Head { from: me.clone(), to: to.clone(), sent };
        // If it is lost, the receiver notices.
        let _ = broker.tell(to.name.clone(), wire::encode(&head, &parts)).await;
    }
}

/// Takes the parts of the next frame; `None` if the way is closed.
fn take_frame(waiting: &mut Waiting) -> Option<Vec<Part>> {
    if waiting.is_closed {
        return None;
    }
    let (mut bytes, mut count) = (0, 0);
    for (_, payload) in &waiting.parts {
        bytes += payload.len() + 64;
        count += 1;
        if bytes >= FRAME {
            break;
        }
    }
    waiting.bytes -= bytes;
    Some(waiting.parts.drain(..count).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use futures_util::{StreamExt as _, stream::BoxStream};

    use super::*;
    use crate::cluster::MemoryBroker;

    fn run(name: &str) -> NodeRun {
        NodeRun::begin(name.parse().unwrap())
    }

    /// A node with its links and what arrives.
    struct End {
        me: NodeRun,
        links: Links,
        heard: BoxStream<'static, Bytes>,
    }

    impl End {
        async fn new(name: &str, broker: &MemoryBroker) -> Self {
            let me = run(name);
            let heard = broker.listen(me.name.clone()).await.unwrap();
            Self { links: Links::new(me.clone(), Arc::new(broker.clone())), me, heard }
        }

        /// Returns the payloads of the next frame with parts, and whether there is a gap before it.
        async fn next(&mut self) -> (Vec<Bytes>, bool) {
            loop {
                let frame = self.heard.next().await.unwrap();
                if let Some(received) = self.links.receive(frame) {
                    let payloads = received.parts.into_iter().map(|(_, payload)| payload);
                    return (payloads.collect(), received.has_gap);
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn messages_arrive_in_order_and_a_lost_frame_is_noticed_even_if_it_is_the_last() {
        let broker = MemoryBroker::default();
        let (a, mut b) = (End::new("a", &broker).await, End::new("b", &broker).await);
        let to = b.me.clone();
        let send = |text: &'static str| {
            a.links.send(&to, NodeMessage::Reset, Bytes::from_static(text.as_bytes())).unwrap();
        };
        send("1");
        send("2");
        assert_eq!(b.next().await, (vec![Bytes::from("1"), Bytes::from("2")], false));
        send("3");
        let lost = b.heard.next().await.unwrap();
        send("4");
        assert_eq!(b.next().await, (vec![Bytes::from("4")], true));
        send("5");
        drop((lost, b.heard.next().await.unwrap()));
        assert_eq!(b.next().await, (vec![], true), "a reminder");
        a.links.forget(&to.name);
        send("6");
        assert_eq!(b.next().await, (vec![Bytes::from("6")], false), "a new way has no gap");
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_restarts_begins_anew_and_gets_nothing_that_was_for_its_former_run() {
        let broker = MemoryBroker::default();
        let (a, mut b) = (End::new("a", &broker).await, End::new("b", &broker).await);
        let former = run("b");
        a.links.send(&former, NodeMessage::Reset, Bytes::from_static(b"old")).unwrap();
        tokio::time::sleep(REMIND_EVERY * 2).await;
        a.links.send(&b.me, NodeMessage::Reset, Bytes::from_static(b"new")).unwrap();
        assert_eq!(b.next().await, (vec![Bytes::from("new")], false));
    }

    #[tokio::test]
    async fn no_more_waits_for_a_node_than_fits() {
        let broker = MemoryBroker::default();
        let a = End::new("a", &broker).await;
        let payload = Bytes::from(vec![0; 1024 * 1024]);
        let to = run("b");
        let sent = (0..100).take_while(|_| a.links.send(&to, NodeMessage::Reset, payload.clone()).is_ok());
        assert_eq!(sent.count(), 16);
    }
}
