//! The ways to the other nodes. Messages to a node wait together and go in frames; frames are counted, so a lost one is
//! noticed, and both sides then begin anew.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use tokio::sync::Notify;

use super::{
    Broker, NodeRun,
    wire::{self, Head, NodeMessage, Packed, Part},
};

/// Bytes that may wait for one node. A node that far behind is out of reach.
const MOST_WAITING: usize = 16 * 1024 * 1024;
/// Bytes of one frame, but for its last part; below the default limit of NATS, 1 MiB.
const FRAME: usize = 512 * 1024;
/// How long after a frame a node says again how many it has sent, at first and later. Otherwise the loss of the last one
/// would not be noticed.
const REMIND_AFTER: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));
/// How often it does so at the shorter interval.
const SOON: u32 = 8;

/// Too much waits for a node, or the way to it is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinkFull;

/// The links of a node.
pub(crate) struct Links {
    me: NodeRun,
    broker: Arc<dyn Broker>,
    runtime: tokio::runtime::Handle,
    outgoing: Mutex<HashMap<NodeRun, Arc<Outgoing>>>,
    /// The last way from each run of a node; some bytes for each restart.
    incoming: Mutex<HashMap<NodeRun, Incoming>>,
    /// The number of the last way to each run of a node; some bytes for each restart.
    ways: Mutex<HashMap<NodeRun, u64>>,
    traffic: Arc<Traffic>,
    /// The number of frames that could not be read.
    unreadable: AtomicU64,
}

/// What was sent to other nodes so far.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) frames: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

/// The way to another node.
struct Outgoing {
    to: NodeRun,
    way: u64,
    waiting: Mutex<Waiting>,
    wake: Notify,
}

#[derive(Default)]
struct Waiting {
    parts: VecDeque<Packed>,
    bytes: usize,
    /// Whether too much has waited, so that something is missing.
    is_broken: bool,
    /// Whether nobody uses the way any more.
    is_closed: bool,
}

/// The way from another node.
struct Incoming {
    way: u64,
    received: u64,
}

/// What came from another node.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) from: NodeRun,
    pub(crate) state: LinkState,
    pub(crate) parts: Vec<Part>,
}

/// What a frame says about the link on which it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkState {
    GoesOn,
    /// The sender has begun anew: all visits are over.
    Anew,
    /// Something is missing before the frame.
    HasGap,
}

impl Outgoing {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.waiting().is_closed = true;
        self.wake.notify_one();
    }
}

impl Links {
    /// Creates links without ways. Must be called on a runtime, on which the links go on.
    pub(crate) fn new(me: NodeRun, broker: Arc<dyn Broker>) -> Self {
        Self {
            me,
            broker,
            runtime: tokio::runtime::Handle::current(),
            outgoing: Mutex::default(),
            incoming: Mutex::default(),
            ways: Mutex::default(),
            traffic: Arc::default(),
            unreadable: AtomicU64::new(0),
        }
    }

    pub(crate) fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// Returns the bytes that wait for other nodes.
    pub(crate) fn waiting(&self) -> usize {
        self.outgoing().values().map(|way| way.waiting().bytes).sum()
    }

    fn outgoing(&self) -> MutexGuard<'_, HashMap<NodeRun, Arc<Outgoing>>> {
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message to a node, soon.
    ///
    /// # Errors
    /// Returns an error if too much waits for it already. The way is [broken](Self::broken) then.
    pub(crate) fn send(&self, to: &NodeRun, message: &NodeMessage, payload: Bytes) -> Result<(), LinkFull> {
        let (way, packed) = (self.way_to(to), Packed::new(message, payload));
        let mut waiting = way.waiting();
        if waiting.is_broken || waiting.bytes >= MOST_WAITING {
            waiting.is_broken = true;
            return Err(LinkFull);
        }
        waiting.bytes += packed.len();
        waiting.parts.push_back(packed);
        drop(waiting);
        way.wake.notify_one();
        Ok(())
    }

    fn way_to(&self, to: &NodeRun) -> Arc<Outgoing> {
        let mut outgoing = self.outgoing();
        if let Some(way) = outgoing.get(to) {
            return way.clone();
        }
        let number = self.next_way(to);
        let way = Outgoing { to: to.clone(), way: number, waiting: Mutex::default(), wake: Notify::new() };
        let way = Arc::new(way);
        // Thinking threads send, too, and have no runtime of their own.
        self.runtime.spawn(flush(self.me.clone(), self.broker.clone(), way.clone(), self.traffic.clone()));
        outgoing.insert(to.clone(), way.clone());
        way
    }

    fn next_way(&self, to: &NodeRun) -> u64 {
        let mut ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        let number = ways.entry(to.clone()).or_default();
        *number += 1;
        *number
    }

    /// Forgets what waits for a node, and the way to it. What is sent from now on goes a new way.
    pub(crate) fn forget(&self, node: &NodeRun) {
        if let Some(way) = self.outgoing().remove(node) {
            way.close();
        }
    }

    /// Returns the nodes for which too much has waited.
    pub(crate) fn broken(&self) -> Vec<NodeRun> {
        let outgoing = self.outgoing();
        outgoing.values().filter(|way| way.waiting().is_broken).map(|way| way.to.clone()).collect()
    }

    /// Returns the nodes to which there is a way.
    pub(crate) fn receivers(&self) -> Vec<NodeRun> {
        self.outgoing().keys().cloned().collect()
    }

    /// Takes a frame in. Returns nothing if it was not for this run, or has nothing new.
    pub(crate) fn receive(&self, frame: Bytes) -> Option<Received> {
        let (Head { from, to, way, sent }, parts) = match wire::decode(frame) {
            Ok(decoded) => decoded,
            Err(error) => {
                let count = self.unreadable.fetch_add(1, Ordering::Relaxed) + 1;
                // Many more lines would say no more.
                if count.is_power_of_two() {
                    tracing::warn!(%error, count, "a node has sent what cannot be read: do all run the same version?");
                }
                return None;
            }
        };
        if to != self.me {
            return None;
        }
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let known = incoming.get(&from);
        if known.is_some_and(|known| way < known.way) {
            return None;
        }
        let same = known.filter(|known| way == known.way);
        let expected = same.map_or(0, |known| known.received) + u64::from(!parts.is_empty());
        if sent < expected {
            // It has come before.
            return None;
        }
        let state = match same {
            _ if sent > expected => LinkState::HasGap,
            None if way > 1 => LinkState::Anew,
            _ => LinkState::GoesOn,
        };
        incoming.insert(from.clone(), Incoming { way, received: sent });
        drop(incoming);
        (state != LinkState::GoesOn || !parts.is_empty()).then_some(Received { from, state, parts })
    }
}

/// Sends what waits for a node, until nobody needs the way any more.
async fn flush(me: NodeRun, broker: Arc<dyn Broker>, way: Arc<Outgoing>, traffic: Arc<Traffic>) {
    let (mut sent, mut reminders) = (0, 0);
    loop {
        let Some(parts) = take_frame(&mut way.waiting()) else { return };
        if parts.is_empty() {
            if sent == 0 {
                way.wake.notified().await;
                continue;
            }
            let after = if reminders < SOON { REMIND_AFTER.0 } else { REMIND_AFTER.1 };
            if tokio::time::timeout(after, way.wake.notified()).await.is_ok() {
                continue;
            }
            reminders += 1;
        } else {
            sent += 1;
            reminders = 0;
        }
        let head = Head { from: me.clone(), to: way.to.clone(), way: way.way, sent };
        let frame = wire::encode(&head, &parts);
        traffic.frames.fetch_add(1, Ordering::Relaxed);
        traffic.messages.fetch_add(parts.len() as u64, Ordering::Relaxed);
        traffic.bytes.fetch_add(frame.len() as u64, Ordering::Relaxed);
        // If it is lost, the receiver notices.
        let _ = broker.tell(way.to.name.clone(), frame).await;
    }
}

/// Takes the parts of the next frame; `None` if the way is closed.
fn take_frame(waiting: &mut Waiting) -> Option<Vec<Packed>> {
    if waiting.is_closed {
        return None;
    }
    let (mut parts, mut bytes) = (Vec::new(), 0);
    while bytes < FRAME
        && let Some(part) = waiting.parts.pop_front()
    {
        bytes += part.len();
        parts.push(part);
    }
    waiting.bytes -= bytes;
    Some(parts)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use futures_util::{StreamExt as _, stream::BoxStream};

    use super::{LinkState::*, *};
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

        /// Returns the payloads of the next frame that matters, and what it says about the link.
        async fn next(&mut self) -> (Vec<Bytes>, LinkState) {
            loop {
                let frame = self.heard.next().await.unwrap();
                if let Some(received) = self.links.receive(frame) {
                    let payloads = received.parts.into_iter().map(|(_, payload)| payload);
                    return (payloads.collect(), received.state);
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
            a.links.send(&to, &NodeMessage::Hello, Bytes::from_static(text.as_bytes())).unwrap();
        };
        send("1");
        send("2");
        assert_eq!(b.next().await, (vec![Bytes::from("1"), Bytes::from("2")], GoesOn));
        send("3");
        let lost = b.heard.next().await.unwrap();
        send("4");
        assert_eq!(b.next().await, (vec![Bytes::from("4")], HasGap));
        send("5");
        drop((lost, b.heard.next().await.unwrap()));
        assert_eq!(b.next().await, (vec![], HasGap), "a reminder");
        a.links.forget(&to);
        send("6");
        assert_eq!(b.next().await, (vec![Bytes::from("6")], Anew));
        a.links.forget(&to);
        send("7");
        drop(b.heard.next().await.unwrap());
        send("8");
        assert_eq!(b.next().await, (vec![Bytes::from("8")], HasGap), "the first frame of a way is missing");
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_restarts_begins_anew_and_gets_nothing_that_was_for_its_former_run() {
        let broker = MemoryBroker::default();
        let (a, mut b) = (End::new("a", &broker).await, End::new("b", &broker).await);
        let former = run("b");
        a.links.send(&former, &NodeMessage::Hello, Bytes::from_static(b"old")).unwrap();
        tokio::time::sleep(REMIND_AFTER.0 * 2).await;
        a.links.send(&b.me, &NodeMessage::Hello, Bytes::from_static(b"new")).unwrap();
        assert_eq!(b.next().await, (vec![Bytes::from("new")], GoesOn));
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_message_to_a_former_run_does_not_disturb_the_way_to_the_new_one() {
        let broker = MemoryBroker::default();
        let (a, mut b) = (End::new("a", &broker).await, End::new("b", &broker).await);
        let (former, to) = (run("b"), b.me.clone());
        let send = |to: &NodeRun, text: &'static str| {
            a.links.send(to, &NodeMessage::Hello, Bytes::from_static(text.as_bytes())).unwrap();
        };
        send(&to, "1");
        assert_eq!(b.next().await, (vec![Bytes::from("1")], GoesOn));
        send(&to, "2");
        send(&former, "late");
        assert_eq!(b.next().await, (vec![Bytes::from("2")], GoesOn));
        send(&to, "3");
        assert_eq!(b.next().await, (vec![Bytes::from("3")], GoesOn));
    }

    #[tokio::test]
    async fn no_more_waits_for_a_node_than_fits() {
        let broker = MemoryBroker::default();
        let a = End::new("a", &broker).await;
        let payload = Bytes::from(vec![0; 1024 * 1024]);
        let to = run("b");
        let sent = (0..100).take_while(|_| a.links.send(&to, &NodeMessage::Hello, payload.clone()).is_ok());
        assert_eq!(sent.count(), 16);
    }
}
