//! The one loop: events in, model changed, effects out, drawn when something has changed.

use std::io;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use thiserror::Error;
use tokio::time::{Instant, sleep};

use crate::{
    effect::Effect,
    model::Model,
    msg::{Msg, NetEvent},
    net::NetHandle,
    profile::{Home, LocalRoom},
    terminal::Guard,
    update::update,
    view,
};

/// Why the loop ended early.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// The terminal is gone.
    #[error("the terminal is gone: {0}")]
    Terminal(#[from] io::Error),
    /// The network task has ended by itself, which it never should.
    #[error("the network part of this program has stopped: please report this")]
    Network,
}

/// What the loop works with.
#[derive(Debug)]
pub struct Runtime {
    /// The terminal.
    pub guard: Guard,
    /// The network task.
    pub net: NetHandle,
    /// Where the last server is remembered.
    pub home: Home,
    /// Where the room of a game on this machine is remembered.
    pub local_room: LocalRoom,
}

/// What woke the loop.
enum Wake {
    Msg(Msg),
    Nothing,
    Stop,
}

impl Runtime {
    /// Runs until the user or the system ends the program, and gives the terminal back.
    ///
    /// # Errors
    /// If the terminal or the network task is gone.
    pub async fn run(mut self, model: &mut Model, first: Vec<Effect>) -> Result<(), RuntimeError> {
        let result = self.turn(model, first).await;
        drop(self.guard);
        self.net.stop().await;
        result
    }

    async fn turn(&mut self, model: &mut Model, first: Vec<Effect>) -> Result<(), RuntimeError> {
        let mut keys = EventStream::new();
        let mut stop = std::pin::pin!(told_to_stop());
        let mut last = Instant::now();
        let mut effects = first;
        loop {
            if self.carry_out(model, effects) {
                return Ok(());
            }
            self.draw(model)?;
            let change = model.next_change();
            let wake = tokio::select! {
                event = keys.next() => from_terminal(event)?,
                event = self.net.events.recv() => Wake::Msg(Msg::Net(event.ok_or(RuntimeError::Network)?)),
                () = sleep(change.unwrap_or_default()), if change.is_some() => Wake::Nothing,
                () = &mut stop => Wake::Stop,
            };
            // Whatever happens, happens now: time passes before it.
            let now = Instant::now();
            effects = update(model, Msg::Tick(now.duration_since(last)));
            last = now;
            match wake {
                Wake::Msg(msg) => {
                    effects.extend(update(model, msg));
                    effects.extend(self.take_waiting(model));
                }
                Wake::Nothing => {}
                Wake::Stop => return Ok(()),
            }
        }
    }

    /// Takes in what else the network has reported, so that a burst is drawn once.
    fn take_waiting(&mut self, model: &mut Model) -> Vec<Effect> {
        let mut effects = Vec::new();
        let waiting = |net: &mut NetHandle| -> Option<NetEvent> { net.events.try_recv().ok() };
        for event in std::iter::from_fn(|| waiting(&mut self.net)).take(64) {
            effects.extend(update(model, Msg::Net(event)));
        }
        effects
    }

    fn draw(&mut self, model: &mut Model) -> Result<(), RuntimeError> {
        let size = self.guard.terminal.size()?;
        if size != model.size {
            update(model, Msg::Resize { width: size.width, height: size.height });
        }
        self.guard.terminal.draw(|frame| view::draw(frame, model))?;
        Ok(())
    }

    /// Does what `update` wants done; true if the program shall end.
    fn carry_out(&mut self, model: &mut Model, effects: Vec<Effect>) -> bool {
        for effect in effects {
            match effect {
                Effect::Net(order) => self.net.order(order),
                Effect::RememberServer(address) => {
                    if let Err(error) = self.home.remember_server(&address) {
                        model.warn(model.lang.server_not_kept(&error.to_string()));
                    }
                }
                Effect::KeepRoom(room) => {
                    if let Err(error) = self.local_room.keep(room.as_ref()) {
                        model.warn(model.lang.game_not_kept(&error.to_string()));
                    }
                }
                Effect::Exit => return true,
            }
        }
        false
    }
}

fn from_terminal(event: Option<io::Result<Event>>) -> Result<Wake, RuntimeError> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    Ok(match event.ok_or_else(gone)?? {
        Event::Key(key) => Wake::Msg(Msg::Key(key)),
        Event::Mouse(mouse) => Wake::Msg(Msg::Mouse(mouse)),
        Event::Resize(width, height) => Wake::Msg(Msg::Resize { width, height }),
        Event::FocusGained | Event::FocusLost | Event::Paste(_) => Wake::Nothing,
    })
}

/// Ends when the system asks the program to end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = (signal(SignalKind::terminate()), signal(SignalKind::hangup()));
        if let (Ok(mut terminate), Ok(mut hangup)) = signals {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    std::future::pending::<()>().await;
}
