//! A broker in memory, for tests: keeps what it is told, and makes faults when it is asked to.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use futures_util::{StreamExt as _, stream, stream::BoxStream};
use tokio::sync::{broadcast, watch};

use super::{
    Broker, BrokerError, Filter, Message, NodeName, Publish, PublishError, Stream, Subject, broker::Later,
};

/// What goes wrong with a message on its way into a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is stored, and the answer is lost.
    AnswerLost,
    Lost,
    /// It is stored only when the next message comes, and the answer is lost.
    Late,
    /// It is refused although nobody else has written.
    RefusedForNothing,
    /// Nothing can be read or written from now on, until the broker is told otherwise.
    Away,
}

/// Decides what goes wrong with a message.
type Faults = Box<dyn FnMut(&Publish) -> Option<Fault> + Send>;

/// Messages to nodes that wait for a listener.
const BACKLOG: usize = 4_096;

/// A broker in memory.
#[derive(Clone)]
pub struct MemoryBroker(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    /// Rises with each message that is stored.
    stored: watch::Sender<u64>,
    told: broadcast::Sender<(NodeName, Bytes)>,
}

#[derive(Default)]
struct State {
    streams: HashMap<Stream, Stored>,
    faults: Option<Faults>,
    late: Vec<Publish>,
    is_away: bool,
    /// Every message that was ever stored, if it is kept.
    #[cfg(test)]
    all: Option<Vec<Message>>,
}

#[derive(Default)]
struct Stored {
    last: u64,
    messages: BTreeMap<u64, Message>,
    subjects: HashMap<Subject, BTreeSet<u64>>,
}

impl Stored {
    fn last_of(&self, subject: &Subject) -> u64 {
        self.subjects.get(subject).and_then(BTreeSet::last).copied().unwrap_or(0)
    }

    /// Removes the messages of a subject before `before`.
    fn remove(&mut self, subject: &Subject, before: u64) {
        let Some(numbers) = self.subjects.get_mut(subject) else { return };
        let kept = numbers.split_off(&before);
        for number in std::mem::replace(numbers, kept) {
            self.messages.remove(&number);
        }
    }
}

impl State {
    fn store(&mut self, publish: Publish) -> Result<u64, PublishError> {
        let Publish { subject, after, replaces, id, note, body } = publish;
        let stream = subject.stream();
        let stored = self.streams.entry(stream).or_default();
        if stored.last_of(&subject) != after {
            return Err(PublishError::Refused);
        }
        stored.last += 1;
        let sequence = stored.last;
        if replaces || stream.keeps_last_only() {
            stored.remove(&subject, sequence);
        }
        stored.subjects.entry(subject.clone()).or_default().insert(sequence);
        let message = Message { subject, sequence, id, note, body };
        #[cfg(test)]
        if let Some(all) = &mut self.all {
            all.push(message.clone());
        }
        stored.messages.insert(sequence, message);
        Ok(sequence)
    }
}

impl Default for MemoryBroker {
    fn default() -> Self {
        let told = broadcast::Sender::new(BACKLOG);
        Self(Arc::new(Inner { state: Mutex::default(), stored: watch::Sender::new(0), told }))
    }
}

fn away() -> String {
    "the broker in memory is away".to_owned()
}

impl MemoryBroker {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets `faults` decide what goes wrong from now on.
    pub fn set_faults(&self, faults: impl FnMut(&Publish) -> Option<Fault> + Send + 'static) {
        self.state().faults = Some(Box::new(faults));
    }

    /// Lets nothing go wrong from now on. What was late arrives.
    pub fn heal(&self) {
        let mut state = self.state();
        (state.faults, state.is_away) = (None, false);
        for late in std::mem::take(&mut state.late) {
            // Whoever sent it waits no longer.
            let _ = state.store(late);
        }
        drop(state);
        self.0.stored.send_modify(|number| *number += 1);
    }

    /// Keeps every message from now on, also when it is removed.
    #[cfg(test)]
    pub(crate) fn keep_all(&self) {
        self.state().all = Some(Vec::new());
    }

    /// Returns every message that was ever stored, since [`Self::keep_all`].
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<Message> {
        self.state().all.clone().unwrap_or_default()
    }

    fn publish_now(&self, publish: Publish) -> Result<u64, PublishError> {
        let mut state = self.state();
        let fault = state.faults.as_mut().and_then(|faults| faults(&publish));
        state.is_away |= fault == Some(Fault::Away);
        if state.is_away {
            return Err(PublishError::Unknown(away()));
        }
        for late in std::mem::take(&mut state.late) {
            let _ = state.store(late);
        }
        let lost = || Err(PublishError::Unknown("the answer was lost".to_owned()));
        match fault {
            None | Some(Fault::Away) => state.store(publish),
            Some(Fault::AnswerLost) => state.store(publish).and_then(|_| lost()),
            Some(Fault::Lost) => lost(),
            Some(Fault::Late) => {
                state.late.push(publish);
                lost()
            }
            Some(Fault::RefusedForNothing) => Err(PublishError::Refused),
        }
    }

    fn read_now<T>(&self, read: impl FnOnce(&State) -> T) -> Result<T, BrokerError> {
        let state = self.state();
        if state.is_away { Err(BrokerError::Away(away())) } else { Ok(read(&state)) }
    }
}

fn ready<T: Send + 'static, E: Send + 'static>(result: Result<T, E>) -> Later<T, E> {
    Box::pin(std::future::ready(result))
}

impl Broker for MemoryBroker {
    fn publish(&self, publish: Publish) -> Later<u64, PublishError> {
        let published = self.publish_now(publish);
        self.0.stored.send_modify(|number| *number += 1);
        ready(published)
    }

    fn last(&self, subject: Subject) -> Later<Option<Message>> {
        ready(self.read_now(|state| {
            let stored = state.streams.get(&subject.stream())?;
            stored.messages.get(&stored.last_of(&subject)).cloned()
        }))
    }

    fn read(&self, subject: Subject, from: u64) -> Later<Vec<Message>> {
        ready(self.read_now(|state| {
            let Some(stored) = state.streams.get(&subject.stream()) else { return Vec::new() };
            let numbers = stored.subjects.get(&subject).into_iter().flat_map(|numbers| numbers.range(from..));
            numbers.filter_map(|number| stored.messages.get(number).cloned()).collect()
        }))
    }

    fn purge(&self, subject: Subject, before: Option<u64>) -> Later<()> {
        let mut state = self.state();
        if let Some(stored) = state.streams.get_mut(&subject.stream()) {
            stored.remove(&subject, before.unwrap_or(u64::MAX));
        }
        ready(Ok(()))
    }

    fn follow(&self, filter: Filter, from: u64) -> BoxStream<'static, Message> {
        let stored = self.0.stored.subscribe();
        stream::unfold((self.clone(), stored, from), move |(broker, mut stored, from)| async move {
            loop {
                stored.mark_unchanged();
                let next = broker.state().streams.get(&filter.stream()).and_then(|stored| {
                    let mut later = stored.messages.range(from..).map(|(_, message)| message);
                    later.find(|message| filter.covers(&message.subject)).cloned()
                });
                if let Some(message) = next {
                    let from = message.sequence + 1;
                    return Some((message, (broker, stored, from)));
                }
                // The broker itself keeps the channel open.
                stored.changed().await.ok()?;
            }
        })
        .boxed()
    }

    fn notes(&self, filter: Filter) -> Later<Vec<Message>> {
        ready(self.read_now(|state| {
            let Some(stored) = state.streams.get(&filter.stream()) else { return Vec::new() };
            let subjects = stored.subjects.iter().filter(|(subject, _)| filter.covers(subject));
            let last = subjects.filter_map(|(_, numbers)| stored.messages.get(numbers.last()?));
            last.map(|message| Message { body: Bytes::new(), ..message.clone() }).collect()
        }))
    }

    fn tell(&self, to: NodeName, body: Bytes) -> Later<()> {
        // Nobody may be listening.
        let _ = self.0.told.send((to, body));
        ready(Ok(()))
    }

    fn listen(&self, node: NodeName) -> Later<BoxStream<'static, Bytes>> {
        let told = self.0.told.subscribe();
        let messages = stream::unfold((told, node), |(mut told, node)| async move {
            loop {
                match told.recv().await {
                    Ok((to, body)) if to == node => {
                        return Some((body, (told, node)));
                    }
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                }
            }
        });
        ready(Ok(messages.boxed()))
    }
}
