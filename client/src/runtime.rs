//! The one loop: events in, model changed, effects out, drawn when something has changed.

use std::io;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use thiserror::Error;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep},
};

use crate::{
    effect::Effect,
    local::{LocalError, LocalServer},
    model::Model,
    msg::{LocalNews, Msg, NetEvent},
    net::{NetHandle, lan::LanHandle},
    profile::{Home, Instance, State},
    settings::{Saved, Settings, Store},
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
    /// The server inside this program failed.
    #[error(transparent)]
    Local(#[from] LocalError),
}

/// What the loop works with.
#[derive(Debug)]
pub struct Runtime {
    /// The terminal.
    pub guard: Guard,
    /// The network task.
    pub net: NetHandle,
    /// Where the last server and the last choices are remembered.
    pub home: Home,
    /// The files of the settings.
    pub store: Store,
    /// The task that listens to this network.
    pub lan: LanHandle,
    /// This program among those that run.
    pub instance: Instance,
    /// The server inside this program, once it is wanted.
    pub local: Local,
}

/// The server inside this program.
#[derive(Debug, Default)]
pub enum Local {
    /// Nobody has wanted it yet, or it could not be started.
    #[default]
    None,
    /// It is being started.
    Starting(JoinHandle<Result<LocalServer, LocalError>>),
    /// It runs.
    Running(LocalServer),
}

impl Local {
    /// Waits until it has been started; for ever if that is not under way.
    async fn started(&mut self) -> LocalNews {
        let Self::Starting(task) = self else { return std::future::pending().await };
        let started = match task.await {
            Ok(Ok(server)) => Ok(server),
            Ok(Err(error)) => Err(error),
            Err(error) => Err(LocalError::Server(error.to_string())),
        };
        match started {
            Ok(server) => {
                let address = server.address();
                *self = Self::Running(server);
                LocalNews::Ready { address }
            }
            Err(why) => {
                *self = Self::None;
                LocalNews::Failed { why }
            }
        }
    }

    /// Stops it and waits until everything is written down.
    async fn stop(self) -> Result<(), LocalError> {
        match self {
            Self::None => Ok(()),
            Self::Starting(task) => match task.await {
                Ok(Ok(server)) => server.stop().await,
                Ok(Err(_)) | Err(_) => Ok(()),
            },
            Self::Running(server) => server.stop().await,
        }
    }
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
        self.lan.stop().await;
        let stopped = self.local.stop().await;
        result.and_then(|()| Ok(stopped?))
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
                news = self.local.started() => Wake::Msg(Msg::Local(news)),
                event = self.lan.events.recv() => Wake::Msg(Msg::Lan(event.ok_or(RuntimeError::Network)?)),
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

    /// Starts the server inside this program; if it runs already, says so.
    fn start_local(&mut self) -> Option<LocalNews> {
        match &self.local {
            Local::Running(server) => Some(LocalNews::Ready { address: server.address() }),
            Local::Starting(_) => None,
            Local::None => {
                self.local = Local::Starting(tokio::spawn(LocalServer::start(self.instance.local_server())));
                None
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
        self.guard.hear(model.settings.mouse)?;
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
                    if let Err(error) = self.instance.keep(room.as_ref()) {
                        model.warn(model.lang.game_not_kept(&error.to_string()));
                    }
                }
                Effect::KeepItem(item) => {
                    // Nothing is lost if the cursor stands elsewhere next time.
                    let _ = self.home.keep_state(State { item: Some(item), ..self.home.state() });
                }
                Effect::KeepSettings { old, new } => keep_settings(&self.store, model, &old, &new),
                Effect::ReadSettings => {
                    let more = update(model, Msg::Settings(Box::new(self.store.load())));
                    if self.carry_out(model, more) {
                        return true;
                    }
                }
                Effect::Call { call, text } => {
                    // A terminal that is gone is found out when it is drawn on.
                    let _ = self.guard.call(call, &text);
                }
                Effect::Lan(order) => self.lan.order(order),
                Effect::StartLocal => {
                    if let Some(news) = self.start_local() {
                        let more = update(model, Msg::Local(news));
                        if self.carry_out(model, more) {
                            return true;
                        }
                    }
                }
                Effect::Exit => return true,
            }
        }
        false
    }
}

fn keep_settings(store: &Store, model: &mut Model, old: &Settings, new: &Settings) {
    match store.save(old, new) {
        Ok(Saved::Changed) => {}
        Ok(Saved::SetAside(path)) => model.warn(model.lang.settings_aside(&path.display().to_string())),
        Err(error) => model.warn(model.lang.settings_not_kept(&error.to_string())),
    }
}

fn from_terminal(event: Option<io::Result<Event>>) -> Result<Wake, RuntimeError> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    Ok(match event.ok_or_else(gone)?? {
        Event::Key(key) => Wake::Msg(Msg::Key(key)),
        Event::Mouse(mouse) => Wake::Msg(Msg::Mouse(mouse)),
        Event::Resize(width, height) => Wake::Msg(Msg::Resize { width, height }),
        Event::Paste(text) => Wake::Msg(Msg::Paste(text)),
        Event::FocusGained | Event::FocusLost => Wake::Nothing,
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
