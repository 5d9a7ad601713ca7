//! Runs the future of a room, on its own task or on the thread that has just sent it a message.
//!
//! A task switch costs more than most moves. So whoever sends a message may run the room at once, if nobody else does.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Mutex, MutexGuard, OnceLock, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
};

type Room = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The future of a room. At most one thread runs it at a time.
#[derive(Default)]
pub(crate) struct Runner {
    /// `None` before it starts and after it has ended.
    room: Mutex<Option<Room>>,
    /// Wakes the room's task, for whoever runs the room.
    waker: OnceLock<Waker>,
    /// Whether somebody wanted to run the room while another thread did.
    again: AtomicBool,
}

impl Runner {
    /// Sets the future, before the first call of [`Self::poll`].
    pub(crate) fn start(&self, room: Room) {
        *self.lock() = Some(room);
    }

    /// Has the room's task run the room soon. A task that has not begun yet runs it anyway.
    pub(crate) fn wake(&self) {
        if let Some(waker) = self.waker.get() {
            waker.wake_by_ref();
        }
    }

    /// Runs the room on this thread. If another thread runs it now, its task runs it once more after that.
    pub(crate) fn run(&self) {
        if let Some(waker) = self.waker.get()
            && self.poll_with(waker).is_ready()
        {
            // The task ends too.
            waker.wake_by_ref();
        }
    }

    /// Runs the room on its task, and returns whether it has ended.
    pub(crate) fn poll(&self, context: &Context<'_>) -> Poll<()> {
        self.poll_with(self.waker.get_or_init(|| context.waker().clone()))
    }

    /// Drops the future, which may hold the last way to this runner.
    pub(crate) fn discard(&self) {
        // Not while the lock is held: what the room owns may run code when it is dropped.
        let room = self.lock().take();
        drop(room);
    }

    fn poll_with(&self, waker: &Waker) -> Poll<()> {
        let Some(mut room) = self.try_lock() else { return Poll::Pending };
        // Whoever asked before has put a message into the mailbox, which is read now.
        self.again.store(false, Ordering::SeqCst);
        let Some(future) = room.as_mut() else { return Poll::Ready(()) };
        let mut context = Context::from_waker(waker);
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut context)));
        // A room catches the panics of its own parts, to answer those who wait. This one must not end its sender.
        let ended = if polled.unwrap_or(Poll::Ready(())).is_ready() { room.take() } else { None };
        drop(room);
        let has_ended = ended.is_some();
        drop(ended);
        if self.again.swap(false, Ordering::SeqCst) {
            waker.wake_by_ref();
        }
        if has_ended { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Locks the future, unless another thread runs it. That one then wakes the task.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<Room>>> {
        let try_once = || match self.room.try_lock() {
            Ok(room) => Some(room),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        try_once().or_else(|| {
            self.again.store(true, Ordering::SeqCst);
            // The other thread may have looked at `again` just before.
            try_once()
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Room>> {
        self.room.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::{
        sync::{Arc, atomic::AtomicU32},
        task::Wake,
        thread,
    };

    use super::*;

    #[derive(Default)]
    struct Woken(AtomicU32);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn task(woken: &Arc<Woken>) -> Waker {
        woken.clone().into()
    }

    #[test]
    fn whoever_finds_the_room_busy_has_its_task_run_it_again() {
        let (runner, woken) = (Arc::new(Runner::default()), Arc::new(Woken::default()));
        let (inner, mut polls) = (runner.clone(), 0);
        runner.start(Box::pin(std::future::poll_fn(move |_| {
            polls += 1;
            if polls == 2 {
                // Another thread sends a message just now.
                let runner = inner.clone();
                thread::spawn(move || runner.run()).join().unwrap();
            }
            if polls == 3 { Poll::Ready(()) } else { Poll::Pending }
        })));
        runner.run();
        let waker = task(&woken);
        assert_eq!(runner.poll(&Context::from_waker(&waker)), Poll::Pending, "the task runs it first");
        runner.run();
        assert_eq!(woken.0.load(Ordering::SeqCst), 1);
        assert_eq!(runner.poll(&Context::from_waker(&waker)), Poll::Ready(()));
        assert_eq!(runner.poll(&Context::from_waker(&waker)), Poll::Ready(()), "it stays ended");
    }

    #[test]
    fn a_panic_ends_the_room_and_not_the_sender() {
        let (runner, woken) = (Runner::default(), Arc::new(Woken::default()));
        let mut polls = 0;
        runner.start(Box::pin(std::future::poll_fn(move |_| {
            polls += 1;
            assert!(polls < 2, "a bug in the room");
            Poll::Pending
        })));
        let waker = task(&woken);
        assert_eq!(runner.poll(&Context::from_waker(&waker)), Poll::Pending);
        runner.run();
        assert_eq!(woken.0.load(Ordering::SeqCst), 1, "the task ends");
        assert_eq!(runner.poll(&Context::from_waker(&waker)), Poll::Ready(()));
    }
}
