//! A node's way to the broker, which may be slow, stand still, or be cut.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::BoxStream};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tokio::sync::watch;

use crate::cluster::{
    Broker, BrokerError, Filter, MemoryBroker, Message, NodeName, Publish, PublishError, Subject,
};

/// How long a node waits for an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);
/// The longest time that something is on its way to the broker and back.
const LONGEST: Duration = Duration::from_millis(5);
/// The longest time that a message from another node takes after the one before it.
const LONGEST_BETWEEN: Duration = Duration::from_millis(3);

/// One in so many messages to other nodes is lost.
const LOST_IN: u32 = 200;

/// What becomes of the messages between a node and the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Open,
    /// They wait until the way is open again.
    Still,
    /// They are lost.
    Cut,
}

/// A node's way to the broker.
#[derive(Clone)]
pub(super) struct Gate {
    broker: MemoryBroker,
    way: watch::Sender<Way>,
    rng: Arc<Mutex<SmallRng>>,
    /// Messages to other nodes that wait.
    held: Arc<Mutex<Vec<(NodeName, Bytes)>>>,
    /// Whether one in some hundred messages to other nodes is lost.
    loses: Arc<AtomicBool>,
}

impl Gate {
    pub(super) fn new(broker: MemoryBroker, seed: u64, loses: Arc<AtomicBool>) -> Self {
        let rng = Arc::new(Mutex::new(SmallRng::seed_from_u64(seed)));
        Self { broker, way: watch::Sender::new(Way::Open), rng, held: Arc::default(), loses }
    }

    pub(super) fn set(&self, way: Way) {
        self.way.send_replace(way);
        if way != Way::Still {
            for (to, body) in std::mem::take(&mut *self.held()) {
                // It is sent at once, or lost.
                drop(self.tell(to, body));
            }
        }
    }

    fn held(&self) -> MutexGuard<'_, Vec<(NodeName, Bytes)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rng(&self) -> MutexGuard<'_, SmallRng> {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn way(&self) -> Way {
        *self.way.borrow()
    }

    /// Waits until a message has passed; it may be lost.
    fn pass(&self) -> impl Future<Output = Result<(), String>> + Send + 'static {
        let mut way = self.way.subscribe();
        let takes = self.rng().random_range(Duration::ZERO..LONGEST);
        async move {
            tokio::time::sleep(takes).await;
            // The gate itself keeps the channel open.
            let way = way.wait_for(|way| *way != Way::Still).await.map(|way| *way);
            if matches!(way, Ok(Way::Open)) { Ok(()) } else { Err("the way is cut".to_owned()) }
        }
    }

    /// Asks the broker something. If the answer takes too long, the broker may still do what it was asked to.
    fn ask<T: Send + 'static, E: Send + 'static>(
        &self,
        lost: fn(String) -> E,
        ask: impl FnOnce(MemoryBroker) -> BoxFuture<'static, Result<T, E>> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, E>> {
        let (pass, broker) = (self.pass(), self.broker.clone());
        let asked = tokio::spawn(async move {
            pass.await.map_err(lost)?;
            ask(broker).await
        });
        Box::pin(async move {
            match tokio::time::timeout(ANSWER_WITHIN, asked).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(ended)) => Err(lost(ended.to_string())),
                Err(late) => Err(lost(late.to_string())),
            }
        })
    }

    fn stream<T: Send + 'static>(
        &self,
        stream: BoxStream<'static, T>,
        may_lose: bool,
    ) -> BoxStream<'static, T> {
        let way = self.way.clone();
        let passed = stream.filter_map(move |message| {
            let mut way = way.subscribe();
            async move {
                let is_free = |way: &Way| *way == Way::Open || (may_lose && *way == Way::Cut);
                let way = way.wait_for(is_free).await.map(|way| *way);
                matches!(way, Ok(Way::Open)).then_some(message)
            }
        });
        passed.boxed()
    }
}

impl Broker for Gate {
    fn publish(&self, publish: Publish) -> BoxFuture<'static, Result<u64, PublishError>> {
        self.ask(PublishError::Unknown, |broker| broker.publish(publish))
    }

    fn last(&self, subject: Subject) -> BoxFuture<'static, Result<Option<Message>, BrokerError>> {
        self.ask(BrokerError::Away, |broker| broker.last(subject))
    }

    fn read(&self, subject: Subject, from: u64) -> BoxFuture<'static, Result<Vec<Message>, BrokerError>> {
        self.ask(BrokerError::Away, move |broker| broker.read(subject, from))
    }

    fn purge(&self, subject: Subject, before: Option<u64>) -> BoxFuture<'static, Result<(), BrokerError>> {
        self.ask(BrokerError::Away, move |broker| broker.purge(subject, before))
    }

    fn follow(&self, filter: Filter, from: u64) -> BoxStream<'static, Message> {
        self.stream(self.broker.follow(filter, from), false)
    }

    fn notes(&self, filter: Filter) -> BoxFuture<'static, Result<Vec<Message>, BrokerError>> {
        self.ask(BrokerError::Away, move |broker| broker.notes(filter))
    }

    fn tell(&self, to: NodeName, body: Bytes) -> BoxFuture<'static, Result<(), BrokerError>> {
        let is_lost = self.loses.load(Ordering::Relaxed) && self.rng().random_ratio(1, LOST_IN);
        match self.way() {
            Way::Open if is_lost => Box::pin(std::future::ready(Ok(()))),
            Way::Open => self.broker.tell(to, body),
            Way::Still => {
                self.held().push((to, body));
                Box::pin(std::future::ready(Ok(())))
            }
            Way::Cut => Box::pin(std::future::ready(Err(BrokerError::Away("the way is cut".to_owned())))),
        }
    }

    fn listen(&self, node: NodeName) -> BoxFuture<'static, Result<BoxStream<'static, Bytes>, BrokerError>> {
        let (gate, listening) = (self.clone(), self.broker.listen(node));
        Box::pin(async move {
            let heard = gate.stream(listening.await?, true);
            // Each takes its time, and none overtakes another.
            let late = heard.then(move |body| {
                let takes = gate.rng().random_range(Duration::ZERO..LONGEST_BETWEEN);
                tokio::time::sleep(takes).map(|()| body)
            });
            Ok(late.boxed())
        })
    }
}
