//! Everything outside the model: the network, the servers nearby, the local server, and files.

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

/// The reason why the loop ended with an error.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// Reading or writing the terminal has failed.
    #[error("the terminal was closed")]
    Terminal(#[from] io::Error),
    /// The network task has ended, which is a bug.
    #[error("the network part of this program has stopped: please report this")]
    Network,
    /// The server inside this program failed.
    #[error(transparent)]
    Local(#[from] LocalError),
}

/// The targets of effects and the sources of reports.
#[derive(Debug)]
pub struct World {
    /// The network task.
    pub net: NetHandle,
    /// The keeper of the small files.
    pub keeper: Keeper,
    /// The task that finds servers on this network.
    pub lan: LanHandle,
    /// The data folder of the server inside this program.
    pub local_folder: PathBuf,
    /// The server inside this program.
    pub local: Local,
}

/// The results of some effects.
#[derive(Debug, Default)]
pub struct Done {
    /// The messages for the model.
    pub reports: Vec<Msg>,
    /// The calls for the user's attention, with their texts.
    pub calls: Vec<(Call, String)>,
    /// Whether the program should end.
    pub exit: bool,
}

/// The state of the server inside this program.
#[derive(Debug, Default)]
pub enum Local {
    /// The server is not needed yet, or has failed.
    #[default]
    None,
    /// The server is starting.
    Starting(JoinHandle<Result<LocalServer, LocalError>>),
    /// The server is running, unless it has stopped by itself.
    Running(LocalServer),
}

impl Local {
    /// Waits until the server has started or failed to start; forever if it is not starting.
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

    /// Stops the server and waits until it has written its data.
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
    /// Waits for the next report.
    ///
    /// # Errors
    /// Returns an error if the network task has ended.
    pub async fn next(&mut self) -> Result<Msg, RuntimeError> {
        tokio::select! {
            news = self.local.started() => Ok(Msg::Local(news)),
            // If the task that finds servers ends, this branch is disabled; nothing else depends on it.
            Some(event) = self.lan.events.recv() => Ok(Msg::Lan(event)),
            // If the keeper ends, this branch is disabled; nothing is stored, but games go on.
            Some(news) = self.keeper.news.recv() => Ok(Msg::Kept(news)),
            event = self.net.events.recv() => {
                let (link, event) = event.ok_or(RuntimeError::Network)?;
                Ok(Msg::Link(link, event))
            }
        }
    }

    /// Returns a report of the network if one is waiting.
    pub fn waiting(&mut self) -> Option<Msg> {
        self.net.events.try_recv().ok().map(|(link, event)| Msg::Link(link, event))
    }

    /// Carries out the effects in their order, and collects those that the front end must carry out itself.
    pub fn carry_out(&mut self, effects: Vec<Effect>) -> Done {
        let mut done = Done::default();
        for effect in effects {
            match effect {
                Effect::Link(order) => self.net.order(order),
                Effect::Keep(order) => {
                    // Without the keeper, the user has no key and is a new player.
                    if let (KeepOrder::LookUp(server), true) = (&order, self.keeper.is_gone()) {
                        let slot = Box::new(crate::profile::OpenSlot::fresh());
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

    /// Starts the server inside this program. Returns its address if it is running already.
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

    /// Stops all tasks and waits until they have written all data.
    ///
    /// # Errors
    /// Returns an error if the server inside this program has failed.
    pub async fn stop(self) -> Result<(), RuntimeError> {
        self.net.stop().await;
        self.lan.stop().await;
        self.keeper.stop().await;
        Ok(self.local.stop().await?)
    }
}

/// Completes when the system asks the program to end.
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
