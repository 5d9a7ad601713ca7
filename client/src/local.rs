//! A server inside this program, for one keyboard.

use std::{io, net::Ipv4Addr, path::PathBuf};

use tengen_session::{link::Address, text::Lang};
use thiserror::Error;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// The server in this program cannot run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalError {
    /// No port of this machine can be had.
    #[error("{}", Lang::English.local_no_port(.0))]
    Listen(String),
    /// Another program holds the data.
    #[error("{}", Lang::English.local_held(.0))]
    Held(String),
    /// The server refuses.
    #[error("the local game cannot run: {0}")]
    Server(String),
}

impl LocalError {
    /// Why, to be said after the news that the server cannot run.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Listen(why) => lang.local_no_port(why),
            Self::Held(holder) => lang.local_held(holder),
            Self::Server(why) => why.clone(),
        }
    }
}

/// News of the server inside this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalNews {
    /// It runs and listens at this address.
    Ready(Address),
    /// It could not be started, or has stopped.
    Failed(LocalError),
}

impl From<tengen_server::Error> for LocalError {
    fn from(error: tengen_server::Error) -> Self {
        match error {
            tengen_server::Error::DataFolderHeld { holder, .. } => Self::Held(holder),
            other => Self::Server(other.to_string()),
        }
    }
}

impl From<io::Error> for LocalError {
    fn from(error: io::Error) -> Self {
        Self::Listen(error.to_string())
    }
}

/// The server in this program. It listens on this machine alone, on a port of its own.
#[derive(Debug)]
pub struct LocalServer {
    address: Address,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), tengen_server::Error>>,
}

impl LocalServer {
    /// Whether it has ended by itself, as when its data are gone.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.task.is_finished()
    }

    /// Starts the server with the data of earlier local games in `folder`.
    ///
    /// # Errors
    /// If no port can be opened, or the data cannot be used.
    pub async fn start(folder: PathBuf) -> Result<Self, LocalError> {
        let config = tengen_server::Config::local(folder);
        let server = tengen_server::Server::open(config).await?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = Address::this_machine(listener.local_addr()?.port());
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(server.serve(listener, shutdown.clone()));
        Ok(Self { address, shutdown, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> Address {
        self.address.clone()
    }

    /// Stops it and waits until everything is written down.
    ///
    /// # Errors
    /// What made it fail.
    pub async fn stop(self) -> Result<(), LocalError> {
        self.shutdown.cancel();
        match self.task.await {
            Ok(result) => Ok(result?),
            Err(_) => Ok(()),
        }
    }
}
