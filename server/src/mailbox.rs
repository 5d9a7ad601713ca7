//! Both ends of a room's mailbox. Players' messages are read before spectators' commands.

#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use tengen_shared::game::PlayerId;
use tokio::sync::watch;

use crate::{lane::Lane, passphrase_hash::Recipe, room_io::RoomIn, runner::Runner, ticket::Ticket};

/// A message on its way to a room of this process.
#[derive(Debug)]
pub(crate) struct Envelope {
    pub(crate) message: RoomIn,
    pub(crate) lane: Lane,
    /// Counts the message for its sender until the room has handled it.
    pub(crate) ticket: Option<Ticket>,
}

impl Envelope {
    /// Returns the player who has sent the message; `None` if it is the server's own.
    fn sender(&self) -> Option<PlayerId> {
        match &self.message {
            RoomIn::Ask(asked) => Some(asked.from.who.player),
            RoomIn::Resume { from, .. } => Some(from.who.player),
            _ => None,
        }
    }
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
    /// It cannot be opened at present.
    Unreadable,
    /// No passphrase is needed.
    Free,
    /// A passphrase is needed, hashed in this way.
    Passphrase(Recipe),
}

/// The way to a room: its mailbox, and the future that reads it.
#[derive(Clone)]
pub(crate) struct Handle(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    entrance: watch::Receiver<Entrance>,
    runner: Runner,
    /// Whether the room itself is here. Otherwise this stands for the room of another node.
    is_here: AtomicBool,
}

/// The messages that wait, by lane.
struct Queue {
    players: VecDeque<Envelope>,
    spectators: VecDeque<Envelope>,
    /// The capacity of each lane.
    limits: (usize, usize),
    is_closed: bool,
}

impl Queue {
    fn take_all(&mut self) -> Vec<Envelope> {
        self.players.drain(..).chain(self.spectators.drain(..)).collect()
    }

    fn lane(&mut self, lane: Lane) -> (&mut VecDeque<Envelope>, usize) {
        match lane {
            Lane::Players => (&mut self.players, self.limits.0),
            Lane::Spectators => (&mut self.spectators, self.limits.1),
        }
    }
}

/// The receiving end of both lanes.
pub(crate) struct Mailbox {
    room: Handle,
    /// Tells senders what it takes to enter.
    pub(crate) entrance: watch::Sender<Entrance>,
    /// The messages received since the room last waited.
    in_a_row: u32,
}

/// Messages that a room receives in a row before it lets its timers and the thread's other work run.
const IN_A_ROW: u32 = 32;

impl Mailbox {
    /// Receives the next message. Spectators' commands come when nothing else waits. Whoever sends a message polls the
    /// whole room, so no waker is kept.
    ///
    /// A busy room is interrupted now and then, and goes on with its own task: it must not keep the connection that runs
    /// it, nor miss its timers.
    pub(crate) async fn recv(&mut self) -> Envelope {
        std::future::poll_fn(|context| {
            if self.in_a_row == IN_A_ROW {
                self.in_a_row = 0;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            let next = self.next();
            self.in_a_row = if next.is_some() { self.in_a_row + 1 } else { 0 };
            next.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    fn next(&self) -> Option<Envelope> {
        let mut queue = self.room.queue();
        queue.players.pop_front().or_else(|| queue.spectators.pop_front())
    }

    /// Closes the mailbox and returns the messages that wait.
    pub(crate) fn drain(&mut self) -> Vec<Envelope> {
        let mut queue = self.room.queue();
        queue.is_closed = true;
        queue.take_all()
    }

    /// Returns the messages that wait, and leaves the mailbox open.
    pub(crate) fn take_all(&mut self) -> Vec<Envelope> {
        self.room.queue().take_all()
    }

    /// Puts messages into the players' lane, before those that wait.
    pub(crate) fn put_back(&mut self, envelopes: Vec<Envelope>) {
        let mut queue = self.room.queue();
        envelopes.into_iter().rev().for_each(|envelope| queue.players.push_front(envelope));
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        // The room may have ended by a panic.
        self.drain();
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
        let (entrance, seen) = watch::channel(Entrance::Opening);
        let queue = Queue {
            players: VecDeque::new(),
            spectators: VecDeque::new(),
            limits: (players, spectators),
            is_closed: false,
        };
        let shared = Shared {
            queue: Mutex::new(queue),
            entrance: seen,
            runner: Runner::default(),
            is_here: AtomicBool::new(true),
        };
        let handle = Self(Arc::new(shared));
        (handle.clone(), Mailbox { room: handle, entrance, in_a_row: 0 })
    }

    /// Returns the task that runs the room, whose future is `room`.
    pub(crate) fn task(&self, room: impl Future<Output = ()> + Send + 'static) -> RoomTask {
        self.0.runner.start(Box::pin(room));
        RoomTask(self.clone())
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message into the mailbox, and wakes the room's task.
    ///
    /// # Errors
    /// Returns an error if the mailbox is full, or the room has left memory.
    pub(crate) fn try_send(&self, envelope: Envelope) -> Result<(), SendError> {
        self.put(envelope)?;
        self.0.runner.wake();
        Ok(())
    }

    /// Puts a message into the mailbox, and runs the room on this thread if it is idle. A room must not call this: a
    /// chain of rooms would run on one stack.
    ///
    /// # Errors
    /// Returns an error if the mailbox is full, or the room has left memory.
    pub(crate) fn send_and_run(&self, envelope: Envelope) -> Result<(), SendError> {
        self.put(envelope)?;
        self.0.runner.run();
        Ok(())
    }

    fn put(&self, envelope: Envelope) -> Result<(), SendError> {
        let mut queue = self.queue();
        if queue.is_closed {
            return Err(SendError::Gone(Box::new(envelope)));
        }
        let (lane, limit) = queue.lane(envelope.lane);
        // While a lane is half full, nobody gets more than a quarter of it, over however many connections.
        let takes_too_much = || {
            let sent = |by| lane.iter().filter(|waiting| waiting.sender() == Some(by)).count();
            lane.len() >= limit / 2
                && envelope.sender().is_some_and(|player| sent(player) >= (limit / 4).max(1))
        };
        // Of these, each connection and each node sends few; if one were lost, it would be in the room without knowing it, or
        // the room would not know that it has left, or can read on.
        let has_place = matches!(
            envelope.message,
            RoomIn::Resume { .. } | RoomIn::Visit { .. } | RoomIn::Gone { .. } | RoomIn::CaughtUp { .. }
        );
        if !has_place && (lane.len() >= limit || takes_too_much()) {
            return Err(SendError::Full);
        }
        lane.push_back(envelope);
        Ok(())
    }

    /// Returns whether nothing waits in this lane.
    #[must_use]
    pub(crate) fn is_empty(&self, lane: Lane) -> bool {
        self.queue().lane(lane).0.is_empty()
    }

    /// Puts a message of the server itself into the players' lane. It is not refused if the lane is full: each connection
    /// and each AI causes few of them. Returns false if the room has left memory; the message is then dropped.
    pub(crate) fn tell(&self, message: RoomIn) -> bool {
        let mut queue = self.queue();
        if queue.is_closed {
            return false;
        }
        queue.players.push_back(message.into());
        drop(queue);
        self.0.runner.wake();
        true
    }

    /// Returns how to hash a passphrase for the room, once the room is open; `None` if it needs none, or has left
    /// memory.
    pub(crate) async fn recipe(&self) -> Option<Recipe> {
        let mut entrance = self.0.entrance.clone();
        match &*entrance.wait_for(|entrance| !matches!(entrance, Entrance::Opening)).await.ok()? {
            Entrance::Opening | Entrance::Unreadable | Entrance::Free => None,
            Entrance::Passphrase(recipe) => Some(recipe.clone()),
        }
    }

    /// Notes whether the room itself is here, or on another node.
    pub(crate) fn set_here(&self, is_here: bool) {
        self.0.is_here.store(is_here, Ordering::Release);
    }

    /// Returns whether the room itself is here, or about to be.
    #[must_use]
    pub(crate) fn is_here(&self) -> bool {
        self.0.is_here.load(Ordering::Acquire)
    }

    /// Returns whether both handles lead to the same room task.
    #[must_use]
    pub(crate) fn is_same_room(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handle")
    }
}

/// The task of a room.
pub(crate) struct RoomTask(Handle);

impl Future for RoomTask {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.0.runner.poll(context)
    }
}

impl Drop for RoomTask {
    fn drop(&mut self) {
        // The future owns a handle, so it would keep itself alive.
        self.0.0.runner.discard();
    }
}
