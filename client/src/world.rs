//! The world outside the model: the network, this network's servers, the server inside this program, files.

use std::{io, path::PathBuf};

use thiserror::Error;
use tokio::task::JoinHandle;

use crate::{
    effect::Effect,
    keeper::{KeepOrder, Keeper, KeeperNews},
    local::{LocalError, LocalNews, LocalServer},
    msg::Msg,
    net::{NetHandle, lan::LanHandle},
    settings::Call,
};

/// Why the loop ended early.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// The terminal is gone.
    #[error("the terminal is gone")]
    Terminal(#[from] io::Error),
    /// The network task has ended by itself, which it never should.
    #[error("the network part of this program has stopped: please report this")]
    Network,
    /// The server inside this program failed.
    #[error(transparent)]
    Local(#[from] LocalError),
}

/// All that effects act upon and that reports by itself.
#[derive(Debug)]
pub struct World {
    /// The network task.
    pub net: NetHandle,
    /// The keeper of the small files.
    pub keeper: Keeper,
    /// The task that listens to this network.
    pub lan: LanHandle,
    /// Where the server inside this program keeps its data.
    pub local_folder: PathBuf,
    /// The server inside this program, once it is wanted.
    pub local: Local,
}

/// What has come of some effects.
#[derive(Debug, Default)]
pub struct Done {
    /// What the model must know of it.
    pub reports: Vec<Msg>,
    /// What the terminal shall call the user for.
    pub calls: Vec<(Call, String)>,
    /// Whether the program shall end.
    pub exit: bool,
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
                LocalNews::Ready(address)
            }
            Err(why) => {
                *self = Self::None;
                LocalNews::Failed(why)
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

impl World {
    /// The next report.
    ///
    /// # Errors
    /// If a task of the network has ended.
    pub async fn next(&mut self) -> Result<Msg, RuntimeError> {
        tokio::select! {
            news = self.local.started() => Ok(Msg::Local(news)),
            // If that task should ever end, nothing is heard any more, and nothing else is lost.
            Some(event) = self.lan.events.recv() => Ok(Msg::Lan(event)),
            // Without its thread nothing is kept; games go on.
            Some(news) = self.keeper.news.recv() => Ok(Msg::Kept(news)),
            event = self.net.events.recv() => {
                let (link, event) = event.ok_or(RuntimeError::Network)?;
                Ok(Msg::Link(link, event))
            }
        }
    }

    /// What the network has reported already.
    pub fn waiting(&mut self) -> Option<Msg> {
        self.net.events.try_recv().ok().map(|(link, event)| Msg::Link(link, event))
    }

    /// Does what is wanted.
    pub fn carry_out(&mut self, effects: Vec<Effect>) -> Done {
        let mut done = Done::default();
        for effect in effects {
            match effect {
                Effect::Link(order) => self.net.order(order),
                Effect::Keep(order) => {
                    // Without what is kept one plays as somebody new.
                    if let (KeepOrder::LookUp(server), true) = (&order, self.keeper.is_gone()) {
                        let slot = Box::default();
                        done.reports.push(Msg::Kept(KeeperNews::Found(*server, slot)));
                    }
                    let trouble = self.keeper.order(order).err();
                    done.reports.extend(trouble.map(|trouble| Msg::Kept(KeeperNews::Trouble(trouble))));
                }
                Effect::Call { call, text } => done.calls.push((call, text)),
                Effect::Lan(order) => self.lan.order(order),
                Effect::StartLocal => done.reports.extend(self.start_local().map(Msg::Local)),
                Effect::Exit => done.exit = true,
            }
        }
        done
    }

    /// Starts the server inside this program; if it runs already, says so.
    fn start_local(&mut self) -> Option<LocalNews> {
        if matches!(&self.local, Local::Running(server) if server.is_finished()) {
            self.local = Local::None;
        }
        match &self.local {
            Local::Running(server) => Some(LocalNews::Ready(server.address())),
            Local::Starting(_) => None,
            Local::None => {
                self.local = Local::Starting(tokio::spawn(LocalServer::start(self.local_folder.clone())));
                None
            }
        }
    }

    /// Ends all of it, and waits until everything is written down.
    ///
    /// # Errors
    /// If the server inside this program has failed.
    pub async fn stop(self) -> Result<(), RuntimeError> {
        self.net.stop().await;
        self.lan.stop().await;
        self.keeper.stop().await;
        Ok(self.local.stop().await?)
    }
}

/// Ends when the system asks the program to end.
pub(crate) async fn told_to_stop() {
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
